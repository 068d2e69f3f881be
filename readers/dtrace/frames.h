// SPDX-License-Identifier: Apache-2.0
// Frames of a stack, one a line: module`function+0xOFFSET, module`0xADDRESS, 0xADDRESS, module:0xOFFSET (-x noresolve)
// or a language's own name for it (ustack helpers). Most lines of a recording repeat, so each different line is looked
// at once and is a number from then on.
//
//               libc.so.6`read+0x4c
//
// A line such as `[ ./a.py:16 (f) ]` below a frame says whose code an interpreter ran there: a synthetic frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/id_table.h"
#include "profconv/profile_builder.h"

namespace profconv::dtrace {

/// A frame's text taken apart. Empty or zero: the line does not say.
struct FrameText {
  std::string_view module;
  std::string_view function;
  std::uint64_t address = 0;
  bool has_address = false;
  bool has_tick = false;  ///< the module was told from the rest by a backtick
};

/// Never fails: what has no other form is a function's name.
[[nodiscard]] FrameText parse_frame(std::string_view text, bool keep_offset);

/// Whether a text, its indentation removed, has the form of a frame that names a module or an address.
[[nodiscard]] bool is_frame(std::string_view text);

/// The different frame lines of an input by number, from 1 in the order in which they were first seen.
class FrameLines {
 public:
  /// The number of a line that is there; 0 where it is not.
  [[nodiscard]] std::uint32_t find(std::string_view line) const {
    return numbers_.find(hash_bytes(line), [&](std::uint32_t number) { return this->line(number) == line; });
  }
  /// Takes in a line that is not there; `text` is its frame without indentation.
  std::uint32_t add(std::string_view line, std::string_view text);

  [[nodiscard]] std::string_view line(std::uint32_t number) const { return lines_[number].line; }
  /// The frame without indentation.
  [[nodiscard]] std::string_view text(std::uint32_t number) const { return line(number).substr(lines_[number].indent); }
  /// The largest number.
  [[nodiscard]] std::size_t size() const { return lines_.size() - 1; }

 private:
  struct Line {
    std::string_view line;
    std::size_t indent = 0;
  };

  static constexpr std::size_t block_bytes = std::size_t{1} << 16;

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_left_ = 0;
  char* block_next_ = nullptr;
  std::vector<Line> lines_ = std::vector<Line>(1);
  IdTable numbers_;
};

/// The frames of the model that the lines stand for, made when a sample first needs them.
class Frames {
 public:
  Frames(const FrameLines& lines, ProfileSetBuilder& builder, bool keep_offset)
      : lines_(lines), builder_(builder), keep_offset_(keep_offset) {}

  [[nodiscard]] FrameId frame(std::uint32_t number, FrameKind kind) {
    Entry& known = entry(number);
    FrameId& id = kind == FrameKind::kernel ? known.kernel_frame : known.user_frame;
    if (!id) id = make(lines_.text(number), kind);
    return id;
  }
  /// Whether the line can only be of the kernel, by its module or address.
  [[nodiscard]] bool is_kernel(std::uint32_t number) { return entry(number).kernel; }

  /// How many of the lines asked for named a module or function, and how many only an address.
  [[nodiscard]] std::size_t named() const { return named_; }
  [[nodiscard]] std::size_t addresses() const { return addresses_; }

 private:
  struct Entry {
    bool known = false;
    bool kernel = false;
    FrameId user_frame;
    FrameId kernel_frame;
  };

  Entry& entry(std::uint32_t number) {
    if (number >= entries_.size() || !entries_[number].known) look_at(number);
    return entries_[number];
  }
  void look_at(std::uint32_t number);
  FrameId make(std::string_view text, FrameKind kind);
  FrameId make_annotation(std::string_view text);

  const FrameLines& lines_;
  ProfileSetBuilder& builder_;
  bool keep_offset_;
  std::vector<Entry> entries_;
  std::size_t named_ = 0;
  std::size_t addresses_ = 0;
};

}  // namespace profconv::dtrace
