#!/usr/bin/env bash
# run.sh PROFCONV: records profiles with Go and lets PROFCONV read and copy them; pprof shows the same of the copies.
# Go's modules come from its proxy or its cache, at the versions of go.mod and go.sum.
set -euo pipefail

profconv=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v go >/dev/null; then
  echo "pprof_read: skipped: there is no Go on this machine (Debian: golang-go)"
  exit 0
fi

cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/profconv/pprof-read-client
mkdir -p "$cache"
export GOFLAGS=-mod=readonly GOTOOLCHAIN=local
if ! (cd "$here" && go build -o "$cache/check" .); then
  echo "pprof_read: the client could not be built"
  exit 1
fi
"$cache/check" "$profconv" "$here/../../data/pprof" "$here/differences.tsv"
