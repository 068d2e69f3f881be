// SPDX-License-Identifier: Apache-2.0
// Loading a shared library. It stays loaded: its formats are used until the process ends.
#include "library_plugin.h"

#ifdef PROFCONV_STATIC

namespace profconv::plugins {

std::unique_ptr<Plugin> load_library(const std::string&) {
  throw Refusal("cannot be loaded: this profconv is linked statically, and has no loader");
}

}  // namespace profconv::plugins

#else

#include <dlfcn.h>
#ifdef __ELF__
#include <link.h>
#endif

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string_view>

#include "job.h"
#include "library_call.h"

namespace profconv::plugins {

namespace {

/// The loader's message without the path, which messages have already.
std::string loader_message(const std::string& path) {
  const char* const said = dlerror();  // NOLINT(concurrency-mt-unsafe): one thread loads plugins
  std::string message = said == nullptr ? "cannot be loaded" : one_line(said);
  if (message.starts_with(path + ": ")) message.erase(0, path.size() + 2);
  return message;
}

#ifdef __ELF__
/// The loader maps a file that is shorter than its headers say, and the process ends by a signal.
void require_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(std::max<std::streamoff>(file.tellg(), 0));
  ElfW(Ehdr) header{};
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) throw Refusal("is too short for a library");
  if (!std::string_view(reinterpret_cast<const char*>(header.e_ident), SELFMAG).starts_with(ELFMAG)) {
    throw Refusal("is no library; a program must be called profconv-read-NAME or profconv-write-NAME");
  }
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  ElfW(Phdr) segment{};
  for (unsigned i = 0; i < header.e_phnum && file.read(reinterpret_cast<char*>(&segment), sizeof segment); ++i) {
    if (segment.p_type != PT_LOAD || segment.p_offset + segment.p_filesz <= size) continue;
    throw Refusal("is cut off: it has " + std::to_string(size) + " bytes, and its headers name more");
  }
}
#else
void require_whole(const std::string&) {}
#endif

}  // namespace

std::unique_ptr<Plugin> load_library(const std::string& path) {
  require_whole(path);
  void* const library = [&] {
    const LibraryCall running(path);  // its constructors
    return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  }();
  if (library == nullptr) throw Refusal(loader_message(path));
  using Entry = const pc_plugin* (*)(const pc_host*);
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "profconv_plugin_v1"));
  if (entry == nullptr) {
    dlclose(library);
    throw Refusal("has no function profconv_plugin_v1");
  }
  const LibraryCall running(path);
  return std::make_unique<LibraryPlugin>(path, entry(&host()));
}

}  // namespace profconv::plugins

#endif
