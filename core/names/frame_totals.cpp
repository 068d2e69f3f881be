// SPDX-License-Identifier: Apache-2.0
// Adding up by the names of frames.
#include "core/names/frame_totals.h"

#include "core/names/name_totals.h"

namespace profconv {

FrameTotals::FrameTotals(const Dictionary& dictionary, bool with_modules, const Context* context)
    : context_(context),
      frame_names_(dictionary, with_modules),
      names_(dictionary, frame_names_),
      tree_(dictionary, names_, NameTree::Start::stacks) {}

std::vector<FrameTotal> FrameTotals::of(const Samples& samples, std::size_t value_index,
                                        const std::function<bool(std::size_t)>& counts) const {
  std::vector<FrameTotal> frames;
  frames.reserve(names_.size());
  for (const std::string_view name : names_.texts()) frames.push_back({.name = name});
  std::vector<std::int64_t> self(tree_.size());
  for (std::size_t row = 0; row < samples.size(); ++row) {
    if (counts && !counts(row)) continue;
    const StackId stack = samples.stack[row];
    const std::int64_t value = samples.values[value_index][row];
    add_value(self[stack.value], value);
    add_value(frames[stack ? tree_.name(stack.value) : names_.of_no_stack()].self, value);
  }
  const std::vector<std::int64_t> totals = totals_by_name(tree_, self, context_);
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i].total = totals[i];
  add_value(frames[names_.of_no_stack()].total, self[0]);
  return frames;
}

}  // namespace profconv
