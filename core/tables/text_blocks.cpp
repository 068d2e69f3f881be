// SPDX-License-Identifier: Apache-2.0
// Filling one block after another.
#include "core/tables/text_blocks.h"

#include <algorithm>
#include <utility>

namespace profconv {

namespace {
constexpr std::size_t block_bytes = std::size_t{1} << 16;
}

TextBlocks& TextBlocks::operator=(TextBlocks other) noexcept {
  std::swap(blocks_, other.blocks_);
  std::swap(next_, other.next_);
  std::swap(left_, other.left_);
  return *this;
}

std::string_view TextBlocks::keep(std::string_view text) {
  if (text.size() > left_) {
    const std::size_t size = std::max(block_bytes, text.size());
    blocks_.push_back(std::shared_ptr<char[]>(new char[size]));
    next_ = blocks_.back().get();
    left_ = size;
  }
  char* const kept = next_;
  next_ = std::copy(text.begin(), text.end(), next_);
  left_ -= text.size();
  return {kept, text.size()};
}

}  // namespace profconv
