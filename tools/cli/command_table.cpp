// SPDX-License-Identifier: Apache-2.0
// The commands in the order of the help.
#include "tools/cli/command_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include "profconv/options.h"
#include "tools/cli/commands.h"

namespace profconv::cli {

namespace {

constexpr std::array<CommandCard, 12> all{{
    {"convert", run_convert, describe_convert},
    {"info", run_info, describe_info},
    {"top", run_top, describe_top},
    {"diff", run_diff, describe_diff},
    {"record", run_record, describe_record},
    {"check", run_check, describe_check},
    {"formats", run_formats, describe_formats},
    {"plugins", run_plugins, describe_plugins},
    {"plugin-test", run_plugin_test, describe_plugin_test},
    {"help", run_help, describe_help},
    {"dtrace2spall", run_dtrace2spall, describe_dtrace2spall, true},
    {"dhat-pprof", run_dhat_pprof, describe_dhat_pprof, true},
}};

}  // namespace

std::span<const CommandCard> commands() { return all; }

const CommandCard* find_command(std::string_view name) {
  const auto* const found = std::find_if(all.begin(), all.end(), [&](const auto& card) { return card.name == name; });
  return found == all.end() ? nullptr : found;
}

std::string_view nearest_command(std::string_view word) {
  std::vector<std::string_view> names;
  names.reserve(all.size());
  for (const CommandCard& card : all) names.push_back(card.name);
  return word.size() < 3 ? std::string_view() : nearest(word, names);
}

}  // namespace profconv::cli
