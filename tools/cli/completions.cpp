// SPDX-License-Identifier: Apache-2.0
// What all shells complete.
#include "tools/cli/completions.h"

#include <algorithm>

#include "profconv/conversion.h"
#include "tools/cli/command_table.h"

namespace profconv::cli {

namespace {

void add_new(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

/// "flamegraph.title=" of every option of every format.
std::vector<std::string> setting_words() {
  std::vector<std::string> words;
  const auto add = [&](const auto& cards) {
    for (const auto* card : cards) {
      for (const Option& option : card->options) {
        add_new(words, std::string(card->name) + "." + std::string(option.name) + "=");
      }
    }
  };
  add(builtin_registry().readers());
  add(builtin_registry().writers());
  return words;
}

template <class Cards>
std::vector<std::string> names_of(const Cards& cards) {
  std::vector<std::string> names;
  for (const auto* card : cards) add_new(names, std::string(card->name));
  return names;
}

}  // namespace

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string all;
  for (const std::string& word : words) all.append(all.empty() ? "" : between).append(word);
  return all;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names = names_of(builtin_registry().readers());
  for (std::string& name : names_of(builtin_registry().writers())) add_new(names, std::move(name));
  return names;
}

std::vector<std::string> help_topics() {
  std::vector<std::string> topics;
  for (const CommandCard& command : commands()) topics.emplace_back(command.name);
  topics.insert(topics.end(), {"filters", "limits"});
  return topics;
}

ValueWords value_words(const OptionCard& option) {
  if (!option.takes_value() || option.value.starts_with("[=")) return {};
  if (std::vector<std::string> words = option.choices(); !words.empty()) return {ValueKind::words, std::move(words)};
  if (option.value == "FILE") return {ValueKind::file, {}};
  if (option.long_name == "--from") return {ValueKind::words, names_of(builtin_registry().readers())};
  if (option.long_name == "--to") return {ValueKind::words, names_of(builtin_registry().writers())};
  if (option.long_name == "--set") return {ValueKind::words, setting_words()};
  return {ValueKind::anything, {}};
}

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return bash_completion();
  if (shell == "zsh") return zsh_completion();
  if (shell == "fish") return fish_completion();
  throw UsageError("--completion takes bash, zsh or fish, not '" + std::string(shell) + "'");
}

}  // namespace profconv::cli
