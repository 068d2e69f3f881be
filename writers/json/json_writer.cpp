// SPDX-License-Identifier: Apache-2.0
// The whole model as JSON, for jq, notebooks and scripts. The schema is docs/schema/profconv.schema.json, explained in
// docs/formats/json.md.
//
//   {"stack": 2, "thread": 1, "labels": 1, "values": [341]}
#include <algorithm>
#include <array>
#include <string>

#include "core/wire/profconv_json.h"
#include "profconv/profile.h"
#include "writers/json/json_output.h"
#include "writers/writers.h"

namespace profconv {

namespace json {

namespace {

constexpr std::array<std::string_view, 1> extensions{".profconv.json"};
constexpr std::array<std::string_view, 2> indent_choices{"0", "2"};
constexpr Option indent_option{.name = "indent",
                               .type = OptionType::choice,
                               .fallback = "0",
                               .summary = "2: indented, one row of a table a line; 0: without blanks, on one line",
                               .choices = indent_choices};
constexpr Option strings64_option{
    .name = "strings64",
    .type = OptionType::boolean,
    .fallback = "no",
    .summary = "write 64-bit integers as strings, for readers that lose digits above 2^53"};
constexpr std::array options{indent_option, strings64_option};

using profconv_json::aggregation_names;
using profconv_json::clock_names;
using profconv_json::kind_names;

template <class Enum, std::size_t n>
std::string_view name_of(Enum value, const std::array<std::string_view, n>& names) {
  return names[static_cast<std::size_t>(value)];
}

/// Writes one set. Fields that the profile leaves empty are left out.
class SetWriter {
 public:
  SetWriter(const ProfileSet& set, JsonOutput& out, Context& context)
      : set_(set), dictionary_(set.dictionary()), out_(out), context_(context) {}

  void run() {
    out_.begin_object();
    text_field("schema", profconv_json::schema);
    table("mappings", dictionary_.mappings(), [this](const Mapping& m) { mapping(m); });
    table("functions", dictionary_.functions(), [this](const Function& f) { function(f); });
    table("frames", dictionary_.frames(), [this](const Frame& f) { frame(f); });
    table("stacks", dictionary_.stacks(), [this](const StackNode& n) { stack(n); });
    table("threads", dictionary_.threads(), [this](const Thread& t) { thread(t); });
    label_sets();
    out_.key("profiles");
    out_.begin_array();
    for (const Profile& p : set_.profiles()) profile(p);
    out_.end_array();
    out_.end_object();
  }

 private:
  void text_field(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out_.key(key);
    out_.text(value);
  }
  void text_field(std::string_view key, StringId id) { text_field(key, dictionary_.string(id)); }
  template <class Integer>
  void number_field(std::string_view key, Integer value, Integer absent = 0) {
    if (value == absent) return;
    out_.key(key);
    out_.integer(value);
  }
  template <class IdType>
  void id_field(std::string_view key, IdType id) {
    if (!id) return;
    out_.key(key);
    out_.index(id.value);
  }
  void flag_field(std::string_view key, bool value) {
    if (!value) return;
    out_.key(key);
    out_.boolean(true);
  }

  void poll(std::size_t row) const {
    if (row % Context::steps_between_checks == 0) context_.check_cancelled();
  }

  /// Entry 0 of every table is null, so that an id is an index.
  template <class Row, class WriteRow>
  void table(std::string_view name, std::span<const Row> rows, const WriteRow& write_row) {
    out_.key(name);
    out_.begin_array();
    out_.null();
    for (std::size_t i = 1; i < rows.size(); ++i) {
      poll(i);
      write_row(rows[i]);
    }
    out_.end_array();
  }

  void mapping(const Mapping& m) {
    out_.begin_row_object();
    text_field("file", m.file);
    text_field("build_id", m.build_id);
    place_fields(m);
    out_.end_object();
  }

  void place_fields(const Mapping& m) {
    number_field("start", m.start);
    number_field("limit", m.limit);
    number_field("offset", m.offset);
    flag_field("relative_addresses", m.relative_addresses);
    flag_field("has_functions", m.has_functions);
    flag_field("has_filenames", m.has_filenames);
    flag_field("has_line_numbers", m.has_line_numbers);
    flag_field("has_inline_frames", m.has_inline_frames);
  }

  void function(const Function& f) {
    out_.begin_row_object();
    text_field("name", f.name);
    text_field("system_name", f.system_name);
    text_field("file", f.file);
    number_field("start_line", f.start_line);
    out_.end_object();
  }

  void frame(const Frame& f) {
    out_.begin_row_object();
    id_field("function", f.function);
    id_field("mapping", f.mapping);
    number_field("address", f.address);
    number_field("offset", f.offset, Frame::no_offset);
    number_field("line", f.line);
    number_field("column", f.column);
    flag_field("inlined", f.inlined);
    flag_field("shares_location", f.shares_location);
    if (f.kind != FrameKind::user) text_field("kind", name_of(f.kind, kind_names));
    out_.end_object();
  }

  void stack(const StackNode& node) {
    out_.begin_row_object();
    out_.key("parent");
    out_.index(node.parent.value);
    out_.key("frame");
    out_.index(node.frame.value);
    out_.end_object();
  }

  void thread(const Thread& t) {
    out_.begin_row_object();
    number_field("pid", t.pid, Thread::unknown);
    number_field("tid", t.tid, Thread::unknown);
    text_field("process_name", t.process_name);
    text_field("thread_name", t.thread_name);
    out_.end_object();
  }

  void label_sets() {
    out_.key("label_sets");
    out_.begin_array();
    out_.null();
    for (std::uint32_t i = 1; i < dictionary_.label_set_count(); ++i) {
      poll(i);
      out_.begin_row_array();
      for (const Label& l : dictionary_.labels(LabelSetId{i})) label(l);
      out_.end_array();
    }
    out_.end_array();
  }

  void label(const Label& l) {
    out_.begin_object();
    out_.key("key");
    out_.text(dictionary_.string(l.key));
    if (l.is_number) {
      out_.key("number");
      out_.integer(l.number);
      text_field("unit", l.unit);
    } else {
      out_.key("text");
      out_.text(dictionary_.string(l.text));
    }
    out_.end_object();
  }

  void profile(const Profile& p) {
    out_.begin_object();
    text_field("name", p.name);
    out_.key("value_types");
    out_.begin_array();
    for (const ValueType& type : p.value_types) value_type(type);
    out_.end_array();
    out_.key("metadata");
    metadata(p.metadata);
    out_.key("samples");
    out_.begin_array();
    for (std::size_t row = 0; row < p.samples.size(); ++row) sample(p.samples, row);
    out_.end_array();
    out_.end_object();
  }

  void value_type(const ValueType& type) {
    out_.begin_row_object();
    out_.key("type");
    out_.text(type.type);
    out_.key("unit");
    out_.text(type.unit);
    out_.key("aggregation");
    out_.text(name_of(type.aggregation, aggregation_names));
    out_.key("scale");
    out_.index(type.scale);
    out_.end_object();
  }

  void program(const Program& p) {
    out_.key("program");
    out_.begin_object();
    text_field("file", p.file);
    text_field("build_id", p.build_id);
    place_fields(p.mapped);
    out_.end_object();
  }

  void metadata(const Metadata& m) {
    out_.begin_object();
    text_field("source_format", m.source_format);
    text_field("clock", name_of(m.clock, clock_names));
    if (m.start_ns) {
      out_.key("start_ns");
      out_.integer(*m.start_ns);
    }
    number_field("duration_ns", m.duration_ns);
    number_field("period", m.period);
    if (m.period_type != ValueType{}) {
      out_.key("period_type");
      value_type(m.period_type);
    }
    text_field("command", m.command);
    if (m.program) program(*m.program);
    comments(m);
    attributes(m);
    text_field("doc_url", m.doc_url);
    text_field("drop_frames", m.drop_frames);
    text_field("keep_frames", m.keep_frames);
    text_field("default_type", m.default_type);
    text_field("distribution", m.distribution);
    flag_field("module_names", m.module_names);
    flag_field("is_comparison", m.is_comparison);
    out_.end_object();
  }

  void comments(const Metadata& m) {
    if (m.comments.empty()) return;
    out_.key("comments");
    out_.begin_array();
    for (const std::string& comment : m.comments) out_.text(comment);
    out_.end_array();
  }

  void attributes(const Metadata& m) {
    if (m.attributes.empty()) return;
    out_.key("attributes");
    out_.begin_object();
    for (const auto& [key, value] : m.attributes) {
      out_.key(key);
      if (const auto* const text = std::get_if<std::string>(&value)) {
        out_.text(*text);
      } else {
        out_.integer(std::get<std::int64_t>(value));
      }
    }
    out_.end_object();
  }

  void sample(const Samples& s, std::size_t row) {
    poll(row);
    out_.begin_row_object();
    id_field("stack", s.stack[row]);
    id_field("thread", s.thread_of(row));
    id_field("labels", s.labels_of(row));
    out_.key("values");
    out_.begin_array();
    for (const auto& column : s.values) out_.integer(column[row]);
    out_.end_array();
    if (row < s.start_ns.size()) {
      out_.key("start_ns");
      out_.integer(s.start_ns[row]);
    }
    if (row < s.shared_depth.size()) {
      out_.key("shared_depth");
      out_.index(s.shared_depth[row]);
    }
    out_.end_object();
  }

  const ProfileSet& set_;
  const Dictionary& dictionary_;
  JsonOutput& out_;
  Context& context_;
};

Features carries(const Writer&, const Options&) {
  Features features;
  for (const FeatureWords& each : feature_words) features.add(each.feature);
  return features;
}

void write(const Writer&, const ProfileSet& set, const Options& chosen, Output& output, Context& context) {
  JsonOutput out(output,
                 {.indented = chosen.text(indent_option) == "2", .integers_as_text = chosen.boolean(strings64_option)});
  SetWriter(set, out, context).run();
  if (out.repaired() != 0) {
    context.data_loss("json.utf8", {},
                      "bytes that are not UTF-8, which JSON cannot represent, were replaced by U+FFFD; strings: " +
                          std::to_string(out.repaired()));
  }
}

}  // namespace

}  // namespace json

const Writer json_writer{
    .name = "json",
    .aliases = {},
    .summary = "everything that was read, as JSON with a documented schema",
    .extensions = json::extensions,
    .options = json::options,
    .carries = json::carries,
    .write = json::write,
};

}  // namespace profconv
