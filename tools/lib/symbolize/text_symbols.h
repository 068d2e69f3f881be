// SPDX-License-Identifier: Apache-2.0
// Symbol tables that are text: what a just-in-time compiler writes for perf, and the kernel's.
//
//   7f21a80043a0 1c0 Interpreter::run          /tmp/perf-PID.map: start, size, name
//   ffffffff81000130 T entry_SYSCALL_64        /proc/kallsyms: start, type, name, [module]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::symbolize {

class TextSymbols {
 public:
  enum class Kind : std::uint8_t { none, perf_map, kallsyms };

  /// Reads a file of either kind; of what is neither there is nothing.
  explicit TextSymbols(const std::string& path);

  [[nodiscard]] Kind kind() const { return kind_; }
  /// The name of what is at an address of the process or the kernel; empty: nothing is.
  [[nodiscard]] std::string_view at(std::uint64_t address) const;

 private:
  struct Function {
    std::uint64_t start = 0;
    std::uint64_t size = 0;
    std::string name;
  };

  bool add(std::string_view line);

  Kind kind_ = Kind::none;
  std::vector<Function> functions_;  ///< by start; of equal starts the last that the file has comes last
};

}  // namespace profconv::symbolize
