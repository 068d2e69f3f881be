#!/usr/bin/env bash
# check_scripts.sh ROOT: shellcheck finds nothing in any shell script.
set -euo pipefail
cd "$1"
if ! command -v shellcheck >/dev/null; then
  echo "skipped: shellcheck is not installed"
  exit 77
fi
find .ci tools tests -type f -not -path '*/node_modules/*' -not -path '*/data/*' -print0 | sort -z |
  while IFS= read -r -d '' file; do
    IFS= read -r -n 40 first <"$file" || true
    case $first in '#!'*bash*|'#!/bin/sh'*) printf '%s\0' "$file" ;; esac
  done | xargs -0 shellcheck
