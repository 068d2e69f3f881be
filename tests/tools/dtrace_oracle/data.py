# SPDX-License-Identifier: Apache-2.0
"""Keys and frames, from everyday to hostile.

A key's kind is a letter: s a string, y a usym(), b h w q integers of 1, 2, 4 and 8 bytes, K a stack(), U a ustack().
"""

STACKS = "KU"
WIDTHS = {"b": 3, "h": 5, "w": 8, "q": 16}

PLAIN = ["bash", "nginx", "python3", "cc1plus", "job-1", "job-2", "sshd", "mysqld", "read", "write", "a", "_x"]
BLANKS = ["GC Thread#0", "Web Content", "Google Chrome He", "rs:main Q:Reg", "tokio runtime 3", "a b",
          "C2 CompilerThre", "12 monkeys", "seven 7", "java -jar x.jar"]
COLONS = ["kworker/1:0", "host:port", "10.0.0.1:8080", "kworker/u8:2-ev", "syscall::read:entry", "disk:", "::1", "t: 3"]
FRAMES = ["a.out`main", "libc.so.6`read", "vmlinux`vfs_read+0x71", "0x7f30aa12", "libc.so.6`0x7fe0d99f7a18"]
NUMBERS = ["123", "0", "-7", "4096", "0x1234", "1 2", "1e5", "007", "17 18 19"]
PROBES = ["1 3973 :tick-1s", "0 64091 :tick-60s", "0      1 :BEGIN", "CPU     ID FUNCTION:NAME",
          "dtrace: 5 drops on CPU 0"]
SIGNS = ["k=v;w|x", "a=b", ";", "|", "-", "[kthread]", "# x", "<none>", "50%", "count", "value", "@a = 3", "x, y", "^C",
         "(null)", "/usr/bin/env", "key value", "// c", "> q", "$x", "%s"]
LONG = ["/usr/lib/x86_64-linux-gnu/very/long/path/that/overflows/the/column", "x" * 50, "y" * 49, "z" * 51,
        "words that go on and on until the column of fifty is long past 12"]
NEWLINES = ["new\nline", "two\n\nlines", "a\n  b"]
UNICODE = ["\u00e9t\u00e9", "\u65e5\u672c"]
POOLS = {"plain": PLAIN, "blank": BLANKS, "colon": COLONS, "frame": FRAMES, "number": NUMBERS, "probe": PROBES,
         "sign": SIGNS, "long": LONG, "newline": NEWLINES, "unicode": UNICODE, "empty": [""]}
# How often a column of strings holds some of a pool beside plain words.
WEIGHTS = {"plain": 40, "blank": 12, "colon": 12, "frame": 6, "number": 5, "probe": 3, "sign": 8, "long": 4,
           "newline": 1, "unicode": 1, "empty": 3}

USER_MODULES = ["a.out", "libc.so.6", "libstdc++.so.6.0.33", "ld-linux-x86-64.so.2", "node", "libjvm.so"]
USER_NAMES = ["main", "work", "read", "malloc", "_start", "alloc::vec::Vec<T>::push", "std::sort(int*, int*)",
              "operator new(unsigned long)", "void f<char, int>(std::map<int, char> const&)", "operator,",
              "{lambda(auto:1)#2}::operator()", "foo.constprop.0", "~Widget", "ns::(anonymous namespace)::run"]
KERNEL_NAMES = ["do_syscall_64", "entry_SYSCALL_64_after_hwframe", "vfs_read", "ksys_read", "schedule", "__schedule",
                "do_idle", "cpu_startup_entry", "start_kernel", "page_fault"]
SYMBOLS = ["a.out`main", "libc.so.6`read", "libc.so.6`malloc+0x10", "0x400000", "node`uv_run", "libjvm.so"]

OTHER_OUTPUT = ["Listening on 0.0.0.0:80", "done 22268", "progress 55%", "12 files", "connected", "warning: slow disk",
                "GET /index.html 200", "  3 of 7", "Segmentation fault", "total 48", "1 2 3", "ok", "name=x count=7"]


class Pool:
    """Draws keys and frames. A recording has two kinds of strings beside plain ones, as real recordings do."""

    def __init__(self, rng):
        self.rng = rng
        names = list(WEIGHTS)
        self.kinds = rng.choices(names, weights=list(WEIGHTS.values()), k=2)

    def string(self, kinds=None):
        pool = POOLS[self.rng.choice(kinds or self.kinds + ["plain"])]
        return self.rng.choice(pool)

    def integer(self, letter):
        rng = self.rng
        if letter == "b":
            return rng.choice([0, 1, 2, 3, 253, rng.randint(0, 255)])
        if letter == "h":
            return rng.choice([0, 1, 5, 65236, rng.randint(0, 65535)])
        if letter == "w":
            return rng.choice([1, 0, -1, 1935, 1000, rng.randint(1, 70000), rng.randint(1, 400)])
        return rng.choice([1, 0, -4, 17, rng.randint(1, 100), 1 << 20, 1 << 40, -(1 << 45) + 77,
                           rng.randint(1, 1 << 62)])

    def frame(self, letter):
        rng = self.rng
        if letter == "K":
            name = "vmlinux`" + rng.choice(KERNEL_NAMES)
        elif rng.random() < 0.1:
            return rng.choice(["0x%x", "libc.so.6`0x%x"]) % rng.randint(4096, 1 << 47)
        else:
            name = rng.choice(USER_MODULES) + "`" + rng.choice(USER_NAMES)
        return name + ("" if rng.random() < 0.1 else "+0x%x" % rng.randint(1, 4095))

    def stack(self, letter, may_be_empty):
        if may_be_empty and self.rng.random() < 0.15:
            return ()
        return tuple(self.frame(letter) for _ in range(self.rng.randint(1, 6)))

    def datum(self, letter, kinds=None, may_be_empty=True):
        if letter == "s":
            return self.string(kinds)
        if letter == "y":
            return self.rng.choice(SYMBOLS)
        if letter in STACKS:
            return self.stack(letter, may_be_empty)
        return self.integer(letter)


def frame_name(frame):
    """A frame without its offset, as the reader names it."""
    head, plus, offset = frame.rpartition("+0x")
    if plus and offset and all(c in "0123456789abcdef" for c in offset):
        return head
    return frame


def true_stack(keys, record):
    """The frames of a record from the root, the kernel's after the program's."""
    parts = [datum for letter in "KU" for key, datum in zip(keys, record) if key == letter]
    return tuple(frame_name(frame) for part in parts for frame in part)[::-1]


def true_labels(keys, record):
    return tuple(sorted(str(datum) for key, datum in zip(keys, record) if key not in STACKS))
