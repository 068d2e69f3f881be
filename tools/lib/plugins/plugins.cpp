// SPDX-License-Identifier: Apache-2.0
// Looking for plugins and loading them.
#include "plugins.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "core/text/base_name.h"
#include "profconv/errors.h"

namespace profconv::plugins {

namespace {

namespace fs = std::filesystem;

std::string without_links(const std::string& path) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  return failed ? path : real.string();
}

/// Users who can write to this place, or replace a folder on the way to it, can run code with the rights of the user of
/// profconv. In a folder such as /tmp they cannot replace what others have made (chmod(2), S_ISVTX).
void require_private(const std::string& path, std::string_view what) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) throw Refusal("does not exist");
  if ((found.st_mode & S_IWOTH) != 0) throw Refusal("any user may change this " + std::string(what));
  for (fs::path folder = fs::path(without_links(path)).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    const bool is_open = stat(folder.c_str(), &found) != 0 || (found.st_mode & (S_IWOTH | S_ISVTX)) == S_IWOTH;
    if (is_open) throw Refusal("any user may change the folder " + one_line(folder.string()));
  }
}

template <class Format>
void add_names(std::set<std::string_view>& names, const std::vector<const Format*>& formats, std::string_view verb) {
  const auto add = [&](std::string_view name) {
    if (names.insert(name).second) return;
    throw Refusal("the format '" + std::string(name) + "' is already " + std::string(verb));
  };
  for (const Format* format : formats) {
    add(format->name);
    for (const std::string_view alias : format->aliases) add(alias);
  }
}

template <class Format>
void require_new(const std::vector<const Format*>& added, std::span<const Format* const> known, std::string_view verb) {
  std::set<std::string_view> names;
  add_names(names, std::vector<const Format*>(known.begin(), known.end()), verb);
  add_names(names, added, verb);
}

template <class Format>
std::string names_of(const std::vector<const Format*>& formats, std::string_view verb) {
  std::string text;
  for (const Format* format : formats) {
    text.append(text.empty() ? "; " + std::string(verb) + " " : ", ").append(format->name);
  }
  return text;
}

}  // namespace

std::vector<Place> folders_in(std::string_view list, const std::string& reason) {
  std::vector<Place> found;
  while (!list.empty()) {
    const std::size_t colon = std::min(list.find(':'), list.size());
    if (colon != 0) found.push_back({.folder = std::string(list.substr(0, colon)), .reason = reason});
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  return found;
}

bool is_plugin_name(std::string_view path) { return base_name(path).ends_with(".so") || is_program_name(path); }

Plugins::Plugins(const Places& places, const Registry& builtin, Veto veto)
    : veto_(std::move(veto)),
      registry_({builtin.readers().begin(), builtin.readers().end()},
                {builtin.writers().begin(), builtin.writers().end()}) {
  for (const std::string& file : places.files) look_at(file.find('/') == file.npos ? "./" + file : file, true);
  for (const Place& place : places.folders) look_into(place);
}

void Plugins::look_into(const Place& place) {
  const auto looked = [&](Look::Outcome outcome, const std::string& words) {
    looks_.push_back({.outcome = outcome, .path = place.folder, .words = words + " (" + place.reason + ")"});
  };
  if (!place.folder.starts_with('/')) {
    return looked(Look::Outcome::refused, "is not an absolute path");
  }
  std::error_code failed;
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(place.folder, failed)) files.push_back(entry.path().string());
  if (failed) {
    return looked(Look::Outcome::folder,
                  failed == std::errc::no_such_file_or_directory ? "does not exist" : failed.message());
  }
  try {
    require_private(place.folder, "folder");
  } catch (const Refusal& refusal) {
    return looked(Look::Outcome::refused, refusal.what());
  }
  looked(Look::Outcome::folder, std::to_string(files.size()) + (files.size() == 1 ? " file" : " files"));
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) look_at(file, false);
}

void Plugins::look_at(const std::string& path, bool is_named) {
  Look look{.outcome = Look::Outcome::ignored,
            .path = path,
            .words = "is not called *.so, profconv-read-* or profconv-write-*",
            .is_named = is_named};
  const std::string real = without_links(path);
  if (std::find(seen_.begin(), seen_.end(), real) != seen_.end()) {
    look.words = "is loaded already";
  } else if (is_named || is_plugin_name(path)) {
    seen_.push_back(real);
    try {
      load(path);
      const Plugin& plugin = *loaded_.back();
      look.outcome = Look::Outcome::loaded;
      look.words = plugin.description() + names_of(plugin.readers(), "reads") + names_of(plugin.writers(), "writes");
    } catch (const Refusal& refusal) {
      look.outcome = Look::Outcome::refused;
      look.words = refusal.what();
    }
  }
  looks_.push_back(std::move(look));
}

void Plugins::load(const std::string& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) throw Refusal(fs::exists(path, failed) ? "is not a file" : "does not exist");
  require_private(path, "file");
  const bool is_program = is_program_name(path);
  // A program runs in a process of its own anyway.
  const std::string veto = veto_ && !is_program ? veto_(path) : "";
  if (!veto.empty()) throw Refusal(veto);
  std::unique_ptr<Plugin> plugin = is_program ? load_program(path) : load_library(path);
  require_new_names(*plugin);
  std::vector<const Reader*> readers(registry_.readers().begin(), registry_.readers().end());
  std::vector<const Writer*> writers(registry_.writers().begin(), registry_.writers().end());
  for (const Reader* reader : plugin->readers()) readers.push_back(reader);
  for (const Writer* writer : plugin->writers()) writers.push_back(writer);
  registry_ = Registry(std::move(readers), std::move(writers));
  loaded_.push_back(std::move(plugin));
}

void Plugins::require_new_names(const Plugin& plugin) const {
  require_new(plugin.readers(), registry_.readers(), "read");
  require_new(plugin.writers(), registry_.writers(), "written");
}

}  // namespace profconv::plugins
