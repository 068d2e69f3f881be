// SPDX-License-Identifier: Apache-2.0
// Numbering and naming tracks. A dictionary may hold one (pid, tid) several times, under several names: that is one
// thread, with one clock.
#include "timeline_tracks.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace profconv {

namespace {

/// A thread of the dictionary and the numbers it is shown with.
struct Place {
  std::int64_t pid = 0;
  std::int64_t tid = 0;
  ThreadId thread;

  bool operator<(const Place& other) const {
    return std::tie(pid, tid, thread.value) < std::tie(other.pid, other.tid, other.thread.value);
  }
};

/// The first number from 1 that is not among `sorted`.
template <class Range, class Projection>
std::int64_t first_free(const Range& sorted, Projection number) {
  std::int64_t free = 1;
  for (const auto& item : sorted) {
    if (number(item) > free) break;
    if (number(item) == free) ++free;
  }
  return free;
}

std::vector<Place> used_threads(const Dictionary& dictionary, const Samples& samples) {
  std::vector<bool> used(dictionary.threads().size());
  for (const ThreadId id : samples.thread) used[id.value] = true;
  if (samples.thread.empty() && samples.size() != 0) used[0] = true;
  std::vector<Place> places;
  for (std::uint32_t i = 0; i < used.size(); ++i) {
    const Thread& thread = dictionary.thread(ThreadId{i});
    if (used[i]) places.push_back({thread.pid, thread.tid, ThreadId{i}});
  }
  return places;
}

/// Calls `visit` with each run of places that agree in `key`; they must be sorted by it.
template <class Key, class Visit>
void for_each_run(std::span<Place> places, Key key, Visit visit) {
  for (std::size_t begin = 0; begin < places.size();) {
    std::size_t end = begin + 1;
    while (end < places.size() && key(places[end]) == key(places[begin])) ++end;
    visit(places.subspan(begin, end - begin));
    begin = end;
  }
}

std::int64_t pid_of(const Place& place) { return place.pid; }
std::int64_t tid_of(const Place& place) { return place.tid; }

void number_unknown(std::vector<Place>& places) {
  std::sort(places.begin(), places.end());
  const std::int64_t free_pid = first_free(places, pid_of);
  for (Place& place : places) {
    if (place.pid == Thread::unknown) place.pid = free_pid;
  }
  std::sort(places.begin(), places.end());
  for_each_run(places, pid_of, [](std::span<Place> process) {
    const std::int64_t free_tid = first_free(process, tid_of);
    for (Place& place : process) {
      if (place.tid == Thread::unknown) place.tid = free_tid;
    }
  });
  std::sort(places.begin(), places.end());
}

StringId first_process_name(const Dictionary& dictionary, std::span<const Place> places, StringId other_than) {
  ThreadId first;
  StringId found;
  for (const Place& place : places) {
    const StringId name = dictionary.thread(place.thread).process_name;
    if (!name || name == other_than || (found && first.value < place.thread.value)) continue;
    first = place.thread;
    found = name;
  }
  return found;
}

StringId thread_name(const Dictionary& dictionary, std::span<const Place> thread, StringId process_name) {
  for (const Place& place : thread) {
    if (const StringId name = dictionary.thread(place.thread).thread_name) return name;
  }
  return first_process_name(dictionary, thread, process_name);
}

std::size_t names_not_shown(const Thread& thread, const Track& track) {
  const bool process = thread.process_name == track.process_name || thread.process_name == track.thread_name;
  return (process || !thread.process_name ? 0U : 1U) +
         (thread.thread_name == track.thread_name || !thread.thread_name ? 0U : 1U);
}

}  // namespace

Tracks make_tracks(const Dictionary& dictionary, const Samples& samples) {
  Tracks result;
  result.of_thread.resize(dictionary.threads().size());
  std::vector<Place> places = used_threads(dictionary, samples);
  number_unknown(places);
  for_each_run(places, pid_of, [&](std::span<Place> process) {
    const StringId process_name = first_process_name(dictionary, process, {});
    for_each_run(process, tid_of, [&](std::span<Place> thread) {
      Track track{
          .pid = thread.front().pid, .tid = thread.front().tid, .process_name = process_name, .thread_name = {}};
      track.thread_name = thread_name(dictionary, thread, process_name);
      for (const Place& place : thread) {
        result.of_thread[place.thread.value] = static_cast<std::uint32_t>(result.tracks.size());
        result.names_left_out += names_not_shown(dictionary.thread(place.thread), track);
      }
      result.tracks.push_back(track);
    });
  });
  return result;
}

}  // namespace profconv
