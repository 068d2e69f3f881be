// SPDX-License-Identifier: Apache-2.0
// Functions by their address in a process or the kernel, for code that is in no ELF file that was mapped: what
// just-in-time compilers announce to perf, and the kernel's own list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile.h"
#include "tools/lib/symbolize/debug_info.h"

namespace profconv::symbolize {

/// What is at an address; without a name: nothing.
struct TableSymbol {
  SourceFrame frame;
  bool is_replaced = false;  ///< the address was another function's before
};

class SymbolTable {
 public:
  enum class Kind : std::uint8_t { none, perf_map, jit_dump, kallsyms };

  /// Where a source line begins in the code of a function.
  struct Line {
    std::uint64_t address = 0;
    std::uint32_t line = 0;
    std::uint32_t file = 0;  ///< by add_file()
  };
  /// Reads a file of any kind; of other files there is nothing.
  explicit SymbolTable(const std::string& path);

  [[nodiscard]] Kind kind() const { return kind_; }
  /// The process whose code it is, by the file or its name; Thread::unknown: not known, or the kernel.
  [[nodiscard]] std::int64_t pid() const { return pid_; }
  [[nodiscard]] TableSymbol at(std::uint64_t address) const;
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Whether a symbol was found in it.
  [[nodiscard]] bool is_used() const { return is_used_; }

  // For those who read files.
  void set_kind(Kind kind) { kind_ = kind; }
  void set_pid(std::int64_t pid) { pid_ = pid; }
  [[nodiscard]] std::uint32_t add_file(std::string_view path);
  /// Adds a function in place of those that had its addresses. Its lines come in the order of their addresses.
  void add(std::uint64_t start, std::uint64_t size, std::string_view name, std::vector<Line> lines = {});

 private:
  struct Function {
    std::string name;
    std::vector<Line> lines;
  };
  struct Range {
    std::uint64_t end = 0;
    std::size_t function = 0;  ///< in functions_
    bool is_replaced = false;
  };

  [[nodiscard]] bool make_room(std::uint64_t start, std::uint64_t end, std::string_view name);

  std::string path_;
  mutable bool is_used_ = false;
  Kind kind_ = Kind::none;
  std::int64_t pid_ = Thread::unknown;
  std::vector<std::string> files_;
  std::map<std::string, std::uint32_t, std::less<>> file_ids_;
  std::vector<Function> functions_;
  std::map<std::uint64_t, Range> ranges_;  ///< by start; none overlaps another
};

}  // namespace profconv::symbolize
