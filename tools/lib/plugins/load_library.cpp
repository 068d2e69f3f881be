// SPDX-License-Identifier: Apache-2.0
// Loading a shared library. It stays loaded: its formats are used until the process ends.
#include <dlfcn.h>

#include "job.h"
#include "library_plugin.h"

namespace profconv::plugins {

namespace {

/// The loader's message without the path, which messages have already.
std::string loader_message(const std::string& path) {
  const char* const said = dlerror();
  std::string message = said == nullptr ? "cannot be loaded" : one_line(said);
  if (message.starts_with(path + ": ")) message.erase(0, path.size() + 2);
  return message;
}

}  // namespace

std::unique_ptr<Plugin> load_library(const std::string& path) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw Refusal(loader_message(path));
  using Entry = const pc_plugin* (*)(const pc_host*);
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "profconv_plugin_v1"));
  if (entry == nullptr) {
    dlclose(library);
    throw Refusal("has no function profconv_plugin_v1");
  }
  return std::make_unique<LibraryPlugin>(path, entry(&host()));
}

}  // namespace profconv::plugins
