# SPDX-License-Identifier: Apache-2.0
"""Shapes of profconv's JSON."""

import json

from shapes import Shapes

SHAPES = Shapes("json")


def document(names, stacks, samples, labels=(), threads=()):
    return json.dumps({
        "schema": "profconv/1", "mappings": [None], "functions": [None, *({"name": name} for name in names)],
        "frames": [None, *({"function": i + 1} for i in range(len(names)))], "stacks": [None, *stacks],
        "threads": [None, *threads], "label_sets": [None, *labels],
        "profiles": [{"value_types": [{"type": "samples", "unit": "count", "aggregation": "sum", "scale": 0}],
                      "metadata": {"clock": "relative"}, "samples": samples}]})


@SHAPES.of(2000)
def wide(n):
    return document([f"f{i}" for i in range(n)], [{"parent": 0, "frame": i + 1} for i in range(n)],
                    [{"stack": i + 1, "values": [i + 1]} for i in range(n)])


@SHAPES.of(4000)
def deep(n):
    return document([f"f{i}" for i in range(n)], [{"parent": i, "frame": i + 1} for i in range(n)],
                    [{"stack": n, "values": [1]}])


@SHAPES.of(60_000)
def long_name(n):
    return document(["x" * n], [{"parent": 0, "frame": 1}], [{"stack": 1, "values": [1]}])


@SHAPES.of(2000)
def labels(n):
    return document(["f"], [{"parent": 0, "frame": 1}], [{"stack": 1, "labels": i + 1, "values": [1]} for i in range(n)],
                    labels=[[{"key": "id", "number": i}] for i in range(n)])


@SHAPES.of(2000)
def threads(n):
    return document(["f"], [{"parent": 0, "frame": 1}], [{"stack": 1, "thread": i + 1, "values": [1]} for i in range(n)],
                    threads=[{"pid": 1, "tid": i, "thread_name": f"t{i}"} for i in range(n)])
