// SPDX-License-Identifier: Apache-2.0
// Numbering names, and those that differ at the ends of a line.
#include "writers/collapsed/line_names.h"

#include "core/wire/collapsed_escapes.h"
#include "writers/collapsed/spelling.h"

namespace profconv::collapsed {

LineNames::LineNames(const Dictionary& dictionary, const Profile& profile, const NameStyle& style)
    : two_numbers_(style.two_numbers),
      raw_(dictionary, style.modules),
      table_(numbered(dictionary, SpelledNames(dictionary, profile, style, raw_, made_))) {}

/// Also fills escaped_ and of_thread_.
NameTable LineNames::numbered(const Dictionary& dictionary, const SpelledNames& spelled) {
  NameTable table(dictionary, [&](FrameId frame) { return spelled[frame.value]; });
  for (const std::uint32_t place : spelled.escaped()) escaped_.insert(table.add(spelled[place]));
  for (std::size_t thread = 0; thread < spelled.threads(); ++thread) {
    std::vector<Name>& names = of_thread_.emplace_back();
    for (const std::uint32_t place : spelled.of_thread(thread)) names.push_back(table.add(spelled[place]));
  }
  return table;
}

LineNames::Name LineNames::at_root(Name name) {
  const std::string_view text = table_.text(name);
  if (!text.starts_with(' ') && !text.starts_with("# ")) return name;
  const auto [place, is_new] = at_root_.try_emplace(name, name);
  if (is_new) {
    place->second = table_.add(
        made_.emplace_back(at_line_start(text, escaped_.contains(name) ? Spelling::escaped : Spelling::replaced)));
  }
  return place->second;
}

/// Flame graph tools take a line that ends in two numbers for a comparison, whatever the other lines have. Where all
/// have two, blanks before them may be those between columns.
LineNames::Name LineNames::as_leaf(Name name) {
  const std::string_view text = table_.text(name);
  const std::size_t blank = !two_numbers_         ? collapsed_escapes::blank_before_number(text)
                            : text.ends_with(' ') ? text.size() - 1
                                                  : std::string_view::npos;
  if (blank == std::string_view::npos) return name;
  const auto [place, is_new] = as_leaf_.try_emplace(name, name);
  if (is_new) {
    std::string leaf(text.substr(0, blank));
    collapsed_escapes::append_escape(leaf, text.substr(blank, 1));
    place->second = table_.add(made_.emplace_back(leaf.append(text.substr(blank + 1))));
  }
  return place->second;
}

}  // namespace profconv::collapsed
