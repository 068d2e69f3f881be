// SPDX-License-Identifier: Apache-2.0
// What every plugin must keep to, as tests that anyone can run: `profconv plugin-test`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/registry.h"

namespace profconv::plugins {

/// A law that is broken: what happened.
class Broken : public Error {
 public:
  using Error::Error;
};

/// A law does not apply: why.
class Skipped : public Error {
 public:
  using Error::Error;
};

/// What a law is tried on.
struct Case {
  const Registry& registry;  ///< built-in formats and those of the plugin
  const Reader* reader = nullptr;
  const Writer* writer = nullptr;
  std::string name;  ///< of the file
  std::string bytes;
  bool is_slow = false;  ///< each reading starts a program
};

struct Law {
  std::string_view name;
  std::string_view words;      ///< "reads the same a byte at a time"
  void (*holds)(const Case&);  ///< throws Broken, Skipped, or what reading and writing throw
  bool needs_input = true;     ///< that the reader can read, or for a writer any profile
};

[[nodiscard]] std::span<const Law> reader_laws();
[[nodiscard]] std::span<const Law> writer_laws();

}  // namespace profconv::plugins
