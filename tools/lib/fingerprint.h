// SPDX-License-Identifier: Apache-2.0
// What an input is known by whatever its format: sums over the stacks of each value type, and facts of its recording.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "profconv/conversion.h"

namespace profconv {

/// A value type of the profiles of one name.
struct SummedType {
  std::string type;
  std::string dimension;  ///< of the unit
  std::string profile;

  bool operator<(const SummedType& other) const {
    return std::tie(type, dimension, profile) < std::tie(other.type, other.dimension, other.profile);
  }
};

/// Of a value type that adds: the sum of hash(stack) x value in a unit that all have, modulo 2^64. A merge has the sum
/// of its inputs.
struct TypeSum {
  const SummedType* type;
  std::uint64_t value;

  [[nodiscard]] bool is_of_type(const TypeSum& other) const {
    return type->type == other.type->type && type->dimension == other.type->dimension;
  }
  bool operator==(const TypeSum& other) const { return value == other.value && is_of_type(other); }
  /// By type, dimension and value.
  bool operator<(const TypeSum& other) const {
    return std::tie(type->type, type->dimension, value) <
           std::tie(other.type->type, other.type->dimension, other.value);
  }
};

struct Fingerprint {
  std::string_view format;      ///< it was read as
  std::string_view source;      ///< format it was made from
  std::int64_t start_ns = 0;    ///< of the recording; 0: unknown
  std::uint64_t pid = 0;        ///< hash of that of the recording; 0: unknown
  std::vector<TypeSum> sums;    ///< sorted, of at most 1000 types and profiles, the first by name
  bool has_few_stacks = false;  ///< so few that they may add up by chance
  /// Hashes of what a recording tells, and another run is not likely to: its start, duration and comments; 0: unknown.
  std::array<std::uint64_t, 3> facts{};
};

/// Whether value types that both have are equal: a conversion may drop some.
[[nodiscard]] bool agree(const Fingerprint& a, const Fingerprint& b);

/// Makes fingerprints. They are valid as long as this lives.
class Fingerprinter {
 public:
  [[nodiscard]] Fingerprint of(const Reader& reader, const ProfileSet& set);

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const;
  };

  void add_facts(const Metadata& metadata, Fingerprint& print);
  std::uint64_t hash_of(std::string_view name);
  std::vector<std::uint64_t> stack_hashes(const Dictionary& dictionary);

  /// Inputs of a merge share most names: each is worked out once.
  std::unordered_map<std::string, std::uint64_t, TextHash, std::equal_to<>> names_;
  std::set<SummedType> types_;
  std::set<std::string> sources_;
};

}  // namespace profconv
