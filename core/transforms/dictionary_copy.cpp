// SPDX-License-Identifier: Apache-2.0
// Copying entries, row by row.
#include "core/transforms/dictionary_copy.h"

namespace profconv {

namespace {

template <class IdType, class Make>
IdType once(std::vector<std::optional<IdType>>& known, IdType id, Make make) {
  std::optional<IdType>& entry = known[id.value];
  if (!entry) entry = make();
  return *entry;
}

}  // namespace

DictionaryCopy::DictionaryCopy(const Dictionary& from)
    : from_(from),
      into_(SampleOrder::merged, Limits::none()),
      frames_(from.frames().size()),
      stacks_(from.stacks().size()),
      threads_(from.threads().size()),
      label_sets_(from.label_set_count()) {
  stacks_[0] = StackId{};
}

FrameId DictionaryCopy::copy(const Frame& frame) {
  Function function = from_.function(frame.function);
  function.name = carry(function.name);
  function.system_name = carry(function.system_name);
  function.file = carry(function.file);
  Mapping mapping = from_.mapping(frame.mapping);
  mapping.file = carry(mapping.file);
  mapping.build_id = carry(mapping.build_id);
  Frame copied = frame;
  copied.function = into_.function(function);
  copied.mapping = into_.mapping(mapping);
  return into_.frame(copied);
}

ThreadId DictionaryCopy::copy(const Thread& thread) {
  Thread copied = thread;
  copied.process_name = carry(thread.process_name);
  copied.thread_name = carry(thread.thread_name);
  return into_.thread(copied);
}

LabelSetId DictionaryCopy::copy(std::span<const Label> labels) {
  std::vector<LabelText> texts;
  for (const Label& label : labels) {
    texts.push_back({.key = from_.string(label.key),
                     .text = from_.string(label.text),
                     .unit = from_.string(label.unit),
                     .number = label.number,
                     .is_number = label.is_number});
  }
  return into_.labels(texts);
}

StackId DictionaryCopy::stack(StackId id) {
  path_.clear();
  for (StackId open = id; !stacks_[open.value]; open = from_.stack(open).parent) path_.push_back(open);
  for (; !path_.empty(); path_.pop_back()) {
    const StackNode& node = from_.stack(path_.back());
    const FrameId frame = once(frames_, node.frame, [&] { return copy(from_.frame(node.frame)); });
    stacks_[path_.back().value] = into_.child(*stacks_[node.parent.value], frame);
  }
  return *stacks_[id.value];
}

void DictionaryCopy::carry(Samples& samples, const Context& context) {
  for (std::size_t row = 0; row < samples.size(); ++row) {
    if (row % Context::steps_between_checks == 0) context.check_cancelled();
    samples.stack[row] = stack(samples.stack[row]);
    if (row < samples.thread.size()) {
      ThreadId& thread = samples.thread[row];
      thread = once(threads_, thread, [&] { return copy(from_.thread(thread)); });
    }
    if (row < samples.labels.size()) {
      LabelSetId& labels = samples.labels[row];
      labels = once(label_sets_, labels, [&] { return copy(from_.labels(labels)); });
    }
  }
}

std::shared_ptr<const Dictionary> DictionaryCopy::finish() && { return std::move(into_).finish().shared_dictionary(); }

}  // namespace profconv
