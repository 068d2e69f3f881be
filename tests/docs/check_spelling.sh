#!/usr/bin/env bash
# check_spelling.sh ROOT: codespell finds no misspelled word in any file that is written by hand.
set -euo pipefail
cd "$1"
if ! command -v codespell >/dev/null; then
  echo "skipped: codespell is not installed"
  exit 77
fi
find README.md CMakeLists.txt .ci core docs readers tests tools writers -type f \
  -not -path 'tests/data/*' -not -path 'tests/fuzz/*' -not -path 'docs/examples/*.*' -not -path 'tests/tools/dtrace_real.tsv' \
  -not -name '*.svg' -not -name '*.golden' -print0 | sort -z |
  xargs -0 codespell --ignore-words=tests/docs/spelling_words.txt
