// SPDX-License-Identifier: Apache-2.0
// Members of the metadata.
#include "readers/json/metadata.h"

#include <string>
#include <utility>

#include "readers/json/tables.h"

namespace profconv::json_in {

namespace {

Program read_program(const Document& in) {
  Program program;
  in.json.begin_object();
  for (std::string_view key; in.json.next_key(key);) {
    if (key == "file") {
      program.file = in.json.string();
    } else if (key == "build_id") {
      program.build_id = in.json.string();
    } else if (!read_place(in, key, program.mapped)) {
      in.json.skip_value();
    }
  }
  return program;
}

void read_attributes(const Document& in, Attributes& attributes) {
  in.json.begin_object();
  for (std::string_view key; in.json.next_key(key);) {
    std::string name(key);
    if (in.json.kind() == JsonKind::string) {
      attributes[std::move(name)] = std::string(in.json.string());
    } else {
      attributes[std::move(name)] = integer_at<std::int64_t>(in);
    }
  }
}

/// The text field of a key, or null.
std::string* text_of(std::string_view key, Metadata& m) {
  if (key == "source_format") return &m.source_format;
  if (key == "command") return &m.command;
  if (key == "doc_url") return &m.doc_url;
  if (key == "drop_frames") return &m.drop_frames;
  if (key == "keep_frames") return &m.keep_frames;
  if (key == "default_type") return &m.default_type;
  return key == "distribution" ? &m.distribution : nullptr;
}

void read_member(const Document& in, std::string_view key, Metadata& m) {
  if (std::string* const text = text_of(key, m)) {
    *text = in.json.string();
  } else if (key == "clock") {
    m.clock = word_at<Clock>(in, clock_names);
  } else if (key == "start_ns") {
    m.start_ns = integer_at<std::int64_t>(in);
  } else if (key == "duration_ns") {
    m.duration_ns = integer_at<std::int64_t>(in);
  } else if (key == "period") {
    m.period = integer_at<std::int64_t>(in);
  } else if (key == "period_type") {
    m.period_type = read_value_type(in);
  } else if (key == "program") {
    m.program = read_program(in);
  } else if (key == "comments") {
    for (in.json.begin_array(); in.json.next_element();) m.comments.emplace_back(in.json.string());
  } else if (key == "attributes") {
    read_attributes(in, m.attributes);
  } else if (key == "module_names") {
    m.module_names = in.json.boolean();
  } else if (key == "is_comparison") {
    m.is_comparison = in.json.boolean();
  } else {
    in.json.skip_value();
  }
}

}  // namespace

ValueType read_value_type(const Document& in) {
  ValueType type;
  in.json.begin_object();
  for (std::string_view key; in.json.next_key(key);) {
    if (key == "type") {
      type.type = in.json.string();
    } else if (key == "unit") {
      type.unit = in.json.string();
    } else if (key == "aggregation") {
      type.aggregation = word_at<Aggregation>(in, aggregation_names);
    } else if (key == "scale") {
      type.scale = integer_at<std::int32_t>(in);
    } else {
      in.json.skip_value();
    }
  }
  return type;
}

void read_metadata(const Document& in, Metadata& metadata) {
  in.json.begin_object();
  for (std::string_view key; in.json.next_key(key);) read_member(in, key, metadata);
}

}  // namespace profconv::json_in
