// SPDX-License-Identifier: Apache-2.0
// Carrying entries over, row by row.
#include "first_use.h"

#include <limits>
#include <optional>

#include "profconv/profile_builder.h"

namespace profconv {

namespace {

constexpr std::size_t rows_between_checks = 4096;

/// Where each entry of the old dictionary went.
class Carrier {
 public:
  explicit Carrier(const Dictionary& from)
      : from_(from),
        into_(SampleOrder::merged, std::numeric_limits<std::size_t>::max()),
        frames_(from.frames().size()),
        stacks_(from.stacks().size()),
        threads_(from.threads().size()),
        label_sets_(from.label_set_count()) {
    stacks_[0] = StackId{};
  }

  StackId stack(StackId id) {
    path_.clear();
    for (StackId open = id; !stacks_[open.value]; open = from_.stack(open).parent) path_.push_back(open);
    for (; !path_.empty(); path_.pop_back()) {
      const StackNode& node = from_.stack(path_.back());
      stacks_[path_.back().value] = into_.child(*stacks_[node.parent.value], frame(node.frame));
    }
    return *stacks_[id.value];
  }

  ThreadId thread(ThreadId id) {
    std::optional<ThreadId>& known = threads_[id.value];
    if (known) return *known;
    Thread thread = from_.thread(id);
    thread.process_name = string(thread.process_name);
    thread.thread_name = string(thread.thread_name);
    known = into_.thread(thread);
    return *known;
  }

  LabelSetId labels(LabelSetId id) {
    std::optional<LabelSetId>& known = label_sets_[id.value];
    if (known) return *known;
    std::vector<LabelText> texts;
    for (const Label& label : from_.labels(id)) {
      texts.push_back({.key = from_.string(label.key),
                       .text = from_.string(label.text),
                       .unit = from_.string(label.unit),
                       .number = label.number,
                       .is_number = label.is_number});
    }
    known = into_.labels(texts);
    return *known;
  }

  std::shared_ptr<const Dictionary> finish() && { return std::move(into_).finish().shared_dictionary(); }

 private:
  StringId string(StringId id) { return into_.string(from_.string(id)); }

  FrameId frame(FrameId id) {
    std::optional<FrameId>& known = frames_[id.value];
    if (known) return *known;
    Frame frame = from_.frame(id);
    Function function = from_.function(frame.function);
    function.name = string(function.name);
    function.system_name = string(function.system_name);
    function.file = string(function.file);
    frame.function = into_.function(function);
    Mapping mapping = from_.mapping(frame.mapping);
    mapping.file = string(mapping.file);
    mapping.build_id = string(mapping.build_id);
    frame.mapping = into_.mapping(mapping);
    known = into_.frame(frame);
    return *known;
  }

  const Dictionary& from_;
  ProfileSetBuilder into_;
  std::vector<std::optional<FrameId>> frames_;
  std::vector<std::optional<StackId>> stacks_;
  std::vector<std::optional<ThreadId>> threads_;
  std::vector<std::optional<LabelSetId>> label_sets_;
  std::vector<StackId> path_;
};

}  // namespace

ProfileSet by_first_use(const Dictionary& from, std::vector<Profile> profiles, const Context& context) {
  Carrier carrier(from);
  for (Profile& profile : profiles) {
    Samples& samples = profile.samples;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      if (row % rows_between_checks == 0) context.check_cancelled();
      samples.stack[row] = carrier.stack(samples.stack[row]);
      if (!samples.thread.empty()) samples.thread[row] = carrier.thread(samples.thread[row]);
      if (!samples.labels.empty()) samples.labels[row] = carrier.labels(samples.labels[row]);
    }
  }
  return {std::move(carrier).finish(), std::move(profiles)};
}

}  // namespace profconv
