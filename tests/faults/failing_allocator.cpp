// SPDX-License-Identifier: Apache-2.0
// Counting allocations, and refusing some.
#include "faults/failing_allocator.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace profconv::test {

namespace {

std::atomic<bool> is_counting{false};
std::atomic<std::size_t> counted{0};
std::atomic<std::size_t> failing{0};

bool fails_now() noexcept {
  if (!is_counting) return false;
  return ++counted == failing;
}

}  // namespace

AllocationFailure::AllocationFailure(std::size_t n) {
  counted = 0;
  failing = n;
  is_counting = true;
}

AllocationFailure::~AllocationFailure() { is_counting = false; }

std::size_t AllocationFailure::count() { return counted; }

}  // namespace profconv::test

#if defined(__GLIBC__) && !defined(PROFCONV_SANITIZED)

extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);

void* malloc(std::size_t size) noexcept {
  if (!profconv::test::fails_now()) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!profconv::test::fails_now()) return __libc_calloc(count, size);
  errno = ENOMEM;
  return nullptr;
}

void* realloc(void* old, std::size_t size) noexcept {
  if (!profconv::test::fails_now()) return __libc_realloc(old, size);
  errno = ENOMEM;
  return nullptr;
}
}

#else

void* operator new(std::size_t size) {
  while (true) {
    void* const memory = profconv::test::fails_now() ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (memory != nullptr) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void* operator new(std::size_t size, const std::nothrow_t& /*unused*/) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& /*unused*/) noexcept {
  return operator new(size, std::nothrow);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

/// RE2 does not expect that memory ends, and leaves lying what it holds then.
extern "C" const char* __lsan_default_suppressions() { return "leak:libre2\n"; }

#endif
