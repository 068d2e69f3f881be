// SPDX-License-Identifier: Apache-2.0
// Digits on a line of their own below an element: the rest of its value, if a screen has wrapped it, or a number that a
// program printed.
//
//   @a[x]: 12
//   34
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/input.h"
#include "readers/bpftrace/maps.h"

namespace profconv::bpftrace {

/// Follows elements with numbers and other text.
class WrappedValues {
 public:
  /// An element ends in this line.
  void add_element(const Element& element, std::int64_t value, std::uint64_t line) {
    if (is_open_) close(element, value);
    value_ = value;
    line_ = line;
  }
  void add_text(std::string_view text, std::uint64_t line, std::string_view map) {
    if (line == line_ + 1) add_below(text, line, map);
  }
  /// Reports them, unless one of them is a number that a program printed between two prints.
  void report(Input& input, const Maps& maps);

 private:
  struct Suspect {
    std::string map;
    std::uint64_t line = 0;
    std::int64_t value = 0;  ///< of the element, and together with the digits
    std::int64_t joined = 0;
    std::uint64_t next_element = 0;  ///< the line of the next element of the map; 0: another map follows
    bool is_wrapped = true;
  };

  void add_below(std::string_view text, std::uint64_t line, std::string_view map);
  void close(const Element& element, std::int64_t value);

  std::vector<Suspect> suspects_;
  bool is_open_ = false;  ///< the next element belongs to the last of the suspects
  std::int64_t value_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace profconv::bpftrace
