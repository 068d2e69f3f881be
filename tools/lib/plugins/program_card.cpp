// SPDX-License-Identifier: Apache-2.0
// Reading the JSON of a card.
#include "program_card.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/json/pull_reader.h"
#include "feature_names.h"

namespace profconv::plugins {

namespace {

constexpr std::string_view schema = "profconv-plugin/1";
constexpr std::int64_t longest_deadline = 86'400;
constexpr std::array option_types{std::pair{"boolean", OptionType::boolean}, std::pair{"integer", OptionType::integer},
                                  std::pair{"decimal", OptionType::decimal}, std::pair{"text", OptionType::text},
                                  std::pair{"choice", OptionType::choice}};
constexpr std::array compressions{std::pair{"none", Compression::none}, std::pair{"gzip", Compression::gzip},
                                  std::pair{"zstd", Compression::zstd}};

std::vector<std::string> strings(JsonPullReader& json) {
  std::vector<std::string> all;
  for (json.begin_array(); json.next_element();) all.emplace_back(json.string());
  return all;
}

/// What one of a few words stands for.
template <class Words>
auto meaning(JsonPullReader& json, const Words& words, std::string_view what) {
  const std::string_view given = json.string();
  for (const auto& [word, value] : words) {
    if (given == word) return value;
  }
  throw Refusal("has a card with the " + std::string(what) + " " + in_quotes(given) + ", which does not exist");
}

OptionWords option(JsonPullReader& json) {
  OptionWords words;
  json.begin_object();
  for (std::string_view key; json.next_key(key);) {
    if (key == "name") {
      words.name = json.string();
    } else if (key == "type") {
      words.type = meaning(json, option_types, "type of an option");
    } else if (key == "default") {
      words.fallback = json.string();
    } else if (key == "summary") {
      words.summary = json.string();
    } else if (key == "choices") {
      words.choices = strings(json);
    } else if (key == "min") {
      words.min = json.integer();
    } else if (key == "max") {
      words.max = json.integer();
    } else {
      json.skip_value();
    }
  }
  return words;
}

/// A list of words of the card; null: the key is not one.
std::vector<std::string>* list_of(ProgramCard& card, std::string_view key) {
  if (key == "aliases") return &card.words.aliases;
  if (key == "extensions") return &card.words.extensions;
  if (key == "carries") return &card.words.carries;
  if (key == "begins") return &card.begins;
  return key == "contains" ? &card.contains : nullptr;
}

void read_member(JsonPullReader& json, std::string_view key, ProgramCard& card) {
  if (auto* const list = list_of(card, key)) {
    *list = strings(json);
  } else if (key == "name") {
    card.words.name = json.string();
  } else if (key == "summary") {
    card.words.summary = json.string();
  } else if (key == "release") {
    card.release = one_line(json.string());
  } else if (key == "options") {
    for (json.begin_array(); json.next_element();) card.words.options.push_back(option(json));
  } else if (key == "deadline") {
    const std::int64_t seconds = json.integer();
    if (seconds < 1 || seconds > longest_deadline)
      throw Refusal("has a card with a deadline not from 1 to 86400 seconds");
    card.deadline = std::chrono::seconds(seconds);
  } else if (key == "binary") {
    card.is_binary = json.boolean();
  } else if (key == "compression") {
    card.compression = meaning(json, compressions, "compression");
  } else {
    json.skip_value();
  }
}

void require_schema(std::string_view found) {
  if (found == schema) return;
  const bool is_newer = found.starts_with("profconv-plugin/");
  throw Refusal("describes itself as " + in_quotes(found) + "; this profconv knows " + std::string(schema) +
                (is_newer ? ": try a newer one" : ""));
}

}  // namespace

ProgramCard parse_card(std::string_view text) {
  ProgramCard card;
  bool has_schema = false;
  try {
    const JsonText document(text);
    JsonPullReader json(document);
    json.begin_object();
    for (std::string_view key; json.next_key(key);) {
      if (key == "schema") {
        require_schema(json.string());
        has_schema = true;
      } else {
        read_member(json, key, card);
      }
    }
    json.end();
  } catch (const PlacedError& error) {
    throw Refusal("prints no card with --describe: " + error.message());
  }
  if (!has_schema) throw Refusal("prints a card without \"schema\": \"" + std::string(schema) + "\"");
  for (const auto* const texts : {&card.begins, &card.contains}) {
    if (std::find(texts->begin(), texts->end(), std::string()) != texts->end()) {
      throw Refusal("has a card with an empty text in \"begins\" or \"contains\", which every input has");
    }
  }
  if (card.words.carries == std::vector<std::string>{"all"}) {
    card.words.carries.assign(feature_names.begin(), feature_names.end());
  }
  return card;
}

}  // namespace profconv::plugins
