// SPDX-License-Identifier: Apache-2.0
// Finding out what happened to a text, and undoing it.
#include "readers/dtrace/text/pasted.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text/blanks.h"
#include "readers/dtrace/text/column_evidence.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/line_parts.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/numbered_text.h"
#include "readers/dtrace/text/table.h"
#include "readers/dtrace/text/terminal_text.h"
#include "readers/dtrace/text/web_text.h"

namespace profconv::dtrace {

namespace {

/// A mark that some line begins with and that none lacks but what a terminal shows of Ctrl-C.
std::string common_mark(const std::vector<std::string_view>& lines) {
  constexpr std::array<std::string_view, 7> marks{"\t", "// ", "> ", "# ", "* ", "| ", "+"};
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

ColumnEvidence evidence_of(const std::vector<std::string_view>& lines, std::string_view prefix) {
  ColumnEvidence evidence;
  for (const std::string_view line : lines) evidence.look(without_prefix(line, prefix));
  return evidence;
}

/// How many lines are where DTrace prints them, without the prefix; 0 if any is not.
std::size_t lines_as_printed(const std::vector<std::string_view>& lines, std::string_view prefix) {
  ColumnEvidence evidence;
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

/// Whether DTrace ends the line in no blank.
bool is_padded_line(std::string_view line) {
  constexpr std::size_t row_width = 52;
  if (parse_table_row(line)) return line.size() - line.find('|') > row_width;
  const std::string_view text = trimmed(line);
  std::vector<Column> columns;
  return parse_number(text) || !frame_before_blanks(line).empty() ||
         (parse_columns(without_blanks_behind(line), columns) == ColumnsFound::complete &&
          columns.back().kind == ColumnKind::quad);
}

/// Whether blanks were put behind all lines, or all but a few.
bool are_padded(const std::vector<std::string_view>& lines) {
  constexpr std::size_t few = 16;
  std::size_t padded = 0;
  std::size_t others = 0;
  bool is_told = false;
  for (const std::string_view line : lines) {
    const bool has_blank = line.ends_with(' ');
    if (has_blank) ++padded;
    if (!has_blank && !line.empty()) ++others;
    is_told = is_told || (has_blank && is_padded_line(line));
  }
  return is_told && others <= padded / few;
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

/// Whether every other line is empty: between frames, and also where an empty line was before.
bool are_double_spaced(const std::vector<std::string_view>& lines) {
  std::size_t frames = 0;
  bool has_empty = false;
  bool is_below_frame = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i % 2 != 0) {
      if (!lines[i].empty()) return false;
      continue;
    }
    const bool is_at_frame = is_frame(without_blanks_around(lines[i]));
    if (is_at_frame && is_below_frame) ++frames;
    is_below_frame = is_at_frame;
    has_empty = has_empty || lines[i].empty();
  }
  return has_empty && frames > 1;
}

void remove_numbers(std::vector<std::string_view>& lines, std::uint64_t number) {
  for (std::string_view& line : lines) line.remove_prefix(numbering_length(line, number++));
}

void keep_every_other(std::vector<std::string_view>& lines) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lines.size(); i += 2) lines[kept++] = lines[i];
  lines.resize(kept);
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

std::string_view without_padding(std::string_view line) {
  const std::string_view text = without_blanks_behind(line);
  const bool is_key = leading_blanks(line) == key_indent && text.size() > key_indent;
  return is_key ? line.substr(0, std::max(text.size(), key_indent + text_width)) : text;
}

bool may_have_tabs(const std::vector<std::string_view>& lines, std::string_view prefix) {
  const auto has_tab = [](std::string_view line) { return line.find('\t') != std::string_view::npos; };
  const auto is_tabbed = [&](std::string_view line) { return is_indented_by_tab(without_prefix(line, prefix)); };
  return std::any_of(lines.begin(), lines.end(), has_tab) &&
         (lines_as_printed(lines, prefix) == 0 || std::any_of(lines.begin(), lines.end(), is_tabbed));
}

bool has_other_characters(std::string_view line, const Treatment& treatment) {
  return treatment.is_web || treatment.first_number != 0 ||
         (treatment.has_codes && line.find(escape) != std::string_view::npos) ||
         (treatment.has_tabs && line.find('\t') != std::string_view::npos);
}

std::string with_own_characters(std::string_view line, const Treatment& treatment, std::uint64_t number) {
  std::string text = treatment.has_codes ? without_terminal_codes(line) : std::string(line);
  if (treatment.first_number != 0) text.erase(0, numbering_length(text, treatment.first_number + number - 1));
  if (treatment.is_web) text = without_web_characters(text);
  return treatment.has_tabs ? without_tabs(text) : text;
}

std::string without_double_spacing(std::string_view head) {
  std::string text;
  bool is_kept = true;
  while (!head.empty()) {
    const std::size_t size = std::min(head.find('\n'), head.size() - 1) + 1;
    if (is_kept) text.append(head.substr(0, size));
    is_kept = !is_kept;
    head.remove_prefix(size);
  }
  return text;
}

Treatment treatment_of(std::string_view head, bool keeps_codes, bool may_be_numbered) {
  Treatment treatment{.has_codes = !keeps_codes && has_terminal_codes(head)};
  const std::string shown = treatment.has_codes ? without_terminal_codes(head) : std::string();
  std::vector<std::string_view> lines = first_lines(treatment.has_codes ? shown : head);
  // A value that is cut is narrow as well.
  if (lines.size() > 1 && !head.ends_with('\n')) lines.pop_back();
  treatment.first_number = may_be_numbered ? first_number_of(lines) : 0;
  if (treatment.first_number != 0) remove_numbers(lines, treatment.first_number);
  treatment.is_web = is_web_text(lines);
  std::vector<std::string> plain;
  if (treatment.is_web) {
    for (const std::string_view line : lines) plain.push_back(without_web_characters(line));
    lines.assign(plain.begin(), plain.end());
  }
  treatment.is_double_spaced = are_double_spaced(lines);
  if (treatment.is_double_spaced) keep_every_other(lines);
  treatment.is_padded = are_padded(lines);
  if (treatment.is_padded) {
    for (std::string_view& line : lines) line = without_padding(line);
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
  const ColumnEvidence evidence = evidence_of(lines, treatment.prefix);
  treatment.collapsed = evidence.collapsed();
  treatment.has_text_keys = evidence.has_text_keys();
  treatment.wrapped = treatment.collapsed && evidence.wrapped();
  treatment.stacks_have_values = !evidence.only_actions();
  if (!treatment.collapsed) treatment.indent = frame_indent_of(lines, treatment.prefix);
  return treatment;
}

bool PastedText::is_flattened(std::string_view line) {
  const auto parts = split_parts(line);
  return ends_in_number(parts) && std::count_if(parts.begin(), parts.end(), is_frame) > 1;
}

std::string_view PastedText::take_part(std::string_view& line) { return next_part(line); }

bool PastedText::is_value(std::string_view line) { return parse_number(without_blanks_around(line)).has_value(); }

bool PastedText::can_be_wrapped(std::string_view line) {
  return !parse_table_row(line) && ends_in_number(split_parts(line));
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
  const auto parts = split_parts(text);
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
