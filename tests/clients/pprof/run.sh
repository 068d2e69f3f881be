#!/usr/bin/env bash
# run.sh PROFCONV: builds Google's pprof and lets it open what PROFCONV writes. Go's modules come from its proxy or its
# cache, at the versions of go.mod and go.sum.
set -euo pipefail

profconv=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v go >/dev/null; then
  echo "pprof: skipped: there is no Go on this machine (Debian: golang-go)"
  exit 0
fi

cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/profconv/pprof-client
mkdir -p "$cache"
export GOFLAGS=-mod=readonly GOTOOLCHAIN=local
if ! (cd "$here" && go build -o "$cache/pprof" github.com/google/pprof && go build -o "$cache/check" .); then
  echo "pprof: the client could not be built"
  exit 1
fi
export PPROF_TMPDIR="$cache"
"$cache/check" "$profconv" "$cache/pprof" "${2:-$here/../../data}"
