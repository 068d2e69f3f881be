// SPDX-License-Identifier: Apache-2.0
// profconv help [TOPIC]: the help of a command or a group of options; and the man page and completions for packages.
#include <algorithm>
#include <array>

#include "tools/cli/commands.h"
#include "tools/cli/completions.h"
#include "tools/cli/help_text.h"
#include "tools/cli/man_page.h"
#include "tools/cli/messages.h"

namespace profconv::cli {

namespace {

constexpr auto examples = std::to_array<Example>({
    {"profconv help", ""},
    {"profconv help diff", ""},
    {"profconv help filters", ""},
    {"profconv help --man > profconv.1", ""},
    {"profconv help --completion bash > /etc/bash_completion.d/profconv", ""},
});

constexpr Page page{
    .usage = "profconv help [COMMAND|FORMAT|filters|limits]",
    .summary = "explain a command, filters, limits or formats",
    .description =
        "Prints the help of a command with all its options, the settings of a format, or the options that filter or "
        "limit. Without a topic, prints the same as `profconv --help`.",
    .examples = examples,
    .exit_status = {},
    .common = {}};

struct HelpFlags {
  bool man = false;
  std::string shell;

  void declare(Flags& flags) {
    flags.flag("--man", man, "Print the man page");
    flags.text("--completion", shell, "bash|zsh|fish", "Print the completion script of a shell");
  }
};

std::string help_of(const CommandCard& command) {
  std::string text;
  command.describe([&](const Flags& flags) { text = full_help(flags); });
  return text;
}

/// Filters and limits are options of a conversion.
std::string help_of_group(std::string_view group) {
  std::string text;
  describe_convert([&](const Flags& flags) { text = group_help(flags, group); });
  return text;
}

/// Of a format that is no command as well.
bool is_format(const std::string& topic) {
  const auto is_it = [&](const auto* card) {
    return card->name == topic || std::find(card->aliases.begin(), card->aliases.end(), topic) != card->aliases.end();
  };
  const Registry& registry = builtin_registry();
  return find_command(topic) == nullptr && (std::any_of(registry.readers().begin(), registry.readers().end(), is_it) ||
                                            std::any_of(registry.writers().begin(), registry.writers().end(), is_it));
}

std::string help_on(const std::string& topic) {
  if (topic == "filters") return help_of_group("Filters");
  if (topic == "limits") return help_of_group("Limits");
  if (const CommandCard* const command = find_command(topic)) return help_of(*command);
  const std::string_view near = nearest_command(topic);
  throw UsageError("no help on '" + topic + "'" + (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                   " (topics: filters, limits, each command and each format)");
}

}  // namespace

void describe_help(const FlagsVisitor& visit) { describe_with<HelpFlags>(page, visit); }

int run_help(const Arguments& arguments) {
  Flags flags(page);
  HelpFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  if (flags.words().size() > 1) throw UsageError("help takes one topic");
  if (given.man) {
    print_result(man_page());
  } else if (!given.shell.empty()) {
    print_result(completion_script(given.shell));
  } else if (flags.words().empty()) {
    describe_convert([](const Flags& convert) { print_result(short_help(convert)); });
  } else if (const std::string& topic = flags.words().front(); is_format(topic)) {
    return run_formats({topic});
  } else {
    print_result(help_on(topic));
    if (topic != "formats") return good;
    print_result("\n");
    return run_formats({});
  }
  return good;
}

}  // namespace profconv::cli
