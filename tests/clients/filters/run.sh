#!/usr/bin/env bash
# run.sh PROFCONV: filters by PROFCONV and filters of the same name by `go tool pprof` must leave the same. Needs no
# network: pprof comes with Go.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for command in go python3; do
  if ! command -v "$command" >/dev/null; then
    echo "filters: skipped: there is no $command on this machine"
    exit 0
  fi
done
exec python3 -B "$here/check.py" "$1" "${2:-$here/../../data}"
