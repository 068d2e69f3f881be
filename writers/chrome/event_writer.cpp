// SPDX-License-Identifier: Apache-2.0
// Writing events. The format requires neither a name for E nor a time for M; speedscope requires both.
//
// speedscope sorts begins and ends apart. Where the next of each has the same time, name and arguments, it takes the
// two for one span without duration and begins it before it ends the one that is open, so that everything after goes
// wrong. An end with (empty) arguments differs from the begin, and every other viewer ignores them.
#include "writers/chrome/event_writer.h"

#include <algorithm>

namespace profconv::chrome {

namespace {
constexpr std::string_view unlike_begin = R"(,"args":{})";
}

EventWriter::EventWriter(Output& output, const Tick& tick, const TraceNames& names, std::string_view time_unit)
    : output_(output), names_(names), time_(tick) {
  output_.write(R"({"displayTimeUnit":")");
  output_.write(time_unit);
  output_.write(R"(","traceEvents":[)");
}

void EventWriter::finish(std::string_view other_data) {
  output_.write("\n]");
  if (!other_data.empty()) {
    output_.write(",\"otherData\":");
    output_.write(other_data);
  }
  output_.write("}\n");
}

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
  const TrackNumber ids = names_.tracks[track];
  ids_ = R"(","pid":)" + std::to_string(ids.pid) + R"(,"tid":)" + std::to_string(ids.tid) + R"(,"ts":)";
  if (!names_.processes[track].empty() && named_process_ != ids.pid) {
    write_name("process_name", names_.processes[track]);
    named_process_ = ids.pid;
  }
  if (!names_.threads[track].empty()) write_name("thread_name", names_.threads[track]);
}

void EventWriter::step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) {
  const std::string_view at = time_.text(time);
  for (; ended != 0; --ended) {
    const std::string_view name = names_.frames[open_.back()];
    const bool begins_again = !begun.empty() && name == names_.frames[begun.front()];
    write_event('E', at, name, begins_again ? unlike_begin : std::string_view());
    open_.pop_back();
  }
  for (const NameTable::Name name : begun) write_event('B', at, names_.frames[name]);
  open_.insert(open_.end(), begun.begin(), begun.end());
  max_depth_ = std::max(max_depth_, open_.size());
}

}  // namespace profconv::chrome
