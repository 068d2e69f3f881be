# SPDX-License-Identifier: Apache-2.0
"""Shapes of pprof's profiles, which have a place for nearly everything: writers and transforms are run on them."""

from shapes import Shapes

SHAPES = Shapes("pprof")


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def field(number, value):
    """A number, or the bytes of a text or a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


class Profile:
    """A profile in the making; each function has one location."""

    def __init__(self, types=("samples",)):
        self.strings = {"": 0}
        self.locations = {}
        self.mappings = []
        self.parts = []
        for kind in types:
            self.parts.append(field(1, field(1, self.string(kind)) + field(2, self.string("count"))))

    def string(self, text):
        return self.strings.setdefault(text, len(self.strings))

    def mapping(self, name):
        number = len(self.mappings) + 1
        base = number << 20
        self.mappings.append(name)
        self.parts.append(field(3, field(1, number) + field(2, base) + field(3, base + (1 << 20))
                                + field(5, self.string(name)) + field(7, 1)))
        return number

    def location(self, name, mapping):
        if (name, mapping) in self.locations:
            return self.locations[name, mapping]
        number = self.locations[name, mapping] = len(self.locations) + 1
        function = field(1, number) + field(2, self.string(name)) + field(4, self.string(f"{name[:20]}.c"))
        self.parts.append(field(5, function))
        line = field(4, field(1, number) + field(2, number))
        self.parts.append(field(4, field(1, number) + field(2, mapping) + field(3, (mapping << 20) + number) + line))
        return number

    def sample(self, names, values=(1,), labels=(), mapping=1):
        """Names leaf first; labels are (key, text or number)."""
        if not self.mappings:
            self.mapping("prog")
        message = field(1, b"".join(varint(self.location(name, mapping)) for name in names))
        message += field(2, b"".join(map(varint, values)))
        for key, value in labels:
            held = field(3, value) if isinstance(value, int) else field(2, self.string(value))
            message += field(3, field(1, self.string(key)) + held)
        self.parts.append(field(2, message))

    def bytes(self, *comments):
        numbers = b"".join(field(13, self.string(comment)) for comment in comments)
        return b"".join(self.parts) + b"".join(field(6, text.encode()) for text in self.strings) + numbers


def of_samples(samples, types=("samples",)):
    profile = Profile(types)
    for sample in samples:
        profile.sample(**sample)
    return profile.bytes()


@SHAPES.of(1500)
def wide(n):
    return of_samples({"names": (f"f{i}", f"group{i % 7}", "main"), "values": (i + 1,)} for i in range(n))


@SHAPES.of(3000)
def deep(n):
    names = [f"f{i}" for i in range(n)]
    return of_samples([{"names": names}, {"names": [*names, "main"]}, {"names": names[n // 2:]}])


@SHAPES.of(3000)
def recursive(n):
    return of_samples([{"names": ["f"] * n}, {"names": ["f", "g"] * (n // 2)}])


@SHAPES.of(60_000)
def long_name(n):
    return of_samples([{"names": ["x" * n, "main"]}])


@SHAPES.of(1500)
def label_values(n):
    """A key of many values."""
    return of_samples({"names": (f"f{i % 9}", "main"), "labels": [("key", f"value{i}")]} for i in range(n))


@SHAPES.of(1500)
def label_numbers(n):
    return of_samples({"names": (f"f{i % 9}", "main"), "labels": [("bytes", i + 1)]} for i in range(n))


@SHAPES.of(1500)
def label_keys(n):
    """Many keys, one a sample."""
    return of_samples({"names": (f"f{i % 9}", "main"), "labels": [(f"key{i}", "value")]} for i in range(n))


@SHAPES.of(1500)
def labels_of_one(n):
    """Many labels of one sample."""
    return of_samples([{"names": ("f", "main"), "labels": [(f"key{i}", f"value{i}") for i in range(n)]},
                       {"names": ("g", "main"), "labels": [("key", f"value{i}") for i in range(n)]}])


@SHAPES.of(300)
def types(n):
    """Many value types."""
    return of_samples([{"names": (f"f{i}", "main"), "values": range(n)} for i in range(3)],
                      [f"type{i}" for i in range(n)])


@SHAPES.of(1500)
def threads(n):
    return of_samples({"names": (f"f{i % 9}", "main"), "labels": [("pid", 7), ("tid", i + 1), ("thread_comm", f"thread {i}")]}
                      for i in range(n))


@SHAPES.of(1500)
def processes(n):
    return of_samples({"names": ("f", "main"), "labels": [("pid", i + 1), ("tid", i + 1), ("comm", f"prog{i}")]}
                      for i in range(n))


@SHAPES.of(1500)
def times(n):
    """One thread, with start times."""
    return of_samples({"names": (f"f{i % 9}", "main"), "labels": [("tid", 1), ("timestamp_ns", 1000 * i + 1)]}
                      for i in range(n))


@SHAPES.of(1000)
def modules(n):
    profile = Profile()
    for i in range(n):
        profile.sample((f"f{i % 9}", "main"), mapping=profile.mapping(f"/lib/lib{i}.so"))
    return profile.bytes()


@SHAPES.of(3000)
def comments(n):
    profile = Profile()
    profile.sample(("f", "main"))
    return profile.bytes(*[f"comment {i}" for i in range(n)])


@SHAPES.of(1500)
def differences(n):
    """As pprof compares: samples of the base are negated and labelled."""
    base = [("pprof::base", "true")]
    return of_samples([{"names": (f"f{i}", "main"), "values": (-i - 1,), "labels": base} for i in range(n)]
                      + [{"names": (f"f{i}", "main"), "values": (n - i,)} for i in range(n)])


@SHAPES.of(500)
def buckets(n):
    """A distribution of each of many stacks, in the labels of buckets."""
    return of_samples({"names": (f"f{i}", "main"), "values": (i + 1,),
                       "labels": [("bucket_low", 1 << low), ("bucket_high", 2 << low)]}
                      for i in range(n) for low in range(4))
