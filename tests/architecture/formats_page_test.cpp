// SPDX-License-Identifier: Apache-2.0
// The tables of docs/formats.md are made from the cards, so that they cannot say anything else. BLESS=1 rewrites them.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

constexpr std::string_view begin_mark = "<!-- made from the cards: begin -->\n";
constexpr std::string_view end_mark = "<!-- made from the cards: end -->\n";

std::string code_list(std::span<const std::string_view> words) {
  std::string all;
  for (const std::string_view word : words) all.append(all.empty() ? "`" : ", `").append(word).append("`");
  return all;
}

std::string page_link(std::string_view name) {
  return "[" + std::string(name) + "](formats/" + std::string(name) + ".md)";
}

template <class Card>
std::string row(const Card& card, std::string_view verb) {
  return "| " + page_link(card.name) + " | " + std::string(verb) + " | " + std::string(card.summary) + " | " +
         code_list(card.extensions) + " | " + code_list(card.aliases) + " |\n";
}

/// The first setting with which a card carries what it does not carry by default.
template <class Card>
std::string setting_that_carries(const Card& card, Feature feature) {
  constexpr std::array<std::string_view, 2> booleans{"yes", "no"};
  for (const Option& option : card.options) {
    const bool boolean = option.type == OptionType::boolean;
    for (const std::string_view value : boolean ? std::span<const std::string_view>(booleans) : option.choices) {
      Options options(card.options);
      options.set(option.name, value);
      if (card.carries(card, options).has(feature))
        return "`" + std::string(option.name) + "=" + std::string(value) + "`";
    }
  }
  return {};
}

template <class Card>
std::string cell(const Card& card, Feature feature) {
  if (card.carries(card, Options(card.options)).has(feature)) return " yes |";
  const std::string setting = setting_that_carries(card, feature);
  return setting.empty() ? " |" : " " + setting + " |";
}

std::string feature_table() {
  std::string head = "| |";
  std::string rule = "|-|";
  for (const Reader* reader : all_readers) head += " " + std::string(reader->name) + " reads |";
  for (const Writer* writer : all_writers) head += " " + std::string(writer->name) + " writes |";
  for (std::size_t i = 0; i < std::size(all_readers) + std::size(all_writers); ++i) rule += "-|";
  std::string table = head + "\n" + rule + "\n";
  for (const FeatureWords& each : feature_words) {
    table.append("| ").append(each.plural).append(" |");
    for (const Reader* reader : all_readers) table += cell(*reader, each.feature);
    for (const Writer* writer : all_writers) table += cell(*writer, each.feature);
    table += "\n";
  }
  return table;
}

std::string tables() {
  std::string text = "\n| format | | what it is | extensions | also called |\n|-|-|-|-|-|\n";
  for (const Reader* reader : all_readers) text += row(*reader, "read");
  for (const Writer* writer : all_writers) text += row(*writer, "written");
  return text + "\n## What each carries\n\n" + feature_table() + "\n";
}

}  // namespace

TEST_CASE("docs/formats.md says what the cards say", "[architecture][golden]") {
  const auto file = source_folder() / "docs" / "formats.md";
  const std::string page = file_bytes(file);
  const std::size_t begin = page.find(begin_mark);
  const std::size_t end = page.find(end_mark);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::string made = page.substr(0, begin + begin_mark.size()) + tables() + page.substr(end);
  check_golden(file, made, "docs/formats.md");
}

}  // namespace profconv::test
