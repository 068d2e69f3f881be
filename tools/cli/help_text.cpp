// SPDX-License-Identifier: Apache-2.0
// Text on at most 80 columns.
#include "tools/cli/help_text.h"

#include <algorithm>

#include "tools/cli/option_card.h"
#include "tools/cli/page.h"

namespace profconv::cli {

namespace {

constexpr std::size_t help_column = 28;

std::string row(const OptionCard& option) {
  std::string text = "  " + option.spelled();
  if (text.size() + 2 > help_column) {
    text.append("\n").append(help_column, ' ');
  } else {
    text.resize(help_column, ' ');
  }
  return text + wrapped(option.help, help_column, help_column) + "\n";
}

/// Every group with its heading, in the order of declaration.
std::string groups(const std::vector<OptionCard>& options) {
  std::vector<std::string> names;
  for (const OptionCard& option : options) {
    if (std::find(names.begin(), names.end(), option.group) == names.end()) names.push_back(option.group);
  }
  std::string text;
  for (const std::string& name : names) {
    text.append(text.empty() ? "" : "\n").append(wrapped(name + ":", 0)).append("\n");
    for (const OptionCard& option : options) {
      if (option.group == name) text += row(option);
    }
  }
  return text;
}

std::string examples(const Page& page) {
  if (page.examples.empty()) return {};
  std::size_t width = 0;
  for (const Example& example : page.examples) width = std::max(width, example.command.size());
  const bool fits = std::all_of(page.examples.begin(), page.examples.end(), [&](const Example& example) {
    return width + 4 + example.purpose.size() <= help_width;
  });
  std::string text = "Examples:\n";
  for (const Example& example : page.examples) {
    std::string line = "  " + std::string(example.command);
    if (!example.purpose.empty() && fits) {
      line.resize(width + 4, ' ');
      line += example.purpose;
    } else if (!example.purpose.empty()) {
      line.append("\n      ").append(example.purpose);
    }
    text += line + "\n";
  }
  return text;
}

std::string head(const Page& page) {
  return "usage: " + std::string(page.usage) + "\n\n" + wrapped(page.description, 0) + "\n\n";
}

std::string foot(const Page& page) {
  if (page.exit_status.empty()) return {};
  return "\n" + wrapped("Exit status: " + std::string(page.exit_status), 0) + "\n";
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t used) {
  std::string out;
  std::size_t column = used;
  bool at_start = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    const bool breaks = end < text.size() && text[end] == '\n';
    if (!at_start && column + 1 + word.size() > help_width) {
      out.append("\n").append(indent, ' ');
      column = indent;
    } else if (!at_start) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    at_start = breaks;
    if (breaks) {
      out.append("\n").append(indent, ' ');
      column = indent;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string short_help(const Flags& flags) {
  const Page& page = flags.page();
  if (page.common.empty()) return full_help(flags);
  std::string options = "Options:\n";
  for (const OptionCard& option : flags.cards()) {
    const auto is_it = [&](std::string_view name) { return name == option.long_name; };
    if (std::any_of(page.common.begin(), page.common.end(), is_it)) options += row(option);
  }
  const std::string overview = page.overview == nullptr ? "" : page.overview() + "\n";
  return head(page) + overview + examples(page) + "\n" + options + "\n`" + flags.command() +
         " --help-all` lists all options.\n" + foot(page).substr(1);
}

std::string full_help(const Flags& flags) {
  const Page& page = flags.page();
  return head(page) + groups(flags.cards()) + "\n" + examples(page) + foot(page);
}

std::string group_help(const Flags& flags, std::string_view group) {
  std::vector<OptionCard> options = flags.cards();
  std::erase_if(options, [&](const OptionCard& option) { return !option.group.starts_with(group); });
  return groups(options);
}

}  // namespace profconv::cli
