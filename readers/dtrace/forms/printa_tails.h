// SPDX-License-Identifier: Apache-2.0
// Telling a format from another that prints the same and then more, which a printf() or dtrace may print as well:
//
//   tick-1s { printa("%s %@d\n", @a); }      END { printa("%s %@d\n\n", @b); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "readers/dtrace/forms/printa_match.h"
#include "readers/dtrace/program/format_places.h"

namespace profconv::dtrace {

/// Knows where in the program's output the next record is.
class PrintaTails {
 public:
  enum class Choice : std::uint8_t {
    shorter,
    longer,
    next_line,  ///< the next line decides
    doubt       ///< nothing does
  };
  /// What is below the longer record.
  enum class Below : std::uint8_t { unknown, probe, end, other };

  explicit PrintaTails(FormatPlaces places) : places_(std::move(places)) {}
  PrintaTails(const PrintaTails&) = delete;
  PrintaTails& operator=(const PrintaTails&) = delete;

  /// A probe is before the next record.
  void pass_probe(std::string_view line);
  /// A line is no part of a record.
  void pass(std::string_view line);
  /// A record of a format was read.
  void end_record(std::size_t format);

  /// Whether a format prints what another does, and then more text.
  [[nodiscard]] static bool is_longer(const PrintaFormat& format, const PrintaFormat& other);
  /// Which of two whole records it is.
  [[nodiscard]] Choice choose(PrintaMatch& shorter, PrintaMatch& longer, Below below) const;
  /// Whether a format cannot print the next record, where another can.
  [[nodiscard]] bool is_elsewhere(std::size_t format, std::size_t other) const {
    return !may_be(format) && may_be(other);
  }
  /// The format of the record right above; 0: something else is there.
  [[nodiscard]] std::size_t last() const { return last_; }

 private:
  [[nodiscard]] bool may_be(std::size_t format) const {
    return possible_ == nullptr || possible_->empty() || possible_->contains(format);
  }

  FormatPlaces places_;
  const FormatNumbers* of_probe_ = nullptr;  ///< those of `places_`, as the next; null or none: all
  const FormatNumbers* possible_ = nullptr;
  std::size_t last_ = 0;
  bool has_probes_ = false;
};

}  // namespace profconv::dtrace
