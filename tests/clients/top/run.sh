#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROFCONV: the tables that PROFCONV writes have, function by function, the flat and cum that `go tool pprof -top` shows
# of the same profile.
set -euo pipefail

profconv=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v go >/dev/null; then
  echo "top: skipped: there is no Go on this machine (Debian: golang-go)"
  exit 0
fi
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
export PPROF_TMPDIR=$made

# Function, flat and cum; pprof marks frames that were inlined, puts no commas, takes what rounds
# to 0 for 0, and leaves .00 out.
pprof_rows() { # FILE UNIT
  go tool pprof -symbolize=none -top -nodecount=1000000 -nodefraction=0 -unit="$2" "$1" 2>/dev/null |
    sed -n '1,/flat%/d; s/ (inline)$//; s/ (partial-inline)$//; s/<unknown>/[unknown]/; p' | awk '{ name = $6; for (i = 7; i <= NF; ++i) name = name " " $i; print name "\t" $1 "\t" $4 }' | sort
}
our_rows() {
  "$profconv" -q "$1" -t top --set n=0 --no-demangle |
    sed -n '1,/flat%/d; p' | tr -d , | awk '{ name = $6; for (i = 7; i <= NF; ++i) name = name " " $i; print name "\t" $1 "\t" $4 }' |
    sed 's/\t-\?0\.00[a-zA-Z]*/\t0/g; s/\.00\([a-zA-Z]\)/\1/g' | sort
}

for source in "$here"/../../../docs/examples/{rust.out,perl.dhat.json,diff/before.out} "$here"/../../data/pprof/go_*.pb*; do
  name=$(basename "$source")
  "$profconv" -q "$source" -o "$made/in.pb.gz" --no-demangle --granularity function
  # Left alone pprof takes a unit for the smallest value, and not for the whole.
  unit=$("$profconv" -q "$made/in.pb.gz" -t top | sed -n '1s/.* of [0-9,.]*\([a-zA-Z]*\) (.*/\1/p')
  pprof_rows "$made/in.pb.gz" "${unit:-minimum}" | tr -d , >"$made/expected"
  our_rows "$made/in.pb.gz" >"$made/got"
  [ -s "$made/expected" ] || { echo "top: $name: pprof shows nothing"; exit 1; }
  diff -u "$made/expected" "$made/got" || { echo "top: $name: another table than pprof's"; exit 1; }
  echo "top: $name: $(wc -l <"$made/got") functions as in pprof"
done
