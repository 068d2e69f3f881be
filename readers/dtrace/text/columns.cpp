// SPDX-License-Identifier: Apache-2.0
// Columns by their widths. A text longer than its column pushes the rest to the right; where it ends is found by
// trying: what follows must be columns to the end of the line.
#include "readers/dtrace/text/columns.h"

#include <algorithm>
#include <optional>

namespace profconv::dtrace {

namespace {

constexpr std::size_t most_columns = 32;
constexpr int most_attempts = 64;
constexpr std::size_t longest_line = std::size_t{1} << 16;

class ColumnParser {
 public:
  ColumnParser(std::string_view line, std::vector<Column>& columns) : line_(line), columns_(columns) {}

  /// Whether the line is integers alone, which parse() would find as well.
  bool parse_integers() {
    std::size_t at = 0;
    while (at < line_.size() && columns_.size() < most_columns && !is_filled_text(at)) {
      at = integer(at);
      if (at == 0) break;
    }
    if (at == line_.size() && !columns_.empty()) return true;
    columns_.clear();
    return false;
  }

  /// The depth is that of the columns, so at most most_columns.
  ColumnsFound parse(std::size_t at) {
    if (at == line_.size()) return columns_.empty() ? ColumnsFound::none : ColumnsFound::complete;
    if (columns_.size() == most_columns || ++attempts_ > most_attempts) return ColumnsFound::none;
    const bool may_be_text = is_filled_text(at);
    const ColumnsFound whole = may_be_text ? ColumnsFound::none : integer_first(at);
    if (whole != ColumnsFound::none) return whole;
    const std::size_t count = columns_.size();
    const ColumnsFound found = text(at);
    if (!may_be_text || found == ColumnsFound::complete) return found;
    // The blanks of an empty text after an integer may fill the column of a text, too.
    std::vector<Column> columns = columns_;
    columns_.resize(count);
    if (integer_first(at) == ColumnsFound::complete) return ColumnsFound::complete;
    columns_.swap(columns);
    return found;
  }

 private:
  /// An integer, and what follows it.
  ColumnsFound integer_first(std::size_t at) {
    const std::size_t count = columns_.size();
    const std::size_t end = integer(at);
    const ColumnsFound rest = end == 0 ? ColumnsFound::none : parse(end);
    if (rest == ColumnsFound::none) columns_.resize(count);
    return rest;
  }

  /// Where an integer column that begins at `at` ends, 0 where there is none.
  std::size_t integer(std::size_t at) {
    const char* const line = line_.data();
    const std::size_t size = line_.size();
    const std::size_t begin = behind_blanks(at);
    // Most numbers are short and have no sign, and are read on the way to their end.
    Number number;
    std::size_t end = begin;
    for (; end < size && is_digit(line[end]) && end - begin < safe_digits; ++end) {
      number.value = number.value * 10 + (line[end] - '0');
    }
    if (end < size && line[end] != ' ') {
      end = std::min(line_.find(' ', end), size);
      const auto long_number = parse_number(line_.substr(begin, end - begin));
      if (!long_number) return 0;
      number = *long_number;
    }
    if (begin == at || begin == end) return 0;
    const auto kind = kind_of(begin - at, end - begin);
    if (!kind) return 0;
    columns_.push_back({.kind = *kind, .number = number});
    return end;
  }

  [[nodiscard]] std::size_t behind_blanks(std::size_t at) const { return at + leading_blanks(line_.substr(at)); }

  static std::optional<ColumnKind> kind_of(std::size_t blanks, std::size_t digits) {
    switch (blanks + digits) {
      case 4:
        return ColumnKind::byte;
      case 6:
        return ColumnKind::half;
      case 9:
        return ColumnKind::word;
      case 17:
        return ColumnKind::quad;
      default:
        break;
    }
    if (blanks != 1) return std::nullopt;
    if (digits >= 9 && digits <= 11) return ColumnKind::word;
    return digits > 16 ? std::optional(ColumnKind::quad) : std::nullopt;
  }

  /// A text of digits is told from an integer by the blanks that fill its column.
  [[nodiscard]] bool is_filled_text(std::size_t at) const {
    const std::size_t column_end = at + key_indent + text_width;
    if (line_.size() < column_end) return false;
    const std::size_t begin = behind_blanks(at);
    if (begin != at + key_indent) return false;
    return behind_blanks(std::min(line_.find(' ', begin), line_.size())) >= column_end;
  }

  ColumnsFound text(std::size_t at) {
    const std::size_t begin = at + key_indent;
    if (line_.size() <= begin || line_[at] != ' ' || line_[at + 1] != ' ') return ColumnsFound::none;
    const std::size_t width_end = begin + text_width;
    // A text that begins with a blank counts only where its column is filled up: frames are indented as well.
    const bool indented = line_[begin] == ' ';
    if (line_.size() >= width_end && (line_.size() == width_end || line_[width_end] == ' ') &&
        !(indented && line_[width_end - 1] != ' ')) {
      const ColumnsFound rest = text_until(begin, width_end);
      if (rest != ColumnsFound::none) return rest;
    }
    if (indented) return ColumnsFound::none;
    const std::size_t count = columns_.size();
    for (std::size_t end = line_.find(' ', width_end); end < line_.size(); end = line_.find(' ', end + 1)) {
      if (line_[end - 1] == ' ') continue;
      const ColumnsFound rest = text_until(begin, end);
      if (rest == ColumnsFound::complete) return rest;
      columns_.resize(count);
      if (attempts_ > most_attempts) break;
    }
    push_text(begin, line_.size());
    return ColumnsFound::open;
  }

  ColumnsFound text_until(std::size_t begin, std::size_t end) {
    const std::size_t count = columns_.size();
    push_text(begin, end);
    const ColumnsFound rest = parse(end);
    if (rest == ColumnsFound::none) columns_.resize(count);
    return rest;
  }

  void push_text(std::size_t begin, std::size_t end) {
    const std::size_t length = without_blanks_behind(line_.substr(begin, end - begin)).size();
    columns_.push_back({.kind = ColumnKind::text, .number = {}, .begin = begin, .length = length});
  }

  std::string_view line_;
  std::vector<Column>& columns_;
  int attempts_ = 0;
};

}  // namespace

std::string shape_of(const std::vector<Column>& columns) {
  std::string shape;
  for (const Column& column : columns) shape += static_cast<char>(column.kind);
  return shape;
}

bool parse_integers(std::string_view line, std::vector<Column>& columns) {
  columns.clear();
  return ColumnParser(line, columns).parse_integers();
}

ColumnsFound parse_columns(std::string_view line, std::vector<Column>& columns) {
  columns.clear();
  if (line.size() > longest_line || !line.starts_with(' ')) return ColumnsFound::none;
  ColumnParser parser(line, columns);
  return parser.parse_integers() ? ColumnsFound::complete : parser.parse(0);
}

ColumnsFound join_columns(std::string& text, std::vector<Column>& columns, std::string_view line) {
  std::string joined = text + "\n" + std::string(line);
  std::vector<Column> found_columns;
  const ColumnsFound found = parse_columns(joined, found_columns);
  const bool is_open = found == ColumnsFound::open;
  if (found == ColumnsFound::none) return found;
  if (is_open && found_columns.back().begin + found_columns.back().length <= text.size()) return ColumnsFound::none;
  // Two lines that are open each are more likely two lines of text.
  if (is_open && line.starts_with(' ')) return ColumnsFound::none;
  text.swap(joined);
  columns.swap(found_columns);
  return found;
}

std::string without_tabs(std::string_view line) {
  constexpr std::size_t stop = 8;
  std::string text;
  for (const char c : line) {
    if (c == '\t') {
      text.append(stop - text.size() % stop, ' ');
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace profconv::dtrace
