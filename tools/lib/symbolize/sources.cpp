// SPDX-License-Identifier: Apache-2.0
// What --symbols takes.
#include <cstdlib>
#include <filesystem>

#include "profconv/errors.h"
#include "profconv/symbols.h"

namespace profconv {

SymbolSources parse_symbol_sources(const std::vector<std::string>& words) {
  SymbolSources sources;
  bool is_off = false;
  for (const std::string& word : words) {
    std::error_code failed;
    if (word == "off") {
      is_off = true;
    } else if (word == "auto") {
      sources.local = true;
    } else if (word == "debuginfod") {
      sources.local = true;
      sources.debuginfod = true;
    } else if (std::filesystem::exists(word, failed)) {
      // A folder takes the place of this system's files: of another system, say. A file is one of them.
      sources.local = sources.local || !std::filesystem::is_directory(word, failed);
      sources.paths.push_back(word);
    } else {
      throw UsageError("--symbols takes auto, debuginfod, off, a file or a folder: there is no '" + one_line(word) +
                       "'");
    }
  }
  if (is_off && sources.any()) throw UsageError("--symbols off contradicts the other --symbols");
  const char* const servers = std::getenv("DEBUGINFOD_URLS");  // NOLINT(concurrency-mt-unsafe)
  if (sources.debuginfod && (servers == nullptr || *servers == '\0')) {
    throw UsageError("--symbols debuginfod needs servers: DEBUGINFOD_URLS=https://debuginfod.debian.net, for example");
  }
  return sources;
}

}  // namespace profconv
