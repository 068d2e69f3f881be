// SPDX-License-Identifier: Apache-2.0
// What reading a trace does not mind and Spall's viewers do: docs/check.md lists it, docs/formats/spall.md says which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "profconv/input.h"

namespace profconv::spall_in {

/// Judges the events of one trace. Places are bytes of the input.
class Check {
 public:
  explicit Check(Input& input);

  /// The time of an event of version 1, as it is stored.
  void stored_time(double ticks, std::uint64_t byte);
  void time(std::int64_t time_ns);
  void begin_version_3() { is_version_3_ = true; }
  void span_without_time(std::uint64_t byte) const;
  /// An end of version 1 on a thread that has nothing else, in a process that has.
  void end_of_unknown_thread(std::uint64_t byte) const;
  void padding(std::uint64_t byte) const;
  /// A buffer, its header included.
  void buffer(std::uint64_t size, std::uint64_t byte) const;
  /// The name of a process or thread: whether the input has the bytes that a viewer wants to see from there on.
  void name(bool has_viewers_minimum, std::uint64_t byte) const;
  /// Each thread of the trace, with its deepest stack. Auto-traces, which the web viewer does not open, have no
  /// process.
  void thread(std::int64_t pid, std::size_t max_depth);
  void finish() const;

 private:
  void check_room() const;
  void warn(std::string_view kind, std::string_view message, std::uint64_t byte) const;
  void error(std::string_view kind, std::string_view message, std::uint64_t byte) const;

  Input* input_;
  bool is_version_3_ = false;
  std::optional<std::int64_t> first_ns_, last_ns_;
  std::unordered_map<std::int64_t, std::size_t> threads_;  ///< how many, by process
  std::uint64_t depth_places_ = 0;                         ///< in the web viewer's arena
  std::size_t thread_count_ = 0;
  std::size_t max_depth_ = 0;
};

}  // namespace profconv::spall_in
