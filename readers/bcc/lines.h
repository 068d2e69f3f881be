// SPDX-License-Identifier: Apache-2.0
// The lines that bcc's tools print, by themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace profconv::bcc {

/// What a tool says before its first stack.
struct Heading {
  enum class Tool : std::uint8_t { profile, offcputime, stackcount, memleak };

  Tool tool = Tool::profile;
  std::int64_t hertz = 0;         ///< of profile; 0: it counts events
  bool is_kernel_only = false;    ///< "by kernel stack"
  std::uint64_t most_stacks = 0;  ///< of memleak: how many it prints
};

/// "Sampling at 99 Hertz of all threads by user + kernel stack...", "Tracing off-CPU time (us) of ...",
/// "Tracing 1 functions for \"c:malloc\"...", "[11:16:33] Top 10 stacks with outstanding allocations:".
[[nodiscard]] std::optional<Heading> parse_heading(std::string_view line);

/// Who a stack is of: "    -                wrk: 1 (2) (9381)", of stackcount
/// "    b'wrk-0' [9381]".
struct Owner {
  std::string_view name;
  std::int64_t id = 0;
};
[[nodiscard]] std::optional<Owner> parse_owner(std::string_view line);
[[nodiscard]] std::optional<Owner> parse_bracketed_owner(std::string_view line);

/// "\t107100 bytes in 1071 allocations from stack"
struct Outstanding {
  std::int64_t bytes = 0;
  std::int64_t allocations = 0;
};
[[nodiscard]] std::optional<Outstanding> parse_outstanding(std::string_view line);

/// One frame: "read", "read_[k]"; of stackcount -v "7f0501ad44a3     read+0x14", of memleak
/// "0x0000556546fee360\tleak(int)+0x12 [thr]", of older ones without the address.
struct FrameText {
  std::string_view name;
  std::string_view module;
  std::uint64_t address = 0;
  std::optional<std::uint64_t> offset = {};
  bool is_kernel = false;  ///< it says so

  [[nodiscard]] bool is_unknown() const { return name == "[unknown]"; }
};
[[nodiscard]] FrameText parse_frame(std::string_view text, Heading::Tool tool);

[[nodiscard]] std::size_t indent_of(std::string_view line);

}  // namespace profconv::bcc
