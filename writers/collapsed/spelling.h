// SPDX-License-Identifier: Apache-2.0
// Names as a line can hold them: without ';' and control characters.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace profconv::collapsed {

/// Whether a line can hold the name as it is, except for blanks at its ends.
[[nodiscard]] bool is_plain(std::string_view name);

/// How characters that a line cannot hold are written.
enum class Spelling {
  replaced,  ///< as other tools do: ':' for ';', a blank for a control character
  escaped    ///< so that the name can be read back: core/wire/collapsed_escapes.h
};

[[nodiscard]] std::string spelled(std::string_view name, Spelling spelling);

/// A name where it begins a line. Readers drop blanks there and skip lines that look like a comment.
[[nodiscard]] std::string at_line_start(std::string_view text, Spelling spelling);

/// Names that another name is spelled like. The texts must outlive it.
class Namesakes {
 public:
  /// `identity` differs for different names.
  void add(std::string_view text, std::string_view identity) {
    const auto [known, is_new] = first_.try_emplace(text, identity);
    if (!is_new && known->second != identity) shared_.insert(text);
  }
  [[nodiscard]] bool has(std::string_view text) const { return shared_.contains(text); }

 private:
  std::unordered_map<std::string_view, std::string_view> first_;
  std::unordered_set<std::string_view> shared_;
};

}  // namespace profconv::collapsed
