# SPDX-License-Identifier: Apache-2.0
"""Programs of others to compare with, from the registries of their languages; nothing of them becomes a part of profconv.

A peer that no registry has can be named: run.py --peer dhat-pprof=PATH.
"""

import os
import pathlib
import shutil
import subprocess

PPROF_VERSION = "v0.0.0-20240227163752-401108e1b7e7"

# name: (how it is installed, the package)
SOURCES = {
    "inferno-collapse-dtrace": ("cargo", "inferno@0.12.8"),
    "inferno-collapse-perf": ("cargo", "inferno@0.12.8"),
    "inferno-flamegraph": ("cargo", "inferno@0.12.8"),
    "dhat-to-flamegraph": ("cargo", "dhat-to-flamegraph@2.1.0"),
    "pprof": ("go", f"github.com/google/pprof@{PPROF_VERSION}"),
    "dtrace2spall": ("go", "github.com/bvisness/dtrace2spall@latest"),
    "pprofutils": ("go", "github.com/felixge/pprofutils/v2/cmd/pprofutils@latest"),
    "dhat-pprof": ("none", ""),
}


class Peers:
    """Finds a peer among those named, in the folder, or in a registry; remembers why it is not to be had."""

    def __init__(self, folder, named, fetches):
        self.folder = pathlib.Path(folder).resolve()
        self.named = named
        self.fetches = fetches
        self.missing = {}

    def find(self, name):
        """The program's path, or None; then missing[name] says why."""
        if name in self.named:
            return self.named[name]
        path = self.folder / "bin" / name
        if path.exists() or self.fetch(name):
            return str(path)
        return None

    def fetch(self, name):
        tool, package = SOURCES[name]
        if tool == "none":
            self.missing[name] = "in no registry"
        elif not self.fetches:
            self.missing[name] = f"not in {self.folder}/bin, and --no-fetch"
        elif shutil.which(tool) is None:
            self.missing[name] = f"there is no {tool} on this machine"
        if name in self.missing:
            return False
        (self.folder / "bin").mkdir(parents=True, exist_ok=True)
        commands = {"cargo": ["cargo", "install", "--quiet", "--locked", "--root", self.folder, package],
                    "go": ["go", "install", package]}
        result = subprocess.run(commands[tool], env={**os.environ, "GOBIN": str(self.folder / "bin")},
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if result.returncode != 0:
            lines = result.stdout.decode(errors="replace").strip().splitlines() or ["no word why"]
            self.missing[name] = f"{tool} install {package}: {lines[-1].strip()}"
        return result.returncode == 0
