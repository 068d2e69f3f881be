// SPDX-License-Identifier: Apache-2.0
// The tables of docs/formats.md are made from the cards, so that they cannot say anything else. BLESS=1 rewrites them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "profconv/losses.h"
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

/// Features that people look for together.
struct Family {
  std::string_view name;
  std::vector<Feature> features;
};

const std::vector<Family>& families() {
  using enum Feature;
  static const std::vector<Family> all{
      {"values", {value_types, aggregations, scales, negative_values, distributions, default_type}},
      {"profiles", {profiles, profile_names, comparisons}},
      {"threads", {thread_ids, process_names, thread_names}},
      {"labels", {labels}},
      {"times", {start_times, absolute_start_times, shared_depths}},
      {"modules", {modules, shown_modules, build_ids, mapping_ranges}},
      {"frames", {empty_stacks, addresses, function_offsets, system_names, inlining, frame_kinds}},
      {"source lines", {source_files, lines, columns, start_lines}},
      {"recording", {start_time, duration, period, command, comments, doc_url, frame_filters, attributes}}};
  return all;
}

template <class Card>
std::string cell(const Card& card, const Family& family) {
  const Features carried = card.carries(card, Options(card.options));
  const auto is_carried = [&](Feature feature) { return carried.has(feature); };
  const auto needs_setting = [&](Feature feature) { return !setting_that_carries(card, feature).empty(); };
  const auto& features = family.features;
  if (std::all_of(features.begin(), features.end(), is_carried)) return " yes |";
  if (std::any_of(features.begin(), features.end(), is_carried)) return " some |";
  return std::any_of(features.begin(), features.end(), needs_setting) ? " option |" : " |";
}

template <class Card>
std::string family_row(const Card& card, std::string_view verb) {
  std::string line = "| " + page_link(card.name) + " | " + std::string(verb) + " |";
  for (const Family& family : families()) line += cell(card, family);
  return line + "\n";
}

std::string family_table() {
  std::string head = "| format | |";
  std::string rule = "|-|-|";
  for (const Family& family : families()) {
    head.append(" ").append(family.name).append(" |");
    rule += "-|";
  }
  std::string table = head + "\n" + rule + "\n";
  for (const Reader* reader : all_readers) table += family_row(*reader, "read");
  for (const Writer* writer : all_writers) table += family_row(*writer, "written");
  return table;
}

/// "labels, start times": what the writer loses by default of what --strict guards, and which settings keep some of it.
std::string loss_row(const Writer& writer) {
  const Features carried = writer.carries(writer, Options(writer.options));
  std::string lost;
  std::string kept;
  for (const FeatureWords& each : feature_words) {
    if (carried.has(each.feature) || !is_essential(each.feature)) continue;
    const std::string setting = setting_that_carries(writer, each.feature);
    std::string& list = setting.empty() ? lost : kept;
    list.append(list.empty() ? "" : ", ").append(each.plural);
    if (!setting.empty()) list.append(" (").append(setting).append(")");
  }
  return "| " + page_link(writer.name) + " | " + lost + " | " + kept + " |\n";
}

std::string loss_table() {
  std::string table = "| format | cannot represent | needs a setting |\n|-|-|-|\n";
  for (const Writer* writer : all_writers) table += loss_row(*writer);
  return table;
}

std::string tables() {
  std::string text = "\n| format | | what it is | extensions | also called |\n|-|-|-|-|-|\n";
  for (const Reader* reader : all_readers) text += row(*reader, "read");
  for (const Writer* writer : all_writers) text += row(*writer, "written");
  return text + "\n## What each format represents\n\n" + family_table() + "\n## What each output cannot represent\n\n" +
         loss_table() + "\n";
}

}  // namespace

TEST_CASE("each feature is in one family of docs/formats.md", "[architecture]") {
  for (const FeatureWords& each : feature_words) {
    const auto counts = [&](std::ptrdiff_t sum, const Family& family) {
      return sum + std::count(family.features.begin(), family.features.end(), each.feature);
    };
    INFO(each.plural);
    CHECK(std::accumulate(families().begin(), families().end(), std::ptrdiff_t{0}, counts) == 1);
  }
}

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
