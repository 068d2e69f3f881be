// SPDX-License-Identifier: Apache-2.0
// Renumbering what is too large. Process ids and thread ids are numbers of different kinds: each has its own table.
#include "core/time/timeline_numbers.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace profconv {

namespace {

bool fits(std::int64_t id) { return id >= 0 && id <= UINT32_MAX; }

/// Gives ids their numbers: most are their own.
class Numbers {
 public:
  Numbers(std::string_view what, std::string_view kind) : what_(what), kind_(kind) {}

  void take(std::int64_t id) {
    if (fits(id)) taken_.insert(static_cast<std::uint32_t>(id));
  }

  std::uint32_t number_of(std::int64_t id, Context& context) {
    if (fits(id)) return static_cast<std::uint32_t>(id);
    const auto [found, is_new] = renumbered_.try_emplace(id, 0);
    if (!is_new) return found->second;
    while (taken_.contains(next_)) --next_;
    found->second = next_--;
    context.data_loss(kind_, {},
                      std::string(what_) + " " + std::to_string(id) + " does not fit into 32 bits and is written as " +
                          std::to_string(found->second));
    return found->second;
  }

 private:
  std::string_view what_;
  std::string_view kind_;
  std::unordered_set<std::uint32_t> taken_;
  std::unordered_map<std::int64_t, std::uint32_t> renumbered_;
  std::uint32_t next_ = UINT32_MAX;
};

}  // namespace

std::vector<TrackNumber> number_tracks(std::span<const Track> tracks, std::string_view kind, Context& context) {
  Numbers pids("process", kind);
  Numbers tids("thread", kind);
  for (const Track& track : tracks) {
    pids.take(track.pid);
    tids.take(track.tid);
  }
  std::vector<TrackNumber> numbers;
  numbers.reserve(tracks.size());
  for (const Track& track : tracks) {
    numbers.push_back({pids.number_of(track.pid, context), tids.number_of(track.tid, context)});
  }
  return numbers;
}

}  // namespace profconv
