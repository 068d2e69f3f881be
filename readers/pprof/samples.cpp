// SPDX-License-Identifier: Apache-2.0
// Reading samples.
#include "readers/pprof/samples.h"

#include <algorithm>
#include <string>
#include <utility>

namespace profconv::pprof_in {

namespace {
constexpr std::size_t samples_a_poll = 4096;
}

Samples::Samples(const Document& document, const ProfileFile& file, const Frames& frames, Labels& labels,
                 ProfileSetBuilder& builder, Context& context)
    : document_(document), file_(file), frames_(frames), labels_(labels), builder_(builder), context_(context) {}

void Samples::read(const Share& share, const LabelColumns& columns, ProfileBuilder& profile) {
  for (std::size_t i = 0; i < share.samples; ++i) {
    if (i % samples_a_poll == 0) context_.check_cancelled();
    const std::size_t number = share.first_sample + i + 1;
    const std::string_view bytes = file_.samples[number - 1];
    read_fields(bytes, number);
    check_others(share, bytes, number);
    SampleKey key;
    labels_.fill(columns, key);
    key.stack = stack(number);
    profile.add(key, std::span(values_).subspan(share.first_type, share.types));
  }
}

void Samples::read_fields(std::string_view bytes, std::size_t number) {
  locations_.clear();
  values_.clear();
  labels_.begin_sample();
  document_.for_each_field(bytes, "a sample", [&](const Field& field) {
    if (field.number == 1) {
      locations_.push_back(field);
    } else if (field.number == 2) {
      document_.numbers(field, "Sample.value",
                        [&](std::uint64_t value) { values_.push_back(static_cast<std::int64_t>(value)); });
    } else if (field.number == 3) {
      labels_.add(field);
    }
  });
  if (values_.size() == file_.sample_types.size()) return;
  document_.fail(bytes.data(),
                 "sample " + std::to_string(number) + " has " + std::to_string(values_.size()) +
                     " values, expected one for each sample type: " + std::to_string(file_.sample_types.size()));
}

void Samples::add_location(std::uint64_t id, const Field& field, std::size_t number) {
  const std::size_t location = frames_.find(id);
  if (location == IdIndex::none) {
    document_.fail(field.place, "sample " + std::to_string(number) + " has location " + std::to_string(id) +
                                    ", which the file does not have");
  }
  const std::span<const FrameId> frames = frames_.at(location);
  const std::size_t most = context_.limits().max_stack_depth;
  if (frames.size() > most - std::min(most, leaf_first_.size())) {
    throw LimitError(document_.at(field.place), "the stack of sample " + std::to_string(number) + " has more than " +
                                                    std::to_string(most) + " frames (--max-stack-depth)");
  }
  for (const FrameId frame : frames) leaf_first_.push_back(frame);
}

StackId Samples::stack(std::size_t number) {
  // With times or threads the same stack comes again and again, as the same bytes.
  const bool is_packed = locations_.size() == 1 && locations_.front().kind == Kind::bytes;
  if (!is_packed) return new_stack(number);
  const std::string_view bytes = locations_.front().bytes;
  const std::uint32_t id = index_.find_or_make(
      hash_bytes(bytes), [&](std::uint32_t known) { return known_[known - 1].locations == bytes; },
      [&] {
        known_.push_back({.locations = bytes, .stack = new_stack(number)});
        return next_id(known_, "stacks");
      });
  return known_[id - 1].stack;
}

StackId Samples::new_stack(std::size_t number) {
  leaf_first_.clear();
  for (const Field& field : locations_) {
    document_.numbers(field, "Sample.location_id", [&](std::uint64_t id) { add_location(id, field, number); });
  }
  return builder_.leaf_first(leaf_first_);
}

void Samples::check_others(const Share& share, std::string_view bytes, std::size_t number) {
  if (share.types == values_.size()) return;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (values_[i] == 0 || (i >= share.first_type && i < share.first_type + share.types)) continue;
    context_.error("pprof.other_profile", document_.at(bytes.data()),
                   "sample " + std::to_string(number) +
                       " has values of another profile than the comment "
                       "#profconv says; they were left out");
    return;
  }
}

}  // namespace profconv::pprof_in
