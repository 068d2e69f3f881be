// SPDX-License-Identifier: Apache-2.0
// One pass reads and prints. A back reference is printed by going back to its target: memory is bounded by the depth,
// and time by the size of the text, since whatever branches prints something.
#include "core/symbols/rust_v0.h"

#include <cstdint>

#include "core/symbols/rust_v0_cursor.h"
#include "core/symbols/rust_v0_terms.h"

namespace profconv {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

class V0Printer {
 public:
  V0Printer(std::string_view symbol, std::size_t max_bytes, std::string& text)
      : cursor_(symbol), max_bytes_(max_bytes), text_(text) {}

  [[nodiscard]] bool print() {
    path(In::value);
    if (is_upper(cursor_.peek())) skip_path();  // the crate that instantiated a generic
    const char after = cursor_.peek();
    return !cursor_.has_failed() && (after == '\0' || after == '.' || after == '$');
  }

 private:
  /// Generic arguments follow "::" in values, not in types. Constants in types need braces.
  enum class In : std::uint8_t { type, value };

  void put(std::string_view piece) {
    if (is_skipping_ || cursor_.has_failed()) return;
    if (piece.size() > max_bytes_ - text_.size()) {
      cursor_.fail();
    } else {
      text_.append(piece);
    }
  }

  void put(const RustIdentifier& identifier) {
    if (is_skipping_ || cursor_.has_failed()) return;
    std::string name;
    if (!append_rust_identifier(identifier, name)) cursor_.fail();
    put(name);
  }

  /// Items up to "E". Returns how many.
  template <class Item>
  std::size_t list(std::string_view separator, Item item) {
    std::size_t count = 0;
    for (; !cursor_.has_failed() && !cursor_.eat('E'); ++count) {
      if (count > 0) put(separator);
      item();
    }
    return count;
  }

  /// "(u8,)", "(u8, i8)".
  template <class Item>
  void tuple(Item item) {
    put("(");
    put(list(", ", item) == 1 ? ",)" : ")");
  }

  /// "B" has been read. Prints what was read at an earlier place.
  template <class Rule>
  void back_reference(Rule rule) {
    const std::size_t here = cursor_.position() - 1;
    const std::uint64_t target = cursor_.base62();
    if (target >= here) cursor_.fail();
    if (is_skipping_ || cursor_.has_failed()) return;
    const std::size_t back = cursor_.position();
    cursor_.seek(static_cast<std::size_t>(target));
    rule();
    cursor_.seek(back);
  }

  /// A rule in which lifetimes may be bound: "for<'a, 'b> ".
  template <class Rule>
  void in_binder(Rule rule) {
    const std::uint64_t count = cursor_.tagged_base62('G');
    if (is_skipping_ || count == 0) return rule();
    put("for<");
    std::uint64_t bound = 0;
    for (; bound < count && !cursor_.has_failed(); ++bound) {
      if (bound > 0) put(", ");
      ++bound_lifetimes_;
      lifetime(1);
    }
    put("> ");
    rule();
    bound_lifetimes_ -= bound;
  }

  /// By de Bruijn index: 1 is the innermost that is bound, 0 is erased.
  void lifetime(std::uint64_t index) {
    if (is_skipping_) return;
    if (index > bound_lifetimes_) return cursor_.fail();
    put(index == 0 ? "'_" : rust_lifetime(bound_lifetimes_ - index));
  }

  void skip_path() {
    const bool was_skipping = is_skipping_;
    is_skipping_ = true;
    path(In::type);
    is_skipping_ = was_skipping;
  }

  void path(In in) {
    const RustV0Level level(cursor_);
    switch (const char tag = cursor_.next()) {
      case 'C':
        cursor_.tagged_base62('s');
        return put(cursor_.identifier());
      case 'N':
        return nested_path(in);
      case 'M':
      case 'X':
      case 'Y':
        return implementation_path(tag);
      case 'I':
        path(in);
        put(in == In::value ? "::<" : "<");
        list(", ", [&] { generic_argument(); });
        return put(">");
      case 'B':
        return back_reference([&] { path(in); });
      default:
        return cursor_.fail();
    }
  }

  /// "foo::bar", "foo::{closure#0}".
  void nested_path(In in) {
    const char space = cursor_.next();
    path(in);
    const std::uint64_t number = cursor_.tagged_base62('s');
    const RustIdentifier name = cursor_.identifier();
    if (is_upper(space)) {
      put("::{");
      put(space == 'C' ? "closure" : space == 'S' ? "shim" : std::string_view(&space, 1));
      if (!name.bytes.empty()) put(":");
      put(name);
      put("#" + std::to_string(number) + "}");
    } else if (space >= 'a' && space <= 'z') {
      if (!name.bytes.empty()) put("::");
      put(name);
    } else {
      cursor_.fail();
    }
  }

  /// "<T>", "<T as Trait>".
  void implementation_path(char tag) {
    if (tag != 'Y') {
      cursor_.tagged_base62('s');
      skip_path();  // where the implementation is
    }
    put("<");
    type();
    if (tag != 'M') {
      put(" as ");
      path(In::type);
    }
    put(">");
  }

  void generic_argument() {
    if (cursor_.eat('L')) {
      lifetime(cursor_.base62());
    } else if (cursor_.eat('K')) {
      constant(In::type);
    } else {
      type();
    }
  }

  void type() {
    const RustV0Level level(cursor_);
    const std::size_t start = cursor_.position();
    const char tag = cursor_.next();
    if (const std::string_view basic = rust_basic_type(tag); !basic.empty()) return put(basic);
    switch (tag) {
      case 'R':
      case 'Q':
        return reference_type(tag);
      case 'P':
      case 'O':
        put(tag == 'P' ? "*const " : "*mut ");
        return type();
      case 'A':
      case 'S':
        return array_type(tag);
      case 'T':
        return tuple([&] { type(); });
      case 'F':
        return in_binder([&] { function_type(); });
      case 'D':
        return trait_object_type();
      case 'W':
        type();
        put(" is ");
        return pattern();
      case 'B':
        return back_reference([&] { type(); });
      default:
        cursor_.seek(start);
        return path(In::type);
    }
  }

  void reference_type(char tag) {
    put("&");
    if (cursor_.eat('L')) {
      if (const std::uint64_t index = cursor_.base62(); index > 0) {
        lifetime(index);
        put(" ");
      }
    }
    if (tag == 'Q') put("mut ");
    type();
  }

  void array_type(char tag) {
    put("[");
    type();
    if (tag == 'A') {
      put("; ");
      constant(In::value);
    }
    put("]");
  }

  /// "unsafe extern "C" fn(u8) -> i8".
  void function_type() {
    if (cursor_.eat('U')) put("unsafe ");
    if (cursor_.eat('K')) calling_convention();
    put("fn(");
    list(", ", [&] { type(); });
    put(")");
    if (cursor_.eat('u')) return;
    put(" -> ");
    type();
  }

  void calling_convention() {
    std::string name = "C";
    if (!cursor_.eat('C')) {
      const RustIdentifier identifier = cursor_.identifier();
      if (identifier.is_punycode || identifier.bytes.empty()) cursor_.fail();
      name = identifier.bytes;
      for (char& c : name) c = c == '_' ? '-' : c;
    }
    put("extern \"");
    put(name);
    put("\" ");
  }

  /// "dyn for<'a> Fn<(&'a u8,), Output = u8> + Send + 'b".
  void trait_object_type() {
    put("dyn ");
    in_binder([&] { list(" + ", [&] { trait_of_object(); }); });
    if (!cursor_.eat('L')) return cursor_.fail();
    if (const std::uint64_t index = cursor_.base62(); index > 0) {
      put(" + ");
      lifetime(index);
    }
  }

  void trait_of_object() {
    bool is_open = open_path();
    while (cursor_.eat('p')) {
      put(is_open ? ", " : "<");
      is_open = true;
      put(cursor_.identifier());
      put(" = ");
      type();
    }
    if (is_open) put(">");
  }

  /// A path whose generic arguments stay open for associated types. Returns whether there are any.
  bool open_path() {
    const RustV0Level level(cursor_);
    if (cursor_.eat('B')) {
      bool is_open = false;
      back_reference([&] { is_open = open_path(); });
      return is_open;
    }
    if (!cursor_.eat('I')) {
      path(In::type);
      return false;
    }
    path(In::type);
    put("<");
    list(", ", [&] { generic_argument(); });
    return true;
  }

  /// Of a pattern type, "u32 is 1..=5".
  void pattern() {
    const RustV0Level level(cursor_);
    switch (cursor_.next()) {
      case 'R':
        constant(In::type);
        put("..=");
        return constant(In::type);
      case 'O':
        list(" | ", [&] { pattern(); });
        return;
      case 'N':
        return put("!null");
      default:
        return cursor_.fail();
    }
  }

  void constant(In in) {
    const RustV0Level level(cursor_);
    const char tag = cursor_.next();
    if (tag == 'B') return back_reference([&] { constant(in); });
    if (tag == 'p') return put("_");
    if (const RustScalar scalar = read_rust_scalar(tag, cursor_); scalar.is_known) return put(scalar.text);
    if (tag == 'R' && cursor_.eat('e')) return put(read_rust_string(cursor_));
    if (in == In::type) put("{");
    compound_constant(tag);
    if (in == In::type) put("}");
  }

  void compound_constant(char tag) {
    const auto value = [&] { constant(In::value); };
    switch (tag) {
      case 'e':
        put("*");
        return put(read_rust_string(cursor_));
      case 'R':
      case 'Q':
        put(tag == 'R' ? "&" : "&mut ");
        return value();
      case 'A':
        put("[");
        list(", ", value);
        return put("]");
      case 'T':
        return tuple(value);
      case 'V':
        path(In::value);
        return fields();
      default:
        return cursor_.fail();
    }
  }

  /// Of a struct's or a variant's constant.
  void fields() {
    switch (cursor_.next()) {
      case 'U':
        return;
      case 'T':
        put("(");
        list(", ", [&] { constant(In::value); });
        return put(")");
      case 'S':
        put(" { ");
        list(", ", [&] {
          cursor_.tagged_base62('s');
          put(cursor_.identifier());
          put(": ");
          constant(In::value);
        });
        return put(" }");
      default:
        return cursor_.fail();
    }
  }

  RustV0Cursor cursor_;
  std::size_t max_bytes_;
  std::string& text_;
  std::uint64_t bound_lifetimes_ = 0;
  bool is_skipping_ = false;
};

}  // namespace

bool demangle_rust_v0(std::string_view symbol, std::size_t max_bytes, std::string& text) {
  if (symbol.substr(0, 2) != "_R" || symbol.size() < 3 || !is_upper(symbol[2])) return false;
  text.clear();
  return V0Printer(symbol.substr(2), max_bytes, text).print();
}

}  // namespace profconv
