// SPDX-License-Identifier: Apache-2.0
// A plugin that is loaded: its formats. How it does its work, in this process or as a program, is its own affair.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "card.h"

namespace profconv::plugins {

class Plugin {
 public:
  Plugin() = default;
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  virtual ~Plugin() = default;

  [[nodiscard]] virtual std::vector<const Reader*> readers() const = 0;
  [[nodiscard]] virtual std::vector<const Writer*> writers() const = 0;
  /// "austin 1.2, interface 1"
  [[nodiscard]] virtual std::string description() const = 0;
};

/// Loads a shared library, which runs its code. `path` has a slash. Throws Refusal. It is never unloaded.
[[nodiscard]] std::unique_ptr<Plugin> load_library(const std::string& path);

/// Whether a file is called like a plugin that is a program: profconv-read-NAME or profconv-write-NAME.
[[nodiscard]] bool is_program_name(std::string_view path);

/// "plugins/profconv-read-austin" of "plugins/profconv-write-austin"; empty for other names.
[[nodiscard]] std::string reader_beside(const std::string& path);

/// Takes a program as a plugin: runs it to get its card. Throws Refusal.
[[nodiscard]] std::unique_ptr<Plugin> load_program(const std::string& path);

/// For a writer that has written nothing: throws WriteError if there is a sample. `plugin` is for the message.
void require_no_samples(const ProfileSet& set, const std::string& plugin);

}  // namespace profconv::plugins
