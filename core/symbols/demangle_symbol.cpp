// SPDX-License-Identifier: Apache-2.0
// Demangling, and the names of legacy Rust that others have half demangled.
#include "core/symbols/demangle_symbol.h"

#include <algorithm>
#include <cstddef>

#include "core/symbols/cxx_symbol.h"
#include "core/symbols/rust_legacy.h"
#include "core/symbols/rust_v0.h"

namespace profconv {

namespace {

constexpr std::size_t max_symbol_bytes = 16 << 10;
constexpr std::size_t max_name_bytes = 64 << 10;
constexpr std::size_t rust_hash_bytes = 16;
constexpr std::size_t min_crate_hash_digits = 8;
constexpr std::string_view block_suffix = "_block_invoke";

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

/// "___Z3foov_block_invoke_2", as Clang names a block that stands in a C++ function.
bool is_block(std::string_view name) {
  if (name.rfind("___Z", 0) != 0 && name.rfind("____Z", 0) != 0) return false;
  const std::size_t at = name.rfind(block_suffix);
  return at != std::string_view::npos &&
         name.find_first_not_of("_.0123456789", at + block_suffix.size()) == std::string_view::npos;
}

/// Whether this is what compilers put behind the name of a copy: ".cold", " (.llvm.123)", " [clone .isra.0]".
bool is_clone_suffix(std::string_view text) {
  const bool is_bare = text.rfind('.', 0) == 0 && symbol_end(text) == text.size();
  return is_bare || text.rfind(" (.", 0) == 0 || text.rfind(" [clone .", 0) == 0;
}

/// Where "::h0123456789abcdef" begins, at the end or before a clone's suffix.
std::size_t find_rust_hash(std::string_view name) {
  const std::size_t at = name.rfind("::h");
  if (at == 0 || at == std::string_view::npos) return std::string_view::npos;
  const std::string_view hash = name.substr(at + 3, rust_hash_bytes);
  const std::string_view rest = name.substr(std::min(at + 3 + rust_hash_bytes, name.size()));
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool ends_there = rest.empty() || is_clone_suffix(rest);
  const bool is_hash = hash.size() == rust_hash_bytes && std::all_of(hash.begin(), hash.end(), is_hex);
  return is_hash && ends_there ? at : std::string_view::npos;
}

/// A piece of a name.
struct Span {
  std::size_t at = 0;
  std::size_t size = 0;
};

/// The next "[c1f1a4ba060b9bfa]" of "core[c1f1a4ba060b9bfa]::fmt::write", as v0 names have it that were demangled in
/// full.
Span find_crate_hash(std::string_view name, std::size_t from) {
  for (std::size_t at = name.find('[', from); at != std::string_view::npos; at = name.find('[', at + 1)) {
    const std::size_t end = std::min(name.find_first_not_of("0123456789abcdef", at + 1), name.size());
    if (end - at > min_crate_hash_digits && name.substr(end, 3) == "]::") return {at, end + 1 - at};
  }
  return {};
}

/// Java's "Outer$C$Inner" has an escape too: only a path, or what has lost its hash, is Rust's.
bool has_rust_escape(std::string_view path, bool had_hash) {
  if (!had_hash && path.find("::") == std::string_view::npos) return false;
  for (std::size_t at = path.find('$'); at != std::string_view::npos; at = path.find('$', at + 1)) {
    if (read_rust_escape(path.substr(at)).size > 0) return true;
  }
  return false;
}

/// Replaces `text` with a path whose parts are in readable form. Returns false if a part holds what no symbol can.
bool unescape_path(std::string_view path, std::string& text) {
  text.clear();
  while (true) {
    const std::size_t end = path.find("::");
    const std::string_view part = path.substr(0, end);
    if (part.empty() || symbol_end(part) != part.size()) return false;
    append_rust_part(part, text);
    if (end == std::string_view::npos) return true;
    text.append("::");
    path.remove_prefix(end + 2);
  }
}

}  // namespace

bool Demangler::is_surely_mangled(std::string_view name) {
  const std::size_t prefix = mangled_prefix(name);
  if (prefix == 0 || prefix >= name.size()) return false;
  const char next = name[prefix];
  return (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
}

bool Demangler::demangle_cxx() {
  if (demangle_cxx_symbol(symbol_, max_name_bytes, text_)) return true;
  // libiberty rejects clones with capitals in their names, such as Apple's ".Tm".
  const std::size_t dot = symbol_.find('.');
  if (dot == std::string::npos) return false;
  const std::string suffix = symbol_.substr(dot);
  symbol_.resize(dot);
  if (!demangle_cxx_symbol(symbol_, max_name_bytes, text_)) return false;
  text_.append(" [clone ").append(suffix).append("]");
  return true;
}

std::optional<std::string_view> Demangler::demangle_block(std::string_view name) {
  const std::size_t skipped = name.rfind("____Z", 0) == 0 ? 3 : 2;
  symbol_ = name.substr(skipped, name.rfind(block_suffix) - skipped);
  if (symbol_.size() > max_symbol_bytes || !demangle_cxx_symbol(symbol_, max_name_bytes, text_)) return std::nullopt;
  text_.insert(0, "invocation function for block in ");
  return text_;
}

std::optional<std::string_view> Demangler::mend_rust(std::string_view name) {
  if (find_crate_hash(name, 0).size > 0) return without_crate_hashes(name);
  const std::size_t hash = find_rust_hash(name);
  const std::string_view path = name.substr(0, hash);
  if (has_rust_escape(path, hash != std::string_view::npos) && path.size() <= max_symbol_bytes &&
      unescape_path(path, text_)) {
    return text_;
  }
  if (hash == std::string_view::npos) return std::nullopt;
  return path;
}

std::string_view Demangler::without_crate_hashes(std::string_view name) {
  text_.clear();
  std::size_t copied = 0;
  for (Span hash = find_crate_hash(name, 0); hash.size > 0; hash = find_crate_hash(name, copied)) {
    text_.append(name.substr(copied, hash.at - copied));
    copied = hash.at + hash.size;
  }
  text_.append(name.substr(copied));
  return text_;
}

std::optional<std::string_view> Demangler::demangle(std::string_view name) {
  if (is_block(name)) return demangle_block(name);
  if (mangled_prefix(name) == 0) return mend_rust(name);
  const std::string_view symbol = name.substr(0, symbol_end(name));
  const std::string_view rest = name.substr(symbol.size());
  const bool is_suffix = rest.empty() || rest[0] == '@' || rest.rfind(" [", 0) == 0 || rest.rfind(" (", 0) == 0;
  if (!is_suffix || symbol.size() > max_symbol_bytes) return std::nullopt;
  symbol_ = symbol.substr(symbol[1] == '_' ? 1 : 0);
  const bool is_rust =
      symbol_[1] == 'R' ? demangle_rust_v0(symbol_, max_name_bytes, text_) : demangle_rust_legacy(symbol_, text_);
  if (!is_rust && (symbol_[1] == 'R' || !demangle_cxx())) return std::nullopt;
  if (!is_rust || !is_clone_suffix(rest)) text_.append(rest);
  return text_;
}

}  // namespace profconv
