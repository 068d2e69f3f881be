// SPDX-License-Identifier: Apache-2.0
// Comparing prints with one another.
#include "readers/dtrace/program/like_prints.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace profconv::dtrace {

namespace {

/// The texts that the keys of a print begin with; only "" where it can be any.
std::vector<std::string_view> first_texts(const ExpectedPrint& print) {
  if (print.texts.empty() || print.texts.front().empty()) return {std::string_view()};
  return {print.texts.front().begin(), print.texts.front().end()};
}

/// Prints by the text that their keys begin with.
class PrintsByText {
 public:
  explicit PrintsByText(const std::vector<ExpectedPrint>& prints) {
    for (const ExpectedPrint& print : prints) {
      all_.push_back(&print);
      for (const std::string_view text : first_texts(print)) by_text_[text].push_back(&print);
    }
  }

  /// Whether one that looks like `print` fulfills a condition.
  template <typename Condition>
  [[nodiscard]] bool has_like(const ExpectedPrint& print, Condition condition) const {
    const auto is_found = [&](const std::vector<const ExpectedPrint*>& prints) {
      return std::any_of(prints.begin(), prints.end(),
                         [&](const ExpectedPrint* other) { return condition(*other) && are_alike(print, *other); });
    };
    std::vector<std::string_view> texts = first_texts(print);
    if (texts.front().empty()) return is_found(all_);
    texts.emplace_back();
    return std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
      const auto others = by_text_.find(text);
      return others != by_text_.end() && is_found(others->second);
    });
  }

 private:
  std::vector<const ExpectedPrint*> all_;
  std::map<std::string_view, std::vector<const ExpectedPrint*>> by_text_;
};

/// Whether an empty line stands before a print: the newline that it begins with may end the line of a heading.
bool begins_with_blank(const ExpectedPrint& print) {
  return print.format == 0 && (print.heading.empty() || print.heading.ends_with("\\n"));
}

}  // namespace

PrintForms::PrintForms(const std::vector<ExpectedPrint>& prints) {
  std::map<std::array<std::size_t, 5>, std::size_t> numbers;
  for (std::size_t i = 0; i < prints.size(); ++i) {
    const ExpectedPrint& each = prints[i];
    const std::array form{each.format, each.keys.size(), each.numbers, each.first_numbers, each.aggregations.size()};
    const auto [group, is_new] = numbers.try_emplace(form, groups_.size());
    if (is_new) groups_.emplace_back();
    groups_[group->second].push_back(i);
    group_of_.push_back(group->second);
  }
}

std::optional<std::pair<std::size_t, std::size_t>> like_numbers(const std::vector<ExpectedPrint>& prints) {
  using Shape = std::tuple<bool, std::size_t, std::string>;  // whether it ends in a table, keys, keys and numbers
  std::map<Shape, std::size_t> seen;
  std::vector<std::pair<const Shape*, std::size_t>> shapes;  // with the first print of each
  for (std::size_t i = 0; i < prints.size(); ++i) {
    const ExpectedPrint& print = prints[i];
    if (print.format != 0) continue;
    const std::string numbers(numbers_after_keys(print), any_number);
    const auto [place, is_new] = seen.emplace(Shape{has_table(print), print.keys.size(), print.keys + numbers}, i);
    if (is_new) shapes.emplace_back(&place->first, i);
  }
  for (auto a = shapes.begin(); a != shapes.end(); ++a) {
    const auto& [is_table, keys, shape] = *a->first;
    for (auto b = a + 1; b != shapes.end(); ++b) {
      const auto& [other_is_table, other_keys, other] = *b->first;
      if (is_table == other_is_table && keys != other_keys && have_like_keys(shape, other))
        return std::pair(a->second, b->second);
    }
  }
  return std::nullopt;
}

void find_doubles(std::vector<ExpectedPrint>& prints) {
  const PrintsByText by_text(prints);
  for (ExpectedPrint& print : prints) {
    print.has_double = print.at_end && by_text.has_like(print, [&](const ExpectedPrint& other) {
      return &other != &print && other.at_end;
    });
  }
}

bool need_blanks(const std::vector<ExpectedPrint>& prints) {
  const PrintsByText by_text(prints);
  return std::any_of(prints.begin(), prints.end(), [&](const ExpectedPrint& print) {
    if (!begins_with_blank(print)) return false;
    return !print.is_last || by_text.has_like(print, [&](const ExpectedPrint& other) {
      return print.first < other.first && !(print.at_end && other.at_end);
    });
  });
}

}  // namespace profconv::dtrace
