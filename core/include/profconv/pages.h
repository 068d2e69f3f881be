// SPDX-License-Identifier: Apache-2.0
// The pages of large memory: made before they are needed, given back when they no longer are. A system clears a page
// when it is first touched, and takes longer for that than for copying a file's bytes to it.
#pragma once

#include <atomic>
#include <cstddef>
#include <future>
#include <span>

namespace profconv {

/// Touches memory from its end on, in a thread of its own, until that meets who fills it from its beginning. What
/// stands there stays. Nothing happens where memory is small, or the system has no way or no thread to do it.
class PagesAhead {
 public:
  explicit PagesAhead(std::span<char> memory);
  PagesAhead(const PagesAhead&) = delete;
  PagesAhead& operator=(const PagesAhead&) = delete;
  /// Ends at once: the memory may be freed afterwards.
  ~PagesAhead() { reached(size_); }

  /// Says how many of the first bytes have been filled.
  void reached(std::size_t bytes) { filled_.store(bytes, std::memory_order_relaxed); }

 private:
  void touch(char* begin) const;

  std::size_t size_;
  std::atomic<std::size_t> filled_ = 0;
  std::future<void> touching_;  ///< the last member: it is waited for first
};

/// Gives the whole pages of this memory back to the system; what stood there is lost. Says how many bytes from the
/// beginning on need not be given again.
std::size_t give_back_pages(std::span<char> memory);

}  // namespace profconv
