// SPDX-License-Identifier: Apache-2.0
// Finds inputs that hold the same samples: a profile and what it was converted to, or several profiles and their merge.
// Such an input is usually an output whose -o was forgotten, and merging it counts samples twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "profconv/conversion.h"

namespace profconv {

/// Reports a data loss for each path that leads to the file of one before it. Gives these paths.
std::set<std::string> report_named_twice(std::span<const std::string> paths, Context& context);

/// Hashes of functions' names without what some format replaces. Inputs of a merge share most names: each is worked out
/// once.
class NameHashes {
 public:
  [[nodiscard]] std::uint64_t of(std::string_view name);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const;
  };

  std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>> known_;
};

/// Compares the inputs of a merge by fingerprints that do not depend on their formats.
class RepeatedInputs {
 public:
  void add(const InputReport& input, const ProfileSet& set);
  /// Reports a data loss for each input that repeats others.
  void report(Context& context) const;

 private:
  /// One value type of the profiles of one name.
  struct Column {
    std::string profile;
    std::string type;
    bool operator<(const Column& other) const { return std::tie(profile, type) < std::tie(other.profile, other.type); }
  };
  /// Of a value type that adds: the sum of hash(stack) x value, modulo 2^64. A merge has the sum of its inputs.
  struct Sum {
    const Column* column;
    std::uint64_t value;
  };

  struct Part {
    std::string name;
    std::string_view format;    ///< it was read as
    std::string source;         ///< format it was made from
    std::int64_t start_ns = 0;  ///< of the recording; 0: unknown
    std::vector<std::string> comments;
    std::size_t stacks = 0;  ///< with a value, counted up to enough_stacks
    std::vector<Sum> sums;
  };

  class EqualParts;

  /// For each part the one before it that it is a copy or a conversion of; null: none is.
  [[nodiscard]] std::vector<const Part*> copied_from() const;
  [[nodiscard]] bool report_equal(Context& context) const;
  /// Whether all inputs tell when they began, and no other began when this one did.
  [[nodiscard]] bool begins_alone(const Part& part) const;
  void report_sum(Context& context) const;

  std::uint64_t& sum_of(Part& part, const std::string& profile, const std::string& type);

  std::vector<Part> parts_;
  std::set<Column> columns_;  ///< of all parts
  NameHashes names_;
};

}  // namespace profconv
