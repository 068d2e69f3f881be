#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROFCONV: a comparison that PROFCONV writes as pprof shows in `go tool pprof` what the same two profiles show under
# -diff_base: functions, source lines, addresses, traces, mappings; so do filters with -normalize. What pprof itself writes
# as a comparison is read as one, with the same changes.
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
go tool pprof -h >/dev/null 2>&1 || true  # makes it where Go comes without it
pprof=$(go tool -n pprof)  # by itself it starts in a thirtieth of the time

# Without sum%, which depends on the order of equal lines.
top() {
  "$pprof" -top -nodecount=100000 "$@" 2>/dev/null | awk '/flat%/ { table = 1 } table { $3 = ""; print }' | sort
}

report() { "$pprof" "$@" 2>/dev/null; }

# Blocks between lines of dashes, sorted: the order of traces follows the order of samples.
traces() {
  report -traces "$@" | awk '/^-+\+-+$/ { if (n++) print block; block = ""; next } n { block = block "|" $0 }' | sort
}

# The tables of the two comparisons agree under each of these.
same() { # NAME REPORT...
  local name=$1
  shift
  "$@" -diff_base="$made/base.pb.gz" "$made/new.pb.gz" >"$made/expected"
  "$@" "$made/ours.pb.gz" >"$made/got"
  [ -s "$made/expected" ] || { echo "diff: $name: pprof shows nothing: $*"; exit 1; }
  diff -u "$made/expected" "$made/got" || { echo "diff: $name: pprof shows other changes: $*"; exit 1; }
}

times() { report -raw "$@" | grep '^Time\|^Duration' || true; }

# Without numbers.
mappings() { report -raw "$1" | sed -n '/^Mappings/,$p' | sed 's/^[0-9]*: //' | sort; }

compare() { # NAME BASE NEW OPTION...
  local name=$1 base=$2 new=$3 types=()
  shift 3
  if [ "${1:-}" = --type ]; then types=("$1" "$2"); fi
  case $base in
    *.pb.gz) cp "$base" "$made/base.pb.gz"; cp "$new" "$made/new.pb.gz" ;;
    *)
      "$profconv" -q "$base" -o "$made/base.pb.gz" "$@"
      "$profconv" -q "$new" -o "$made/new.pb.gz" "$@"
      ;;
  esac
  "$profconv" diff -q "$base" "$new" -o "$made/ours.pb.gz" "$@"
  same "$name" top
  same "$name" top -lines
  same "$name" top -files
  same "$name" traces
  times -diff_base="$made/base.pb.gz" "$made/new.pb.gz" >"$made/expected"
  times "$made/ours.pb.gz" | diff -u "$made/expected" - || { echo "diff: $name: other times"; exit 1; }
  "$pprof" -proto -output="$made/theirs.pb.gz" -diff_base="$made/base.pb.gz" "$made/new.pb.gz" 2>/dev/null
  diff -u <(mappings "$made/theirs.pb.gz") <(mappings "$made/ours.pb.gz") ||
    { echo "diff: $name: other mappings"; exit 1; }
  # Read again, what pprof compares is what we compare: function by function.
  "$profconv" -q "$base" -o "$made/base.functions.pb.gz" --granularity function "$@"
  "$profconv" -q "$new" -o "$made/new.functions.pb.gz" --granularity function "$@"
  "$pprof" -proto -output="$made/functions.pb.gz" -diff_base="$made/base.functions.pb.gz" \
    "$made/new.functions.pb.gz" 2>/dev/null
  local common=(--granularity function --set modules=no -t collapsed)
  "$profconv" -q "$made/functions.pb.gz" "${common[@]}" >"$made/theirs.folded"
  "$profconv" diff -q "$base" "$new" --set modules=no -o "$made/ours.folded" "${types[@]}"
  grep -q ' -\?[0-9]* -\?[0-9]*$' "$made/theirs.folded" || { echo "diff: $name: pprof's comparison is read as none"; exit 1; }
  cmp "$made/theirs.folded" "$made/ours.folded" || { echo "diff: $name: pprof's comparison is read as another"; exit 1; }
  echo "diff: $name: $(($(top "$made/ours.pb.gz" | wc -l) - 1)) functions as under -diff_base"
}

compare "a slow function" "$examples/diff/before.out" "$examples/diff/after.out"
printf 'main;a 40\nmain;b;c 7\nmain;gone 5\n' >"$made/old.folded"
printf 'main;a 55\nmain;b;c 7\nmain;fresh 3\n' >"$made/new.folded"
compare "small stacks" "$made/old.folded" "$made/new.folded"
compare "allocations" "$examples/perl.dhat.json" "$here/../../data/dhat/valgrind_three_sites.json" --type alloc_space

# Fresh recordings of Go: the same program with more to do, and one that a comment has moved. Equal work would at times
# leave no change to show.
(cd "$made" && cp "$here/recorded.go" recorded.go && go build -o recorded recorded.go &&
  sed 's|^func numbers|// What is sorted.\n\n&|' "$here/recorded.go" >moved.go && go build -o moved moved.go &&
  ./recorded base && ./recorded again 2 && ./moved moved 3)
for kind in cpu heap; do
  for new in again moved; do
    compare "Go, $kind, $new" "$made/base.$kind.pb.gz" "$made/$new.$kind.pb.gz"
    # The functions' source, with what changed on each line; -list names the file it reads.
    report -list='^main\.' -diff_base="$made/base.$kind.pb.gz" "$made/$new.$kind.pb.gz" | grep '^ROUTINE\|recorded.go\|moved.go' |
      sort >"$made/expected"
    report -list='^main\.' "$made/ours.pb.gz" | grep '^ROUTINE\|recorded.go\|moved.go' | sort >"$made/got"
    grep -q '^ROUTINE' "$made/expected" || { echo "diff: $kind, $new: pprof lists nothing"; exit 1; }
    diff -u "$made/expected" "$made/got" || { echo "diff: $kind, $new: -list differs"; exit 1; }
  done
done

# -normalize: each function's change agrees with pprof's to 1 for each of its samples, which pprof rounds one by one.
printf 'parse 100\neval 100\n' >"$made/a.folded"
printf 'parse 400\neval 200\n' >"$made/b.folded"
"$profconv" -q "$made/a.folded" -o "$made/base.pb.gz"
"$profconv" -q "$made/b.folded" -o "$made/new.pb.gz"
for focus in . parse eval; do
  "$pprof" -top -normalize -focus=$focus -diff_base="$made/base.pb.gz" "$made/new.pb.gz" 2>/dev/null |
    awk 'table { print $NF, $1 } /flat%/ { table = 1 }' | sort >"$made/expected"
  "$profconv" diff -q --normalize --focus $focus "$made/a.folded" "$made/b.folded" --json |
    python3 -c 'import json, sys
kind = json.load(sys.stdin)["profiles"][0]["types"][0]
for f in kind["functions"]: print(f["name"], round(f["self"]["change"] * 10 ** kind["scale"]))' |
    sort >"$made/got"
  diff -u "$made/expected" "$made/got" || { echo "diff: -normalize -focus=$focus differs"; exit 1; }
done
echo "diff: -normalize with and without -focus as pprof"
