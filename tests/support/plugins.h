// SPDX-License-Identifier: Apache-2.0
// Plugins for tests: those that are built beside the tests, and those that a test makes of a function.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "profconv/plugin.h"
#include "support/fixtures.h"
#include "tools/lib/plugins/library_plugin.h"

namespace profconv::test {

/// A module that is built in tests/plugins.
[[nodiscard]] inline std::string module_path(const std::string& name) {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "plugins" / (name + ".so")).string();
}

/// A plugin of one reader, and one writer, that do what a test says.
struct MadePlugin {
  std::function<pc_status(pc_job* job)> on_read = [](pc_job*) { return PC_OK; };
  std::function<pc_status(pc_job* job, const pc_set* set)> on_write = [](pc_job*, const pc_set*) { return PC_OK; };
  pc_reader_card reader{};
  pc_writer_card writer{};
  pc_plugin plugin{};

  MadePlugin() {
    reader.size = sizeof(reader);
    reader.self = this;
    reader.name = "made";
    reader.summary = "a format of this test";
    reader.probe = [](void*, pc_string head, pc_string, pc_probe* found) {
      found->confidence = std::string_view(head.data, head.size).starts_with("made") ? PC_CERTAIN : PC_NO;
      std::string_view("begins with 'made'").copy(found->reason, sizeof(found->reason) - 1);
    };
    reader.read = [](void* self, pc_job* job) { return static_cast<MadePlugin*>(self)->on_read(job); };
    writer.size = sizeof(writer);
    writer.self = this;
    writer.name = "made";
    writer.summary = "a format of this test";
    writer.write = [](void* self, pc_job* job, const pc_set* set) {
      return static_cast<MadePlugin*>(self)->on_write(job, set);
    };
    plugin.size = sizeof(plugin);
    plugin.version = 1;
    plugin.name = "test";
    plugin.readers = &reader;
    plugin.reader_stride = sizeof(reader);
    plugin.reader_count = 1;
    plugin.writers = &writer;
    plugin.writer_stride = sizeof(writer);
    plugin.writer_count = 1;
  }
  MadePlugin(const MadePlugin&) = delete;
  MadePlugin& operator=(const MadePlugin&) = delete;

  /// Reads `bytes`; the name of the input is "in".
  [[nodiscard]] Outcome read(std::string_view bytes, const Limits& limits = {}) const;
  /// What it writes of a set, or the error.
  [[nodiscard]] std::string write(const ProfileSet& set) const;
  /// Why it is not loaded; empty: it is.
  [[nodiscard]] std::string refusal() const;
};

}  // namespace profconv::test
