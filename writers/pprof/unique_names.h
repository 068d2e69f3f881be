// SPDX-License-Identifier: Apache-2.0
// Names of which none may occur twice: size, size_2, size_3.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace profconv::pprof {

/// Gives each name once; who asks second gets it with a number.
class UniqueNames {
 public:
  /// Nobody gets `name` who did not ask for it.
  void reserve(std::string name) { reserved_.insert(std::move(name)); }

  [[nodiscard]] std::string take(const std::string& wanted) {
    if (given_.insert(wanted).second) return wanted;
    for (std::uint64_t& number = numbers_.try_emplace(wanted, 1).first->second;;) {
      std::string name = wanted + "_" + std::to_string(++number);
      if (!reserved_.contains(name) && given_.insert(name).second) return name;
    }
  }

 private:
  std::unordered_set<std::string> reserved_;
  std::unordered_set<std::string> given_;
  std::unordered_map<std::string, std::uint64_t> numbers_;  ///< the last that was tried
};

}  // namespace profconv::pprof
