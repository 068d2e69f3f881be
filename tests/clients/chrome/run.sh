#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROFCONV: speedscope, Perfetto, chrome://tracing and Firefox Profiler open Chrome traces that PROFCONV writes, and
# show what was recorded. CHROME_VIEWERS is the folder where peers.sh put them; without it the test is skipped.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v python3 >/dev/null; then
  echo "chrome: skipped: there is no python3 on this machine"
  exit 0
fi
if [ -z "${CHROME_VIEWERS:-}" ]; then
  echo "chrome: skipped: CHROME_VIEWERS is not set (tools/test --full fetches the viewers)"
  exit 0
fi
exec python3 -B "$here/check.py" "$1" "$CHROME_VIEWERS"
