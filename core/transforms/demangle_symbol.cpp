// SPDX-License-Identifier: Apache-2.0
// Demangling, and the names of legacy Rust that others have half demangled.
#include "demangle_symbol.h"

#define HAVE_DECL_BASENAME 1  // or libiberty would declare it, unlike the C library
#include <libiberty/demangle.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>

namespace profconv {

namespace {

constexpr std::size_t max_symbol_bytes = 16 << 10;
constexpr std::size_t max_name_bytes = 64 << 10;
constexpr std::size_t rust_hash_bytes = 16;

bool is_symbol_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '.';
}

std::size_t symbol_end(std::string_view name) {
  const auto end = std::find_if_not(name.begin(), name.end(), is_symbol_char);
  return static_cast<std::size_t>(end - name.begin());
}

/// The size of "_Z" or "_R", before which macOS puts one more underscore; 0 where there is none.
std::size_t mangled_prefix(std::string_view name) {
  const std::size_t skipped = name.rfind("__", 0) == 0 ? 1 : 0;
  const std::string_view prefix = name.substr(skipped, 2);
  return prefix == "_Z" || prefix == "_R" ? skipped + 2 : 0;
}

/// Takes what libiberty prints. A few hundred bytes of back references can stand for a text without end, and its
/// callbacks have no other way to say stop than not to return.
struct Sink {
  std::string& text;
  bool is_full = false;
  std::jmp_buf give_up;
};

extern "C" void take(const char* part, std::size_t size, void* opaque) {
  auto& sink = *static_cast<Sink*>(opaque);
  sink.is_full = sink.is_full || size > max_name_bytes - sink.text.size();
  if (!sink.is_full) {
    sink.text.append(part, size);
  } else if (size > 1 && static_cast<unsigned char>(*part) < 0x80) {
    // Single characters may come from a decoded identifier, the only thing that holds memory while it is printed.
    std::longjmp(sink.give_up, 1);
  }
}

/// Where "::h0123456789abcdef" begins, at the end or before ".llvm.123", " (.llvm.123)", " [clone .llvm.123]".
std::size_t find_rust_hash(std::string_view name) {
  const std::size_t at = name.rfind("::h");
  if (at == 0 || at == std::string_view::npos) return std::string_view::npos;
  const std::string_view hash = name.substr(at + 3, rust_hash_bytes);
  const std::string_view rest = name.substr(std::min(at + 3 + rust_hash_bytes, name.size()));
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool ends_there = rest.empty() || rest.rfind(".llvm.", 0) == 0 || rest.rfind(" (.llvm.", 0) == 0 ||
                          rest.rfind(" [clone .llvm.", 0) == 0;
  const bool is_hash = hash.size() == rust_hash_bytes && std::all_of(hash.begin(), hash.end(), is_hex);
  return is_hash && ends_there ? at : std::string_view::npos;
}

bool has_rust_escape(std::string_view name) {
  constexpr std::array<std::string_view, 9> escapes{"$LT$", "$GT$", "$LP$",  "$RP$", "$RF$",
                                                    "$BP$", "$C$",  "$u7b$", "$u20$"};
  return name.find('$') != std::string_view::npos &&
         std::any_of(escapes.begin(), escapes.end(),
                     [&](std::string_view escape) { return name.find(escape) != std::string_view::npos; });
}

/// "a::b" as legacy Rust mangles it; false where a part holds what no symbol does.
bool mangle_again(std::string_view path, std::string& symbol) {
  symbol = "_ZN";
  while (true) {
    const std::size_t end = path.find("::");
    const std::string_view part = path.substr(0, end);
    if (part.empty() || symbol_end(part) != part.size()) return false;
    symbol.append(std::to_string(part.size())).append(part);
    if (end == std::string_view::npos) break;
    path.remove_prefix(end + 2);
  }
  symbol += "17h0123456789abcdefE";
  return true;
}

}  // namespace

bool Demangler::is_surely_mangled(std::string_view name) {
  const std::size_t prefix = mangled_prefix(name);
  if (prefix == 0 || prefix >= name.size()) return false;
  const char next = name[prefix];
  return (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
}

bool Demangler::run(Engine engine) {
  text_.clear();
  text_.reserve(max_name_bytes);
  Sink sink{.text = text_};
  if (setjmp(sink.give_up) != 0) return false;
  return engine(symbol_.c_str(), DMGL_PARAMS | DMGL_ANSI, take, &sink) != 0 && !sink.is_full;
}

bool Demangler::demangle_symbol(std::string_view symbol) {
  if (symbol.size() > max_symbol_bytes) return false;
  symbol_ = symbol.substr(symbol[1] == '_' ? 1 : 0);
  if (symbol_[1] == 'R') return run(rust_demangle_callback);
  return run(rust_demangle_callback) || run(cplus_demangle_v3_callback);
}

std::optional<std::string_view> Demangler::mend_rust(std::string_view name) {
  const std::size_t hash = find_rust_hash(name);
  const std::string_view path = name.substr(0, hash);
  if (has_rust_escape(path) && path.size() <= max_symbol_bytes && mangle_again(path, symbol_) &&
      run(rust_demangle_callback)) {
    return text_;
  }
  if (hash == std::string_view::npos) return std::nullopt;
  return path;
}

std::optional<std::string_view> Demangler::demangle(std::string_view name) {
  if (mangled_prefix(name) == 0) return mend_rust(name);
  const std::size_t end = symbol_end(name);
  const std::string_view rest = name.substr(end);
  const bool is_suffix = rest.empty() || rest[0] == '@' || rest.rfind(" [", 0) == 0 || rest.rfind(" (", 0) == 0;
  if (!is_suffix) return std::nullopt;
  if (!demangle_symbol(name.substr(0, end))) return std::nullopt;
  text_.append(rest);
  return text_;
}

}  // namespace profconv
