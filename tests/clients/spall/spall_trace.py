# SPDX-License-Identifier: Apache-2.0
"""Decodes Spall traces, versions 1 and 3, as a viewer would; shares nothing with the writer.

A trace becomes, for each (pid, tid), a list of segments (begin, end, stack): the times between two events, and the
names of the spans that are open then, outermost first. What a viewer would refuse or draw wrongly is a TraceError.
"""
import functools
import struct

MAGIC = 0x0BADF00D
WEB_BUFFER_LIMIT = 10 << 20
EVENT_BEGIN, EVENT_END = struct.Struct("<BBIIdBB").unpack_from, struct.Struct("<BIId").unpack_from
BUFFERED_BEGIN, BUFFERED_END = struct.Struct("<BQBB").unpack_from, struct.Struct("<xQ").unpack_from


class TraceError(Exception):
    """The trace is not one that every viewer shows as it is."""


class Lane:
    """The spans of one thread while they are read."""

    def __init__(self, key):
        self.key = key
        self.segments = []
        self.begins = []
        self.names = ()
        self.now = 0

    def advance(self, time):
        if time < self.now:
            raise TraceError(f"thread {self.key}: time goes back from {self.now} to {time}")
        if self.names and time > self.now:
            self.segments.append((self.now, time, self.names))
        self.now = time

    def begin(self, time, name):
        if not name:
            raise TraceError(f"thread {self.key}: a span without a name at {time}")
        assert_utf8(name)
        self.advance(time)
        self.begins.append(time)
        self.names += (name,)

    def end(self, time):
        if not self.begins:
            raise TraceError(f"thread {self.key}: an end at {time} with nothing open")
        self.advance(time)
        if self.begins.pop() == time:
            raise TraceError(f"thread {self.key}: a span of no length at {time}")
        self.names = self.names[:-1]


class Trace:
    """What a file says: tick_ns, lanes by (pid, tid), names of processes and threads."""

    def __init__(self, data):
        self.lanes = {}
        self.process_names = {}
        self.thread_names = {}
        self.spans = 0
        if len(data) < 32:
            raise TraceError(f"{len(data)} bytes are no header")
        magic, self.version, unit, reserved = struct.unpack_from("<QQdQ", data, 0)
        if magic != MAGIC or reserved != 0:
            raise TraceError("no Spall header")
        if not 0 < unit < float("inf"):
            raise TraceError(f"timestamp unit {unit}")
        self.tick_ns = unit * 1000 if self.version == 1 else unit
        if self.version == 1:
            self._read_events(data)
        elif self.version == 3:
            self._read_buffers(data)
        else:
            raise TraceError(f"version {self.version}")
        for lane in self.lanes.values():
            if lane.begins:
                raise TraceError(f"thread {lane.key}: {len(lane.begins)} spans never end")

    def _lane(self, key):
        lane = self.lanes.get(key)
        if lane is None:
            lane = self.lanes[key] = Lane(key)
        return lane

    def _read_events(self, data):
        at = 32
        while at < len(data):
            if data[at] == 3:
                _, category, pid, tid, time, length, arguments = EVENT_BEGIN(data, at)
                at += 20
                name = data[at : at + length]
                at += length + arguments
                if category or arguments or len(name) != length:
                    raise TraceError(f"a begin that is not ours or cut, before byte {at}")
                self._lane((pid, tid)).begin(whole(time), name)
                self.spans += 1
            elif data[at] == 4:
                _, pid, tid, time = EVENT_END(data, at)
                at += 17
                self._lane((pid, tid)).end(whole(time))
            else:
                raise TraceError(f"byte {at}: event of type {data[at]}")

    def _read_buffers(self, data):
        at = 32
        while at < len(data):
            size, tid, pid, _first = struct.unpack_from("<IIIQ", data, at)
            at += 20
            if size == 0 or size + 20 > WEB_BUFFER_LIMIT or at + size > len(data):
                raise TraceError(f"byte {at}: a buffer of {size} bytes")
            self._read_buffer(data[at : at + size], pid, tid)
            at += size

    def _read_buffer(self, data, pid, tid):
        lane = self._lane((pid, tid))
        at = 0
        while at < len(data):
            kind = data[at]
            if kind == 3:
                _, time, length, arguments = BUFFERED_BEGIN(data, at)
                at += 11
                lane.begin(time, data[at : at + length])
                self.spans += 1
                at += length + arguments
            elif kind == 4:
                lane.end(BUFFERED_END(data, at)[0])
                at += 9
            elif kind in (8, 9):
                names, key = (self.process_names, pid) if kind == 8 else (self.thread_names, (pid, tid))
                if key in names:
                    raise TraceError(f"{key} is named twice")
                names[key] = data[at + 2 : at + 2 + data[at + 1]]
                at += 2 + data[at + 1]
            else:
                raise TraceError(f"event of type {kind} in a buffer of thread {tid}")
        if at != len(data):
            raise TraceError("an event crosses the end of its buffer")

    def self_times(self):
        """Ticks by (pid, tid) and stack."""
        times = {}
        for key, lane in self.lanes.items():
            for begin, end, stack in lane.segments:
                times[key, stack] = times.get((key, stack), 0) + end - begin
        return times


@functools.lru_cache(maxsize=None)
def assert_utf8(name):
    name.decode("utf-8")


def whole(time):
    """A time of version 1: viewers cut fractions off."""
    if time != int(time):
        raise TraceError(f"time {time} has a fraction")
    return int(time)
