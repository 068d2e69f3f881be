// SPDX-License-Identifier: Apache-2.0
// Splitting keys.
#include "readers/bpftrace/key_text.h"

#include <algorithm>

namespace profconv::bpftrace {

namespace {

/// Walks over one key.
class KeySplitter {
 public:
  KeySplitter(std::string_view key, Separator separator) : key_(key), separator_(separator) {}

  void run(std::vector<KeyPart>& parts) {
    while (true) {
      const bool is_stack = at_ < key_.size() && key_[at_] == '\n';
      const std::size_t end = is_stack ? stack_end() : scalar_end();
      parts.push_back({key_.substr(at_, end - at_), is_stack});
      if (end == key_.size()) return;
      at_ = end + separator_size(end);
    }
  }

 private:
  /// Of the separator at `at`; 0: no separator. An editor may have cut the blank off before a stack.
  [[nodiscard]] std::size_t separator_size(std::size_t at) const {
    if (key_[at] != ',') return 0;
    if (separator_ == Separator::comma) return 1;
    if (at + 1 == key_.size() || key_[at + 1] == '\n') return 1;
    return key_[at + 1] == ' ' ? 2 : 0;
  }

  /// The next line that begins with a separator, or the end.
  [[nodiscard]] std::size_t stack_end() const {
    for (std::size_t line = at_; line != std::string_view::npos; line = key_.find('\n', line)) {
      ++line;
      if (line < key_.size() && separator_size(line) != 0) return line;
    }
    return key_.size();
  }

  [[nodiscard]] std::size_t scalar_end() {
    if (at_ < key_.size() && nests_) {
      const std::size_t end = bracket_end();
      if (end == key_.size() || (end != at_ && separator_size(end) != 0)) return end;
    }
    for (std::size_t at = key_.find(',', at_); at != std::string_view::npos; at = key_.find(',', at + 1)) {
      if (separator_size(at) != 0) return at;
    }
    return key_.size();
  }

  /// After the bracket that closes the one here. Where one has no other, those that follow are not looked for, or a
  /// line of brackets would take quadratic time.
  [[nodiscard]] std::size_t bracket_end() {
    const char open = key_[at_];
    const char close = open == '(' ? ')' : open == '{' ? '}' : open == '[' ? ']' : '\0';
    if (close == '\0') return at_;
    std::size_t depth = 0;
    for (std::size_t at = at_; at < key_.size(); ++at) {
      if (key_[at] == open) ++depth;
      if (key_[at] != close || --depth != 0) continue;
      nests_ = at + 1 == key_.size() || separator_size(at + 1) != 0;
      return at + 1;
    }
    nests_ = false;
    return at_;
  }

  std::string_view key_;
  Separator separator_;
  std::size_t at_ = 0;
  bool nests_ = true;
};

}  // namespace

std::string_view text_of(Separator separator) { return separator == Separator::comma ? "," : ", "; }

void split_key(std::string_view key, Separator separator, std::vector<KeyPart>& parts) {
  parts.clear();
  KeySplitter(key, separator).run(parts);
}

}  // namespace profconv::bpftrace
