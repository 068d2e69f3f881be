// SPDX-License-Identifier: Apache-2.0
// Looking for what only DTrace prints: its heading, indented frames with a right-aligned number below them, keys in
// columns of its widths, tables with its heading.
#include "readers/dtrace/probe.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/key_rows.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/lines.h"
#include "readers/dtrace/text/pasted.h"
#include "readers/dtrace/text/table.h"

namespace profconv::dtrace {

namespace {

/// What was found, and in which line first; 0: not.
struct Found {
  std::size_t heading = 0;
  std::size_t stack_value = 0;
  std::string frame;
  std::size_t table = 0;
  std::size_t columns = 0;
  std::size_t column_lines = 0;
  std::size_t text_columns = 0;  ///< of these, with a text that is filled up to its width
  std::size_t key_rows = 0;      ///< a heading or row of -x agghist or -x aggpack
  std::size_t bare_frames = 0;   ///< frames without indentation, one below the other
  std::size_t lone_frame = 0;    ///< a frame with a module
  std::size_t indented_frames = 0;
  std::size_t named_value = 0;   ///< "@reads = 17"
  std::size_t named_values = 0;  ///< how many
  std::size_t value_lines = 0;
  std::size_t lines = 0;  ///< that are not empty
};

/// "a`b 17": a stack and its count, as collapsed stacks have them. Where DTrace prints a number after a frame, columns
/// are between them or the line is indented.
bool is_collapsed_line(std::string_view line) {
  const std::size_t blank = line.rfind(' ');
  return blank != std::string_view::npos && blank != 0 && line.front() != ' ' && line[blank - 1] != ' ' &&
         line.find_first_not_of("0123456789", blank + 1) == std::string_view::npos && blank + 1 != line.size();
}

bool is_value_line(std::string_view line) {
  return line.size() >= value_width && line.front() == ' ' && parse_number(line.substr(leading_blanks(line)));
}

/// Whether a frame looks like one beyond doubt: text of other kinds has backquotes, too, most of them in pairs and
/// among quotes and brackets.
///
///     a.out`main+0x2c
///     Google Chrome`ChromeMain
///     :func:`open` and ``float``          no frames
bool is_plain_frame(std::string_view text) {
  if (!is_frame(text)) return false;
  const std::size_t tick = text.find('`');
  if (tick == std::string_view::npos) return true;
  if (trimmed(text.substr(0, tick)).empty()) return false;
  if (text.find("+0x", tick) != std::string_view::npos) return true;
  return text.find('`', tick + 1) == std::string_view::npos &&
         text.substr(0, tick).find_first_of(":;,\"'()[]{}<>=|*#&%!?@$\\") == std::string_view::npos;
}

/// Follows the lines of one text.
class Prober {
 public:
  void look(std::string_view line, std::size_t number) {
    if (line.empty() || line == "^C" || parse_cpu_line(line)) return;
    ++found.lines;
    const std::size_t indent = leading_blanks(line);
    if (found.heading == 0 && is_heading(line)) found.heading = number;
    if (table_heading(line) == TableHeading::values && found.table == 0) found.table = number;
    if (is_value_line(line) && !frame_above_.empty() && found.stack_value == 0) {
      found.stack_value = number;
      found.frame = frame_above_;
    }
    if (look_for_columns(line, number)) return;
    if (indent != 0 && is_plain_frame(line.substr(indent))) frame_above_ = line.substr(indent);
    look_closer(line, number, indent);
    const bool named = line.find('`') != std::string_view::npos && line.find(';') == std::string_view::npos;
    const bool bare = indent == 0 && named && is_plain_frame(line) && !is_collapsed_line(line);
    if (bare && bare_above_ && found.bare_frames == 0) {
      found.bare_frames = number - 1;
      found.frame = line;
    }
    bare_above_ = bare;
  }

  /// For lines further down, of which only those that DTrace indents are looked at.
  void look_far(std::string_view line, std::size_t number) {
    if (line.starts_with(' ') || line.starts_with("CPU ")) return look(line, number);
    bare_above_ = false;
    open_line_.clear();
    if (!line.empty()) ++found.lines;
  }

  /// Nothing that may follow says more.
  [[nodiscard]] bool is_certain() const { return found.heading != 0 && found.stack_value != 0; }

  Found found;

 private:
  bool look_for_columns(std::string_view line, std::size_t number) {
    ColumnsFound columns = parse_columns(line, columns_);
    // A text key may hold a newline.
    if (columns != ColumnsFound::complete && !open_line_.empty()) columns = join_columns(open_line_, columns_, line);
    open_line_ = columns == ColumnsFound::open ? std::string(line) : std::string();
    const bool keys =
        columns == ColumnsFound::complete && columns_.size() > 1 && columns_.back().kind == ColumnKind::quad;
    if (!keys) return false;
    if (columns_.front().kind == ColumnKind::text) ++found.text_columns;
    if (!frame_above_.empty() && found.stack_value == 0) {
      found.stack_value = number;
      found.frame = frame_above_;
    }
    if (found.column_lines++ == 0) found.columns = number;
    return true;
  }

  /// For what is too little to be sure.
  void look_closer(std::string_view line, std::size_t number, std::size_t indent) {
    const bool key_row =
        table_heading(line) == TableHeading::keys || is_packed_heading(line) || parse_packed_row(line).has_value();
    if (key_row && found.key_rows == 0) found.key_rows = number;
    if (is_value_line(line)) ++found.value_lines;
    if (line.starts_with('@') && parse_named_value(line) && found.named_values++ == 0) found.named_value = number;
    const std::string_view text = line.substr(indent);
    const bool has_offset = text.find("+0x") != std::string_view::npos;
    if (PastedText::is_flattened(line)) found.lone_frame = number;
    const bool framed = text.find('`') != std::string_view::npos && is_plain_frame(text) &&
                        (indent > 1 || has_offset) && !is_collapsed_line(line);
    if (framed && has_offset && indent == frame_indent) ++found.indented_frames;
    if (framed && found.lone_frame == 0) {
      found.lone_frame = number;
      if (found.frame.empty()) found.frame = text;
    }
  }

  std::string_view frame_above_;
  bool bare_above_ = false;
  std::vector<Column> columns_;
  std::string open_line_;  ///< whose last text may go on
};

std::string short_frame(std::string_view frame) {
  constexpr std::size_t longest = 60;
  std::string text;
  for (const char c : frame.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x20 || byte >= 0x7f ? '?' : c;
  }
  return text + (frame.size() > longest ? "..." : "");
}

/// What is left if nothing is in DTrace's default form: printa() formats, and text that went through other hands.
Probe weak_probe(const Found& found, const Treatment& treatment) {
  if (found.lone_frame != 0) {
    return {Confidence::weak,
            "a frame like " + short_frame(found.frame) + " on line " + std::to_string(found.lone_frame)};
  }
  if (found.named_value != 0) {
    const bool is_most = found.named_values * 2 > found.lines;
    return {is_most ? Confidence::likely : Confidence::weak,
            "an aggregation's name and value on line " + std::to_string(found.named_value)};
  }
  if (treatment.collapsed && treatment.has_text_keys) return {Confidence::weak, "lines of keys and a value"};
  constexpr std::size_t some = 4;
  const bool columns = found.column_lines > some && found.column_lines * 3 > found.lines;
  if (columns) return {Confidence::weak, "keys in DTrace's columns on line " + std::to_string(found.columns)};
  if (found.lines != 0 && found.value_lines == found.lines) return {Confidence::weak, "values in DTrace's width"};
  return {};
}

Probe strong_probe(const Found& found) {
  std::string reason;
  if (found.stack_value != 0) {
    reason = "frames like " + short_frame(found.frame) + " and a value on line " + std::to_string(found.stack_value);
  } else if (found.table != 0) {
    reason = "a table of a distribution on line " + std::to_string(found.table);
  } else if (found.columns != 0) {
    reason = "keys in DTrace's columns and a value on line " + std::to_string(found.columns);
  }
  if (found.heading != 0) {
    const std::string heading = "DTrace's heading on line " + std::to_string(found.heading);
    if (reason.empty()) return {Confidence::likely, heading};
    return {Confidence::certain, heading + ", and " + reason};
  }
  if (found.stack_value != 0 || found.table != 0) return {Confidence::likely, reason};
  // Numbers in columns are weak evidence where most of the text is something else; a text filled up to 50 characters
  // before a number of 17 is strong.
  const bool is_most = found.column_lines * 2 > found.lines;
  if (found.columns != 0 && (is_most || found.text_columns != 0)) return {Confidence::likely, reason};
  if (found.key_rows != 0) {
    return {Confidence::likely, "a picture for each key on line " + std::to_string(found.key_rows)};
  }
  if (found.indented_frames > 1) {
    return {Confidence::likely, "stacks of frames like " + short_frame(found.frame) + " from line " +
                                    std::to_string(found.lone_frame) + " on"};
  }
  if (found.bare_frames != 0) {
    return {Confidence::likely, "stacks of frames like " + short_frame(found.frame) + " from line " +
                                    std::to_string(found.bare_frames) + " on, as printa(\"%k\") prints them"};
  }
  return {};
}

/// Lines of a text as dtrace wrote them, without what was done to them since.
class Lines {
 public:
  Lines(std::string_view text, const Treatment& treatment) : rest_(text), treatment_(treatment) {}

  /// False at the end. What it gives is good as long as the lines are.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    if (has_other_characters(line, treatment_))
      line = changed_.emplace_back(with_own_characters(line, treatment_, number_));
    line = without_prefix(line, treatment_.prefix);
    return true;
  }

 private:
  std::string_view rest_;
  const Treatment& treatment_;
  std::uint64_t number_ = 0;
  std::deque<std::string> changed_;
};

/// What the traced program printed may fill the first lines.
Found found_in(std::string_view head, const Treatment& treatment) {
  constexpr std::size_t closely = 2'000;
  constexpr std::size_t some = 500;
  Lines lines(head, treatment);
  Prober prober;
  std::size_t number = 0;
  for (std::string_view line; !prober.is_certain() && lines.next(line);) {
    ++number;
    if (number > closely) {
      prober.look_far(line, number);
    } else {
      prober.look(line, number);
    }
    if (number % some == 0 && strong_probe(prober.found).confidence != Confidence::no) break;
  }
  return prober.found;
}

/// An SVG image, which may show stacks of DTrace as text.
bool is_picture(std::string_view head) {
  constexpr std::size_t beginning = 4096;
  const std::size_t begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return begin != std::string_view::npos && head[begin] == '<' &&
         head.substr(begin, beginning).find("<svg") != std::string_view::npos;
}

}  // namespace

Probe probe(const Reader&, std::string_view head, std::string_view) {
  if (head.find('\0') != std::string_view::npos || is_picture(head)) return {};
  if (head == "\n") return {Confidence::weak, "an empty line, which is all that dtrace -q prints of nothing"};
  const Treatment treatment = treatment_of(head);
  const Found found = found_in(head, treatment);
  Probe probe = strong_probe(found);
  return probe.confidence == Confidence::no ? weak_probe(found, treatment) : probe;
}

}  // namespace profconv::dtrace
