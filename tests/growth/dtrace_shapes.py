# SPDX-License-Identifier: Apache-2.0
"""Shapes of what DTrace prints."""

from shapes import INPUT, Shapes

SHAPES = Shapes("dtrace")


def stack(*names):
    """A stack's lines, leaf first."""
    return "\n" + "".join(f"              prog`{name}\n" for name in names)


def bucket(low, count):
    return f"{low:16} |{'@' * min(count, 40):40} {count:<9}\n"


def table(buckets):
    return "\n           value  ------------- Distribution ------------- count    \n" + buckets


QUANTIZED = table(bucket(8, 0) + bucket(16, 3) + bucket(32, 0))


@SHAPES.of(3000)
def wide(n):
    return "".join(stack(f"f{i}+0x{i:x}", f"group{i % 7}", "main") + f"{i + 1:17}\n" for i in range(n))


@SHAPES.of(4000)
def deep(n):
    names = [f"f{i}" for i in range(n)]
    return stack(*names) + f"{1:17}\n" + stack(*names, "main") + f"{2:17}\n"


@SHAPES.of(4000)
def recursive(n):
    return stack(*["f"] * n) + f"{1:17}\n"


@SHAPES.of(2000)
def repeated(n):
    """One aggregation, printed again and again."""
    return (stack("f", "main") + f"{30:17}\n" + stack("g", "main") + f"{2:17}\n") * n


@SHAPES.of(60_000)
def long_name(n):
    return stack("x" * n, "main") + f"{1:17}\n"


@SHAPES.of(2000)
def one_line(n):
    """All line ends lost."""
    return "  ".join(f"prog`f{i}  prog`main  {i + 1}" for i in range(n)) + "\n"


@SHAPES.of(3000)
def keys(n):
    """Rows of scalar keys."""
    return "".join(f"  name{i:<20} {i:8} {i + 1:17}\n" for i in range(n))


@SHAPES.of(2000)
def threads(n):
    return "".join(f"{i:17}{i + 1:17}  {'prog':<50}" + stack("f", "main") + f"{i + 1:17}\n" for i in range(n))


@SHAPES.of(500)
def aggregations(n):
    """As many profiles with dtrace.prints=apart, else one."""
    return "".join(stack("f", "main") + f"{i + 1:17}\n" for i in range(n))


@SHAPES.of(500)
def distributions(n):
    return "".join(f"\n  key{i}{QUANTIZED}" for i in range(n)) + "\n"


@SHAPES.of(2000)
def buckets(n):
    """One distribution of many buckets, as lquantize() prints it."""
    return "\n  key" + table(bucket(0, 0) + "".join(bucket(i, i % 40) for i in range(1, n)) + bucket(n, 0)) + "\n"


@SHAPES.of(1000)
def pasted(n):
    """Stacks whose lines something has cut in two."""
    return "".join(stack(f"f{i}done {i}\n+0x1", "main") + f"{i + 1:17}\n" for i in range(n))


@SHAPES.of(500)
def probes(n):
    """What dtrace prints without -q."""
    lines = "".join(f"  {i % 4}  {i:5}          f{i}:entry \n" for i in range(n))
    return "CPU     ID                    FUNCTION:NAME\n" + lines + stack("f", "main") + f"{1:17}\n"


@SHAPES.of(300)
def program(n):
    """As many aggregations as a D program has."""
    script = "profile-997 {\n" + "".join(f'  @a{i}["k{i}", ustack()] = count();\n' for i in range(n)) + "}\n"
    return {INPUT: aggregations_of_keys(n), "prog.d": script.encode()}


@SHAPES.of(300)
def truncated_prints(n):
    """Prints of an aggregation that trunc() drops keys from, so that each has new ones."""
    script = "profile-997 { @a[execname] = count(); } tick-1s { printa(@a); trunc(@a, 1); }\n"
    prints = ("\n" + "".join(f"  {f'k{i}.{j}':<50} {j + 1:>16}\n" for j in range(4)) + f"  {'kept':<50} {i + 9:>16}\n"
              for i in range(n))
    return {INPUT: "".join(prints).encode(), "prog.d": script.encode()}


@SHAPES.of(300)
def program_prints(n):
    """The same with a format for each."""
    script = ("profile-997 {\n" + "".join(f'  @a{i}["k{i}"] = count();\n' for i in range(n)) + "}\nEND {\n"
              + "".join(f'  printa("a{i}: %s is %@d\\n", @a{i});\n' for i in range(n)) + "}\n")
    return {INPUT: "".join(f"a{i}: k{i} is {i + 1}\n" for i in range(n)).encode(), "prog.d": script.encode()}


def aggregations_of_keys(n):
    return "".join(f"\n  k{i}" + stack(f"f{i}", "main") + f"{i + 1:17}\n" for i in range(n)).encode()


@SHAPES.of(300)
def blank_line(n):
    """A line of blanks, which a format with several %s can cut in many ways."""
    return "a b c 1\n" + " " * n + "\n" + "x" + " " * n + "x\n"


@SHAPES.of(3000)
def words_line(n):
    """A line of words, which a format with several %s can cut in many ways."""
    return "a b c 1\n" + "w " * n + "\n"
