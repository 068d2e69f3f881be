// SPDX-License-Identifier: Apache-2.0
// What the user says of a recording that its text does not.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/options.h"
#include "profconv/profile.h"

namespace profconv::bpftrace {

/// The options of the reader.
[[nodiscard]] std::span<const Option> reader_options();

/// What a key of a map fills; `label` is every name that means nothing to the model.
enum class KeyRole : std::uint8_t { label, pid, tid, comm, nsecs, kstack, ustack };

/// A named key.
struct KeyName {
  KeyRole role = KeyRole::label;
  std::string name;  ///< empty: a label without a name of its own

  [[nodiscard]] bool is_stack() const { return role == KeyRole::kstack || role == KeyRole::ustack; }
};

/// What several prints of a map mean.
enum class Prints : std::uint8_t {
  automatic,  ///< `last` where values rise and never fall from print to print, else `add`
  add,        ///< the program clears the map between prints
  last        ///< each print holds all that came before
};

/// A setting by map ("@bytes"); that of "" is for all maps that have none of their own.
template <class Value>
using ByMap = std::map<std::string, Value, std::less<>>;

/// The options, checked and taken apart.
struct Settings {
  ByMap<std::vector<KeyName>> keys;
  ByMap<std::string> functions;
  ByMap<std::string> units;
  bool keep_offsets = false;
  Prints prints = Prints::automatic;

  /// Throws UsageError.
  explicit Settings(const Options& options);

  /// The names of a map's keys; null if none were given.
  [[nodiscard]] const std::vector<KeyName>* keys_of(std::string_view map) const;
  /// "avg"; empty if it is not given.
  [[nodiscard]] std::string_view function_of(std::string_view map) const;
  /// "bytes"; empty if it is not given.
  [[nodiscard]] std::string_view unit_of(std::string_view map) const;
};

}  // namespace profconv::bpftrace
