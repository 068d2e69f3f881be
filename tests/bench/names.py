# SPDX-License-Identifier: Apache-2.0
"""Made-up functions with names such as those of C, C++, Rust and Java, for the generators."""

WORDS = """accept alloc apply bind build bytes cache call change clock close code copy count create cut data defer digest
drain emit encode end enter escape exec fill filter flag flush fold group guard handle head hold input insert item join
layer level line listen log match member merge move name node note offer open order pack pair part pass path pin plan
point pull push quote rank read record reduce ring round rule scale seal seek serve set shape share shift sign size skip
slice slot space split start step store sum swap take tail tell test tie time touch track trim turn type unit use value
view wait walk word work wrap yield zone""".split()

MODULES = ["prog", "libc.so.6", "libc.so.1", "libm.so.6", "libpthread.so.0", "libobjc.A.dylib", "libcrypto.so.3",
           "libsystem_malloc.dylib", "dyld", "genunix", "unix", "zfs", "tcp", "Some Program Framework", "libjvm.so",
           "libruby.so.3.1", "vmlinux", "postgres", "libz.so.1", "libsqlite3.so.0"]


class Names:
    """Names by a generator of random numbers: the same one gives the same names."""

    def __init__(self, random):
        self.random = random

    def words(self, count):
        return "_".join(self.random.choices(WORDS, k=count))

    def type_name(self):
        return "".join(word.capitalize() for word in self.random.choices(WORDS, k=self.random.randint(1, 2)))

    def argument(self):
        return self.random.choice(["int", "unsigned long", "char const*", "void*", self.type_name() + " const&",
                                   f"std::vector<{self.type_name()}, std::allocator<{self.type_name()}> >&"])

    def arguments(self, most):
        return ", ".join(self.argument() for _ in range(self.random.randint(0, most)))

    def c(self):
        return self.random.choice(["", "", "_", "__"]) + self.words(self.random.randint(1, 3))

    def cpp(self):
        scope = self.words(1) + "::" + self.type_name()
        if self.random.random() < 0.3:
            scope += f"<{self.argument()}, {self.argument()}>"
        method = self.random.choice(["operator()", "operator<<", "~" + self.type_name()] + [self.words(2)] * 20)
        return f"{scope}::{method}({self.arguments(4)})" + self.random.choice(["", "", " const"])

    def rust(self):
        path = f"{self.words(1)}::{self.words(1)}"
        digest = f"h{self.random.getrandbits(64):016x}"
        if self.random.random() < 0.4:
            trait = f"core..ops..{self.words(1)}..{self.type_name()}"
            return f"_$LT${self.type_name()}$LT$T$GT$$u20$as$u20${trait}$GT$::{self.words(2)}::{digest}"
        return f"{path}::{self.words(2)}::" + self.random.choice(["", "_$u7b$$u7b$closure$u7d$$u7d$::"]) + digest

    def java(self):
        return f"Lorg/{self.words(1)}/{self.type_name()};::{self.words(1)}"

    def function(self):
        """A frame of DTrace without its offset: mostly module`name, at times an address alone."""
        kind = self.random.random()
        module = self.random.choice(MODULES)
        if kind < 0.03:
            return f"0x{self.random.getrandbits(46):x}"
        if kind < 0.05:
            return f"{module}`0x{self.random.getrandbits(38):x}"
        name = self.c if kind < 0.43 else self.cpp if kind < 0.69 else self.rust if kind < 0.95 else self.java
        return f"{module}`{name()}"
