// SPDX-License-Identifier: Apache-2.0
// Finding out what happened to a text, and undoing it.
#include "readers/dtrace/text/pasted.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text/blanks.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/key_rows.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/table.h"
#include "readers/dtrace/text/web_text.h"

namespace profconv::dtrace {

namespace {

constexpr std::size_t heading_indent = 11;

/// The part of a line before two blanks; it is taken off the line.
std::string_view next_part(std::string_view& text) {
  text = without_blanks_around(text);
  // The tab is looked for in the part alone, or each part would look through the whole line.
  std::string_view part = text.substr(0, text.find("  "));
  part = part.substr(0, part.find('\t'));
  text.remove_prefix(part.size());
  return part;
}

/// The parts of a line that two blanks or more keep apart. `parts` is replaced.
void split_parts(std::string_view text, std::vector<std::string_view>& parts) {
  parts.clear();
  for (std::string_view part = next_part(text); !part.empty(); part = next_part(text)) parts.push_back(part);
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  split_parts(text, parts);
  return parts;
}

bool ends_in_number(const std::vector<std::string_view>& parts) {
  return parts.size() > 1 && parse_number(parts.back()).has_value();
}

/// A mark that some line begins with and that none lacks but what a terminal shows of Ctrl-C.
std::string common_mark(const std::vector<std::string_view>& lines) {
  constexpr std::array<std::string_view, 6> marks{"\t", "// ", "> ", "# ", "* ", "| "};
  for (const std::string_view mark : marks) {
    const auto has_mark = [&](std::string_view line) {
      return line.starts_with(mark) || without_blanks_around(line).empty() || line == without_blanks_around(mark) ||
             line == "^C";
    };
    const auto begins = [&](std::string_view line) { return line.starts_with(mark); };
    if (std::any_of(lines.begin(), lines.end(), begins) && std::all_of(lines.begin(), lines.end(), has_mark)) {
      return std::string(mark);
    }
  }
  return {};
}

/// Counts what speaks for DTrace's columns and what against.
class Evidence {
 public:
  void look(std::string_view line) {
    const std::string_view text = without_blanks_around(line);
    if (table_heading(text) == TableHeading::values) return look_at_heading(line);
    if (table_heading(text) == TableHeading::keys || is_packed_heading(text)) ++kept_;
    split_parts(text, parts_);
    const bool number = parts_.size() == 1 && parse_number(text);
    // What an action printed behind its probe has no columns of records.
    const bool columns = ends_in_number(parts_) && !parse_table_row(line) && !probe_output(line);
    if (number) {
      look_at_number(line);
    } else if (columns) {
      look_at_columns(line);
    }
    if (!text.empty()) ++lines_;
    stack_above_ = parts_.size() == 1 && !number && is_frame(text);
    if (stack_above_) look_at_frame(line, text);
    columns_above_ = columns && !has_value_ && line.size() + value_width > wrap_width;
  }

  /// Lines that are where DTrace prints them.
  [[nodiscard]] std::size_t kept() const { return kept_; }
  [[nodiscard]] bool collapsed() const {
    // Rows of a table that somebody made speak only where there is hardly anything else.
    return kept_ == 0 && (moved_ != 0 || moved_columns_ * 2 > lines_);
  }
  /// Whether no line so far is where DTrace does not print it.
  [[nodiscard]] bool may_be_as_printed() const { return moved_ == 0 && moved_columns_ == 0; }
  [[nodiscard]] bool has_text_keys() const { return text_keys_ > 1; }
  [[nodiscard]] bool wrapped() const { return wrapped_ > 1; }
  [[nodiscard]] bool only_actions() const { return frames_ != 0 && valued_ == 0; }

 private:
  /// Mail programs break lines about here.
  static constexpr std::size_t wrap_width = 72;

  void look_at_frame(std::string_view line, std::string_view text) {
    const bool filled_up = line.size() != static_cast<std::size_t>(text.data() + text.size() - line.data());
    const bool indented = line.size() == text.size() + frame_indent;
    ++frames_;
    if (filled_up) ++moved_;
    if (indented && !filled_up) ++kept_;
  }
  void look_at_heading(std::string_view line) {
    const std::size_t indent = line.size() - without_leading_blanks(line).size();
    ++(indent == heading_indent ? kept_ : moved_);
    stack_above_ = columns_above_ = false;
  }
  void look_at_number(std::string_view line) {
    if (columns_above_) {
      ++wrapped_;
      ++moved_;
    }
    if (!stack_above_) return;
    ++valued_;
    const std::string_view text = without_blanks_around(line);
    const auto width = static_cast<std::size_t>(text.data() + text.size() - line.data());
    ++(width >= value_width && line.front() == ' ' ? kept_ : moved_);
  }
  void look_at_columns(std::string_view line) {
    if (stack_above_) ++valued_;
    const bool columns = parse_columns(line, columns_) == ColumnsFound::complete && columns_.size() >= parts_.size();
    has_value_ = columns && columns_.back().kind == ColumnKind::quad;
    // Keys that a stack follows need not end in a number as wide as a value.
    if (has_value_ || !columns) ++(columns ? kept_ : moved_columns_);
    if (!parse_number(parts_.front())) ++text_keys_;
  }

  std::size_t kept_ = 0;
  std::size_t moved_ = 0;
  std::size_t moved_columns_ = 0;
  std::size_t text_keys_ = 0;
  std::size_t lines_ = 0;
  std::size_t wrapped_ = 0;
  std::size_t frames_ = 0;
  std::size_t valued_ = 0;
  bool stack_above_ = false;
  bool columns_above_ = false;
  bool has_value_ = false;               ///< the last columns end in a value in its place
  std::vector<std::string_view> parts_;  ///< of the line that is looked at
  std::vector<Column> columns_;
};

Evidence evidence_of(const std::vector<std::string_view>& lines, std::string_view prefix) {
  Evidence evidence;
  for (const std::string_view line : lines) evidence.look(without_prefix(line, prefix));
  return evidence;
}

/// How many lines are where DTrace prints them, without the prefix; 0 if any is not.
std::size_t lines_as_printed(const std::vector<std::string_view>& lines, std::string_view prefix) {
  Evidence evidence;
  for (const std::string_view line : lines) {
    evidence.look(without_prefix(line, prefix));
    if (!evidence.may_be_as_printed()) return 0;
  }
  return evidence.kept();
}

/// The blanks that somebody put before every line; empty where lines are as printed, or would not be without them.
std::string indentation_of(const std::vector<std::string_view>& lines) {
  std::size_t least = std::string_view::npos;
  for (const std::string_view line : lines) {
    const std::size_t indent = leading_blanks(line);
    if (indent != line.size()) least = std::min(least, indent);
  }
  if (least == 0 || least == std::string_view::npos) return {};
  constexpr std::size_t most = 16;
  // The shortest indentation of all is that of a text key, at two columns, or of a number.
  std::string best;
  std::size_t most_kept = lines_as_printed(lines, {});
  for (std::size_t width = std::min(least, most); width > 0; --width) {
    const std::string blanks(width, ' ');
    const std::size_t kept = lines_as_printed(lines, blanks);
    if (kept <= most_kept) continue;
    best = blanks;
    most_kept = kept;
  }
  return best;
}

/// How far frames are indented: as far as the first two below each other that cannot be text keys.
std::size_t frame_indent_of(const std::vector<std::string_view>& lines, std::string_view prefix) {
  std::size_t above = 0;
  for (const std::string_view whole : lines) {
    const std::string_view line = without_prefix(whole, prefix);
    const std::size_t indent = is_frame(without_blanks_around(line)) ? leading_blanks(line) : 0;
    if (indent > key_indent && indent == above) return indent;
    above = indent;
  }
  return frame_indent;
}

void append_column(std::string& line, std::string_view part, bool is_number) {
  if (is_number) {
    line.append(part.size() < value_width ? value_width - part.size() : 1, ' ').append(part);
  } else {
    line.append("  ").append(part).append(part.size() < text_width ? text_width - part.size() : 0, ' ');
  }
}

}  // namespace

std::string_view without_prefix(std::string_view line, std::string_view prefix) {
  if (line.starts_with(prefix)) return line.substr(prefix.size());
  return line == without_blanks_around(prefix) ? std::string_view() : line;
}

bool may_have_tabs(const std::vector<std::string_view>& lines, std::string_view prefix) {
  const auto has_tab = [](std::string_view line) { return line.find('\t') != std::string_view::npos; };
  const auto is_tabbed = [&](std::string_view line) { return is_indented_by_tab(without_prefix(line, prefix)); };
  return std::any_of(lines.begin(), lines.end(), has_tab) &&
         (lines_as_printed(lines, prefix) == 0 || std::any_of(lines.begin(), lines.end(), is_tabbed));
}

bool has_other_characters(std::string_view line, const Treatment& treatment) {
  return treatment.is_web || (treatment.has_tabs && line.find('\t') != std::string_view::npos);
}

std::string with_own_characters(std::string_view line, const Treatment& treatment) {
  if (!treatment.is_web) return without_tabs(line);
  const std::string text = without_web_characters(line);
  return treatment.has_tabs ? without_tabs(text) : text;
}

Treatment treatment_of(std::string_view head) {
  std::vector<std::string_view> lines = first_lines(head);
  // A value that is cut is narrow as well.
  if (lines.size() > 1 && !head.ends_with('\n')) lines.pop_back();
  Treatment treatment{.is_web = is_web_text(lines)};
  std::vector<std::string> plain;
  if (treatment.is_web) {
    for (const std::string_view line : lines) plain.push_back(without_web_characters(line));
    lines.assign(plain.begin(), plain.end());
  }
  treatment.prefix = common_mark(lines);
  std::vector<std::string> expanded;
  if (may_have_tabs(lines, treatment.prefix)) {
    for (const std::string_view line : lines) expanded.push_back(without_tabs(line));
    const std::vector<std::string_view> views(expanded.begin(), expanded.end());
    const std::string mark = common_mark(views);
    // Beside lines of a format more of them may be where DTrace prints them, if not all.
    treatment.has_tabs = lines_as_printed(views, mark) != 0 || !indentation_of(views).empty() ||
                         evidence_of(views, mark).kept() > evidence_of(lines, treatment.prefix).kept();
    if (treatment.has_tabs) {
      lines = views;
      treatment.prefix = mark;
    }
  }
  if (treatment.prefix.empty()) treatment.prefix = indentation_of(lines);
  const Evidence evidence = evidence_of(lines, treatment.prefix);
  treatment.collapsed = evidence.collapsed();
  treatment.has_text_keys = evidence.has_text_keys();
  treatment.wrapped = treatment.collapsed && evidence.wrapped();
  treatment.stacks_have_values = !evidence.only_actions();
  if (!treatment.collapsed) treatment.indent = frame_indent_of(lines, treatment.prefix);
  return treatment;
}

bool PastedText::is_flattened(std::string_view line) {
  const auto parts = parts_of(line);
  return ends_in_number(parts) && std::count_if(parts.begin(), parts.end(), is_frame) > 1;
}

std::string_view PastedText::take_part(std::string_view& line) { return next_part(line); }

bool PastedText::is_value(std::string_view line) { return parse_number(without_blanks_around(line)).has_value(); }

bool PastedText::can_be_wrapped(std::string_view line) {
  return !parse_table_row(line) && ends_in_number(parts_of(line));
}

std::string_view PastedText::restored(std::string_view line) {
  line = without_prefix(line, treatment_.prefix);
  if (!treatment_.collapsed) return line;
  const std::string_view text = without_blanks_around(line);
  if (text.empty() || parse_table_row(text) || table_heading(text) != TableHeading::none || is_heading(text) ||
      is_message(text)) {
    return text;
  }
  restored_.clear();
  const auto parts = parts_of(text);
  const bool left_out = text.starts_with('[') || text.starts_with("...");
  if (left_out && !is_annotation(text)) return text;
  if (parts.size() == 1 && !parse_number(text)) {
    restored_.append(is_frame(text) ? frame_indent : key_indent, ' ').append(text);
    return restored_;
  }
  if (!parse_number(parts.back())) return text;
  for (const std::string_view part : parts) append_column(restored_, part, parse_number(part).has_value());
  return restored_;
}

}  // namespace profconv::dtrace
