# SPDX-License-Identifier: Apache-2.0
"""What a DTrace recording of @[timestamp, pid, tid, ustack()] says, read by the shape of its lines alone, and whether a
trace of it keeps every sample at its time."""

from collections import defaultdict
from random import Random


def read(text):
    """Samples by (pid, tid): (timestamp, stack root first, count), by time."""
    threads = defaultdict(list)
    key, frames = None, []
    for line in text.split("\n"):
        words = line.split()
        if len(words) == 3 and all(word.isdigit() for word in words):
            key, frames = tuple(map(int, words)), []
        elif len(words) == 1 and words[0].isdigit() and key:
            threads[key[1:]].append((key[0], tuple(reversed(frames)), int(words[0])))
            key = None
        elif words and key:
            frames.append(without_offset(line.strip()).encode())
    for samples in threads.values():
        samples.sort(key=lambda sample: sample[0])
    return dict(threads)


def without_offset(frame):
    name, plus, offset = frame.rpartition("+0x")
    is_offset = plus and offset and all(c in "0123456789abcdef" for c in offset)
    return name if is_offset else frame


def faults(threads, trace, period):
    """In words, what is wrong with a trace that should hold these samples, each `period` ns long."""
    found = []
    if set(threads) != set(trace.lanes):
        found.append(f"threads {sorted(trace.lanes)} instead of {sorted(threads)}")
        return found
    origin = min(samples[0][0] for samples in threads.values())
    for key, samples in threads.items():
        found += thread_faults(key, samples, trace.lanes[key].segments, origin, period)
    return found


def thread_faults(key, samples, segments, origin, period):
    """Lays the samples over the thread's segments, in order: each takes its length, and they must agree."""
    found = []
    segments = list(reversed(segments))
    for time, stack, count in samples:
        stack = stack or (b"[no stack]",)
        left = count * period
        begin = segments[-1][0] if segments else None
        if begin is None:
            return [*found, f"thread {key}: the samples from {time} on are missing"]
        if abs(begin - (time - origin)) >= period:
            found.append(f"thread {key}: the sample of {time - origin} lies at {begin}")
        while left and segments:
            seg_begin, seg_end, names = segments.pop()
            if names != stack:
                found.append(f"thread {key}: {names} is shown at {seg_begin} instead of {stack}")
                return found
            taken = min(left, seg_end - seg_begin)
            left -= taken
            if taken < seg_end - seg_begin:
                segments.append((seg_begin + taken, seg_end, names))
            elif left and segments and segments[-1][0] != seg_end:
                found.append(f"thread {key}: a gap at {seg_end} inside the sample of {time - origin}")
        if left:
            found.append(f"thread {key}: the last sample is {left} ns short")
    if segments:
        found.append(f"thread {key}: shown longer than it was sampled")
    return found


def example(seed, rate, period):
    """A made-up recording: four threads on two processors, a timer that jitters, and pauses."""
    random = Random(seed)
    lines = ["CPU     ID                    FUNCTION:NAME", "  1   3973                         :tick-3s ", ""]
    for tick in range(400):
        for cpu in range(2):
            thread = random.choice((0, 0, 0, 1)) + 2 * cpu
            if random.random() < 0.2:
                continue
            time = 10**12 + tick * 10**9 // rate + cpu * period // 3 + random.randrange(-2000, 2000)
            lines.append(f"    {time}    {500:5}    {600 + thread:5}")
            for frame in reversed(["main", *random.choices(["parse", "eval", "print"], k=random.randrange(4))]):
                lines.append(f"              a.out`{frame}+0x{random.randrange(1, 256):x}")
            lines.append("                1")
    return "\n".join(lines) + "\n"
