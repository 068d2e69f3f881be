#!/usr/bin/env bash
# check_format.sh ROOT: every C++ source is as clang-format 14 writes it (other versions differ in details).
set -euo pipefail
cd "$1"
tool=$(command -v clang-format-14 || command -v clang-format || true)
if [[ -z $tool ]] || ! "$tool" --version | grep -q 'version 14\.'; then
  echo "skipped: clang-format 14 is not installed"
  exit 77
fi
find core readers writers tools tests \( -name '*.h' -o -name '*.cpp' -o -name '*.cc' \) -print0 |
  sort -z | xargs -0 "$tool" --dry-run --Werror
