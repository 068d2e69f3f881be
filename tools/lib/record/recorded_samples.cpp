// SPDX-License-Identifier: Apache-2.0
// Rows of a profile as samples that stand for themselves.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "profconv/recorder.h"

namespace profconv {

namespace {

/// The stacks of a dictionary, each made once.
class Stacks {
 public:
  explicit Stacks(const Dictionary& dictionary) : dictionary_(dictionary) {}

  const std::vector<RecordedFrame>& frames_of(StackId stack) {
    const auto [known, is_new] = stacks_.try_emplace(stack.value);
    std::vector<RecordedFrame>& frames = known->second;
    if (!is_new) return frames;
    dictionary_.root_first(stack, ids_);
    for (const FrameId id : ids_) frames.push_back(frame_of(id));
    return frames;
  }

 private:
  [[nodiscard]] RecordedFrame frame_of(FrameId id) const {
    const Frame& frame = dictionary_.frame(id);
    return {.function = std::string(dictionary_.string(dictionary_.function(frame.function).name)),
            .module = std::string(dictionary_.string(dictionary_.mapping(frame.mapping).file)),
            .address = frame.address,
            .is_kernel = frame.kind == FrameKind::kernel};
  }

  const Dictionary& dictionary_;
  std::vector<FrameId> ids_;
  std::unordered_map<std::uint32_t, std::vector<RecordedFrame>> stacks_;
};

}  // namespace

std::vector<RecordedSample> recorded_samples(const ProfileSet& set) {
  std::vector<RecordedSample> all;
  Stacks stacks(set.dictionary());
  for (const Profile& profile : set.profiles()) {
    const Samples& samples = profile.samples;
    const std::optional<std::size_t> counts = profile.find_type("samples");
    for (std::size_t row = 0; row < samples.size(); ++row) {
      const Thread& thread = set.dictionary().thread(samples.thread_of(row));
      all.push_back({.process = thread.pid,
                     .thread = thread.tid,
                     .start_ns = samples.start_ns.empty() ? 0 : samples.start_ns[row],
                     .frames = stacks.frames_of(samples.stack[row]),
                     .count = counts ? samples.values[*counts][row] : 1});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const RecordedSample& a, const RecordedSample& b) { return a.start_ns < b.start_ns; });
  return all;
}

}  // namespace profconv
