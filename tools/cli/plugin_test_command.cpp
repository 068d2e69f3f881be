// SPDX-License-Identifier: Apache-2.0
// profconv plugin-test PLUGIN [INPUT...]: tries a plugin. Every law is tried in a process of its own, so that a crash
// is a finding.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/process/process.h"
#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/registry.h"
#include "tools/lib/plugins/laws.h"

namespace profconv::cli {

namespace {

using plugins::Law;

constexpr int not_tried = 77;  // exit status of the helper

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
    flags.number("--deadline", deadline, 1, 86'400, "SECONDS", "Seconds for each test (60)");
    flags.text("--law", law, "LAW", "Try one law, in this process").hide();
    flags.text("--format", format, "FORMAT", "On this format").hide();
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

/// The plugin and, if it is a program that writes a format, the program beside it that reads the format.
std::vector<std::string> with_its_reader(const std::string& plugin) {
  std::string reader = plugins::reader_beside(plugin);
  return std::filesystem::exists(reader) ? std::vector{plugin, std::move(reader)} : std::vector{plugin};
}

/// The helper: tries one law; what it throws is the finding.
int try_one(const PluginTestFlags& given, const std::string& plugin, const std::string& input) {
  const plugins::Plugins loaded({.files = with_its_reader(plugin), .folders = {}}, builtin_registry());
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
  try {
    law->holds(of);
  } catch (const plugins::Skipped& why) {
    Messages(false, false).error(why.what());
    return not_tried;
  }
  return good;
}

/// What came of a law on an input.
struct Trial {
  enum class Outcome : std::uint8_t { good, skipped, broken };
  Outcome outcome = Outcome::good;
  std::string words = {};  ///< what went wrong, or why it was skipped
};

/// The helper's last line on standard error, below what a plugin writes there; empty if it wrote no error.
std::string_view said_by_helper(std::string_view said) {
  constexpr std::string_view prefix = "profconv: error: ";
  const std::size_t at = said.rfind(prefix);
  if (at == said.npos || (at != 0 && said[at - 1] != '\n')) return {};
  said.remove_prefix(at + prefix.size());
  return said.substr(0, said.find('\n'));
}

/// The trials of one plugin, and how many failed.
class Trials {
 public:
  Trials(std::string plugin, std::chrono::seconds deadline) : plugin_(std::move(plugin)), deadline_(deadline) {}

  /// `input` may be empty.
  void add(const Law& law, std::string_view format, const std::string& input) {
    show(tried(law, format, input), law, format, input);
  }
  /// For a plugin that also writes: whether the input is of this format, which only some of its inputs need be.
  bool is_of(const Law& detection, std::string_view format, const std::string& input) {
    const Trial trial = tried(detection, format, input);
    if (trial.outcome != Trial::Outcome::broken) return true;
    show({.outcome = Trial::Outcome::skipped, .words = trial.words}, detection, format, input);
    return false;
  }

  [[nodiscard]] int result() const {
    print_result(counted(count_, "test", "tests") + ", " + (failed_ == 0 ? "all good" : grouped(failed_) + " failed") +
                 (skipped_ == 0 ? "" : ", " + grouped(skipped_) + " skipped") + "\n");
    return failed_ == 0 ? good : failed;
  }

 private:
  void show(const Trial& trial, const Law& law, std::string_view format, const std::string& input) {
    ++(trial.outcome == Trial::Outcome::skipped ? skipped_ : count_);
    failed_ += trial.outcome == Trial::Outcome::broken ? 1 : 0;
    constexpr std::array<std::string_view, 3> marks{"ok      ", "skipped ", "FAILED  "};
    print_result(std::string(marks[static_cast<std::size_t>(trial.outcome)]) + std::string(format) + ": " +
                 (input.empty() ? "" : inert(input) + ": ") + std::string(law.words) +
                 (trial.words.empty() ? "" : ": " + inert(trial.words)) + "\n");
  }

  [[nodiscard]] Trial tried(const Law& law, std::string_view format, const std::string& input) const {
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
    const bool is_skipped = end == ProcessEnd{ProcessEnd::Kind::exited, not_tried};
    const std::string_view said =
        end.kind == ProcessEnd::Kind::exited ? said_by_helper(process.error_text()) : std::string_view();
    return {.outcome = is_skipped ? Trial::Outcome::skipped : Trial::Outcome::broken,
            .words = said.empty() ? describe(end, "it") : std::string(said)};
  }

  std::string plugin_;
  std::chrono::seconds deadline_;
  std::uint64_t count_ = 0;
  std::uint64_t failed_ = 0;
  std::uint64_t skipped_ = 0;
};

template <class Format>
void try_all(Trials& trials, const Format& format, std::span<const Law> laws, std::span<const std::string> inputs) {
  for (const Law& law : laws) {
    if (!law.needs_input) trials.add(law, format.name, "");
    for (const std::string& input : inputs) {
      if (law.needs_input) trials.add(law, format.name, input);
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
  const plugins::Plugin& tried = *loaded.loaded().front();
  for (const Reader* reader : tried.readers()) {
    const auto is_of = [&](const std::string& input) {
      return tried.writers().empty() || trials.is_of(plugins::reader_laws().front(), reader->name, input);
    };
    std::vector<std::string> own;
    std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(own), is_of);
    try_all(trials, *reader, plugins::reader_laws(), own);
  }
  for (const Writer* writer : tried.writers()) try_all(trials, *writer, plugins::writer_laws(), inputs);
  return trials.result();
}

}  // namespace profconv::cli
