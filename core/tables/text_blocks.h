// SPDX-License-Identifier: Apache-2.0
// Memory for many small texts, each written once.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace profconv {

/// Texts that never move: views of them stay good as long as these blocks or a copy of them live.
class TextBlocks {
 public:
  TextBlocks() = default;
  /// Shares the texts that are there. What either keeps from now on is its own.
  TextBlocks(const TextBlocks& other) : blocks_(other.blocks_) {}
  TextBlocks(TextBlocks&& other) noexcept
      : blocks_(std::move(other.blocks_)),
        next_(std::exchange(other.next_, nullptr)),
        left_(std::exchange(other.left_, 0)) {}
  TextBlocks& operator=(TextBlocks other) noexcept;
  ~TextBlocks() = default;

  std::string_view keep(std::string_view text);

 private:
  std::vector<std::shared_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;  ///< bytes at the end of the last block
};

}  // namespace profconv
