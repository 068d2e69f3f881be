// SPDX-License-Identifier: Apache-2.0
// The plugins of this process: where they are looked for, which are loaded, and why others are not.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "plugin.h"
#include "profconv/registry.h"

namespace profconv::plugins {

/// A folder in which plugins are looked for.
struct Place {
  std::string folder;
  std::string reason;  ///< "the user's plugins"
};

/// Where plugins come from. Nothing is ever looked for in the working directory.
struct Places {
  std::vector<std::string> files;
  std::vector<Place> folders;
};

/// The folders of a list with ':' between them, such as $PROFCONV_PLUGIN_PATH.
[[nodiscard]] std::vector<Place> folders_in(std::string_view list, const std::string& reason);

/// What became of a folder or a file.
struct Look {
  enum class Outcome : std::uint8_t { folder, loaded, refused, ignored };
  Outcome outcome = Outcome::folder;
  std::string path;
  std::string words;      ///< what it is, or why it was refused
  bool is_named = false;  ///< a file that the user named
};

/// What a file is called if it is no plugin by its name.
[[nodiscard]] bool is_plugin_name(std::string_view path);

class Plugins {
 public:
  /// Says why a file must not be loaded; empty: it may.
  using Veto = std::function<std::string(const std::string& path)>;

  /// Loads what is there. `builtin` and its formats must outlive this object.
  Plugins(const Places& places, const Registry& builtin, Veto veto = {});

  /// Built-in formats and those of plugins.
  [[nodiscard]] const Registry& registry() const { return registry_; }
  /// In the order in which they were looked at.
  [[nodiscard]] const std::vector<Look>& looks() const { return looks_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Plugin>>& loaded() const { return loaded_; }

 private:
  void look_into(const Place& place);
  void look_at(const std::string& path, bool is_named);
  void load(const std::string& path);
  void require_new_names(const Plugin& plugin) const;

  Veto veto_;
  std::vector<std::string> seen_;  ///< files, without symbolic links
  std::vector<std::unique_ptr<Plugin>> loaded_;
  std::vector<Look> looks_;
  Registry registry_;
};

}  // namespace profconv::plugins
