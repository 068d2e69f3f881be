// SPDX-License-Identifier: Apache-2.0
// The program's memory under glibc stands in large pages where there are any. Tables of stacks are walked all over, and
// what the processor waits for is as often the page as the memory itself; and the first use of each page costs a trip
// into the kernel.
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t page_bytes = std::size_t{1} << 21;
/// Of smaller arrays a large page would be wasted.
constexpr std::size_t large_bytes = 2 * page_bytes;

void* allocate(std::size_t size) {
  if (size < large_bytes || size > SIZE_MAX - page_bytes) return std::malloc(size == 0 ? 1 : size);
  const std::size_t whole_pages = (size + page_bytes - 1) / page_bytes * page_bytes;
  void* const memory = std::aligned_alloc(page_bytes, whole_pages);
  if (memory != nullptr) madvise(memory, whole_pages, MADV_HUGEPAGE);
  return memory;
}

/// Of many inputs each would have its memory mapped and cleared anew, were it given back after the one before.
void keep_memory() noexcept {
  constexpr int kept_bytes = 1 << 26;
  mallopt(M_MMAP_THRESHOLD, large_bytes);  // NOLINT(concurrency-mt-unsafe): there is no other thread yet
  mallopt(M_TRIM_THRESHOLD, kept_bytes);   // NOLINT(concurrency-mt-unsafe): as above
}

/// Gives the heap, where smaller arrays stand, large pages to grow into. Those that nothing is written to take no
/// memory.
void widen_heap() noexcept {
  constexpr std::size_t heap_bytes = 7 * page_bytes;
  constexpr std::size_t usual_pad = std::size_t{1} << 17;
  char* const end_before = static_cast<char*>(sbrk(0));
  const std::size_t to_page = (page_bytes - reinterpret_cast<std::uintptr_t>(end_before) % page_bytes) % page_bytes;
  mallopt(M_TOP_PAD, static_cast<int>(to_page + heap_bytes));  // NOLINT(concurrency-mt-unsafe): as above
  // An allocation that the compiler must not leave out, and no larger than makes the heap grow: malloc writes behind
  // it, and where a small page is no large one can be.
  void* volatile growing = std::malloc(usual_pad);
  std::free(growing);
  mallopt(M_TOP_PAD, usual_pad);  // NOLINT(concurrency-mt-unsafe): as above
  char* const end = static_cast<char*>(sbrk(0));
  char* const page = end_before + to_page;
  if (end > page) madvise(page, static_cast<std::size_t>(end - page), MADV_HUGEPAGE);
}

[[maybe_unused]] const bool is_prepared = []() noexcept {
  keep_memory();
  widen_heap();
  return true;
}();

}  // namespace

void* operator new(std::size_t size) {
  while (true) {
    if (void* const memory = allocate(size)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
