// SPDX-License-Identifier: Apache-2.0
// From mangled names to readable ones, one by one and in whole profiles.
#include "profconv/names.h"

#include <array>
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/fixtures.h"
#include "support/model_dump.h"
#include "support/rich_profile.h"

namespace profconv::test {

namespace {

struct Mangled {
  const char* symbol;
  const char* shown;
};

/// The right column is what c++filt 2.40 prints with --no-verbose, which leaves out the hashes of Rust.
constexpr std::array as_cxxfilt{
    Mangled{"_Z4workv", "work()"},
    Mangled{"_ZNSolsEi", "std::ostream::operator<<(int)"},
    Mangled{"_Znwm", "operator new(unsigned long)"},
    Mangled{"_ZdaPv", "operator delete[](void*)"},
    Mangled{"_ZltI1AEbT_S1_", "bool operator< <A>(A, A)"},
    Mangled{"_ZN1AcvPFviEEv", "A::operator void (*)(int)()"},
    Mangled{"_ZNKSt8functionIFviEEclEi", "std::function<void (int)>::operator()(int) const"},
    Mangled{"_ZN12_GLOBAL__N_11fEi", "(anonymous namespace)::f(int)"},
    Mangled{"_ZN3Foo3barB5cxx11Ev", "Foo::bar[abi:cxx11]()"},
    Mangled{"_ZZ3fooIiEvT_ENKUlvE_clEv", "foo<int>(int)::{lambda()#1}::operator()() const"},
    Mangled{"_ZThn8_N1A1fEv", "non-virtual thunk to A::f()"},
    Mangled{"_Z3foov.cold", "foo() [clone .cold]"},
    Mangled{"_Z3fooi.isra.0.cold", "foo(int) [clone .isra.0] [clone .cold]"},
    Mangled{"_Z3fooi.constprop.0", "foo(int) [clone .constprop.0]"},
    Mangled{"_Z3foov.llvm.123", "foo() [clone .llvm.123]"},
    Mangled{"_RNvCs1234_7mycrate3foo", "mycrate::foo"},
    Mangled{"_RNvNvMs0_NtNtNtCsjrHSEGnQ3l9_3std3sys6thread4unixNtB7_6Thread3new12thread_start",
            "<std::sys::thread::unix::Thread>::new::thread_start"},
    Mangled{"_ZN5rusty4work17h61b23cf04cf523f5E", "rusty::work"},
    Mangled{"_ZN4core3ptr13drop_in_place17h0123456789abcdefE.llvm.555", "core::ptr::drop_in_place"},
    Mangled{"_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17h1c5e546587190a0dE",
            "core::ops::function::FnOnce::call_once{{vtable.shim}}"},
    Mangled{"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$"
            "GT$4fold17h1e08c92e44c72c89E",
            "<core::iter::adapters::map::Map<I,F> as core::iter::traits::iterator::Iterator>::fold"},
};

/// What c++filt leaves alone, but what such names mean all the same.
constexpr std::array beyond_cxxfilt{
    Mangled{"__ZN3foo3barEv", "foo::bar()"},
    Mangled{"__RNvCs1234_7mycrate3foo", "mycrate::foo"},
    Mangled{"__ZN5rusty4work17h61b23cf04cf523f5E", "rusty::work"},
    Mangled{"_Z3foov [clone .cold]", "foo() [clone .cold]"},
    Mangled{"_Z3foov@plt", "foo()@plt"},
    Mangled{"app`_Z3foov", "app`foo()"},
    Mangled{"app`_Z3foov+0x1f", "app`foo()+0x1f"},
    Mangled{"LM1`libfoo.so.1`_Z3foov", "LM1`libfoo.so.1`foo()"},
    // Copies that compilers make, under the names of GCC, LLVM and Apple.
    Mangled{"_Z3foov.part.24.isra.3", "foo() [clone .part.24] [clone .isra.3]"},
    Mangled{"_Z3foov.__uniq.12.llvm.34", "foo() [clone .__uniq.12] [clone .llvm.34]"},
    Mangled{"_Z3foov.Tm", "foo() [clone .Tm]"},
    Mangled{"_Z3foov (.cold.1)", "foo() (.cold.1)"},
    Mangled{"_ZN5rusty4work17h61b23cf04cf523f5E.llvm.123.cold", "rusty::work"},
    Mangled{"_ZN5rusty4work17h61b23cf04cf523f5E (.llvm.123)", "rusty::work"},
    Mangled{"_RNvCs1234_7mycrate3foo.llvm.1234ABCD", "mycrate::foo"},
    // Clang's blocks.
    Mangled{"___ZN3foo3barEv_block_invoke", "invocation function for block in foo::bar()"},
    Mangled{"____Z3fooi_block_invoke_2.12", "invocation function for block in foo(int)"},
    // Legacy Rust that was demangled as C++, or all but its hash:
    Mangled{"tokio::runtime::task::harness::Harness<T,S>::poll::h6096748dfbf63e3f",
            "tokio::runtime::task::harness::Harness<T,S>::poll"},
    Mangled{"app::run::h155e4f7e9ca04577 (.llvm.123)", "app::run"},
    Mangled{"app::run::h155e4f7e9ca04577.cold", "app::run"},
    Mangled{"_$u5b$T$u5d$::f::h0123456789abcdef", "[T]::f"},
    Mangled{"a::_$u7b$$u7b$closure$u7d$$u7d$::h6e849b55a66fcd85", "a::{{closure}}"},
    Mangled{"_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..convert..From$LT$$RF$$u27$a$u20$$u5b$T$u5d$$GT$$GT$::"
            "from::hf1c5bb9dd6c517cb",
            "<alloc::vec::Vec<T> as core::convert::From<&'a [T]>>::from"},
    // Rust of v0 that was demangled with its hashes.
    Mangled{"core[c1f1a4ba060b9bfa]::fmt::write", "core::fmt::write"},
    Mangled{"<std[e28293b1aa0f68bd]::sys::Thread>::new::start", "<std::sys::Thread>::new::start"},
    Mangled{"core::fmt::num::_$LT$impl$u20$core..fmt..LowerHex$u20$for$u20$i8$GT$::fmt::h4fa154378d218422",
            "core::fmt::num::<impl core::fmt::LowerHex for i8>::fmt"},
    Mangled{"app`hashbrown::map::HashMap$LT$K$C$V$GT$::contains_key", "app`hashbrown::map::HashMap<K,V>::contains_key"},
};

constexpr std::array not_mangled{
    "main",
    "_start",
    "_Reset",
    "_ZReallyNot",
    "_ZN3fo",
    "0x7f391e64524a",
    "libc.so.6`cfree",
    "foo(int)",
    "-[A b:]",
    "a`b`c",
    "std::h0123",
    "$s4main3fooyyF",
    "price$C",
    "com.foo.Outer$C$Inner.method",
    "Outer$LT$Inner",
    "foo[abi:cxx11]::bar",
    "___ZN3fo_block_invoke",
    "___Z3foov_block",
    "main::$_2",
    "_Z3foov_after",
    "_Z",
    "_R",
    "__Z",
    "`",
    "",
    "::h0123456789abcdef",
    "_",
    "__",
    "a::hNOTHEX",
    "_ZN3fooEv trailing(",
    "+0x10",
    "x+0x",
    "a::$LT$ b",
};

std::string full(std::string_view name) { return shown_name(name, {}); }

/// A set of one profile that has one sample for each function, a value for each that tells them apart.
ProfileSet set_of(const std::vector<std::array<std::string, 2>>& names, FrameKind kind = FrameKind::user) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile("p");
  profile.add_value_type({.type = "samples", .unit = "count"});
  std::int64_t value = 1;
  for (const auto& [name, system_name] : names) {
    const FunctionId function =
        builder.function({.name = builder.string(name), .system_name = builder.string(system_name)});
    profile.add({.stack = builder.child({}, builder.frame({.function = function, .kind = kind}))}, value++);
  }
  return std::move(builder).finish();
}

/// "name|system name" of each sample's frame, in the order of the samples.
std::vector<std::string> names_of(const ProfileSet& set) {
  std::vector<std::string> names;
  const Dictionary& d = set.dictionary();
  for (const StackId stack : set.profiles()[0].samples.stack) {
    const Function& function = d.function(d.frame(d.stack(stack).frame).function);
    names.push_back(std::string(d.string(function.name)) + "|" + std::string(d.string(function.system_name)));
  }
  return names;
}

using Names = std::vector<std::string>;

ProfileSet demangled(ProfileSet set) {
  Context context;
  return demangle(std::move(set), SampleOrder::merged, context);
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
  return lines;
}

bool is_hex(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

/// Without the hashes that Rust's names end with and its crates carry.
std::string without_hashes(std::string line) {
  for (std::size_t at = 0; (at = line.find("::h", at)) != std::string::npos; ++at) {
    if (is_hex(line.substr(at + 3, 16)) && line.substr(at + 19, 1) == "+") line.erase(at, 19);
  }
  for (std::size_t at = 0; (at = line.find('[', at)) != std::string::npos; ++at) {
    const std::size_t end = line.find(']', at);
    if (end != std::string::npos && end - at > 8 && is_hex(line.substr(at + 1, end - at - 1)))
      line.erase(at, end - at + 1);
  }
  return line;
}

/// f<A<int, int>, B<A..., A...>, C<B..., B...>, ...>: each argument repeats the one before it twice, by a substitution.
std::string exploding_cxx(int depth) {
  std::string name = "_Z1fI1AIiiE";
  std::string substitution = "S1_";
  constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (int i = 0; i < depth; ++i) {
    name += "1B";
    name.back() = static_cast<char>('B' + i % 20);
    name += "I" + substitution + substitution + "E";
    const int number = 2 * i + 3;
    substitution = "S";
    if (number >= 36) substitution += digits[static_cast<std::size_t>(number / 36)];
    substitution += std::string(1, digits[static_cast<std::size_t>(number % 36)]) + "_";
  }
  return name + "EvT_";
}

/// f::<((((T, T), (T, T)), ...)>: each pair repeats the one before it by a back reference.
std::string exploding_rust(int depth) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const auto base62 = [&](std::size_t number) {
    std::string text = "_";
    if (number == 0) return text;
    for (--number;; number /= 62) {
      text.insert(text.begin(), digits[number % 62]);
      if (number < 62) return text;
    }
  };
  std::string types = "TllE";
  std::string name = "INvC1a1f";
  std::size_t pair = name.size();
  name += types;
  for (int i = 0; i < depth; ++i) {
    const std::size_t next = name.size();
    name += "TB" + base62(pair) + "B" + base62(pair) + "E";
    pair = next;
  }
  return "_R" + name + "E";
}

}  // namespace

TEST_CASE("C++ and Rust symbols are shown as c++filt shows them", "[names]") {
  for (const Mangled& name : as_cxxfilt) CHECK(full(name.symbol) == name.shown);
}

TEST_CASE("symbols of macOS, with a module, with a suffix and half demangled ones are understood", "[names]") {
  for (const Mangled& name : beyond_cxxfilt) CHECK(full(name.symbol) == name.shown);
}

TEST_CASE("what is not mangled stays as it is", "[names]") {
  for (const char* const name : not_mangled) CHECK(full(name) == name);
}

TEST_CASE("demangling a readable name changes nothing", "[names]") {
  for (const Mangled& name : as_cxxfilt) CHECK(full(name.shown) == name.shown);
  for (const Mangled& name : beyond_cxxfilt) CHECK(full(name.shown) == name.shown);
}

TEST_CASE("names can stay mangled", "[names]") {
  for (const Mangled& name : as_cxxfilt) CHECK(shown_name(name.symbol, {.demangle = false}) == name.symbol);
}

TEST_CASE("names that would grow without end stay mangled, and soon", "[names]") {
  CHECK(full(exploding_cxx(1)) == "void f<A<int, int>, B<A<int, int>, A<int, int> > >(A<int, int>)");
  CHECK(full(exploding_rust(2)) ==
        "a::f::<(i32, i32), ((i32, i32), (i32, i32)), (((i32, i32), (i32, i32)), ((i32, i32), (i32, i32)))>");
  const auto start = std::chrono::steady_clock::now();
  for (const std::string& name : {exploding_cxx(60), exploding_rust(60), exploding_rust(1000)})
    CHECK(full(name) == name);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("very long names and deep ones are survived", "[names]") {
  const std::string deep(1 << 20, 'P');
  CHECK(full("_Z1f" + deep + "i") == "_Z1f" + deep + "i");
  std::string nested = "_ZN";
  for (int i = 0; i < 100'000; ++i) nested += "1a";
  nested += "Ev";
  CHECK(full(nested) == nested);
  const std::string rust = "_RNvC1a" + std::string(1 << 20, 'R') + "1f";
  CHECK(full(rust) == rust);
  CHECK(full(std::string(1 << 20, '$')) == std::string(1 << 20, '$'));
}

TEST_CASE("every beginning of a mangled name is survived", "[names]") {
  for (const Mangled& name : as_cxxfilt) {
    for (std::string_view part = name.symbol; !part.empty(); part.remove_suffix(1)) CHECK(!full(part).empty());
  }
}

TEST_CASE("a function keeps its mangled form as its system name", "[names]") {
  const ProfileSet set = demangled(set_of({{"_Z3foov", ""},
                                           {"main", ""},
                                           {"__ZN3foo3barEv", "given"},
                                           {"", "_Z4workv"},
                                           {"app`_Z3bari+0x10", ""},
                                           {"f(int)", "_Z1fi"}}));
  CHECK(names_of(set) == Names{"foo()|_Z3foov", "main|", "foo::bar()|given", "work()|_Z4workv",
                               "app`bar(int)+0x10|_Z3bari", "f(int)|_Z1fi"});
  CHECK(set.profiles()[0].samples.values[0] == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("renamed functions that stay apart share their stacks, and those that become one make samples one",
          "[names]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  for (const char* const name : {"_Z4workv", "work(int)", "work(long)"}) {
    const FrameId frame = builder.frame({.function = builder.function({.name = builder.string(name)})});
    profile.add({.stack = builder.child({}, frame)}, 1);
  }
  const ProfileSet set = std::move(builder).finish();
  Context context;
  const ProfileSet readable = apply_names(set, {}, SampleOrder::merged, context);
  CHECK(readable.dictionary().stacks().data() == set.dictionary().stacks().data());
  CHECK(readable.profiles()[0].samples.size() == 3);
  const ProfileSet bare = apply_names(set, {.policy = NamePolicy::no_args}, SampleOrder::merged, context);
  CHECK(bare.profiles()[0].samples.size() == 2);  // the mangled form still keeps the first apart
}

TEST_CASE("frames made from labels keep their names", "[names]") {
  CHECK(names_of(demangled(set_of({{"_Z3foov", ""}}, FrameKind::synthetic))) == Names{"_Z3foov|"});
  CHECK(names_of(demangled(set_of({{"_Z3foov", ""}}, FrameKind::kernel))) == Names{"foo()|_Z3foov"});
}

TEST_CASE("a profile without mangled names is handed back untouched", "[names]") {
  ProfileSet set = set_of({{"main", ""}, {"f(int)", "_Z1fi"}});
  const auto dictionary = set.shared_dictionary();
  CHECK(demangled(std::move(set)).shared_dictionary() == dictionary);
}

TEST_CASE("demangling keeps everything else of a profile", "[names]") {
  for (const bool module_names : {false, true}) {
    ProfileSet set = rich_profile(module_names);
    std::string expected = dump(set);
    Context context;
    const ProfileSet shorter =
        apply_names(std::move(set), {.policy = NamePolicy::no_args}, SampleOrder::merged, context);
    for (std::size_t at = 0; (at = expected.find("ns::run(int)", at)) != std::string::npos;) expected.erase(at + 7, 5);
    CHECK(dump(shorter) == expected);
    CHECK(context.diagnostics().empty());
  }
}

TEST_CASE("a mangled name that cannot be read is reported once, with how many there are", "[names]") {
  Context context;
  const ProfileSet set =
      demangle(set_of({{"_ZN3fo", ""}, {"m`_ZN4fo", ""}, {"_Reset", ""}}), SampleOrder::merged, context);
  CHECK(names_of(set) == Names{"_ZN3fo|", "m`_ZN4fo|", "_Reset|"});
  REQUIRE(context.diagnostics().size() == 1);
  const Diagnostic& found = context.diagnostics()[0];
  CHECK(found.kind == "names.still_mangled");
  CHECK(found.severity == Severity::note);
  CHECK(found.count == 2);
  CHECK_THAT(found.message, contains("_ZN3fo"));
}

TEST_CASE("demangling can be cancelled", "[names]") {
  std::vector<std::array<std::string, 2>> names;
  for (int i = 0; i < 1000; ++i) names.push_back({"_Z3fooILi" + std::to_string(i) + "EEvv", ""});
  Context context;
  context.cancel();
  CHECK_THROWS_AS(demangle(set_of(names), SampleOrder::merged, context), Cancelled);
}

TEST_CASE("recorded names are shown as c++filt shows them", "[names][corpus]") {
  const std::filesystem::path folder = corpus_folder() / "own" / "dtrace";
  if (corpus_folder().empty()) {
    WARN("skipped: PROFCONV_CORPUS names no folder with recordings");
    return;
  }
  for (const std::string name : {"cpp-names-mangled", "rust-legacy-mangling"}) {
    const auto mangled = lines_of(folder / (name + ".out"));
    const auto readable = lines_of(folder / "derived" / (name + ".cxxfilt.out"));
    REQUIRE(mangled.size() == readable.size());
    std::size_t changed = 0;
    for (std::size_t i = 0; i < mangled.size(); ++i) {
      if (mangled[i].find('`') == std::string::npos) continue;
      if (full(mangled[i]) != without_hashes(readable[i])) CHECK(full(mangled[i]) == without_hashes(readable[i]));
      changed += mangled[i] != readable[i] ? 1 : 0;
    }
    CHECK(changed > 100);
  }
}

}  // namespace profconv::test
