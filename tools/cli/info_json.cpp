// SPDX-License-Identifier: Apache-2.0
// `profconv info --json`: schema "profconv-info-1".
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "profconv/summary.h"
#include "profconv/transforms.h"
#include "tools/cli/info.h"
#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

Json value_types(const Summary& summary) {
  Json all = Json::array();
  for (const ValueSummary& value : summary.values) {
    all.push_back({{"type", value.type.type},
                   {"unit", value.type.unit},
                   {"aggregation", aggregation_word(value.type.aggregation)},
                   {"scale", value.type.scale},
                   {"total", value.total ? Json(*value.total) : Json()}});
  }
  return all;
}

Json threads(const Dictionary& dictionary, const Summary& summary) {
  Json all = Json::array();
  for (const ThreadId id : summary.threads) {
    const Thread& thread = dictionary.thread(id);
    all.push_back({{"pid", thread.pid == Thread::unknown ? Json() : Json(thread.pid)},
                   {"tid", thread.tid == Thread::unknown ? Json() : Json(thread.tid)},
                   {"process_name", text_or_null(dictionary.string(thread.process_name))},
                   {"thread_name", text_or_null(dictionary.string(thread.thread_name))}});
  }
  return all;
}

Json mappings(const Dictionary& dictionary, const Summary& summary) {
  Json all = Json::array();
  for (const MappingId id : summary.mappings) {
    const Mapping& mapping = dictionary.mapping(id);
    all.push_back({{"file", text_or_null(dictionary.string(mapping.file))},
                   {"build_id", text_or_null(dictionary.string(mapping.build_id))}});
  }
  return all;
}

Json labels(const Summary& summary) {
  Json all = Json::array();
  for (const LabelSummary& label : summary.labels) all.push_back({{"key", label.key}, {"samples", label.samples}});
  return all;
}

Json frames(const std::vector<FrameSummary>& top) {
  Json all = Json::array();
  for (const FrameSummary& frame : top) {
    all.push_back({{"name", frame.name}, {"self", frame.self}, {"total", frame.total}});
  }
  return all;
}

Json time_range(const Profile& profile, const Summary& summary) {
  if (!summary.time) return {};
  return {{"clock", clock_word(profile.metadata.clock)},
          {"first_ns", summary.time->first_ns},
          {"last_ns", summary.time->last_ns}};
}

Json attributes(const Metadata& m) {
  Json all = Json::object();
  for (const auto& [key, value] : m.attributes) std::visit([&, &name = key](const auto& v) { all[name] = v; }, value);
  return all;
}

Json metadata(const Metadata& m) {
  return {{"start_ns", m.start_ns ? Json(*m.start_ns) : Json()},
          {"duration_ns", m.duration_ns == 0 ? Json() : Json(m.duration_ns)},
          {"period", m.period == 0 ? Json() : Json(m.period)},
          {"period_type", text_or_null(m.period_type.type)},
          {"period_unit", text_or_null(m.period_type.unit)},
          {"command", text_or_null(m.command)},
          {"comments", m.comments},
          {"attributes", attributes(m)},
          {"doc_url", text_or_null(m.doc_url)},
          {"distribution", text_or_null(m.distribution)}};
}

Json profile(const ProfileSet& set, std::size_t index) {
  const ProfileSet part = used_part(set, index);
  const Profile& p = part.profiles().front();
  const Summary summary = summarize(part, 0);
  return {{"name", text_or_null(p.name)},
          {"samples", summary.samples},
          {"stacks", summary.stacks},
          {"max_depth", summary.max_depth},
          {"value_types", value_types(summary)},
          {"default_type", p.value_types.empty() ? Json() : Json(p.value_types[p.default_type_index()].type)},
          {"time", time_range(p, summary)},
          {"threads", threads(part.dictionary(), summary)},
          {"mappings", mappings(part.dictionary(), summary)},
          {"labels", labels(summary)},
          {"ranked_by", summary.ranked_by ? Json(p.value_types[*summary.ranked_by].type) : Json()},
          {"top_self", frames(summary.top_self)},
          {"top_total", frames(summary.top_total)},
          {"metadata", metadata(p.metadata)}};
}

Json findings(std::span<const Diagnostic> diagnostics) {
  constexpr std::string_view severities[] = {"note", "data_loss", "error"};
  Json all = Json::array();
  for (const Diagnostic& d : diagnostics) {
    all.push_back({{"severity", severities[static_cast<std::size_t>(d.severity)]},
                   {"kind", d.kind},
                   {"where", text_or_null(to_string(d.where))},
                   {"message", d.message},
                   {"count", d.count}});
  }
  return all;
}

Json unread(const Context& context) {
  Json all = Json::array();
  for (const Unread& one : context.unread()) all.push_back({{"what", one.what}, {"setting", one.setting}});
  return all;
}

}  // namespace

std::string info_json(const ReadResult& read, const Context& context) {
  Json object{{"schema", "profconv-info-1"},
              {"file", read.input},
              {"format", read.reader->name},
              {"reason", read.reason},
              {"compression", text_or_null(read.compression)}};
  object["profiles"] = Json::array();
  for (std::size_t i = 0; i < read.set.profiles().size(); ++i) object["profiles"].push_back(profile(read.set, i));
  object["diagnostics"] = findings(context.diagnostics());
  object["unread"] = unread(context);
  return with_unsafe_escaped(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace profconv::cli
