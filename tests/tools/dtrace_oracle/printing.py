# SPDX-License-Identifier: Apache-2.0
"""DTrace's printed form, line by line. Each line knows its role, aggregation and record."""
import dataclasses

from .data import STACKS, WIDTHS
from .values import TABLES, buckets, scalar, sort_value, table

HEADING = "CPU     ID                    FUNCTION:NAME"
IDS = {":BEGIN": 1, ":END": 2}


@dataclasses.dataclass
class Line:
    """A printed line. The role of an empty line tells what its newline is for."""
    text: str
    role: str  # stack, table, empty, record, print, probe, end; of others: frame, row, value, keys, text, heading
    aggregation: int = -1
    record: int = -1  # of the recording, -1 between records


class Printer:
    def __init__(self, quiet, indent=14):
        self.quiet = quiet
        self.indent = indent
        self.lines = []
        self.open = ""
        self.role = None
        self.aggregation = self.record = -1
        self.records = 0
        self.headed = quiet

    def write(self, text, role):
        """Appends text; a line that is empty gets the role of its newline, any other that of its last words."""
        pieces = text.split("\n")
        for i, piece in enumerate(pieces):
            self.open += piece
            if piece.strip(" ") or (piece and self.role is None):
                self.role = role
            if i + 1 < len(pieces):
                self.newline(role)

    def newline(self, role):
        role = role if not self.open else self.role or role
        self.lines.append(Line(self.open, role, self.aggregation, self.record))
        self.open, self.role = "", None

    # -- clauses

    def begin_clause(self, probe):
        if self.quiet:
            return
        if not self.headed:
            self.write(HEADING + "\n", "heading")
            self.headed = True
        self.write("%3d %6d %32s " % (1, IDS.get(probe, 3973), probe), "probe")

    def end_clause(self):
        if not self.quiet:
            self.write("\n", "probe")

    # -- records

    def begin_record(self, aggregation):
        self.aggregation, self.record = aggregation, self.records
        self.records += 1

    def end_record(self):
        self.aggregation = self.record = -1

    def key(self, letter, datum):
        """A key in default form."""
        if letter in STACKS:
            self.write("\n", "stack" if datum else "empty")
            for frame in datum:
                self.write(" " * self.indent + frame + "\n", "frame")
        elif letter in WIDTHS:
            self.write(" %*d" % (WIDTHS[letter], datum), "keys")
        elif not datum.isascii():
            self.dump(datum.encode())
        else:
            self.write("  %-50s" % datum, "keys")

    def dump(self, data):
        """A string that is not ASCII, of the 256 bytes that a string has and the one that ends it."""
        data = data.ljust(257, b"\0")
        self.write("\n", "dump")
        head = "".join("  %x" % i for i in range(16)) + "  0123456789abcdef"
        self.write(" " * 11 + head + "\n", "dump")
        for at in range(0, len(data), 16):
            row = data[at:at + 16]
            codes = "".join(" %02x" % byte for byte in row).ljust(48)
            shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
            self.write("     %5x:%s  %s\n" % (at, codes, shown), "dump")

    def value(self, function, events):
        if function in TABLES:
            self.write("\n", "table")
            for line in table(function, buckets(function, events)):
                self.write(line + "\n", "row")
        else:
            self.write(" %16d" % scalar(function, events), "value")

    def per_cpu(self, function, events):
        """What -x aggpercpu adds; the events are dealt to two CPUs in turn."""
        for cpu in range(2):
            self.write("\n    [CPU %d]" % cpu, "cpu")
            self.value(function, events[cpu::2])

    def default_record(self, keys, record, values, per_cpu):
        for letter, datum in zip(keys, record):
            self.key(letter, datum)
        for function, events in values:
            self.value(function, events)
            if per_cpu:
                self.per_cpu(function, events)
        self.write("\n", "record")

    def formatted_record(self, parts, record, values):
        for part in parts:
            if part.kind == "text":
                self.write(part.written.replace("%%", "%"), "text")
            elif part.kind == "key":
                self.formatted_key(part, record[part.index])
            else:
                self.formatted_value(part, *values[part.index])

    def formatted_key(self, part, datum):
        if part.letter != "k":
            self.write(("%" + part.flags + part.letter) % datum, "keys")
            return
        width = int(part.flags or 0)
        self.write("\n", "stack" if datum else "empty")
        for frame in datum:
            # A negative width is an indentation, a positive one a field's.
            self.write(" " * -width + frame + "\n" if width < 0 else frame.rjust(width) + "\n", "frame")

    def formatted_value(self, part, function, events):
        if function in TABLES:
            self.value(function, events)
        else:
            letter = "x" if part.letter == "x" else "d"
            self.write(("%" + part.flags + letter) % scalar(function, events), "value")


def key_order(keys, record):
    """How DTrace breaks ties: integers compare unsigned; stacks by addresses, which the text does not show."""
    return tuple(str(datum) if key in STACKS or key in "sy" else datum & (1 << 64) - 1
                 for key, datum in zip(keys, record))


def print_aggregations(printer, aggregations, indices, parts, options):
    """Prints one printa(), or one aggregation of those printed at the end; the caller writes the newline before."""
    first = aggregations[0]
    records = list(dict.fromkeys(record for each in aggregations for record in each.events))

    def order(record):
        values = [sort_value(each.function, each.events[record]) if record in each.events else (0, 0)
                  for each in aggregations]
        return [] if "aggsortkey" in options else values, key_order(first.keys, record)

    records.sort(key=order, reverse="aggsortrev" in options)
    numbers = {}
    for record in records:
        numbers[record] = printer.records
        printer.begin_record(indices[0])
        values = [(each.function, each.events.get(record)) for each in aggregations]
        missing = [each.function if each.is_table() else "count" for each in aggregations]
        values = [(f, e) if e is not None else (m, []) for (f, e), m in zip(values, missing)]
        if parts:
            printer.formatted_record(parts, record, values)
        else:
            printer.default_record(first.keys, record, values, "aggpercpu" in options and len(values) == 1)
        printer.end_record()
    for each in aggregations:
        each.prints.append([(numbers[record], record, list(events)) for record, events in each.events.items()])
