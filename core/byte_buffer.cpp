// SPDX-License-Identifier: Apache-2.0
// Memory that grows where it is.
#include "profconv/byte_buffer.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace profconv {

namespace {

/// A page's first use costs a trip into the kernel, which for text that is read once takes longer than the reading.
void ask_for_large_pages([[maybe_unused]] char* bytes, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page_bytes = std::size_t{1} << 21;
  if (size < 2 * page_bytes) return;
  char* const first = bytes + (page_bytes - reinterpret_cast<std::uintptr_t>(bytes) % page_bytes) % page_bytes;
  madvise(first, static_cast<std::size_t>(bytes + size - first) / page_bytes * page_bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace

void ByteBuffer::resize(std::size_t size) {
  const bool is_new = bytes_ == nullptr;
  void* const moved = std::realloc(bytes_.get(), size == 0 ? 1 : size);
  if (moved == nullptr) throw std::bad_alloc();
  static_cast<void>(bytes_.release());
  bytes_.reset(static_cast<char*>(moved));
  size_ = size;
  // Pages that hold something already would be taken apart when the memory moves.
  if (is_new) ask_for_large_pages(bytes_.get(), size);
}

}  // namespace profconv
