// SPDX-License-Identifier: Apache-2.0
// Reading a Dictionary, and the text storage behind its strings.
#include "profconv/dictionary.h"

#include <algorithm>
#include <cstring>

namespace profconv {

namespace {
constexpr std::size_t text_block_bytes = std::size_t{1} << 16;
}

Dictionary::Dictionary()
    : strings_(1),
      mappings_(1),
      functions_(1),
      frames_(1),
      stacks_(std::make_shared<const StackTable>()),
      threads_(1),
      label_ends_(1) {}

std::span<const Label> Dictionary::labels(LabelSetId id) const {
  if (!id) return {};
  const std::size_t begin = label_ends_[id.value - 1];
  return std::span(labels_).subspan(begin, label_ends_[id.value] - begin);
}

void Dictionary::leaf_first(StackId id, std::vector<FrameId>& out) const {
  out.clear();
  for (; id; id = stack(id).parent) out.push_back(stack(id).frame);
}

void Dictionary::root_first(StackId id, std::vector<FrameId>& out) const {
  leaf_first(id, out);
  std::reverse(out.begin(), out.end());
}

std::string_view Dictionary::keep(std::string_view text) {
  if (text.size() > text_free_) {
    const std::size_t block = std::max(text_block_bytes, text.size());
    text_.push_back(std::shared_ptr<char[]>(new char[block]));
    text_next_ = text_.back().get();
    text_free_ = block;
  }
  std::memcpy(text_next_, text.data(), text.size());
  const std::string_view kept(text_next_, text.size());
  text_next_ += text.size();
  text_free_ -= text.size();
  return kept;
}

}  // namespace profconv
