// SPDX-License-Identifier: Apache-2.0
// The lines of a text, scanned one at a time, as the lexer looks at them: forward, or back to lines that were read
// ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/dtrace/text/frame_lines.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/line.h"
#include "readers/dtrace/text/line_source.h"

namespace profconv::dtrace {

/// Takes the messages that dtrace prints among its results, and what others printed into its lines.
class MessageSink {
 public:
  virtual ~MessageSink() = default;
  virtual void message(std::string_view line, std::uint64_t number) = 0;
  /// Something was printed into a line, which is taken for a frame. `is_known`: its name is elsewhere, too.
  virtual void cut_frame(std::string_view line, std::string_view frame, bool is_known, std::uint64_t number) = 0;
  /// A line is read as a frame, and may be none.
  virtual void doubtful_frame(FrameDoubt doubt, std::string_view line, std::uint64_t number) = 0;
};

/// What earlier tokens say of how the next line is scanned.
struct ScanHints {
  bool interrupts_stack = false;  ///< the token before is text right below a frame
  std::size_t text_indent = 0;    ///< of the last text
  FrameLine leaf;                 ///< of the last stack: values in a row often are of one function
};

/// Gives the line that no token has taken yet. Messages of dtrace are passed on and left out.
class LineCursor {
 public:
  /// Whether a line is text that the D program prints; empty: it prints no stacks that such may be below.
  using IsPrinted = std::function<bool(std::string_view)>;

  /// All must outlive the cursor.
  LineCursor(LineSource& source, const FrameLines& frames, MessageSink& messages, IsPrinted is_printed = {})
      : source_(source),
        input_(source.direct()),
        frames_(frames),
        messages_(messages),
        is_printed_(std::move(is_printed)) {}

  ScanHints hints;  ///< for lines that were not asked for yet

  /// Whether there is a line; reads and scans it when first asked. What follows is of that line.
  bool has_line() { return has_line_ || read_line(); }
  void take_line() { has_line_ = false; }

  [[nodiscard]] std::string_view text() const { return current_.text; }
  /// Whether the program prints the line as text.
  [[nodiscard]] bool is_printed() const { return is_printed_ && is_printed_(current_.text); }
  [[nodiscard]] std::uint64_t number() const { return current_.number; }
  /// The line is a whole record that a filter made of several.
  [[nodiscard]] bool is_record() const { return current_.record != nullptr; }
  [[nodiscard]] std::shared_ptr<const Record> take_record() { return std::move(current_.record); }
  [[nodiscard]] LineKind kind() const { return line_.kind; }
  [[nodiscard]] const Line& line() const { return line_; }
  [[nodiscard]] Line& line() { return line_; }
  /// The frame that the line was before; false if it was none.
  [[nodiscard]] const FrameLine& known_frame() const { return known_frame_; }
  [[nodiscard]] bool is_frame() const { return line_.kind == LineKind::frame; }

  /// A copy of a line, to go back to.
  struct Kept {
    std::string text;
    std::uint64_t number = 0;
    std::shared_ptr<const Record> record;
  };
  /// Takes the line and keeps it.
  [[nodiscard]] Kept keep();
  /// Goes back to lines that were kept, and to the one after them.
  void go_back(std::vector<Kept> lines);

  /// The input, if it goes on right after the last line that was taken and its lines come as they are; else null.
  [[nodiscard]] LineReader* input_ahead() const { return has_line_ || !kept_.empty() ? nullptr : input_; }
  /// How many lines the input has, as far as it was read.
  [[nodiscard]] std::uint64_t lines_read() const { return lines_read_; }

 private:
  bool read_line();
  void take_kept();
  void scan_line();

  LineSource& source_;
  LineReader* input_;
  const FrameLines& frames_;
  MessageSink& messages_;
  IsPrinted is_printed_;
  SourceLine current_;
  bool has_line_ = false;
  bool at_end_ = false;
  Line line_;
  FrameLine known_frame_;
  std::uint64_t lines_read_ = 0;
  std::deque<Kept> kept_;  ///< before those of the source
  std::string kept_text_;  ///< of the current line, if it was kept
};

}  // namespace profconv::dtrace
