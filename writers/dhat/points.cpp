// SPDX-License-Identifier: Apache-2.0
// From the stacks of a profile to those of a DHAT file.
#include "writers/dhat/points.h"

#include <string>

#include "core/text/json_text.h"
#include "profconv/errors.h"

namespace profconv::dhat_out {

PointBuilder::PointBuilder(const ProfileSet& set, const Layout& layout, Context& context)
    : dictionary_(set.dictionary()),
      profile_(set.profiles().front()),
      context_(context),
      texts_(set.dictionary()),
      builder_(SampleOrder::merged, context.limits()),
      types_(layout.written()),
      steps_(set.dictionary().stacks().size()),
      entries_(set.dictionary().frames().size()),
      values_(types_.size()) {
  steps_[0].known = true;
}

ProfileSet PointBuilder::build() {
  ProfileBuilder& points = builder_.add_profile();
  for (const std::size_t type : types_) points.add_value_type(profile_.value_types[type]);
  points.metadata().merged_maxima = profile_.metadata.merged_maxima;
  for (std::size_t row = 0; row < profile_.samples.size(); ++row) {
    if (row % Context::steps_between_checks == 0) context_.check_cancelled();
    add(points, row);
  }
  texts_.report(context_);
  if (unmapped_ != 0) {
    context_.data_loss("dhat.unmapped", {},
                       "addresses outside of their mapping's range were left out: " + std::to_string(unmapped_));
  }
  if (unmarked_ != 0) {
    context_.data_loss("dhat.inlined", {},
                       "DHAT knows inlined frames by the address they share; without one they are not marked: " +
                           std::to_string(unmarked_));
  }
  return std::move(builder_).finish();
}

void PointBuilder::add(ProfileBuilder& points, std::size_t row) {
  for (std::size_t i = 0; i < types_.size(); ++i) {
    values_[i] = profile_.samples.values[types_[i]][row];
    if (values_[i] >= 0) continue;
    throw WriteError("DHAT's counters have no sign, and the profile has the value " + std::to_string(values_[i]) +
                     " of '" + profile_.value_types[types_[i]].type +
                     "': choose another with --type, or another format");
  }
  points.add({.stack = step_of(profile_.samples.stack[row]).stack}, values_);
}

PointBuilder::Step PointBuilder::step_of(StackId stack) {
  path_.clear();
  for (; !steps_[stack.value].known; stack = dictionary_.stack(stack).parent) path_.push_back(stack);
  Step step = steps_[stack.value];
  for (auto below = path_.rbegin(); below != path_.rend(); ++below) {
    step = step_below(step, dictionary_.stack(*below).frame);
    steps_[below->value] = step;
  }
  return step;
}

PointBuilder::Step PointBuilder::step_below(const Step& parent, FrameId id) {
  const Frame& frame = dictionary_.frame(id);
  Step step{.address = absolute_address(dictionary_.mapping(frame.mapping), frame.address), .known = true};
  FrameId written;
  if (frame.inlined) {
    if (parent.address != 0) step.address = parent.address;
    if (parent.address == 0) ++unmarked_;
    written = entry(frame, step.address);
  } else {
    if (!entries_[id.value]) {
      entries_[id.value] = entry(frame, step.address);
      if (step.address == 0 && frame.address != 0) ++unmapped_;
    }
    written = entries_[id.value];
  }
  step.stack = builder_.child(parent.stack, written);
  return step;
}

FrameId PointBuilder::entry(const Frame& frame, std::uint64_t address) {
  const JsonString text = json_string(texts_.text(frame, address));
  const std::size_t before = builder_.dictionary().functions().size();
  const FunctionId function = builder_.function({.name = builder_.string(text.quoted)});
  if (text.is_repaired && function.value == before) ++repaired_;
  return builder_.frame({.function = function});
}

}  // namespace profconv::dhat_out
