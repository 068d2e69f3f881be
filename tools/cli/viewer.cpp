// SPDX-License-Identifier: Apache-2.0
// Finding a viewer and starting it.
#include "tools/cli/viewer.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include "core/process/process.h"
#include "tools/cli/memory_limit.h"
#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

#ifdef __APPLE__
constexpr const char* system_viewer = "open";
#else
constexpr const char* system_viewer = "xdg-open";
#endif

using Words = std::vector<std::string>;

/// The commands that $BROWSER lists between colons. "%s" in their words is the file, which else comes last.
std::vector<Words> browsers(const std::string& file) {
  constexpr std::string_view place = "%s";
  const char* const variable = std::getenv("BROWSER");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  std::vector<Words> commands;
  std::istringstream list(variable == nullptr ? "" : variable);
  for (std::string command; std::getline(list, command, ':');) {
    Words words;
    bool has_file = false;
    std::istringstream text(command);
    for (std::string word; text >> word; words.push_back(word)) {
      const std::size_t at = word.find(place);
      if (at == std::string::npos) continue;
      word.replace(at, place.size(), file);
      has_file = true;
    }
    if (words.empty()) continue;
    if (!has_file) words.push_back(file);
    commands.push_back(std::move(words));
  }
  return commands;
}

/// How a format is viewed that the system has no program for.
struct OwnViewer {
  std::string page;    ///< on the web; empty: the system's program for the file
  std::string advice;  ///< what is left to do; empty: nothing
  bool is_command = false;
};

OwnViewer own_viewer(const Writer& writer, const std::string& file) {
  const auto page = [](const std::string& address) {
    return OwnViewer{.page = address, .advice = "drop the file on " + address};
  };
  if (writer.name == "chrome") return page("https://ui.perfetto.dev");
  if (writer.name == "spall") return page("https://gravitymoth.com/spall/");
  if (writer.name == "collapsed") return page("https://www.speedscope.app");
  if (writer.name == "dhat") return page("https://profiler.firefox.com");
  if (writer.name == "pprof") {
    return {.page = {}, .advice = "view it with: go tool pprof -http=: " + in_shell(file), .is_command = true};
  }
  return {};
}

/// Why a viewer did not start; empty: it did.
std::string failure_of(Words words) {
  constexpr std::chrono::seconds watched{1};
  const Context context;
  const std::string name = words.front();
  try {
    Process viewer({.words = std::move(words), .ignores_output = true}, context);
    const std::optional<ProcessEnd> end = viewer.wait_for(watched);
    viewer.release();
    return end && !end->is_good() ? describe(*end, name) : "";
  } catch (const ProcessError& error) {
    return error.what();
  }
}

}  // namespace

void open_in_viewer(const std::string& path, const Writer& writer, const Messages& messages) {
  // An absolute path is neither an option nor an address.
  const std::string file = std::filesystem::absolute(path).string();
  const OwnViewer own = own_viewer(writer, file);
  if (!own.advice.empty()) messages.note(path, own.advice);
  if (own.is_command) return;
  const std::string& target = own.page.empty() ? file : own.page;
  lift_memory_limit();
  std::vector<Words> viewers = browsers(target);
  const std::string advice = viewers.empty() ? "; set BROWSER to another program" : "";
  viewers.insert(viewers.begin(), {system_viewer, target});
  std::string failures;
  for (Words& viewer : viewers) {
    const std::string failure = failure_of(std::move(viewer));
    if (failure.empty()) return;
    failures.append(failures.empty() ? "" : "; ").append(failure);
  }
  messages.warning(path, "written, but not opened: " + failures + advice);
}

}  // namespace profconv::cli
