#!/usr/bin/env bash
# run.sh PROFCONV: compares Spall traces, stack by stack, with the collapsed stacks of the same inputs, and the times of
# recordings that have any with those of their samples.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$here/check.py" "$1" "$here/../../data"
