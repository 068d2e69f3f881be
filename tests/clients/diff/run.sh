#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROFCONV: what PROFCONV writes as a comparison has in `go tool pprof -top` the numbers and the shares of the same two
# profiles under -diff_base; and what pprof itself writes as a comparison is read as one, with the same changes.
set -euo pipefail

profconv=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
examples=$here/../../../docs/examples
if ! command -v go >/dev/null; then
  echo "diff: skipped: there is no Go on this machine (Debian: golang-go)"
  exit 0
fi
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
export PPROF_TMPDIR=$made

top() { go tool pprof -top -nodecount=100000 "$@" 2>/dev/null | sed -n '/flat%/,$p' | sort; }

compare() { # NAME BASE NEW OPTION...
  local name=$1 base=$2 new=$3
  shift 3
  # Without addresses and lines, as a comparison is made: pprof would tell them apart.
  "$profconv" -q "$base" -o "$made/base.pb.gz" --granularity function "$@"
  "$profconv" -q "$new" -o "$made/new.pb.gz" --granularity function "$@"
  "$profconv" diff -q "$base" "$new" -o "$made/ours.pb.gz" "$@"
  top -diff_base="$made/base.pb.gz" "$made/new.pb.gz" >"$made/expected"
  top "$made/ours.pb.gz" >"$made/got"
  [ "$(wc -l <"$made/expected")" -gt 3 ] || { echo "diff: $name: pprof shows nothing"; exit 1; }
  diff -u "$made/expected" "$made/got" || { echo "diff: $name: pprof shows other changes"; exit 1; }
  go tool pprof -proto -output="$made/theirs.pb.gz" -diff_base="$made/base.pb.gz" "$made/new.pb.gz" 2>/dev/null
  "$profconv" -q "$made/theirs.pb.gz" --granularity function --set modules=no -t collapsed >"$made/theirs.folded"
  "$profconv" -q "$made/ours.pb.gz" --set modules=no -t collapsed >"$made/ours.folded"
  grep -q ' [0-9]* [0-9]*$' "$made/theirs.folded" || { echo "diff: $name: pprof's comparison is read as none"; exit 1; }
  cmp "$made/theirs.folded" "$made/ours.folded" || { echo "diff: $name: pprof's comparison is read as another"; exit 1; }
  echo "diff: $name: $(($(wc -l <"$made/got") - 1)) functions as under -diff_base"
}

compare "a slow function" "$examples/diff/before.out" "$examples/diff/after.out"
printf 'main;a 40\nmain;b;c 7\nmain;gone 5\n' >"$made/old.folded"
printf 'main;a 55\nmain;b;c 7\nmain;fresh 3\n' >"$made/new.folded"
compare "small stacks" "$made/old.folded" "$made/new.folded"
compare "allocations" "$examples/perl.dhat.json" "$here/../../data/dhat/valgrind_three_sites.json" --type alloc_space
