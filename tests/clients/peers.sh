#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# peers.sh FOLDER: programs of others that the clients' tests compare with, from the registries of their languages, into
# FOLDER; nothing of them becomes a part of profconv. What is there already is left alone, what cannot be had is said.
set -euo pipefail
folder=$(realpath -m "${1:?usage: peers.sh FOLDER}")
mkdir -p "$folder"

if [ ! -x "$folder/bin/inferno-flamegraph" ]; then
  if command -v cargo >/dev/null; then
    cargo install --quiet --locked --root "$folder" inferno@0.12.8 || echo "peers: no inferno: cargo install failed"
  else
    echo "peers: no inferno: there is no cargo on this machine"
  fi
fi
if [ ! -d "$folder/node_modules/@firefox-devtools/profiler-cli" ]; then
  if command -v npm >/dev/null; then
    npm install --silent --no-audit --no-fund --prefix "$folder" @firefox-devtools/profiler-cli@0.10.0 node@24 ||
      echo "peers: no Firefox Profiler: npm install failed"
  else
    echo "peers: no Firefox Profiler: there is no npm on this machine"
  fi
fi
