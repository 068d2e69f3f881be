#!/usr/bin/env bash
# run.sh PROFCONV: a real browser opens the flame graphs that PROFCONV draws, and uses them. Needs no network.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v python3 >/dev/null; then
  echo "flamegraph: skipped: there is no python3 on this machine"
  exit 0
fi
PROFCONV=$(realpath "$1") exec python3 -B "$here/check.py"
