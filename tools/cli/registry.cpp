// SPDX-License-Identifier: Apache-2.0
// Finding the folders of plugins, and loading what is there once.
#include "tools/cli/registry.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/lib/plugins/library_call.h"

namespace profconv::cli {

namespace {

namespace fs = std::filesystem;

/// What --plugin names.
std::vector<std::string>& named_files() {
  static std::vector<std::string> files;
  return files;
}

/// Empty for one that is not set.
std::string variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  return value == nullptr ? "" : value;
}

/// A handler of exit(): a plugin that calls it must not end a conversion as if all were good.
void refuse_exit_of_plugin() {
  const char* const path = plugins::running_library();
  if (path == nullptr) return;
  static_cast<void>(
      std::fprintf(stderr, "%s: error: the plugin %s called exit(); nothing was written\n", program_name(), path));
  std::_Exit(failed);
}

plugins::Plugins loaded() {
  plugins::Plugins found(plugin_places(), builtin_registry());
  const Messages messages(false);
  for (const plugins::Look& look : found.looks()) {
    if (look.outcome != plugins::Look::Outcome::refused) continue;
    if (look.is_named) throw UsageError("--plugin " + look.path + ": " + look.words);
    messages.warning(look.path, "not loaded: " + look.words);
  }
  return found;
}

}  // namespace

void watch_plugins() { static_cast<void>(std::atexit(refuse_exit_of_plugin)); }

void declare_plugins(Flags& flags) {
  flags.each(
      "--plugin", [](const std::string& file) { named_files().push_back(file); }, "FILE",
      "Load this plugin too; repeatable (docs/plugins.md)");
}

plugins::Places plugin_places() {
  plugins::Places places{.files = named_files(),
                         .folders = plugins::folders_in(variable("PROFCONV_PLUGIN_PATH"), "PROFCONV_PLUGIN_PATH")};
  std::string data = variable("XDG_DATA_HOME");
  if (const std::string home = variable("HOME"); data.empty() && !home.empty()) data = home + "/.local/share";
  if (data.starts_with('/'))
    places.folders.push_back({.folder = data + "/profconv/plugins", .reason = "the user's plugins"});
  if (const std::string self = own_path(); !self.empty()) {
    const fs::path folder = fs::path(self).parent_path() / PROFCONV_PLUGINS_FROM_BIN;
    places.folders.push_back({.folder = folder.lexically_normal().string(), .reason = "installed plugins"});
  }
  return places;
}

const Registry& registry() {
  static const plugins::Plugins all = loaded();
  // exit() runs this one before it destroys the plugins, and the one of main() after.
  static const bool is_watched = (watch_plugins(), true);
  static_cast<void>(is_watched);
  return all.registry();
}

std::string own_path() {
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed).string();
}

}  // namespace profconv::cli
