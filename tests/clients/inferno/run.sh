#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROFCONV: flame graphs that PROFCONV draws of collapsed stacks and those that inferno-flamegraph draws hold the
# same frames at the same places. INFERNO_FLAMEGRAPH names the command (cargo install inferno); else it is looked for in
# PATH. Stacks outside of the repository are taken from the folder PROFCONV_CORPUS.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
inferno=${INFERNO_FLAMEGRAPH:-$(command -v inferno-flamegraph || true)}
if [ -z "$inferno" ]; then
  echo "inferno: skipped: there is no inferno-flamegraph on this machine (cargo install inferno)"
  exit 0
fi
if ! command -v python3 >/dev/null; then
  echo "inferno: skipped: there is no python3 on this machine"
  exit 0
fi
exec python3 -B "$here/check.py" "$1" "$inferno" "${2:-$here/../../data}"
