// SPDX-License-Identifier: Apache-2.0
// Header fields and the #profconv comment.
#include "writers/pprof/header.h"

namespace profconv::pprof {

namespace {

using nlohmann::json;

bool fits(const ValueType& type) {
  return !type.type.empty() && !type.unit.empty() && type == ValueType{.type = type.type, .unit = type.unit};
}

bool has_time_field(const Metadata& m) { return m.start_ns.value_or(0) > 0; }
/// A period may stand without its type, as a file that was read has it.
bool has_period_field(const Metadata& m) {
  return m.period != 0 && (fits(m.period_type) || m.period_type == ValueType{});
}

std::string_view name_of(Clock clock) {
  switch (clock) {
    case Clock::epoch:
      return "epoch";
    case Clock::monotonic:
      return "monotonic";
    case Clock::relative:
      break;
  }
  return "relative";
}

void add_text(json& facts, const char* key, const std::string& text) {
  if (!text.empty()) facts[key] = text;
}

json period_type_facts(const ValueType& type) {
  json facts{{"type", type.type}, {"unit", type.unit}};
  if (type.scale != 0) facts["scale"] = type.scale;
  return facts;
}

/// Where the file's header is that of another profile.
void add_header(const Metadata& m, json& facts) {
  if (has_time_field(m)) facts["start_ns"] = *m.start_ns;
  if (m.duration_ns > 0) facts["duration_ns"] = m.duration_ns;
  if (fits(m.period_type)) facts["period_type"] = period_type_facts(m.period_type);
  if (has_period_field(m)) facts["period"] = m.period;
  if (!m.comments.empty()) facts["comments"] = m.comments;
  add_text(facts, "doc_url", m.doc_url);
  add_text(facts, "drop_frames", m.drop_frames);
  add_text(facts, "keep_frames", m.keep_frames);
  add_text(facts, "default_type", m.default_type);
}

/// What no header field takes.
void add_rest(const Metadata& m, bool has_times, json& facts) {
  add_text(facts, "source_format", m.source_format);
  add_text(facts, "command", m.command);
  add_text(facts, "distribution", m.distribution);
  if (m.module_names) facts["module_names"] = true;
  if (has_times) facts["clock"] = name_of(m.clock);
  if (m.start_ns && !has_time_field(m)) facts["start_ns"] = *m.start_ns;
  if (m.duration_ns < 0) facts["duration_ns"] = m.duration_ns;
  if (m.period != 0 && !has_period_field(m)) facts["period"] = m.period;
  if (m.period_type != ValueType{} && !fits(m.period_type)) facts["period_type"] = period_type_facts(m.period_type);
}

}  // namespace

void write_header(const Metadata& m, wire::pprof::Profile& out, StringTable& strings) {
  if (has_time_field(m)) out.set_time_nanos(*m.start_ns);
  if (m.duration_ns > 0) out.set_duration_nanos(m.duration_ns);
  if (fits(m.period_type)) {
    out.mutable_period_type()->set_type(strings.of(m.period_type.type));
    out.mutable_period_type()->set_unit(strings.of(m.period_type.unit));
  }
  if (has_period_field(m)) out.set_period(m.period);
  for (const std::string& comment : m.comments) out.add_comment(strings.of(comment));
  out.set_doc_url(strings.of(m.doc_url));
  out.set_drop_frames(strings.of(m.drop_frames));
  out.set_keep_frames(strings.of(m.keep_frames));
}

json profile_facts(std::span<const Profile> profiles, const Columns& columns) {
  json all;
  bool is_needed = profiles.size() > 1;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const Profile& profile = profiles[i];
    json facts = json::object();
    add_text(facts, "name", profile.name);
    add_rest(profile.metadata, !profile.samples.start_ns.empty(), facts);
    if (json types = columns.facts(i); !types.is_null()) facts["value_types"] = std::move(types);
    if (i != 0) add_header(profile.metadata, facts);
    if (profiles.size() > 1) {
      facts["samples"] = profile.samples.size();
      facts["sample_types"] = profile.value_types.size();
    }
    is_needed = is_needed || !facts.empty();
    all.push_back(std::move(facts));
  }
  return is_needed ? all : json();
}

void write_facts(const json& facts, wire::pprof::Profile& out, StringTable& strings) {
  json said = json::object();
  for (const auto& [key, value] : facts.items()) {
    if (!value.is_null()) said[key] = value;
  }
  if (said.empty()) return;
  said["version"] = 1;
  out.add_comment(strings.of_copy("#profconv " + said.dump(-1, ' ', false, json::error_handler_t::replace)));
}

}  // namespace profconv::pprof
