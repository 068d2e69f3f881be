#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROFCONV: Valgrind's viewer and, where PROFILER_CLI names its profiler-cli.js (npm: @firefox-devtools/profiler-cli),
# Firefox Profiler open what PROFCONV writes as DHAT, and count what the source counts.
set -euo pipefail

profconv=$(realpath "$1")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${2:-$here/../../data}
if ! command -v node >/dev/null; then
  echo "dhat: skipped: there is no Node on this machine (Debian: nodejs)"
  exit 0
fi
viewer=
for folder in /usr/libexec/valgrind /usr/lib/valgrind /usr/local/libexec/valgrind; do
  if [ -f "$folder/dh_view.js" ]; then viewer=$folder/dh_view.js; fi
done
if [ -z "$viewer" ]; then
  echo "dhat: skipped: there is no dh_view.js on this machine (Debian: valgrind)"
  exit 0
fi

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
corpus=()
if [ -n "${PROFCONV_CORPUS:-}" ]; then corpus=("$PROFCONV_CORPUS"/own/dhat/*.json); fi
for source in "$data"/dhat/*.json "$data"/collapsed/plain.folded "${corpus[@]}"; do
  output=$made/$(basename "$source").dhat.json
  "$profconv" -q "$source" -o "$output"
  node "$here/dh_view.mjs" "$viewer" "$source" "$output"
  # The client shows heaps in which something was allocated, and reads no file that is not UTF-8.
  if [ -n "${PROFILER_CLI:-}" ] && grep -q '"fs"' "$output" && grep -q '"bklt":true' "$output" && iconv -f UTF-8 "$source" >/dev/null 2>&1; then
    for type in alloc_space inuse_space end_space; do
      "$profconv" -q "$source" -t collapsed --set modules=no --no-demangle --type "$type" >"$made/collapsed.$type"
    done
    node "$here/firefox.mjs" "$PROFILER_CLI" "$source" "$output" "$made/collapsed"
  fi
done
if [ -z "${PROFILER_CLI:-}" ]; then echo "dhat: Firefox Profiler skipped: PROFILER_CLI is not set (tools/test --full fetches it)"; fi
