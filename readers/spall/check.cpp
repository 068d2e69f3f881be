// SPDX-License-Identifier: Apache-2.0
// The viewers' judgement.
#include "readers/spall/check.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/wire/spall.h"
#include "profconv/dictionary.h"

namespace profconv::spall_in {

namespace {
constexpr std::uint64_t most_buffer_bytes = std::uint64_t{10} << 20;  ///< that the web viewer loads at a time
}

Check::Check(Input& input) : input_(&input) {
  if (input.compression().empty()) return;
  input.context().error("spall.compressed", input.whole(),
                        "the trace is compressed, which Spall takes for JSON and refuses: unpack it");
}

void Check::warn(std::string_view kind, std::string_view message, std::uint64_t byte) const {
  input_->context().data_loss(kind, input_->at_byte(byte), message);
}

void Check::error(std::string_view kind, std::string_view message, std::uint64_t byte) const {
  input_->context().error(kind, input_->at_byte(byte), message);
}

void Check::stored_time(double ticks, std::uint64_t byte) {
  if (ticks < 0) {
    error("spall.negative_time", "an event lies before 0: the viewer refuses the file", byte);
  } else if (std::isfinite(ticks) && ticks != std::floor(ticks)) {
    warn("spall.fraction", "a time has a fraction of a tick, which the viewer cuts off: choose a finer tick", byte);
  }
}

void Check::time(std::int64_t time_ns) {
  first_ns_ = std::min(first_ns_.value_or(time_ns), time_ns);
  last_ns_ = std::max(last_ns_.value_or(time_ns), time_ns);
}

void Check::span_without_time(std::uint64_t byte) const {
  if (!is_version_3_) return;
  input_->context().note("spall.no_duration", input_->at_byte(byte),
                         "a span lasts no time: the viewers make it a tick long and shift what follows");
}

void Check::end_of_unknown_thread(std::uint64_t byte) const {
  error("spall.unknown_thread", "an end is the first event of its thread in a known process: the web viewer crashes",
        byte);
}

void Check::padding(std::uint64_t byte) const {
  warn("spall.padding", "padding, which the native viewer skips and the web viewer refuses", byte);
}

void Check::buffer(std::uint64_t size, std::uint64_t byte) const {
  if (size <= most_buffer_bytes) return;
  warn("spall.large_buffer", "a buffer of more than 10 MiB: the web viewer cannot load it", byte);
}

void Check::name(bool has_viewers_minimum, std::uint64_t byte) const {
  if (has_viewers_minimum) return;
  warn("spall.last_name", "a short name is the last event of the file: the web viewer wants 8 bytes there and stops",
       byte);
}

void Check::thread(std::int64_t pid, std::size_t max_depth) {
  if (pid == Thread::unknown) return;
  ++threads_[pid];
  ++thread_count_;
  depth_places_ += spall::viewer::places_taken(max_depth);
  max_depth_ = std::max(max_depth_, max_depth);
}

void Check::check_room() const {
  using namespace spall::viewer;
  std::uint64_t bytes = depth_bytes * depth_places_ + process_bytes * places_taken(threads_.size());
  for (const auto& [pid, count] : threads_) bytes += thread_bytes * places_taken(count);
  if (bytes <= arena_bytes) return;
  input_->context().data_loss("spall.viewer", input_->whole(),
                              "the web viewer runs out of memory (processes: " + std::to_string(threads_.size()) +
                                  ", threads: " + std::to_string(thread_count_) +
                                  ", deepest stack: " + std::to_string(max_depth_) + ")");
}

void Check::finish() const {
  check_room();
  if (!first_ns_ || first_ns_ != last_ns_) return;
  input_->context().data_loss("spall.no_time", input_->whole(),
                              "all events have the same time: the viewer shows nothing");
}

}  // namespace profconv::spall_in
