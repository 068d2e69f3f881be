// SPDX-License-Identifier: Apache-2.0
// Spans -> the events of a Chrome trace, one a line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/time/timeline.h"
#include "core/time/timeline_numbers.h"
#include "profconv/output.h"
#include "writers/chrome/trace_time.h"

namespace profconv::chrome {

/// The numbers of a trace's threads, and its names, escaped.
struct TraceNames {
  std::span<const TrackNumber> tracks;
  std::span<const std::string_view> frames;     ///< by number in the NameTable
  std::span<const std::string_view> processes;  ///< by track; empty where it has none
  std::span<const std::string_view> threads;
};

/// Writes events as they come: B and E for spans, M for names.
class EventWriter final : public SpanVisitor {
 public:
  /// Begins the document.
  EventWriter(Output& output, const Tick& tick, const TraceNames& names, std::string_view time_unit);
  /// Ends it, after the last track. `other_data` is an object, or empty.
  void finish(std::string_view other_data);
  [[nodiscard]] std::size_t max_depth() const { return max_depth_; }
  [[nodiscard]] const TraceTime& time() const { return time_; }

  void begin_track(std::size_t track) override;
  void step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) override;
  void end_track() override {}

 private:
  /// `phase` is one of B, E, M.
  void write_event(char phase, std::string_view time, std::string_view name, std::string_view rest = {});
  void write_name(std::string_view kind, std::string_view name);

  Output& output_;
  TraceNames names_;
  TraceTime time_;
  std::string ids_;                    ///< of the track, as they stand in each event
  std::vector<NameTable::Name> open_;  ///< an end is written with the name of what it ends
  std::size_t max_depth_ = 0;
  std::optional<std::uint32_t> named_process_;
  std::string event_;
  bool is_first_ = true;
};

}  // namespace profconv::chrome
