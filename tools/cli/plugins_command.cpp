// SPDX-License-Identifier: Apache-2.0
// profconv plugins: which plugins are loaded, and why others are not. Each is first loaded by a helper process, so that
// one that crashes is reported.
#include <array>
#include <chrono>

#include "core/process/process.h"
#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/registry.h"

namespace profconv::cli {

namespace {

using plugins::Look;

constexpr std::chrono::seconds patience{10};

constexpr auto examples = std::to_array<Example>({
    {"profconv plugins", ""},
    {"profconv plugins --explain", ""},
    {"profconv plugins --plugin ./austin.so", ""},
});

constexpr Page page{.usage = "profconv plugins [--explain] [--plugin FILE]",
                    .summary = "list plugins, or explain why one is not loaded",
                    .description =
                        "Lists the plugins that profconv loads, and those that it refuses. With --explain: also "
                        "every folder that it looks into and every file that it ignores.",
                    .examples = examples,
                    .exit_status = "0 success, 1 a plugin that --plugin names is refused.",
                    .common = {}};

struct PluginsFlags {
  bool explain = false;
  std::string look;

  void declare(Flags& flags) {
    flags.flag("--explain", explain, "Show every folder and file that is looked at");
    flags.text("--look", look, "FILE", "Load one plugin, and only that").hide();
    declare_plugins(flags);
  }
};

std::string in_words(const Look& look) {
  constexpr std::array<std::string_view, 4> outcomes{"", "loaded: ", "refused: ", "ignored: "};
  return inert(look.path) + ": " + std::string(outcomes[static_cast<std::size_t>(look.outcome)]) + inert(look.words) +
         "\n";
}

int look_at_one(const std::string& path) {
  const plugins::Plugins found({.files = {path}, .folders = {}}, builtin_registry());
  return found.loaded().empty() ? failed : good;
}

}  // namespace

std::string look_from_outside(const std::string& path) {
  const Context context;
  Command command{.words = {own_path(), "plugins", "--look", path}, .name = {}, .environment = {}, .input = nullptr};
  command.ignores_output = true;
  command.deadline = patience;
  const ProcessEnd end = Process(std::move(command), context).wait();
  if (end.kind == ProcessEnd::Kind::killed) return "crashes while it is loaded: signal " + std::to_string(end.number);
  if (end.kind == ProcessEnd::Kind::timed_out) return "takes longer than 10 seconds to load";
  return {};
}

void describe_plugins(const FlagsVisitor& visit) { describe_with<PluginsFlags>(page, visit); }

int run_plugins(const Arguments& arguments) {
  Flags flags(page);
  PluginsFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  if (!flags.words().empty())
    throw UsageError("plugins takes no file; --plugin " + flags.words().front() + " adds one");
  if (!given.look.empty()) return look_at_one(given.look);
  const plugins::Plugins found(plugin_places(), builtin_registry(), look_from_outside);
  std::string text;
  int status = good;
  for (const Look& look : found.looks()) {
    const bool matters = look.outcome == Look::Outcome::loaded || look.outcome == Look::Outcome::refused;
    if (matters || given.explain) text += in_words(look);
    if (look.is_named && look.outcome == Look::Outcome::refused) status = failed;
  }
  print_result(text.empty() ? "no plugins; profconv plugins --explain shows where they are looked for\n" : text);
  return status;
}

}  // namespace profconv::cli
