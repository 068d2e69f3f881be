// SPDX-License-Identifier: Apache-2.0
// Refusing settings that would do nothing.
#include "settings.h"

#include <algorithm>
#include <string>
#include <vector>

namespace profconv {

namespace {

using Names = std::vector<std::string_view>;

void add_new(Names& names, std::string_view name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::string join(const Names& names, std::string_view last_word) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    all.append(i == 0 ? "" : i + 1 == names.size() ? last_word : ", ").append(names[i]);
  }
  return all;
}

template <class Card>
void collect(std::span<const Card* const> cards, Names& formats, Names& options) {
  for (const Card* card : cards) {
    add_new(formats, card->name);
    for (const Option& option : card->options) add_new(options, option.name);
  }
}

template <class Card>
bool is_format(std::span<const Card* const> cards, std::string_view name) {
  return std::any_of(cards.begin(), cards.end(), [&](const Card* card) {
    return card->name == name || std::find(card->aliases.begin(), card->aliases.end(), name) != card->aliases.end();
  });
}

template <class Card>
void add_owners(std::span<const Card* const> cards, std::string_view option, Names& owners) {
  for (const Card* card : cards) {
    const auto is_it = [&](const Option& o) { return o.name == option; };
    if (std::any_of(card->options.begin(), card->options.end(), is_it)) add_new(owners, card->name);
  }
}

template <class Card>
void add_options(std::span<const Card* const> cards, std::string_view format, Names& options) {
  for (const Card* card : cards) {
    if (!is_format(std::span<const Card* const>(&card, 1), format)) continue;
    for (const Option& option : card->options) add_new(options, option.name);
  }
}

std::string did_you_mean(std::string_view name, const Names& names) {
  const std::string_view near = nearest(name, names);
  return near.empty() ? "" : "; did you mean '" + std::string(near) + "'?";
}

/// A setting without a format: an option that others have, or none.
UsageError unknown_option(const Setting& setting, const Names& taking_part, const Names& options,
                          const Registry& registry) {
  Names owners;
  add_owners(registry.readers(), setting.option, owners);
  add_owners(registry.writers(), setting.option, owners);
  const std::string here = join(taking_part, " and ");
  if (owners.empty()) {
    return UsageError("--set " + setting.option + ": no such option of " + here +
                      did_you_mean(setting.option, options));
  }
  return UsageError("--set " + setting.option + ": an option of " + join(owners, " and ") + ", not of " + here);
}

/// A setting of a named format: one that is not known, that takes no part, or that has no such option.
UsageError unknown_option_of(const Setting& setting, const Names& taking_part, bool takes_part,
                             const Registry& registry) {
  const std::string name = "--set " + setting.format + "." + setting.option;
  Names formats;
  Names ignored;
  collect(registry.readers(), formats, ignored);
  collect(registry.writers(), formats, ignored);
  if (!is_format(registry.readers(), setting.format) && !is_format(registry.writers(), setting.format)) {
    return UsageError(name + ": no format is called '" + setting.format + "'" + did_you_mean(setting.format, formats));
  }
  if (!takes_part) {
    return UsageError(name + ": " + setting.format + " takes no part here, only " + join(taking_part, " and "));
  }
  Names own;
  add_options(registry.readers(), setting.format, own);
  const bool of_reader = std::find(own.begin(), own.end(), setting.option) != own.end();
  add_options(registry.writers(), setting.format, own);
  if (std::find(own.begin(), own.end(), setting.option) != own.end()) {
    return UsageError(name + ": " + setting.format + " takes no part here as what is " +
                      (of_reader ? "read" : "written"));
  }
  return UsageError(name + ": " + setting.format + " has no option '" + setting.option + "'" +
                    did_you_mean(setting.option, own) + " (profconv formats " + setting.format + " lists them)");
}

}  // namespace

void require_all_taken(std::span<const Setting> settings, std::span<const Reader* const> readers,
                       std::span<const Writer* const> writers, const Registry& registry) {
  const auto is_taken = [&](const Setting& setting) {
    const auto by_this = [&](const auto* card) { return takes(*card, setting); };
    return std::any_of(readers.begin(), readers.end(), by_this) || std::any_of(writers.begin(), writers.end(), by_this);
  };
  const auto unused = std::find_if_not(settings.begin(), settings.end(), is_taken);
  if (unused == settings.end()) return;
  Names formats;
  Names options;
  collect(readers, formats, options);
  collect(writers, formats, options);
  if (unused->format.empty()) throw unknown_option(*unused, formats, options, registry);
  const bool takes_part = is_format(readers, unused->format) || is_format(writers, unused->format);
  throw unknown_option_of(*unused, formats, takes_part, registry);
}

bool prepare_for_symbols(const Reader& reader, Options& options) {
  const bool kept = reader.carries(reader, options).has(Feature::function_offsets);
  options.prepare_for_symbols();
  return !kept;
}

void name_input(Options& options, std::span<const std::string> inputs, const std::string& base) {
  const auto last_part = [](const std::string& path) {
    return path == "-" ? std::string() : path.substr(path.find_last_of('/') + 1);
  };
  std::string name = last_part(inputs.front());
  if (!base.empty()) name = last_part(base) + " → " + name;
  if (base.empty() && inputs.size() > 1 && !name.empty()) name += " and " + std::to_string(inputs.size() - 1) + " more";
  for (const Option& option : options.specs()) {
    if (option.names_input && !options.is_set(option)) options.set(option.name, name);
  }
}

}  // namespace profconv
