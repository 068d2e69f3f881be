// SPDX-License-Identifier: Apache-2.0
// Finds inputs that hold the same samples: a profile and what it was converted to, or several profiles and their merge.
// Such an input is usually an output whose -o was forgotten, and merging it counts samples twice.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "fingerprint.h"
#include "profconv/conversion.h"

namespace profconv {

/// Reports a data loss for each path that leads to the file of one before it. Gives these paths.
std::set<std::string> report_named_twice(std::span<const std::string> paths, Context& context);

/// Compares the inputs of a merge by fingerprints that do not depend on their formats.
class RepeatedInputs {
 public:
  /// The last of all inputs so far.
  void add(std::span<const InputReport> all, const ProfileSet& set) {
    places_.push_back(all.size() - 1);
    inputs_.push_back(fingerprinter_.of(*all.back().reader, set));
  }
  /// Reports a data loss for each input that repeats others. `to_stdout`: the caller may have forgotten -o.
  void report(std::span<const InputReport> all, bool to_stdout, Context& context) const;

 private:
  /// For each input the one before it that it is a copy or a conversion of; null: none is.
  [[nodiscard]] std::vector<const Fingerprint*> originals() const;
  /// Whether each of these is the sum of all others of them.
  [[nodiscard]] std::vector<bool> are_merges(const std::vector<bool>& chosen) const;
  /// How many of these, beside the input, have one of its value types.
  [[nodiscard]] std::size_t count_others(const Fingerprint& input, const std::vector<bool>& chosen) const;
  /// Whether all inputs tell when they began, and no other began when this one did.
  [[nodiscard]] bool begins_alone(const Fingerprint& input) const;

  Fingerprinter fingerprinter_;
  std::vector<Fingerprint> inputs_;
  std::vector<std::size_t> places_;  ///< of inputs_ among all
};

}  // namespace profconv
