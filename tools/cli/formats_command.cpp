// SPDX-License-Identifier: Apache-2.0
// profconv formats [NAME]: what the cards say.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/registry.h"
#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

using Json = nlohmann::ordered_json;
using Names = std::span<const std::string_view>;

constexpr auto examples = std::to_array<Example>({
    {"profconv formats", ""},
    {"profconv formats spall", ""},
    {"profconv formats --json | jq -r 'select(.direction == \"write\") | .format'", ""},
});

constexpr Page page{.usage = "profconv formats [NAME] [--json]",
                    .summary = "list formats, or one format's options",
                    .description =
                        "Lists the formats that profconv reads and writes. With a name: the format's options "
                        "and what it can represent.",
                    .examples = examples,
                    .exit_status = {},
                    .common = {}};

struct FormatsFlags {
  bool json = false;

  void declare(Flags& flags) {
    flags.flag("--json", json, "Print one JSON object per format and direction");
    declare_plugins(flags);
  }
};

std::string joined(Names words, std::string_view between = ", ") {
  std::string all;
  for (const std::string_view word : words) all.append(all.empty() ? "" : between).append(word);
  return all;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text + "  ";
}

/// What a card carries by default, or what it does not at all.
template <class Card>
std::vector<std::string_view> features(const Card& card, bool carried) {
  const Features has = card.carries(card, Options(card.options));
  std::vector<std::string_view> names;
  const auto partly = carried ? std::vector<std::string_view>() : features(card, true);
  for (const auto& [feature, name, only] : feature_words) {
    const auto is_it = [it = name](std::string_view other) { return other == it; };
    if (has.has(feature) != carried || std::any_of(names.begin(), names.end(), is_it) ||
        std::any_of(partly.begin(), partly.end(), is_it)) {
      continue;
    }
    names.push_back(name);
  }
  return names;
}

template <class Card>
bool is_called(const Card& card, std::string_view name) {
  return name.empty() || card.name == name ||
         std::find(card.aliases.begin(), card.aliases.end(), name) != card.aliases.end();
}

std::string values_of(const Option& option) {
  if (option.type == OptionType::choice) return joined(option.choices, "|");
  if (option.type == OptionType::boolean) return "yes|no";
  std::string text(option_type_word(option.type));
  if (option.min != Option{}.min || option.max != Option{}.max) {
    text += " from " + std::to_string(option.min) + " to " + std::to_string(option.max);
  }
  return text;
}

std::string default_of(std::string_view format, const Option& option) {
  if (option.fallback.empty()) return {};
  std::string text = " (default " + std::string(option.fallback);
  if (!option.rewriting.empty()) {
    text.append("; ").append(option.rewriting).append(" from ").append(format).append(" to ").append(format);
  }
  return text + ")";
}

std::string wrapped(std::string_view heading, Names words) {
  constexpr std::size_t width = 100;
  std::string text = "  " + std::string(heading) + ":";
  std::size_t column = text.size();
  for (const std::string_view word : words) {
    if (column + word.size() + 2 > width) {
      text += "\n   ";
      column = 3;
    }
    text.append(" ").append(word).append(word == words.back() ? "" : ",");
    column += word.size() + 2;
  }
  return words.empty() ? std::string() : text + "\n";
}

template <class Card>
std::string details(const Card& card, std::string_view verb) {
  std::string text =
      std::string(card.name) + ", as it is " + std::string(verb) + ": " + std::string(card.summary) + "\n";
  text += wrapped("extensions", card.extensions) + wrapped("also called", card.aliases);
  for (const Option& option : card.options) {
    text += "  --set " + std::string(card.name) + "." + std::string(option.name) + "=" + values_of(option) +
            default_of(card.name, option) + "\n      " + std::string(option.summary) + "\n";
  }
  return text;
}

/// What of the model the format holds comes last: few look it up.
template <class Card>
std::string model_of(const Card& card, std::string_view verb) {
  return "\n" + std::string(card.name) + ", as it is " + std::string(verb) + ", holds of the model\n" +
         wrapped("carries", features(card, true)) + wrapped("does not carry", features(card, false));
}

Json options_json(std::span<const Option> options) {
  Json all = Json::array();
  for (const Option& option : options) {
    Json one{{"name", option.name},
             {"type", option_type_word(option.type)},
             {"default", option.fallback},
             {"summary", option.summary}};
    if (option.type == OptionType::choice) one["choices"] = option.choices;
    if (!option.rewriting.empty()) one["rewriting"] = option.rewriting;
    const bool has_range = option.type == OptionType::integer || option.type == OptionType::decimal;
    if (has_range) one.update({{"min", option.min}, {"max", option.max}});
    all.push_back(std::move(one));
  }
  return all;
}

template <class Card>
std::string object(const Card& card, std::string_view direction) {
  const Json line{{"schema", "profconv-format-1"},
                  {"format", card.name},
                  {"direction", direction},
                  {"summary", card.summary},
                  {"extensions", card.extensions},
                  {"aliases", card.aliases},
                  {"options", options_json(card.options)},
                  {"carries", features(card, true)}};
  return line.dump() + "\n";
}

std::string as_json(const Registry& registry, std::string_view name) {
  std::string text;
  for (const Reader* reader : registry.readers()) {
    if (is_called(*reader, name)) text += object(*reader, "read");
  }
  for (const Writer* writer : registry.writers()) {
    if (is_called(*writer, name)) text += object(*writer, "write");
  }
  return text;
}

std::string as_details(const Registry& registry, std::string_view name) {
  std::string text;
  std::string models;
  for (const Reader* reader : registry.readers()) {
    if (!is_called(*reader, name)) continue;
    text += details(*reader, "read");
    models += model_of(*reader, "read");
  }
  for (const Writer* writer : registry.writers()) {
    if (!is_called(*writer, name)) continue;
    text += (text.empty() ? "" : "\n") + details(*writer, "written");
    models += model_of(*writer, "written");
  }
  return text + models;
}

template <class Card>
std::string row(const Card& card, std::string_view verb) {
  return padded(std::string(card.name), 10) + padded(std::string(verb), 7) + padded(joined(card.extensions, " "), 24) +
         std::string(card.summary) + "\n";
}

std::string as_table(const Registry& registry) {
  std::string text = padded("format", 10) + padded("", 7) + padded("extensions", 24) + "what it is\n";
  for (const Reader* reader : registry.readers()) text += row(*reader, "read");
  for (const Writer* writer : registry.writers()) text += row(*writer, "written");
  return text + "\n`profconv formats NAME` shows a format's options.\n";
}

UsageError unknown_format(const Registry& registry, const std::string& name) {
  std::vector<std::string_view> known;
  for (const Reader* reader : registry.readers()) known.push_back(reader->name);
  for (const Writer* writer : registry.writers()) known.push_back(writer->name);
  const std::string_view near = nearest(name, known);
  return UsageError("no format is called '" + name + "'" +
                    (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?") +
                    " (profconv formats lists them)");
}

}  // namespace

void describe_formats(const FlagsVisitor& visit) { describe_with<FormatsFlags>(page, visit); }

int run_formats(const Arguments& arguments) {
  Flags flags(page);
  FormatsFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  if (flags.words().size() > 1) throw UsageError("formats takes one name");
  const Registry& known = registry();
  const std::string name = flags.words().empty() ? "" : flags.words().front();
  const std::string text = given.json ? as_json(known, name) : name.empty() ? as_table(known) : as_details(known, name);
  if (text.empty()) throw unknown_format(known, name);
  print_result(text);
  return good;
}

}  // namespace profconv::cli
