// SPDX-License-Identifier: Apache-2.0
// `profconv diff` for people.
#include <algorithm>
#include <string>
#include <vector>

#include "core/text/shown_numbers.h"
#include "tools/cli/diff.h"
#include "tools/cli/messages.h"
#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

constexpr std::size_t most_name_bytes = 100;
constexpr std::size_t most_blamed = 3;

std::string with_sign(std::int64_t value, int scale) { return (value > 0 ? "+" : "") + scaled(value, scale); }

std::string percent(const Change& change) {
  if (change.base == change.now) return {};
  if (change.base == 0) return "new";
  if (change.now == 0) return "gone";
  const Wide tenths = profconv::scaled(change.delta(), change.base, 1000);
  return (change.delta() > 0 ? "+" : "-") + fixed(tenths < 0 ? -tenths : tenths, 1) + "%";
}

/// Cells that line up: numbers at the right, the last column as it is.
class Table {
 public:
  void row(std::vector<std::string> cells) {
    widths_.resize(std::max(widths_.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) widths_[i] = std::max(widths_[i], cells[i].size());
    rows_.push_back(std::move(cells));
  }
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const auto& cells : rows_) {
      for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
        all.append(widths_[i] - cells[i].size() + (i == 0 ? 2 : 3), ' ').append(cells[i]);
      }
      all.append("   ").append(cells.back()).append("\n");
    }
    return all;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> widths_;
};

/// "alloc_space (bytes)".
std::string type_words(const ValueType& type) {
  return inert(type.type) + (type.unit.empty() ? "" : " (" + inert(type.unit) + ")");
}

std::string sum_line(const TypeChanges& changes) {
  const int scale = changes.type.scale;
  const std::string share = percent(changes.sum);
  return type_words(changes.type) + ": " + scaled(changes.sum.base, scale) + " -> " + scaled(changes.sum.now, scale) +
         ", " + with_sign(changes.sum.delta(), scale) + (share.empty() ? "" : " (" + share + ")") + "\n";
}

/// "5" and "0.5" of millionths.
std::string percent_allowed(std::int64_t millionths) {
  std::string text = scaled(millionths, -4);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + "%";
}

std::string table(const TypeChanges& changes, std::size_t most) {
  if (changes.functions.empty()) return "  no function changed\n";
  const int scale = changes.type.scale;
  Table table;
  table.row({"self before", "after", "change", "", "total change", "", "function"});
  const std::size_t shown = std::min(most, changes.functions.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const FunctionChange& f = changes.functions[i];
    table.row({scaled(f.self.base, scale), scaled(f.self.now, scale), with_sign(f.self.delta(), scale), percent(f.self),
               with_sign(f.total.delta(), scale), percent(f.total), inert(f.name, most_name_bytes)});
  }
  const std::size_t rest = changes.functions.size() - shown;
  return table.text() + (rest == 0 ? "" : "  and " + counted(rest, "function", "functions") + " more (--top 0: all)\n");
}

std::string total_in_words(const Growth& growth) {
  const TypeChanges& changes = *growth.changes;
  const int scale = changes.type.scale;
  std::string text = type_words(changes.type) + " grew by " + scaled(changes.sum.delta(), scale) + " (" +
                     percent(changes.sum) + "), from " + scaled(changes.sum.base, scale) + " to " +
                     scaled(changes.sum.now, scale) + ", where " + percent_allowed(growth.limit.millionths) +
                     " is allowed";
  std::size_t blamed = 0;
  for (const FunctionChange& f : changes.functions) {
    if (f.self.delta() <= 0 || blamed == most_blamed) continue;
    text += (blamed++ == 0 ? "; most in " : ", ") + inert(f.name, most_name_bytes) + " (" +
            with_sign(f.self.delta(), scale) + ")";
  }
  return text;
}

std::string functions_in_words(const Growth& growth) {
  const TypeChanges& changes = *growth.changes;
  std::string text = type_words(changes.type) + ": " + counted(growth.functions.size(), "function", "functions") +
                     " grew by more than " + percent_allowed(growth.limit.millionths);
  const std::size_t named = std::min(most_blamed, growth.functions.size());
  for (std::size_t i = 0; i < named; ++i) {
    const FunctionChange& f = *growth.functions[i];
    text += (i == 0 ? ": " : ", ") + inert(f.name, most_name_bytes) + " " +
            with_sign(f.self.delta(), changes.type.scale) + " (" + percent(f.self) + ")";
  }
  const std::size_t rest = growth.functions.size() - named;
  return text + (rest == 0 ? "" : " and " + grouped(std::uint64_t{rest}) + " more");
}

}  // namespace

std::string diff_text(const ConversionReport& report, std::size_t most) {
  std::string text;
  for (const ProfileChanges& profile : report.changes) {
    for (const TypeChanges& type : profile.types) {
      if (!text.empty()) text += "\n";
      if (!profile.name.empty()) text += inert(profile.name, most_name_bytes) + ": ";
      text += sum_line(type) + table(type, most);
    }
  }
  return text;
}

std::string describe(const Growth& growth) {
  const std::string where = growth.profile.empty() ? "" : inert(growth.profile, most_name_bytes) + ": ";
  return where + (growth.limit.per_function ? functions_in_words(growth) : total_in_words(growth));
}

}  // namespace profconv::cli
