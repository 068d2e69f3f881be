// SPDX-License-Identifier: Apache-2.0
// profconv plugin-test PLUGIN [INPUT...]: tries a plugin. Every law is tried in a process of its own, so that a crash
// is a finding.
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "core/process/process.h"
#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/registry.h"
#include "tools/lib/plugins/laws.h"

namespace profconv::cli {

namespace {

using plugins::Law;

constexpr auto examples = std::to_array<Example>({
    {"profconv plugin-test ./xdebug.so traces/*.xt", ""},
    {"profconv plugin-test ./profconv-write-table server.folded", "writers are tried on any profile"},
});

constexpr Page page{.usage = "profconv plugin-test PLUGIN [INPUT...]",
                    .summary = "run a plugin on inputs and check what it reports",
                    .description =
                        "Tries each format of a plugin on each input: it is detected, reads the same a byte at a "
                        "time, survives inputs that are cut off or damaged, carries what it reads, and reads what "
                        "it writes. Every test is a process of its own.",
                    .examples = examples,
                    .exit_status = "0 success, 1 a test failed or the plugin cannot be loaded.",
                    .common = {}};

struct PluginTestFlags {
  std::string law;  ///< of the helper process
  std::string format;
  std::int64_t deadline = 60;

  void declare(Flags& flags) {
    flags.app()
        .add_option("--deadline", deadline, "Seconds for each test (60)")
        ->check(CLI::Range(1, 86'400))
        ->option_text("SECONDS");
    flags.app().add_option("--law", law, "Try one law, in this process")->option_text("LAW")->group("");
    flags.app().add_option("--format", format, "On this format")->option_text("FORMAT")->group("");
  }
};

/// "./x.so" for a file of the working directory.
std::string with_folder(const std::string& path) { return path.find('/') == path.npos ? "./" + path : path; }

std::string bytes_of(const std::string& path) {
  Context context;
  Input input = Input::open(path, context);
  const ByteBuffer all = input.read_all();
  return {all.data(), all.size()};
}

const Law* law_called(std::span<const Law> laws, std::string_view name) {
  const auto found = std::find_if(laws.begin(), laws.end(), [&](const Law& law) { return law.name == name; });
  return found == laws.end() ? nullptr : &*found;
}

/// The helper: tries one law; what it throws is the finding.
int try_one(const PluginTestFlags& given, const std::string& plugin, const std::string& input) {
  const plugins::Plugins loaded({.files = {plugin}, .folders = {}}, builtin_registry());
  const Registry& formats = loaded.registry();
  plugins::Case of{.registry = formats, .name = input, .is_slow = !plugin.ends_with(".so")};
  if (!input.empty()) of.bytes = bytes_of(input);
  const Law* law = law_called(plugins::reader_laws(), given.law);
  if (law != nullptr) {
    of.reader = &formats.reader(given.format);
  } else {
    law = law_called(plugins::writer_laws(), given.law);
    if (law == nullptr) throw UsageError("--law: no law is called '" + given.law + "'");
    of.writer = &formats.writer(given.format);
  }
  law->holds(of);
  return good;
}

/// The trials of one plugin, and how many failed.
class Trials {
 public:
  Trials(std::string plugin, std::chrono::seconds deadline) : plugin_(std::move(plugin)), deadline_(deadline) {}

  /// `input` may be empty.
  void add(const Law& law, std::string_view format, const std::string& input) {
    const std::string finding = tried(law, format, input);
    ++count_;
    failed_ += finding.empty() ? 0 : 1;
    print_result(std::string(finding.empty() ? "ok      " : "FAILED  ") + std::string(format) + ": " +
                 (input.empty() ? "" : inert(input) + ": ") + std::string(law.words) +
                 (finding.empty() ? "" : ": " + inert(finding)) + "\n");
  }

  [[nodiscard]] int result() const {
    print_result(counted(count_, "test", "tests") + ", " + (failed_ == 0 ? "all good" : grouped(failed_) + " failed") +
                 "\n");
    return failed_ == 0 ? good : failed;
  }

 private:
  /// What went wrong; empty: nothing.
  [[nodiscard]] std::string tried(const Law& law, std::string_view format, const std::string& input) const {
    Command command{.words = {own_path(), "plugin-test", "--law", std::string(law.name), "--format",
                              std::string(format), "--", plugin_},
                    .name = "it",
                    .environment = {},
                    .input = nullptr};
    if (!input.empty()) command.words.push_back(input);
    command.deadline = deadline_;
    const Context context;
    Process process(std::move(command), context);
    const ProcessEnd end = process.wait();
    if (end.is_good()) return {};
    constexpr std::string_view prefix = "profconv: error: ";
    std::string_view said = process.error_text();
    said = said.substr(0, said.find('\n'));
    if (end.kind == ProcessEnd::Kind::exited && said.starts_with(prefix))
      return std::string(said.substr(prefix.size()));
    return describe(end, "it");
  }

  std::string plugin_;
  std::chrono::seconds deadline_;
  std::uint64_t count_ = 0;
  std::uint64_t failed_ = 0;
};

template <class Formats>
void try_all(Trials& trials, const Formats& formats, std::span<const Law> laws, std::span<const std::string> inputs) {
  for (const auto* format : formats) {
    for (const Law& law : laws) {
      if (!law.needs_input) trials.add(law, format->name, "");
      for (const std::string& input : inputs) {
        if (law.needs_input) trials.add(law, format->name, input);
      }
    }
  }
}

}  // namespace

void describe_plugin_test(const FlagsVisitor& visit) { describe_with<PluginTestFlags>(page, visit); }

int run_plugin_test(const Arguments& arguments) {
  Flags flags(page);
  PluginTestFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  if (flags.words().empty()) throw UsageError("plugin-test: name a plugin, and inputs to try it on");
  const std::string plugin = with_folder(flags.words().front());
  const std::span<const std::string> inputs = std::span(flags.words()).subspan(1);
  if (!given.law.empty()) return try_one(given, plugin, inputs.empty() ? "" : inputs.front());
  const plugins::Plugins loaded({.files = {plugin}, .folders = {}}, builtin_registry(), look_from_outside);
  if (loaded.loaded().empty()) throw UsageError(plugin + ": " + loaded.looks().front().words);
  print_result(inert(plugin) + ": " + loaded.looks().front().words + "\n");
  Trials trials(plugin, std::chrono::seconds(given.deadline));
  try_all(trials, loaded.loaded().front()->readers(), plugins::reader_laws(), inputs);
  try_all(trials, loaded.loaded().front()->writers(), plugins::writer_laws(), inputs);
  return trials.result();
}

}  // namespace profconv::cli
