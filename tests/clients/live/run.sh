#!/usr/bin/env bash
# run.sh PROFCONV: a real browser watches recordings that PROFCONV makes. Needs no network.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v python3 >/dev/null; then
  echo "live: skipped: there is no python3 on this machine"
  exit 0
fi
PROFCONV=$(realpath "$1") PYTHONPATH="$here/../flamegraph" exec python3 -B "$here/check.py"
