// SPDX-License-Identifier: Apache-2.0
// Opening and closing spans.
#include "core/time/self_time.h"

#include <algorithm>

#include "core/names/frame_names.h"
#include "profconv/context.h"

namespace profconv {

SpanTrack SelfTime::track() {
  SpanTrack made;
  made.number_ = tracks_++;
  return made;
}

void SelfTime::add_sample(SpanTrack& track, std::int64_t value) {
  SpanTrack::Open& innermost = track.open_.back();
  const bool is_empty_stack = no_stack_ && innermost.stack == no_stack_;
  rows_.push_back({.track = track.number_,
                   .stack = is_empty_stack ? StackId{} : innermost.stack,
                   .labels = innermost.labels,
                   .shared = is_empty_stack ? 0 : track.shared_,
                   .start_ns = *track.now_,
                   .value = value});
  innermost.is_seen = true;
  innermost.has_labelled = true;
  track.shared_ = is_empty_stack ? 0 : static_cast<std::uint32_t>(track.open_.size());
}

bool SelfTime::is_no_stack(FrameId frame) const {
  const Dictionary& dictionary = builder_->dictionary();
  return dictionary.string(dictionary.function(dictionary.frame(frame).function).name) == no_stack_name;
}

void SelfTime::begin(SpanTrack& track, FrameId frame, LabelSetId labels, std::uint64_t place) {
  if (!track.now_) track.now_ = 0;
  const StackId parent = track.open_.empty() ? StackId{} : track.open_.back().stack;
  const StackId stack = builder_->child(parent, frame);
  if (!parent && !no_stack_ && is_no_stack(frame)) no_stack_ = stack;
  track.open_.push_back({.stack = stack, .labels = labels, .place = place});
  track.max_depth_ = std::max(track.max_depth_, track.open_.size());
}

std::optional<EndedSpan> SelfTime::end(SpanTrack& track) {
  if (track.open_.empty()) return std::nullopt;
  const bool lasted = track.open_.back().is_seen;
  if (!lasted) add_sample(track, 0);
  const SpanTrack::Open& span = track.open_.back();
  const EndedSpan ended{.place = span.place, .lasted = lasted, .lacks_labels = span.labels && !span.has_labelled};
  track.open_.pop_back();
  track.shared_ = std::min(track.shared_, static_cast<std::uint32_t>(track.open_.size()));
  if (!track.open_.empty()) track.open_.back().is_seen = true;
  return ended;
}

void SelfTime::finish(ProfileBuilder& profile, const Context& context,
                      const std::function<ThreadId(std::uint32_t)>& thread_of) {
  std::vector<std::optional<ThreadId>> threads(tracks_);
  std::size_t until_poll = Context::steps_between_checks;
  for (; !rows_.empty(); rows_.pop_front()) {
    if (--until_poll == 0) {
      context.check_cancelled();
      until_poll = Context::steps_between_checks;
    }
    const Row& row = rows_.front();
    std::optional<ThreadId>& thread = threads[row.track];
    if (!thread) thread = thread_of(row.track);
    profile.add({.stack = row.stack,
                 .thread = *thread,
                 .labels = row.labels,
                 .start_ns = row.start_ns,
                 .shared_depth = row.shared},
                row.value);
  }
}

}  // namespace profconv
