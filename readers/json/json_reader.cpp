// SPDX-License-Identifier: Apache-2.0
// profconv's own JSON, schema profconv/1: what the json writer writes, and what a program may write to be converted.
// The schema is docs/schema/profconv.schema.json, explained in docs/formats/json.md.
//
//   {"schema": "profconv/1", "mappings": [null], "functions": [null, {"name": "main"}], ...}
#include <algorithm>
#include <array>
#include <string>

#include "core/wire/profconv_json.h"
#include "readers/json/profiles.h"
#include "readers/json/tables.h"
#include "readers/readers.h"

namespace profconv {

namespace json_in {

namespace {

constexpr std::array<std::string_view, 1> extensions{".profconv.json"};

/// Each refers to those before it; the text may have them in any order.
constexpr std::array<std::string_view, 7> members{"mappings", "functions",  "frames",  "stacks",
                                                  "threads",  "label_sets", "profiles"};

class DocumentReader {
 public:
  DocumentReader(Input& input, ProfileSetBuilder& builder)
      : text_(input, "json.utf8"),
        json_(text_),
        tables_({text_, json_}, builder),
        profiles_({text_, json_}, tables_, builder) {}

  void read() {
    find_members();
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (values_[i].place == nullptr) text_.fail("expected profconv's JSON with \"" + std::string(members[i]) + "\"");
      json_.go_to(values_[i]);
      read_member(i);
    }
  }

 private:
  void find_members() {
    if (json_.place() == text_.end()) text_.fail("the input is empty; expected profconv's JSON");
    bool has_schema = false;
    json_.begin_object();
    for (std::string_view key; json_.next_key(key);) {
      const auto* const known = std::find(members.begin(), members.end(), key);
      if (key == "schema") {
        check_schema();
        has_schema = true;
      } else if (known == members.end()) {
        json_.skip_value();
      } else {
        JsonValue& value = values_[static_cast<std::size_t>(known - members.begin())];
        if (value.place != nullptr) text_.fail(json_.name().data(), "the file has " + in_quotes(key) + " twice");
        value = json_.defer_value();
      }
    }
    json_.end();
    if (!has_schema) text_.fail("expected profconv's JSON with \"schema\": \"profconv/1\"");
  }

  void check_schema() {
    const char* const place = json_.place();
    const std::string_view schema = json_.string();
    if (schema == profconv_json::schema) return;
    text_.fail(place, "expected the schema 'profconv/1', got " + in_quotes(schema) +
                          (schema.starts_with("profconv/") ? "; try a newer profconv" : ""));
  }

  void read_member(std::size_t i) {
    switch (i) {
      case 0:
        return tables_.read_mappings();
      case 1:
        return tables_.read_functions();
      case 2:
        return tables_.read_frames();
      case 3:
        return tables_.read_stacks();
      case 4:
        return tables_.read_threads();
      case 5:
        return tables_.read_label_sets();
      default:
        return profiles_.read();
    }
  }

  JsonText text_;
  JsonPullReader json_;
  Tables tables_;
  Profiles profiles_;
  std::array<JsonValue, members.size()> values_;
};

Probe probe(const Reader&, std::string_view head, std::string_view) {
  constexpr std::size_t most_bytes = 4096;
  const std::size_t begin = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (begin == std::string_view::npos || head[begin] != '{') return {};
  const std::string_view start = head.substr(begin, most_bytes);
  const std::size_t key = start.find("\"schema\"");
  const std::size_t value = key == std::string_view::npos ? key : start.find("\"profconv/", key);
  if (value == std::string_view::npos) return {};
  if (start.substr(key + 8, value - key - 8).find_first_not_of(" \t\r\n:") != std::string_view::npos) return {};
  return {.confidence = Confidence::magic, .reason = "has the schema of profconv's JSON"};
}

Features carries(const Reader&, const Options&) {
  Features features;
  for (const FeatureWords& each : feature_words) features.add(each.feature);
  return features;
}

void read(const Reader&, Input& input, const Options&, ProfileSetBuilder& builder, Context&) {
  DocumentReader(input, builder).read();
}

}  // namespace

}  // namespace json_in

const Reader json_reader{.name = "json",
                         .summary = "profconv's own JSON, with a documented schema: for programs that make profiles",
                         .extensions = json_in::extensions,
                         .carries = json_in::carries,
                         .probe = json_in::probe,
                         .read = json_in::read};

}  // namespace profconv
