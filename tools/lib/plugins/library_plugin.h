// SPDX-License-Identifier: Apache-2.0
// A plugin in this process: a shared library that has answered profconv_plugin_v1().
#pragma once

#include <list>
#include <mutex>

#include "library_call.h"
#include "plugin.h"
#include "profconv/plugin.h"

namespace profconv::plugins {

class LibraryPlugin;

/// A reader of a shared library.
struct LibraryReader : Reader {
  LibraryReader(const pc_reader_card& given, LibraryPlugin& of);
  Card words;
  pc_reader_card card;
  LibraryPlugin& plugin;
};

/// A writer of a shared library.
struct LibraryWriter : Writer {
  LibraryWriter(const pc_writer_card& given, LibraryPlugin& of);
  Card words;
  pc_writer_card card;
  LibraryPlugin& plugin;
};

class LibraryPlugin final : public Plugin {
 public:
  /// Takes what profconv_plugin_v1() returned. Throws Refusal.
  LibraryPlugin(std::string path, const pc_plugin* given);

  [[nodiscard]] std::vector<const Reader*> readers() const override;
  [[nodiscard]] std::vector<const Writer*> writers() const override;
  [[nodiscard]] std::string description() const override;
  /// In messages.
  [[nodiscard]] std::string name() const { return "the plugin '" + name_ + "' (" + path_ + ")"; }

  /// Calls into the library, one call at a time unless it is thread-safe. No exception of a plugin passes.
  template <class Call>
  auto call(Call work) {
    const std::unique_lock lock = is_thread_safe_ ? std::unique_lock<std::mutex>() : std::unique_lock(calls_);
    const LibraryCall running(path_);
    return work();
  }

 private:
  std::string path_;
  std::string name_;
  std::string release_;
  std::uint32_t version_ = 0;
  bool is_thread_safe_ = false;
  std::mutex calls_;
  std::list<LibraryReader> readers_;
  std::list<LibraryWriter> writers_;
};

}  // namespace profconv::plugins
