// SPDX-License-Identifier: Apache-2.0
// What dtrace or bpftrace prints, without the lines that our programs print for us.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tools/lib/record/address_names.h"

namespace profconv::record {

/// How many bytes of the lines that TracerText gives are whole records.
[[nodiscard]] std::size_t whole_records(std::string_view lines);

/// Takes the text in pieces, and gives its lines.
class TracerText {
 public:
  /// `names` may be null.
  TracerText(bool is_ours, AddressNames* names) : is_ours_(is_ours), names_(names) {}

  void add(std::string_view bytes);
  /// The text has ended, perhaps within a line.
  void end();
  /// Whether the tracer has said that it traces.
  [[nodiscard]] bool is_ready() const { return is_ready_; }
  /// How often it has said that it is alive.
  [[nodiscard]] std::uint64_t marks() const { return marks_; }
  /// Whether there was a line of its own.
  [[nodiscard]] bool has_lines() const { return has_lines_; }
  /// The samples that bpftrace said it lost, in lines of its own.
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  /// The lines so far; take them out.
  [[nodiscard]] std::string& lines() { return lines_; }

 private:
  void take(std::string_view line);
  bool count_lost(std::string_view line);
  bool note_exec(std::string_view line);

  bool is_ours_;
  AddressNames* names_;
  std::string begun_;  ///< a line without its end
  std::string lines_;
  std::uint64_t lost_ = 0;
  std::uint64_t marks_ = 0;
  bool is_ready_ = false;
  bool has_lines_ = false;
  bool in_record_ = false;    ///< the last line was not a value, which ends a record
  bool blank_waits_ = false;  ///< an empty line, which counts between the stacks of a record only
};

}  // namespace profconv::record
