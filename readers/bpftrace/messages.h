// SPDX-License-Identifier: Apache-2.0
// Lines that bpftrace prints of itself, and what belongs to no map.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/input.h"
#include "readers/bpftrace/maps.h"

namespace profconv::bpftrace {

/// Takes lines and counts them.
class Messages {
 public:
  Messages(Input& input, Maps& maps) : input_(input), maps_(maps) {}

  /// "Attaching 2 probes...", of 0.24 and later "Attached 2 probes": a recording begins.
  [[nodiscard]] static bool is_heading(std::string_view line);
  /// Takes a line of bpftrace, if it is one that may be within a print.
  bool take(std::string_view line, std::uint64_t number);
  void begin_recording();
  void add_lost_events(std::uint64_t count, std::uint64_t line);
  void add_text(std::string_view line, std::uint64_t number);
  /// Takes an error or warning of bpftrace, which may be anywhere.
  bool take_error(std::string_view line, std::uint64_t number);
  void in_key(std::string_view line, std::uint64_t number);
  /// What looks like a frame is below frames and not indented as they are.
  void wrapped_frame(std::string_view line, std::uint64_t number);
  /// Stacks that a program prints follow an empty line, or text.
  void frame_below_element(std::string_view line, std::uint64_t number);
  /// A key of one line looks like the lines of a stack.
  void joined_frames(std::string_view key, std::uint64_t number);
  void glued(std::string_view key, std::uint64_t number);
  /// An element, or what looks like one, follows other text on its line.
  void inner(std::string_view element, std::uint64_t number, bool is_read);
  void odd_average(std::uint64_t line, std::string_view map);
  void cut_beginning(std::string_view line, std::uint64_t number);
  void cut_element(std::uint64_t line, std::string_view map);
  void cut_at_end(std::uint64_t line, std::string_view map);
  [[nodiscard]] bool has_heading() const { return headings_ != 0; }
  /// The first line of text, in quotes; empty: no such line.
  [[nodiscard]] const std::string& first_text() const { return first_text_; }
  [[nodiscard]] std::uint64_t first_text_line() const { return first_text_line_; }
  void finish();

 private:
  [[nodiscard]] bool is_value_of_map(std::string_view line) const;

  Input& input_;
  Maps& maps_;
  std::uint64_t headings_ = 0;
  std::uint64_t lost_events_ = 0;
  std::uint64_t first_lost_ = 0;
  std::uint64_t text_lines_ = 0;
  std::string first_text_;
  std::uint64_t first_text_line_ = 0;
};

}  // namespace profconv::bpftrace
