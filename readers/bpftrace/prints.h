// SPDX-License-Identifier: Apache-2.0
// Several prints of one map. The text does not say whether the program cleared the map in between; where each print
// holds all that came before, adding them would count it again and again. bpftrace prints every map once more when it
// ends, so that the last print may equal the one before.
#pragma once

#include <cstdint>
#include <vector>

#include "profconv/input.h"
#include "readers/bpftrace/maps.h"
#include "readers/bpftrace/settings.h"

namespace profconv::bpftrace {

/// Where a print ends, as the number of the record after it.
using PrintEnds = std::vector<std::size_t>;

/// Where the prints of a map end. Elements of a print are in the order of their values, so that a print which follows
/// another with nothing between begins where values fall. Scalar keys differ within a print; stacks may not, as they
/// are those of several processes, or could not be looked up: only with Prints::last are these several prints, if each
/// may hold the one before.
[[nodiscard]] PrintEnds print_ends(const MapRecords& map, Prints prints);

/// Records of one print with keys that came before in it.
struct Repeats {
  std::size_t count = 0;
  std::uint64_t first_line = 0;

  void add(std::uint64_t line) {
    if (count++ == 0) first_line = line;
  }
};

/// Which records of a map count, and how that was found.
struct CountedRecords {
  std::vector<bool> counts;         ///< by record
  std::uint64_t printed_again = 0;  ///< the line in which the second print begins that repeats a key; 0: none does
  bool is_last = false;             ///< of several prints the last counts, in a recording
  bool is_added = false;            ///< several prints are added, in a recording
  Repeats repeats;                  ///< of keys with all their stacks
  Repeats empty_repeats;            ///< of keys with an empty stack
  bool may_be_prints = false;       ///< the repeats may be those of prints with nothing between
};
[[nodiscard]] CountedRecords counted_records(const MapRecords& map, Prints prints);

}  // namespace profconv::bpftrace
