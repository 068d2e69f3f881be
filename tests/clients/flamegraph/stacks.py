# SPDX-License-Identifier: Apache-2.0
"""Sums over collapsed stacks, worked out here and not by what is tested."""

import re

USUAL = """
main;read_file;parse;alloc 140
main;read_file;parse;parse;alloc 37
main;read_file;parse;parse;parse 21
main;read_file;decompress 320
main;render;layout;Alloc 60
main;render;layout;measure_text(std::string const&, int) (.cold) 88
main;render;draw 410
main;render 13
worker_thread;poll 250
worker_thread;render;draw 50
worker_thread;wait_for_a_condition_with_a_name_that_is_far_too_long_for_its_frame 6
"""


class Stacks:
    """Collapsed stacks and what they add up to."""

    def __init__(self, text):
        self.text = text.strip("\n") + "\n"
        self.samples = []
        for line in self.text.splitlines():
            stack, _, value = line.rpartition(" ")
            self.samples.append((tuple(stack.split(";")), int(value)))
        self.total = sum(value for _, value in self.samples)

    def sum_below(self, path):
        """What a frame holds: its own and all it calls."""
        return sum(value for stack, value in self.samples if stack[:len(path)] == path)

    def paths(self):
        """Every frame, by the names that lead to it; the root is the empty path."""
        found = {()}
        for stack, _ in self.samples:
            found.update(stack[:depth] for depth in range(1, len(stack) + 1))
        return found

    def children(self, path):
        below = {stack[:len(path) + 1] for stack, _ in self.samples if stack[:len(path)] == path and stack != path}
        return sorted(below, key=lambda child: child[-1].encode())

    def offset(self, path):
        """Where a frame begins: in its parent, behind what is the parent's own and the children that come before."""
        if not path:
            return 0
        parent = path[:-1]
        own = sum(value for stack, value in self.samples if stack == parent)
        before = (child for child in self.children(parent) if child[-1].encode() < path[-1].encode())
        return self.offset(parent) + own + sum(map(self.sum_below, before))

    def matched_share(self, expression, flags=0):
        """The samples whose stacks hold a frame that matches, of all, in percent."""
        wanted = re.compile(expression, flags)
        matched = sum(value for stack, value in self.samples if any(map(wanted.search, stack)))
        return f"{100 * matched / self.total:.2f}%"
