// SPDX-License-Identifier: Apache-2.0
// Writing events. An E needs no name and an M no time, but speedscope asks for both.
#include "writers/chrome/event_writer.h"

namespace profconv::chrome {

EventWriter::EventWriter(Output& output, const TimeLine& line, const TraceNames& names, std::string_view time_unit)
    : output_(output), tracks_(line.tracks()), names_(names), time_(line.tick()) {
  output_.write(R"({"displayTimeUnit":")");
  output_.write(time_unit);
  output_.write(R"(","traceEvents":[)");
}

void EventWriter::finish() { output_.write("\n]}\n"); }

void EventWriter::write_event(char phase, std::string_view time, std::string_view name, std::string_view rest) {
  event_.assign(is_first_ ? "\n" : ",\n").append(R"({"ph":")").append(1, phase).append(ids_).append(time);
  event_.append(R"(,"name":")").append(name).append("\"").append(rest).append("}");
  output_.write(event_);
  is_first_ = false;
}

void EventWriter::write_name(std::string_view kind, std::string_view name) {
  write_event('M', "0", kind, R"(,"args":{"name":")" + std::string(name) + "\"}");
}

void EventWriter::begin_track(std::size_t track) {
  const Track& ids = tracks_[track];
  ids_ = R"(","pid":)" + std::to_string(ids.pid) + R"(,"tid":)" + std::to_string(ids.tid) + R"(,"ts":)";
  if (!names_.processes[track].empty() && named_process_ != ids.pid) {
    write_name("process_name", names_.processes[track]);
    named_process_ = ids.pid;
  }
  if (!names_.threads[track].empty()) write_name("thread_name", names_.threads[track]);
}

void EventWriter::step(std::int64_t time, std::size_t ended, std::span<const FrameId> begun) {
  const std::string_view at = time_.text(time);
  for (; ended != 0; --ended) {
    write_event('E', at, names_.frames[open_.back().value]);
    open_.pop_back();
  }
  for (const FrameId frame : begun) write_event('B', at, names_.frames[frame.value]);
  open_.insert(open_.end(), begun.begin(), begun.end());
}

}  // namespace profconv::chrome
