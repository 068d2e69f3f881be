// SPDX-License-Identifier: Apache-2.0
// Samples that do not fit those before them, and text that can be read in two ways: warnings.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "profconv/input.h"
#include "readers/perf/heading.h"
#include "readers/perf/only_frame.h"

namespace profconv::perf {

/// Where the frames of a sample are.
enum class SampleShape : std::uint8_t {
  empty = 1,
  chain = 2,
  chain_and_frame = 4,  ///< a frame in the first line, and others below
  frame = 8,            ///< in the first line
};

class SampleChecks {
 public:
  explicit SampleChecks(Context& context) : context_(context) {}

  void take(const Heading& heading, const Location& where);
  /// A sample without a first line.
  void take_bare(const Location& where);
  void take(SampleShape shape, const Heading& heading, const Location& where);
  /// What follows the event.
  void take_rest(const Heading& heading, const Location& where);
  /// The frame in the heading of a sample without a call chain.
  void take(const OnlyFrame& only, const Heading& heading, const Location& where);
  /// 0: no sample had a time.
  [[nodiscard]] std::int64_t first_time_ns() const { return first_time_ns_; }

 private:
  using Shapes = std::map<std::string, unsigned, std::less<>>;  ///< by event, as sets

  [[nodiscard]] unsigned& shapes_of(std::string_view event);
  void check_chains(SampleShape shape, unsigned before, const Location& where);
  void check_frame(SampleShape shape, const Location& where);
  void check_first_line(const Location& where);
  void check_event(const Heading& heading, const Location& where);
  void check_time(const Heading& heading, const Location& where);

  Context& context_;
  bool is_bare_ = false;           ///< a sample without a first line was
  bool is_with_line_ = false;      ///< one with it was
  bool is_with_event_ = false;     ///< one with an event was
  bool is_without_event_ = false;  ///< one was
  bool is_without_time_ = false;   ///< one was
  Shapes shapes_;
  Shapes::value_type* last_ = nullptr;  ///< of the last sample's event
  unsigned any_shape_ = 0;              ///< of samples that are not of tracepoints, as a set
  bool is_with_time_ = false;           ///< one was
  std::int64_t first_time_ns_ = 0;
  std::optional<std::int64_t> last_time_ns_;
};

}  // namespace profconv::perf
