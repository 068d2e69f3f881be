// SPDX-License-Identifier: Apache-2.0
// From JSON to facts. What is not as it should be throws the JSON library's
// error or FactError.
#include "readers/pprof/facts.h"

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace profconv::pprof_in {

namespace {

using nlohmann::json;

constexpr std::uint64_t known_version = 1;

/// A value that no version of ours writes.
class FactError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

const json& empty_list() {
  static const json list = json::array();
  return list;
}

/// The list under a key; an empty one where there is none.
const json& list(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return empty_list();
  if (!found->is_array()) throw FactError(std::string("\"") + key + "\" is no list");
  return *found;
}

template <class T>
std::optional<T> optional(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    if (!found->is_number_integer()) throw FactError(std::string("\"") + key + "\" is no integer");
  }
  return found->get<T>();
}

/// The place of a word in a list of words.
template <class Enum, std::size_t count>
Enum word(const json& object, const char* key, const std::array<std::string_view, count>& words) {
  const auto text = optional<std::string>(object, key);
  if (!text) return Enum{};
  for (std::size_t i = 0; i < count; ++i) {
    if (*text == words[i]) return static_cast<Enum>(i);
  }
  throw FactError(std::string("\"") + key + "\" is a word that is not known: " + *text);
}

IdRange range(const json& object) {
  const IdRange ids{object.at("first").get<std::uint64_t>(), object.at("last").get<std::uint64_t>()};
  if (ids.first == 0 || ids.last < ids.first) throw FactError("a range of ids is empty");
  return ids;
}

LocationFact location_fact(const json& object) {
  constexpr std::array<std::string_view, 4> kinds{"user", "kernel", "jit", "synthetic"};
  return {range(object), word<FrameKind>(object, "kind", kinds), object.value("inlined", false),
          object.value("empty_stack", false)};
}

FunctionFact function_fact(const json& object) {
  constexpr std::array<std::string_view, 4> origins{"own", "system_name", "both", "made"};
  return {range(object), word<NameOrigin>(object, "name", origins)};
}

TypeFact type_fact(const json& object) {
  constexpr std::array<std::string_view, 4> aggregations{"sum", "max", "min", "last"};
  return {.type = optional<std::string>(object, "type"),
          .unit = optional<std::string>(object, "unit"),
          .aggregation = word<Aggregation>(object, "aggregation", aggregations)};
}

ValueType period_type(const json& object) {
  return {.type = object.at("type").get<std::string>(),
          .unit = object.at("unit").get<std::string>(),
          .scale = optional<int>(object, "scale").value_or(0)};
}

Attributes attributes(const json& object) {
  Attributes all;
  const auto found = object.find("attributes");
  if (found == object.end()) return all;
  for (const auto& [key, value] : found->items()) {
    if (value.is_string()) {
      all[key] = value.get<std::string>();
    } else {
      all[key] = optional<std::int64_t>(*found, key.c_str()).value_or(0);
    }
  }
  return all;
}

MergedSampling merged_sampling(const json& object) {
  MergedSampling sampling;
  const auto found = object.find("merged_sampling");
  if (found == object.end()) return sampling;
  for (const json& one : list(*found, "periods")) {
    sampling.periods.push_back({.events = optional<std::int64_t>(one, "events").value_or(0), .type = period_type(one)});
  }
  sampling.has_only_counts = found->value("only_counts", false);
  sampling.default_type = found->value("default_type", "");
  return sampling;
}

void read_recordings(const json& object, ProfileFact& fact) {
  fact.attributes = attributes(object);
  fact.duration_instructions = optional<std::int64_t>(object, "duration_instructions").value_or(0);
  fact.recordings = optional<std::int64_t>(object, "recordings").value_or(1);
  fact.merged_sampling = merged_sampling(object);
}

void read_header(const json& object, ProfileFact& fact) {
  fact.start_ns = optional<std::int64_t>(object, "start_ns");
  fact.duration_ns = optional<std::int64_t>(object, "duration_ns");
  fact.period = optional<std::int64_t>(object, "period");
  if (const auto found = object.find("period_type"); found != object.end()) fact.period_type = period_type(*found);
  fact.comments = list(object, "comments").get<std::vector<std::string>>();
  fact.doc_url = object.value("doc_url", "");
  fact.drop_frames = object.value("drop_frames", "");
  fact.keep_frames = object.value("keep_frames", "");
  fact.default_type = object.value("default_type", "");
}

ProfileFact profile_fact(const json& object) {
  constexpr std::array<std::string_view, 3> clocks{"relative", "monotonic", "epoch"};
  ProfileFact fact;
  fact.name = object.value("name", "");
  fact.source_format = object.value("source_format", "");
  fact.command = object.value("command", "");
  fact.distribution = object.value("distribution", "");
  fact.module_names = object.value("module_names", false);
  if (object.contains("clock")) fact.clock = word<Clock>(object, "clock", clocks);
  for (const json& type : list(object, "value_types")) fact.value_types.push_back(type_fact(type));
  fact.samples = optional<std::uint64_t>(object, "samples");
  fact.sample_types = optional<std::uint64_t>(object, "sample_types");
  read_header(object, fact);
  read_recordings(object, fact);
  return fact;
}

Facts all_facts(const json& object) {
  if (optional<std::uint64_t>(object, "version") != known_version) throw FactError("its version is not 1");
  Facts facts;
  for (const json& one : list(object, "profiles")) facts.profiles.push_back(profile_fact(one));
  for (const json& one : list(object, "locations")) facts.locations.push_back(location_fact(one));
  for (const json& one : list(object, "functions")) facts.functions.push_back(function_fact(one));
  for (const json& one : list(object, "mappings")) facts.made_mappings.push_back(range(one));
  if (const auto labels = object.find("labels"); labels != object.end()) {
    for (const auto& [key, label] : labels->items()) {
      facts.labels[key] = {.key = optional<std::string>(label, "key"), .unit = optional<std::string>(label, "unit")};
    }
  }
  facts.names_have_modules = object.contains("names");
  facts.empty_text = optional<std::string>(object, "empty_text");
  return facts;
}

}  // namespace

std::optional<Facts> parse_facts(std::string_view text, std::string& fault) {
  try {
    return all_facts(json::parse(text));
  } catch (const json::exception& error) {
    fault = error.what();
  } catch (const FactError& error) {
    fault = error.what();
  }
  return std::nullopt;
}

}  // namespace profconv::pprof_in
