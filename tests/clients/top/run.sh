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
go tool pprof -h >/dev/null 2>&1 || true  # makes it where Go comes without it
pprof=$(go tool -n pprof)  # by itself it starts in a thirtieth of the time

# Function, flat and cum; pprof marks frames that were inlined, puts no commas, takes what rounds
# to 0 for 0, and leaves .00 out.
pprof_rows() { # FILE
  "$pprof" -symbolize=none -top -nodecount=1000000 -nodefraction=0 "$1" 2>/dev/null |
    sed -n '1,/flat%/d; s/ (inline)$//; s/ (partial-inline)$//; s/<unknown>/[unknown]/; p' | awk '{ name = $6; for (i = 7; i <= NF; ++i) name = name " " $i; print name "\t" $1 "\t" $4 }' | sort
}
our_rows() {
  "$profconv" -q "$1" -t top --set n=0 --no-demangle |
    sed -n '1,/flat%/d; p' | tr -d , | awk '{ name = $6; for (i = 7; i <= NF; ++i) name = name " " $i; print name "\t" $1 "\t" $4 }' |
    sed 's/\t-\?0\.00[a-zA-Z]*/\t0/g; s/\.00\([a-zA-Z]\)/\1/g' | sort
}

# Halves (50.495us) are rounded up here, and in pprof as the nearest double falls.
same() { # FILE FILE
  awk -F '\t' '
    function differ(a, b) { return (a + 0 - b > 0.0101 || b - a > 0.0101) || unit(a) != unit(b) }
    function unit(text) { sub(/^-?[0-9.]+/, "", text); return text }
    NR == FNR { flat[$1] = $2; cum[$1] = $3; ++expected; next }
    { ++got; if (!($1 in flat) || differ(flat[$1], $2) || differ(cum[$1], $3)) exit wrong = 1 }
    END { exit wrong || got != expected }' "$1" "$2"
}

for source in "$here"/../../../docs/examples/{rust.out,perl.dhat.json,diff/before.out} "$here"/../../data/pprof/go_*.pb*; do
  name=$(basename "$source")
  "$profconv" -q "$source" -o "$made/in.pb.gz" --no-demangle --granularity function
  pprof_rows "$made/in.pb.gz" | tr -d , >"$made/expected"
  our_rows "$made/in.pb.gz" >"$made/got"
  [ -s "$made/expected" ] || { echo "top: $name: pprof shows nothing"; exit 1; }
  if ! same "$made/expected" "$made/got"; then
    diff -u "$made/expected" "$made/got" || true
    echo "top: $name: another table than pprof's"
    exit 1
  fi
  echo "top: $name: $(wc -l <"$made/got") functions as in pprof"
done
