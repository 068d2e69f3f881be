// SPDX-License-Identifier: Apache-2.0
// Reading a Dictionary.
#include "profconv/dictionary.h"

#include <algorithm>

#include "core/model/dictionary_texts.h"

namespace profconv {

std::uint64_t absolute_address(const Mapping& mapping, std::uint64_t address) {
  if (!mapping.relative_addresses || address == 0) return address;
  const std::uint64_t into_mapping = address - mapping.offset;
  const bool is_mapped = mapping.limit == 0 || into_mapping < mapping.limit - mapping.start;
  std::uint64_t absolute = 0;
  const bool fits = address >= mapping.offset && !__builtin_add_overflow(mapping.start, into_mapping, &absolute);
  return is_mapped && fits ? absolute : 0;
}

Dictionary::Dictionary()
    : texts_(std::make_shared<Texts>()),
      strings_(1),
      mappings_(1),
      functions_(1),
      frames_(std::make_shared<const std::vector<Frame>>(1)),
      stacks_(std::make_shared<const std::vector<StackNode>>(1)),
      threads_(1),
      label_ends_(1) {}

std::span<const Label> Dictionary::labels(LabelSetId id) const {
  if (!id) return {};
  const std::size_t begin = label_ends_[id.value - 1];
  return std::span(labels_).subspan(begin, label_ends_[id.value] - begin);
}

std::size_t Dictionary::depth(StackId id) const {
  std::size_t frames = 0;
  for (; id; id = stack(id).parent) ++frames;
  return frames;
}

void Dictionary::leaf_first(StackId id, std::vector<FrameId>& out) const {
  out.clear();
  for (; id; id = stack(id).parent) out.push_back(stack(id).frame);
}

void Dictionary::root_first(StackId id, std::vector<FrameId>& out) const {
  leaf_first(id, out);
  std::reverse(out.begin(), out.end());
}

}  // namespace profconv
