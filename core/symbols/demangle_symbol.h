// SPDX-License-Identifier: Apache-2.0
// From a linker's symbol to the name in the source: C++ (Itanium ABI) and Rust (legacy and v0).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace profconv {

/// Reads symbols one after another, and keeps its buffers in between.
class Demangler {
 public:
  /// The readable form, or nothing where the name is not mangled or cannot be read; views live until the next call.
  /// What follows a symbol, such as " [clone .cold]" or "@plt", stays behind it.
  ///
  ///   _ZN3foo3barEi.cold                  foo::bar(int) [clone .cold]
  ///   _ZN4core3ptr4read17h0123456789abcdefE  core::ptr::read
  ///   _$LT$T$u20$as$u20$U$GT$::f::h0123456789abcdef  <T as U>::f   (read as C++ by who demangled it)
  ///   ___ZN3foo3barEv_block_invoke           invocation function for block in foo::bar()
  [[nodiscard]] std::optional<std::string_view> demangle(std::string_view name);

  /// Whether a name can hardly be anything but a mangled symbol, read or not.
  [[nodiscard]] static bool is_surely_mangled(std::string_view name);

 private:
  [[nodiscard]] bool demangle_cxx();
  [[nodiscard]] std::optional<std::string_view> demangle_block(std::string_view name);
  [[nodiscard]] std::optional<std::string_view> mend_rust(std::string_view name);
  [[nodiscard]] std::string_view without_crate_hashes(std::string_view name);

  std::string symbol_;
  std::string text_;
};

}  // namespace profconv
