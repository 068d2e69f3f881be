#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the bill of materials of a binary as CycloneDX 1.5: the libraries in docs/third_party.md, with the versions that
dpkg knows and their licences.

    tools/packages/sbom.py VERSION FILE > FILE.cdx.json
"""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The words of the page's table, as SPDX names them.
LICENCES = {
    "MIT": "MIT",
    "BSD 2-clause": "BSD-2-Clause",
    "BSD 3-clause": "BSD-3-Clause",
    "zlib": "Zlib",
    "BSL 1.0": "BSL-1.0",
    "GPL 2+ with permission to link": "GPL-2.0-or-later WITH GCC-exception-2.0",
    "GPL 3+ with the GCC Runtime Library Exception 3.1": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "LGPL 2.1+": "LGPL-2.1-or-later",
}


# How the page says that software is not in the command.
ONLY_LOADED = "is loaded where the system has it"


def rows():
    """(software, package, purpose, licence, how it is linked) of what the page's first table says is in the command."""
    text = (ROOT / "docs" / "third_party.md").read_text(encoding="utf-8")
    table = text[text.index("| software |"):].split("\n\n")[0]
    for line in table.split("\n")[2:]:
        cells = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell.strip()) for cell in line.strip("|").split("|")]
        if ONLY_LOADED not in cells[-1]:
            yield cells


def version_of(package):
    """Debian's version of a package, and of what the compiler's name stands for."""
    shown = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True, check=False)
    if shown.returncode != 0:
        sys.exit(f"sbom.py: the package {package} of docs/third_party.md is not installed")
    return shown.stdout


def licence_of(words):
    plain = words.split(";")[0].strip()
    if plain not in LICENCES:
        sys.exit(f"sbom.py: docs/third_party.md names a licence that LICENCES lacks: {plain}")
    return LICENCES[plain]


def component(software, package, purpose, licence, how):
    name = package.split(",")[0].strip()
    version = version_of(name)
    return {"type": "library", "name": software, "version": version, "description": f"{purpose}; {how}",
            "licenses": [{"expression": licence_of(licence)}], "purl": f"pkg:deb/debian/{name}@{urllib.parse.quote(version)}"}


def main():
    version, file = sys.argv[1:]
    digest = hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {
            "type": "application", "name": "profconv", "version": version, "licenses": [{"expression": "Apache-2.0"}],
            "hashes": [{"alg": "SHA-256", "content": digest}]}},
        "components": [component(*row) for row in rows()]}, indent=2))


if __name__ == "__main__":
    main()
