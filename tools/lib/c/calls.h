// SPDX-License-Identifier: Apache-2.0
// What every function of the C interface does with its arguments, its results and its errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/errors.h"
#include "profconv/options.h"
#include "profconv/profconv.h"

namespace profconv::c {

/// A strict conversion that would lose something.
class LossyError : public Error {
 public:
  using Error::Error;
};

/// Describes the exception that is being handled. Allocates nothing.
pc_status describe_failure(pc_error* error) noexcept;

/// Calls `work`, and makes a status of what it throws: no exception gets into a caller's language.
template <class Work>
pc_status guarded(pc_error* error, Work&& work) noexcept {
  try {
    work();
    return PC_OK;
  } catch (...) {
    return describe_failure(error);
  }
}

inline void require_pointer(const void* pointer, std::string_view what) {
  if (pointer == nullptr) throw UsageError(std::string(what) + " is NULL");
}

template <class T>
T& required(T* pointer, std::string_view what) {
  require_pointer(pointer, what);
  return *pointer;
}

/// A struct of the caller, whose version of it may be shorter or longer. What a longer one adds must be zero.
template <class T>
T taken(const T* given, std::string_view what) {
  const std::size_t size = required(given, what).size;
  if (size < sizeof(given->size)) throw UsageError(std::string(what) + "->size is not set");
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  if (size > sizeof(T) && std::any_of(bytes + sizeof(T), bytes + size, [](unsigned char b) { return b != 0; })) {
    throw UsageError(std::string(what) + " has a field that this version does not know");
  }
  T copy{};
  std::memcpy(&copy, given, std::min(size, sizeof(T)));
  return copy;
}

/// The same of one that may be NULL.
template <class T>
T taken_or_default(const T* given, std::string_view what) {
  return given == nullptr ? T{} : taken(given, what);
}

/// Fills as much of a struct of the caller as it has.
template <class T>
void give(T* out, T made, std::string_view what) {
  made.size = required(out, what).size;
  if (made.size < sizeof(made.size)) throw UsageError(std::string(what) + "->size is not set");
  std::memcpy(out, &made, std::min(made.size, sizeof(T)));
}

inline pc_string view(std::string_view text) { return {text.data(), text.size()}; }

/// Empty for one without data.
inline std::string_view text(const pc_string& string) {
  constexpr std::size_t most = std::size_t{1} << 40;
  if (string.size > most) throw UsageError("a string has " + std::to_string(string.size) + " bytes");
  if (string.data == nullptr && string.size != 0) throw UsageError("a string has a size and no data");
  return string.data == nullptr ? std::string_view{} : std::string_view(string.data, string.size);
}

/// Empty for NULL.
inline std::string text(const char* given) { return given == nullptr ? std::string() : std::string(given); }

/// `count` strings.
std::vector<std::string> texts(const char* const* given, std::size_t count, std::string_view what);
std::vector<Setting> settings(const char* const* given, std::size_t count);

/// Throws UsageError where there is no entry `index` among `count`.
void require_index(std::uint64_t index, std::uint64_t count, std::string_view what);

template <class Range>
const auto& element(const Range& range, std::size_t index, std::string_view what) {
  require_index(index, range.size(), what);
  return range[index];
}

}  // namespace profconv::c
