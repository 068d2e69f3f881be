// SPDX-License-Identifier: Apache-2.0
// Numbering and naming tracks. A dictionary may hold one (pid, tid) several times, under several names: that is one
// thread, with one clock.
#include "core/time/timeline_tracks.h"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <utility>

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

bool by_number(StringId a, StringId b) { return a.value < b.value; }

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

/// The names of a process, in the order in which they were seen.
std::vector<StringId> process_names(const Dictionary& dictionary, std::span<const Place> process) {
  std::vector<std::pair<ThreadId, StringId>> seen;
  for (const Place& place : process) {
    const StringId name = dictionary.thread(place.thread).process_name;
    if (name) seen.emplace_back(place.thread, name);
  }
  std::sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.first.value < b.first.value; });
  std::vector<StringId> names;
  std::vector<StringId> sorted;
  for (const auto& [thread, name] : seen) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), name, by_number);
    if (at != sorted.end() && *at == name) continue;
    sorted.insert(at, name);
    names.push_back(name);
  }
  return names;
}

std::string title_of(const Dictionary& dictionary, std::span<const StringId> names) {
  constexpr std::size_t most_listed = 3;
  std::string title;
  for (const StringId name : names.first(std::min(names.size(), most_listed))) {
    title.append(title.empty() ? "" : ", ").append(dictionary.string(name));
  }
  return names.size() <= most_listed ? title : title + " and " + std::to_string(names.size() - most_listed) + " more";
}

/// Of a process of several names, a thread shows one that is not the first where it can: each is seen somewhere.
StringId thread_name(const Dictionary& dictionary, std::span<const Place> thread,
                     std::span<const StringId> of_process) {
  for (const Place& place : thread) {
    if (const StringId name = dictionary.thread(place.thread).thread_name) return name;
  }
  if (of_process.size() < 2) return {};
  const std::vector<StringId> names = process_names(dictionary, thread);
  if (names.empty()) return {};
  return names.size() > 1 && names.front() == of_process.front() ? names[1] : names.front();
}

std::size_t names_not_shown(const Thread& thread, StringId shown_process, StringId shown_thread) {
  const bool process = thread.process_name == shown_process || thread.process_name == shown_thread;
  return (process || !thread.process_name ? 0U : 1U) +
         (thread.thread_name == shown_thread || !thread.thread_name ? 0U : 1U);
}

}  // namespace

Tracks make_tracks(const Dictionary& dictionary, const Samples& samples) {
  Tracks result;
  result.of_thread.resize(dictionary.threads().size());
  std::vector<Place> places = used_threads(dictionary, samples);
  number_unknown(places);
  for_each_run(places, pid_of, [&](std::span<Place> process) {
    const std::vector<StringId> names = process_names(dictionary, process);
    const std::string title = title_of(dictionary, names);
    const StringId first_name = names.empty() ? StringId{} : names.front();
    for_each_run(process, tid_of, [&](std::span<Place> thread) {
      const StringId name = thread_name(dictionary, thread, names);
      for (const Place& place : thread) {
        result.of_thread[place.thread.value] = static_cast<std::uint32_t>(result.tracks.size());
        result.names_left_out += names_not_shown(dictionary.thread(place.thread), first_name, name);
      }
      result.tracks.push_back({.pid = thread.front().pid,
                               .tid = thread.front().tid,
                               .process_name = title,
                               .thread_name = std::string(dictionary.string(name))});
    });
  });
  return result;
}

}  // namespace profconv
