# SPDX-License-Identifier: Apache-2.0
"""Writes a perf.data file of samples at given addresses of one program (linux/perf_event.h; the file's sections are in
Linux' tools/perf/Documentation/perf.data-file-format.txt)."""

import struct

IP, TID, TIME, PERIOD = 1, 2, 4, 256
SAMPLE_TYPE = IP | TID | TIME | PERIOD
ATTR_BYTES, HEADER_BYTES = 128, 104
MMAP2, COMM, SAMPLE = 10, 3, 9
PID = 4242


def attributes():
    """cpu-clock, all with exclude_kernel = 0 and the sample ids of other records off; mmap, comm and mmap2 are on."""
    software, cpu_clock, flags = 1, 0, (1 << 8) | (1 << 9) | (1 << 23)
    fixed = struct.pack("<IIQQQQQ", software, ATTR_BYTES, cpu_clock, 1_000_000, SAMPLE_TYPE, 0, flags)
    return fixed.ljust(ATTR_BYTES, b"\0")


def record(kind, body, misc=2):  # 2: PERF_RECORD_MISC_USER
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def text(words):
    """With its NUL, in whole numbers of 8 bytes."""
    data = str(words).encode() + b"\0"
    return data.ljust(-(-len(data) // 8) * 8, b"\0")


def write(path, program, mapped, addresses):
    """`mapped` is the start, the size and the offset in the file of the program's code; addresses are in memory."""
    start, size, offset = mapped
    records = [record(COMM, struct.pack("<II", PID, PID) + text("prog")),
               record(MMAP2, struct.pack("<IIQQQIIQQII", PID, PID, start, size, offset, 0, 0, 0, 0, 5, 2) + text(program))]
    records += [record(SAMPLE, struct.pack("<QIIQQ", address, PID, PID, 1000 + i, 1_000_000))
                for i, address in enumerate(addresses)]
    data = b"".join(records)
    attrs_at = HEADER_BYTES
    data_at = attrs_at + ATTR_BYTES + 16
    header = b"PERFILE2" + struct.pack("<QQ", HEADER_BYTES, ATTR_BYTES + 16)
    header += struct.pack("<QQQQQQ", attrs_at, ATTR_BYTES + 16, data_at, len(data), 0, 0) + bytes(32)
    with open(path, "wb") as file:
        file.write(header + attributes() + struct.pack("<QQ", 0, 0) + data)
