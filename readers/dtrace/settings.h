// SPDX-License-Identifier: Apache-2.0
// What the user says of a recording that its text does not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/options.h"
#include "profconv/profile.h"

namespace profconv::dtrace {

/// The options of the reader.
[[nodiscard]] std::span<const Option> reader_options();

/// What a scalar key fills; `label` is every name that means nothing to the model, `perhaps_timestamp` a time if the
/// numbers of the column rise, else a label.
enum class KeyRole : std::uint8_t { label, pid, tid, execname, timestamp, walltimestamp, perhaps_timestamp };

/// A named column of scalar keys.
struct KeyName {
  KeyRole role = KeyRole::label;
  std::string name;  ///< of a label
};

/// A column by its name: `pid`, `timestamp`, or the name of a label; `-` has none.
[[nodiscard]] KeyName parse_key_name(std::string_view name);

/// How often an aggregation is printed, and what that means.
enum class Prints : std::uint8_t {
  automatic,  ///< `last` where the total rises at every print and no key falls or vanishes, else `add`
  add,        ///< each print is what came since the one before
  last,       ///< each print holds all that came before
  apart       ///< what looks like another print is another aggregation
};

/// An aggregating function, or none where it is not known.
struct Function {
  std::string name;

  [[nodiscard]] bool known() const { return !name.empty(); }
  [[nodiscard]] bool is_distribution() const;
  /// The value type of its numbers under stacks or scalar keys; without a unit where it depends on what is counted.
  [[nodiscard]] ValueType value_type(bool under_stacks) const;
};

/// The options, checked and taken apart; one entry for each aggregation in the order of their appearance.
struct Settings {
  std::vector<std::vector<KeyName>> keys;        ///< one entry alone is for all aggregations
  std::vector<std::vector<Function>> functions;  ///< several where one printa() prints several aggregations together
  std::vector<std::vector<std::string>> units;   ///< likewise
  std::vector<std::string> names;
  std::string script;             ///< path of the D program
  std::string printa;             ///< formats as a D program writes them, one a line
  std::size_t unsorted_time = 0;  ///< the column, from 1, named `timestamp?` whose times fall; 0: no such column
  bool keep_offsets = false;
  Prints prints = Prints::automatic;

  /// Throws UsageError.
  explicit Settings(const Options& options);

  /// The names of an aggregation's columns; null where none were given.
  [[nodiscard]] const std::vector<KeyName>* keys_of(std::size_t aggregation) const;
};

}  // namespace profconv::dtrace
