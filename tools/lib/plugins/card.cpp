// SPDX-License-Identifier: Apache-2.0
// Checking the words of a plugin's card.
#include "card.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/text/excerpts.h"
#include "feature_names.h"

namespace profconv::plugins {

namespace {

constexpr std::size_t longest_name = 40;
constexpr std::size_t longest_summary = 200;

void require_name(const std::string& name, std::string_view what) {
  const auto is_fine = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  const bool has_end = name.empty() || name.front() == '-' || name.size() > longest_name;
  if (!has_end && std::all_of(name.begin(), name.end(), is_fine)) return;
  throw Refusal(std::string(what) + " has a name that is not 1 to 40 of a-z, 0-9, '-' and '_': " + in_quotes(name));
}

void require_summary(const std::string& summary, const std::string& of) {
  if (summary.size() <= longest_summary && !summary.empty() && one_line(summary) == summary) return;
  throw Refusal(of + " has a summary that is not one line of 1 to 200 bytes");
}

void require_extension(const std::string& extension, const std::string& of) {
  const bool has_other = extension.find_first_of("/ ") != std::string::npos || one_line(extension) != extension;
  if (extension.size() >= 2 && extension.size() <= longest_name && extension.front() == '.' && !has_other) return;
  throw Refusal(of + " has an extension that does not begin with a dot: " + in_quotes(extension));
}

Option option_of(const OptionWords& words, const std::vector<std::string_view>& choices) {
  return {.name = words.name,
          .type = words.type,
          .fallback = words.fallback,
          .summary = words.summary,
          .choices = choices,
          .min = words.min,
          .max = words.max};
}

/// What an option is if its card does not say: no, the number that is nearest to 0, the first choice, no text.
std::string least_value(const OptionWords& option) {
  switch (option.type) {
    case OptionType::boolean:
      return "no";
    case OptionType::integer:
    case OptionType::decimal:
      return std::to_string(std::max(std::min<std::int64_t>(0, option.max), option.min));
    case OptionType::choice:
      return option.choices.empty() ? std::string() : option.choices.front();
    case OptionType::text:
      break;
  }
  return {};
}

/// The default in the form that a value is kept in. It is a value that a user could set; a text may be empty.
std::string kept_default(const Option& option, const std::string& of) {
  if (option.fallback.empty() && option.type == OptionType::text) return {};
  try {
    Options options(std::span(&option, 1));
    options.set(option.name, option.fallback);
    return std::string(options.text(option));
  } catch (const UsageError& error) {
    throw Refusal(of + ", default: " + error.what());
  }
}

void require_option(const OptionWords& words, const std::string& of) {
  require_name(words.name, "an option of " + of);
  require_summary(words.summary, of + ", option '" + words.name + "',");
  if ((words.type == OptionType::choice) == words.choices.empty()) {
    throw Refusal(of + ", option '" + words.name + "': choices belong to an option that is a choice");
  }
  for (const std::string& choice : words.choices) require_name(choice, of + ", option '" + words.name + "', a choice");
}

Feature feature_called(const std::string& name, const std::string& of) {
  const auto found = std::find(feature_names.begin(), feature_names.end(), name);
  if (found != feature_names.end()) return static_cast<Feature>(found - feature_names.begin());
  const std::string_view near = nearest(name, feature_names);
  throw Refusal(of + " carries " + in_quotes(name) + ", which is not a feature" +
                (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
}

std::vector<std::string_view> views(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

}  // namespace

Card::Card(CardWords words)
    : words_(std::move(words)), aliases_(views(words_.aliases)), extensions_(views(words_.extensions)) {
  require_name(words_.name, "a format");
  const std::string of = "the format '" + words_.name + "'";
  require_summary(words_.summary, of);
  for (const std::string& alias : words_.aliases) require_name(alias, of + ", an alias,");
  for (const std::string& extension : words_.extensions) require_extension(extension, of);
  std::set<std::string_view> names;
  for (OptionWords& each : words_.options) {
    require_option(each, of);
    if (each.fallback.empty()) each.fallback = least_value(each);
    const std::vector<std::string_view>& choices = choices_.emplace_back(views(each.choices));
    each.fallback = kept_default(option_of(each, choices), of);
    options_.push_back(option_of(each, choices));
    if (!names.insert(each.name).second) throw Refusal(of + " has two options called '" + each.name + "'");
  }
  for (const std::string& name : words_.carries) carries_.add(feature_called(name, of));
}

}  // namespace profconv::plugins
