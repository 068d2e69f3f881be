// SPDX-License-Identifier: Apache-2.0
// Reading pprof back, strictly: what the writer does not promise is an exception.
#include "pprof_file.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "core/text/base_name.h"
#include "profconv/profile_builder.h"

namespace profconv::test {

namespace {

using nlohmann::json;
namespace pb = wire::pprof;

/// Of the ranges that a list of facts names, the one that an id lies in; null: none.
json fact_of(const json& facts, const char* list, std::uint64_t id) {
  for (const json& fact : facts.value(list, json::array())) {
    if (id >= fact.at("first").get<std::uint64_t>() && id <= fact.at("last").get<std::uint64_t>()) return fact;
  }
  return json::object();
}

class Restorer {
 public:
  explicit Restorer(const pb::Profile& file) : file_(file) {
    const std::string mark = "#profconv ";
    for (const std::int64_t comment : file.comment()) {
      if (text(comment).starts_with(mark)) facts_ = json::parse(text(comment).substr(mark.size()));
    }
    if (!facts_.contains("profiles")) facts_["profiles"] = json::array({json::object()});
  }

  ProfileSet run() {
    std::uint64_t first_type = 0;
    int first_sample = 0;
    for (const json& facts : facts_["profiles"]) {
      ProfileBuilder& profile = builder_.add_profile(facts.value("name", ""));
      const auto types = facts.value("sample_types", std::uint64_t(file_.sample_type_size()));
      const auto samples = facts.value("samples", file_.sample_size());
      add_types(profile, facts, first_type, types);
      add_metadata(profile.metadata(), facts, first_type == 0);
      for (int i = 0; i < samples; ++i) add_sample(profile, file_.sample(first_sample + i), first_type, types);
      first_type += types;
      first_sample += samples;
    }
    return std::move(builder_).finish();
  }

 private:
  [[nodiscard]] const std::string& text(std::int64_t index) const {
    return file_.string_table(static_cast<int>(index));
  }
  StringId id(std::int64_t index) { return builder_.string(text(index)); }

  void add_types(ProfileBuilder& profile, const json& facts, std::uint64_t first, std::uint64_t count) {
    const json said = facts.value("value_types", json::array());
    for (std::uint64_t i = 0; i < count; ++i) {
      const pb::ValueType& type = file_.sample_type(static_cast<int>(first + i));
      const json fact = said.empty() ? json::object() : said.at(i);
      const std::string how = fact.value("aggregation", "sum");
      profile.add_value_type({.type = fact.value("type", text(type.type())),
                              .unit = fact.value("unit", text(type.unit())),
                              .aggregation = how == "max"    ? Aggregation::max
                                             : how == "min"  ? Aggregation::min
                                             : how == "last" ? Aggregation::last
                                                             : Aggregation::sum});
    }
  }

  void add_header(Metadata& m) {
    if (file_.time_nanos() != 0) m.start_ns = file_.time_nanos();
    m.duration_ns = file_.duration_nanos();
    m.period = file_.period();
    m.period_type = {.type = text(file_.period_type().type()), .unit = text(file_.period_type().unit())};
    for (const std::int64_t comment : file_.comment()) {
      if (!text(comment).starts_with("#profconv ")) m.comments.push_back(text(comment));
    }
    m.doc_url = text(file_.doc_url());
    m.drop_frames = text(file_.drop_frames());
    m.keep_frames = text(file_.keep_frames());
    m.default_type = text(file_.default_sample_type());
  }

  void add_metadata(Metadata& m, const json& facts, bool is_first) {
    if (is_first) add_header(m);
    m.source_format = facts.value("source_format", m.source_format);
    m.command = facts.value("command", m.command);
    m.distribution = facts.value("distribution", m.distribution);
    m.module_names = facts.value("module_names", false);
    m.duration_ns = facts.value("duration_ns", m.duration_ns);
    m.period = facts.value("period", m.period);
    m.comments = facts.value("comments", m.comments);
    m.doc_url = facts.value("doc_url", m.doc_url);
    m.drop_frames = facts.value("drop_frames", m.drop_frames);
    m.keep_frames = facts.value("keep_frames", m.keep_frames);
    m.default_type = facts.value("default_type", m.default_type);
    const json attributes = facts.value("attributes", json::object());
    for (const auto& [key, value] : attributes.items()) {
      if (value.is_string()) m.attributes[key] = value.get<std::string>();
      if (value.is_number()) m.attributes[key] = value.get<std::int64_t>();
    }
    const std::string clock = facts.value("clock", "relative");
    m.clock = clock == "epoch" ? Clock::epoch : clock == "monotonic" ? Clock::monotonic : Clock::relative;
    if (facts.contains("start_ns")) m.start_ns = facts["start_ns"].get<std::int64_t>();
    if (facts.contains("period_type")) {
      const json& type = facts["period_type"];
      m.period_type = {.type = type.at("type"), .unit = type.at("unit"), .scale = type.value("scale", 0)};
    }
  }

  void add_label(const pb::Label& label, Thread& thread, SampleKey& key, std::vector<LabelText>& labels) {
    const std::string& written = text(label.key());
    const json renamed = facts_.value("labels", json::object());
    if (!renamed.contains(written)) {
      if (written == "pid") return void(thread.pid = label.num());
      if (written == "tid") return void(thread.tid = label.num());
      if (written == "comm") return void(thread.process_name = id(label.str()));
      if (written == "thread_comm") return void(thread.thread_name = id(label.str()));
      if (written == "timestamp_ns") return void(key.start_ns = label.num());
      if (written == "shared_depth") return void(key.shared_depth = static_cast<std::uint32_t>(label.num()));
    }
    const json fact = renamed.value(written, json::object());
    LabelText made{.key = kept(fact.value("key", written)), .number = label.num(), .is_number = label.str() == 0};
    if (made.is_number) made.unit = kept(fact.value("unit", text(label.num_unit())));
    if (!made.is_number && text(label.str()) != facts_.value("empty_text", "")) made.text = text(label.str());
    labels.push_back(made);
  }

  std::string_view kept(std::string text) { return builder_.dictionary().string(builder_.string(text)); }

  void add_sample(ProfileBuilder& profile, const pb::Sample& sample, std::uint64_t first, std::uint64_t count) {
    SampleKey key;
    Thread thread;
    std::vector<LabelText> labels;
    for (const pb::Label& label : sample.label()) add_label(label, thread, key, labels);
    if (thread != Thread{}) key.thread = builder_.thread(thread);
    key.labels = builder_.labels(labels);
    std::vector<FrameId> frames;
    for (const std::uint64_t location : sample.location_id()) add_frames(location, frames);
    key.stack = builder_.leaf_first(frames);
    const std::int64_t* const values = sample.value().data() + first;
    profile.add(key, std::span(values, count));
  }

  MappingId mapping(std::uint64_t mapping_id) {
    if (mapping_id == 0) return {};
    const pb::Mapping& m = file_.mapping(static_cast<int>(mapping_id - 1));
    if (fact_of(facts_, "mappings", mapping_id).value("made", false)) throw std::runtime_error("made, yet used");
    return builder_.mapping({.file = id(m.filename()),
                             .build_id = id(m.build_id()),
                             .start = m.memory_start(),
                             .limit = m.memory_limit(),
                             .offset = m.file_offset()});
  }

  FunctionId function(std::uint64_t function_id, std::string_view module) {
    const pb::Function& f = file_.function(static_cast<int>(function_id - 1));
    Function made{.file = id(f.filename()), .start_line = f.start_line()};
    std::string name = text(f.name());
    const std::string prefix = std::string(base_name(module)) + "`";
    const std::string origin = fact_of(facts_, "functions", function_id).value("name", "own");
    if (facts_.contains("names") && !module.empty() && name.starts_with(prefix)) name.erase(0, prefix.size());
    if (origin == "own" || origin == "both") made.name = builder_.string(name);
    if (origin == "both" || origin == "system_name") made.system_name = builder_.string(name);
    if (f.system_name() != 0) made.system_name = id(f.system_name());
    return made == Function{} ? FunctionId{} : builder_.function(made);
  }

  void add_frames(std::uint64_t location_id, std::vector<FrameId>& frames) {
    const json fact = fact_of(facts_, "locations", location_id);
    if (fact.value("empty_stack", false)) return;
    const pb::Location& location = file_.location(static_cast<int>(location_id - 1));
    const std::string kind = fact.value("kind", "user");
    Frame frame{.mapping = mapping(location.mapping_id()), .address = location.address()};
    frame.kind = kind == "kernel"      ? FrameKind::kernel
                 : kind == "jit"       ? FrameKind::jit
                 : kind == "synthetic" ? FrameKind::synthetic
                                       : FrameKind::user;
    const auto& mappings = builder_.dictionary();
    for (int i = 0; i < location.line_size(); ++i) {
      const std::string_view module = mappings.string(mappings.mapping(frame.mapping).file);
      frame.function = function(location.line(i).function_id(), module);
      frame.line = location.line(i).line();
      frame.column = location.line(i).column();
      frame.shares_location = i + 1 < location.line_size();
      frame.inlined = frame.shares_location || fact.value("inlined", false);
      frames.push_back(builder_.frame(frame));
    }
  }

  const pb::Profile& file_;
  json facts_;
  ProfileSetBuilder builder_{SampleOrder::as_read};
};

}  // namespace

pb::Profile parsed(const std::string& bytes) {
  pb::Profile file;
  if (!file.ParseFromString(bytes)) throw std::runtime_error("no pprof file");
  return file;
}

ProfileSet restored(const pb::Profile& file) { return Restorer(file).run(); }

}  // namespace profconv::test
