// SPDX-License-Identifier: Apache-2.0
// Advice to the system about memory. What it does not follow does no harm.
#include "profconv/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace profconv {

namespace {

#ifdef MADV_POPULATE_WRITE
constexpr int touch_advice = MADV_POPULATE_WRITE;
constexpr bool can_touch = true;
#else
constexpr int touch_advice = 0;
constexpr bool can_touch = false;
#endif

/// The size of a large page, so that those stay whole.
constexpr std::size_t piece_bytes = std::size_t{1} << 21;
/// For less a thread does not pay.
constexpr std::size_t worth_bytes = 4 * piece_bytes;

}  // namespace

PagesAhead::PagesAhead(std::span<char> memory) : size_(memory.size()) {
  if (!can_touch || size_ < worth_bytes) return;
  touching_ = std::async(std::launch::async | std::launch::deferred, [this, memory] { touch(memory.data()); });
}

void PagesAhead::touch(char* begin) const {
  const std::size_t behind_pieces = (reinterpret_cast<std::uintptr_t>(begin) + size_) % piece_bytes;
  for (std::size_t end = size_ - behind_pieces; end > filled_.load(std::memory_order_relaxed) + piece_bytes;
       end -= piece_bytes) {
    if (madvise(begin + end - piece_bytes, piece_bytes, touch_advice) != 0) return;
  }
}

std::size_t give_back_pages(std::span<char> memory) {
  const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t begin = (0 - reinterpret_cast<std::uintptr_t>(memory.data())) % page_bytes;
  if (memory.size() < begin + page_bytes) return 0;
  const std::size_t bytes = (memory.size() - begin) / page_bytes * page_bytes;
  static_cast<void>(madvise(memory.data() + begin, bytes, MADV_DONTNEED));
  return begin + bytes;
}

}  // namespace profconv
