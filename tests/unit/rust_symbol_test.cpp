// SPDX-License-Identifier: Apache-2.0
// Rust's symbols: what each rule of the two manglings prints, and what malformed and hostile symbols do.
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/names.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

struct Mangled {
  const char* symbol;
  const char* shown;
};

/// The right column is what rustc-demangle 0.1.28 prints in its alternate form ({:#}). The symbols of the first group
/// are from rustc 1.95, others are made for one rule each.
constexpr std::array as_rustc_demangle{
    Mangled{"_RINvCsl8IB4Arz3hX_6oracle4intsKj3_Knn80000000000000000000000000000000_Kb1_Kc27_EB2_",
            "oracle::ints::<3, -0x80000000000000000000000000000000, true, '\\''>"},
    Mangled{"_RINvCsl8IB4Arz3hX_6oracle4intsKjffffffffffffffff_Kn5_Kb0_Kce9_EB2_",
            "oracle::ints::<18446744073709551615, 5, false, 'é'>"},
    Mangled{
        "_RNCINkXs25_NgCsbmNqQUJIY6D_4core5sliceINyB9_4IterhENuNgNoBb_4iter8iterator8Iterator9rpositionNCNgNpB9_6memchr"
        "7memrchrs_0E0Bb_",
        "<core::slice::Iter<u8> as core::iter::iterator::Iterator>::rposition::<core::slice::memchr::memrchr::{"
        "closure#1}>::{closure#0}"},
    Mangled{"_RINbNbCskIICzLVDPPb_5alloc5alloc8box_freeDINbNiB4_5boxed5FnBoxuEp6OutputuEL_ECs1iopQbuBiw2_3std",
            "alloc::alloc::box_free::<dyn alloc::boxed::FnBox<(), Output = ()>>"},
    Mangled{"_RNvMC0INtC8arrayvec8ArrayVechKj7b_E3new", "<arrayvec::ArrayVec<u8, 123>>::new"},
    // Identifiers.
    Mangled{"_RNqCs4fqI2P2rA04_11utf8_identsu30____7hkackfecea1cbdathfdh9hlq6y",
            "utf8_idents::საჭმელად_გემრიელი_სადილი"},
    Mangled{"_RNvC1a3__9x", "a::_9x"},
    Mangled{"_RNvC1a2_9x", "a::9x"},
    Mangled{"_RNCNvC1a1f0", "a::f::{closure#0}"},
    Mangled{"_RNCNvC1a1fs_1x", "a::f::{closure:x#1}"},
    Mangled{"_RNSNvC1a1f6vtable", "a::f::{shim:vtable#0}"},
    // Types.
    Mangled{"_RINvC1a1fabcdefhijE", "a::f::<i8, bool, char, f64, str, f32, u8, isize, usize>"},
    Mangled{"_RINvC1a1flmnopstuvxyzE", "a::f::<i32, u32, i128, u128, _, i16, u16, (), ..., i64, u64, !>"},
    Mangled{"_RINvC1a1fPhOhRhQhE", "a::f::<*const u8, *mut u8, &u8, &mut u8>"},
    Mangled{"_RINvC1a1fTEThEThaEShAhj4_E", "a::f::<(), (u8,), (u8, i8), [u8], [u8; 4]>"},
    Mangled{"_RINvC1a1fFEuFUKChElFK8rust_abihEuE",
            "a::f::<fn(), unsafe extern \"C\" fn(u8) -> i32, extern \"rust-abi\" fn(u8)>"},
    Mangled{"_RINvC1a1fFG0_RL1_hRL0_hEuL_E", "a::f::<for<'a, 'b> fn(&'a u8, &'b u8), '_>"},
    Mangled{"_RINvC1a1fDG_INtC1a1TL0_hEp3OutlNtC1b4SendEL_E", "a::f::<dyn for<'a> a::T<'a, u8, Out = i32> + b::Send>"},
    Mangled{"_RINvC1a1fDNtC1a1Tp1XhEL_E", "a::f::<dyn a::T<X = u8>>"},
    Mangled{"_RINvC1a1fWhRh1_h5_WhORh1_h2_Rh3_h4_EE", "a::f::<u8 is 1..=5, u8 is 1..=2 | 3..=4>"},
    Mangled{"_RINvC1a1fTllEB7_E", "a::f::<(i32, i32), (i32, i32)>"},
    // Constants.
    Mangled{"_RINvC1a1fKh7b_Kan1_Kb0_Kb1_Kc61_Kc27_Kc22_Kca_KpE",
            "a::f::<123, -1, false, true, 'a', '\\'', '\"', '\\n', _>"},
    Mangled{"_RINvC1a1fKj0_Kj000f_Kofffffffffffffffff_E", "a::f::<0, 15, 0xfffffffffffffffff>"},
    Mangled{"_RINvC1a1fKRe6869_KRe_Ke226127_KRec3a9e29883f09f9880_E", "a::f::<\"hi\", \"\", {*\"\\\"a'\"}, \"é☃😀\">"},
    Mangled{"_RINvC1a1fKAh1_h2_EKTh1_EKTh1_b0_EKRh5_KQh5_E", "a::f::<{[1, 2]}, {(1,)}, {(1, false)}, {&5}, {&mut 5}>"},
    Mangled{"_RINvC1a1fKVNtC1a1SUKVNtC1a1STh1_b1_EKVNtC1a1SS1xh1_s_1yRe68_EE",
            "a::f::<{a::S}, {a::S(1, true)}, {a::S { x: 1, y: \"h\" }}>"},
    // Legacy.
    Mangled{
        "_ZN6oracle13gr$uf6$$udf$e31_$u30b4$$u30fc$$u30e4$$LT$T$GT$1m28_$u7b$$u7b$closure$u7d$$u7d$17h909fcc57037c44"
        "83E",
        "oracle::größe::ゴーヤ<T>::m::{{closure}}"},
    Mangled{"_ZN1a16_$LT$T$GT$..b.c$1d17h909fcc57037c4483E", "a::<T>::b.c$::d"},
    Mangled{"_ZN1a14_$LT$T$GT$..b.1c17h909fcc57037c4483E", "a::<T>::b.::c"},
    Mangled{"_ZN1a4b$x$1c17h909fcc57037c4483E", "a::b$x$::c"},
};

/// Suffixes of copies are left out.
constexpr std::array with_suffixes{
    Mangled{"_RNvNtC3std2io5STATE.0", "std::io::STATE"},
    Mangled{"_RNvC1a1f.llvm.A5310EB9", "a::f"},
    Mangled{"_RNvC1a1f$cold", "a::f"},
    Mangled{"_RNvC1a1fCs_1b.cold.1", "a::f"},
    Mangled{"_ZN1a1b17h909fcc57037c4483E.llvm.12.cold", "a::b"},
};

constexpr std::array malformed{
    "_RNvC1a9f",                        // cut
    "_RNvC1a",                          // no name
    "_RINvC1a1fhh",                     // no end of the arguments
    "_RNvC1a1fx",                       // something follows
    "_RNvB_1f",                         // refers to itself
    "_RNvBz_1f",                        // refers ahead
    "_RINvC1a1fRL0_hE",                 // a lifetime that nothing binds
    "_RINvC1a1fKb2_E",                  // a third truth
    "_RINvC1a1fKc110000_E",             // beyond Unicode
    "_RINvC1a1fKcd800_E",               // half of a surrogate pair
    "_RINvC1a1fKRe6_E",                 // half a byte
    "_RINvC1a1fKReff_E",                // not UTF-8
    "_RINvC1a1fKRec080_E",              // overlong
    "_RINvC1a1fFK0hEuE",                // an ABI without a name
    "_RNvC1au2_9x",                     // no punycode
    "_RNvC1au6_999999",                 // punycode beyond Unicode
    "_RNvCs99999999999999999999_1a1f",  // more than 64 bits
    "_RNvC1a99999999999999999999f",     // likewise
    "_R0NvC1a1f",                       // a version that does not exist
};

std::string full(const std::string& name) { return shown_name(name, {}); }

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text.append(piece);
  return text;
}

}  // namespace

TEST_CASE("Rust symbols are shown as rustc-demangle shows them", "[names]") {
  for (const Mangled& name : as_rustc_demangle) CHECK(full(name.symbol) == name.shown);
}

TEST_CASE("Rust symbols lose the suffixes of copies", "[names]") {
  for (const Mangled& name : with_suffixes) CHECK(full(name.symbol) == name.shown);
}

TEST_CASE("malformed Rust symbols stay mangled", "[names]") {
  for (const std::string name : malformed) CHECK(full(name) == name);
}

TEST_CASE("a C++ function that is called like Rust's hashes is C++", "[names]") {
  CHECK(full("_ZN1a17h0000000000000000E") == "a::h0000000000000000");
  CHECK(full("_ZN17h909fcc57037c4483E") == "h909fcc57037c4483");
}

TEST_CASE("hostile Rust symbols stay mangled, and take neither stack nor memory", "[names]") {
  constexpr std::size_t many = 15'000;
  const std::vector<std::string> hostile{
      "_RINvC1a1f" + repeated("R", many) + "hE",          // nested references
      "_RINvC1a1f" + repeated("T", many) + "hE",          // nested tuples
      "_RINvC1a1f" + repeated("F", many) + "hE",          // nested functions
      "_RINvC1a1fK" + repeated("R", many) + "h1_E",       // nested constants
      "_R" + repeated("NC", many) + "C1a",                // nested closures
      "_RINvC1a1fWh" + repeated("O", many) + "NE",        // nested patterns
      "_RNvXs_C1a" + repeated("S", many) + "hNtC1a1T1f",  // in the type of an implementation
      "_RINvC1a1fFGzzzzzzzzz_EuE",                        // a lifetime for each of 10^16
      "_RINvC1a1fFGzzzzz_EuE",                            //
      "_RNvC1a15000u" + repeated("a", many),              //
      "_RNvC1au14000_" + repeated("z", 14'000),           // a large delta
      "_RNvC1au14001__" + repeated("ba", 7'000),          //
      "_RINvC1a1f" + repeated("TB8_B8_E", 1'000) + "E",   // each refers to what comes later or to itself
      "_RINvC1a1fKRe" + repeated("41", 1 << 20) + "_E",   // 1 MiB
      "_RNvC1a" + std::to_string(1 << 20) + repeated("b", 1 << 20),
  };
  for (const std::string& name : hostile) {
    INFO(name.substr(0, 30));
    CHECK(full(name) == name);
  }
}

TEST_CASE("changed Rust symbols are read or stay, and never grow beyond the limit", "[names]") {
  constexpr std::string_view characters = "0123456789abcdefhlpsuzABCDEFGIKLMNOPQRSTUVWXY_$.";
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same changes in every run
  const auto below = [&](std::size_t size) { return static_cast<std::size_t>(random()) % size; };
  std::size_t read = 0;
  for (int i = 0; i < 30'000; ++i) {
    std::string symbol = as_rustc_demangle[below(as_rustc_demangle.size())].symbol;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = 2 + below(symbol.size() - 2);
      if (below(3) == 0) {
        symbol.insert(at, 1, characters[below(characters.size())]);
      } else if (below(2) == 0) {
        symbol[at] = characters[below(characters.size())];
      } else if (symbol.size() > 8) {
        symbol.erase(at, 1 + below(3));
      }
    }
    const std::string shown = full(symbol);
    read += shown != symbol ? 1 : 0;
    if (shown.empty() || shown.size() > 70'000) CHECK(shown == symbol);
  }
  CHECK(read > 1000);
  CHECK(read < 29'000);
}

}  // namespace profconv::test
