// SPDX-License-Identifier: Apache-2.0
// Spans -> the events of a Spall file, in large blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/time/timeline.h"
#include "core/time/timeline_numbers.h"
#include "core/wire/spall.h"
#include "profconv/output.h"
#include "viewer_limits.h"

namespace profconv::spall {

/// What the events of a trace say besides their times. Names fit into Spall.
struct TraceNames {
  std::span<const TrackNumber> tracks;
  std::span<const std::string_view> frames;     ///< by number in the NameTable
  std::span<const std::string_view> processes;  ///< by track; empty where it has none
  std::span<const std::string_view> threads;
};

/// Bytes on their way to an output. Subclasses say what begins and ends a block.
class EventWriter : public SpanVisitor {
 public:
  /// Writes what is left, after the last track.
  void finish() { write_block(); }
  [[nodiscard]] const ViewerArena& arena() const { return arena_; }

 protected:
  EventWriter(Output& output, const TraceNames& names, std::size_t block_bytes);

  void write_header(std::uint64_t version, double timestamp_unit);
  /// Room for one event.
  [[nodiscard]] char* reserve(std::size_t bytes) {
    if (used_ + bytes > block_bytes_) flush();
    char* const place = block_.get() + used_;
    used_ += bytes;
    return place;
  }
  void write_block();
  void change_depth(std::size_t ended, std::size_t begun) {
    depth_ = depth_ - ended + begun;
    if (depth_ > max_depth_) max_depth_ = depth_;
  }
  void enter_track(std::size_t track);
  void leave_track() { arena_.add_thread(number_.pid, max_depth_); }

  [[nodiscard]] const TraceNames& names() const { return names_; }
  [[nodiscard]] const TrackNumber& number() const { return number_; }
  [[nodiscard]] char* block() { return block_.get(); }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  virtual void flush() = 0;

  Output* output_;
  TraceNames names_;
  std::size_t block_bytes_;
  std::unique_ptr<char[]> block_;
  std::size_t used_ = 0;
  std::size_t depth_ = 0;
  std::size_t max_depth_ = 0;
  TrackNumber number_;
  ViewerArena arena_;
};

/// Version 1: every event names its thread, times are doubles. Holds no names of processes and threads.
class WriterV1 final : public EventWriter {
 public:
  WriterV1(Output& output, const TraceNames& names, const Tick& tick);

  void begin_track(std::size_t track) override { enter_track(track); }
  /// Throws WriteError for a time that a double does not hold exactly.
  void step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) override;
  void end_track() override { leave_track(); }

 private:
  void flush() override { write_block(); }
};

/// Version 3: buffers of events of one thread, with its names first, times are integers.
class WriterV3 final : public EventWriter {
 public:
  WriterV3(Output& output, const TraceNames& names, const Tick& tick);

  void begin_track(std::size_t track) override;
  void step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) override;
  void end_track() override;

 private:
  void flush() override;
  void begin_buffer();
  void end_buffer();
  void write_name(EventType type, std::string_view name);

  std::uint64_t time_ = 0;
  std::optional<std::uint64_t> first_time_;     ///< of the buffer
  std::optional<std::uint32_t> named_process_;  ///< the last one
};

}  // namespace profconv::spall
