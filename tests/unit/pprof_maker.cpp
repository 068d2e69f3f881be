// SPDX-License-Identifier: Apache-2.0
// Filling messages.
#include "pprof_maker.h"

#include <algorithm>

#include "readers/readers.h"

namespace profconv::test {

namespace pb = wire::pprof;

std::int64_t PprofMaker::text(std::string_view string) {
  const auto& table = message.string_table();
  const auto found = std::find(table.begin(), table.end(), string);
  if (found != table.end()) return found - table.begin();
  message.add_string_table(std::string(string));
  return message.string_table_size() - 1;
}

pb::ValueType& PprofMaker::sample_type(std::string_view type, std::string_view unit) {
  pb::ValueType& made = *message.add_sample_type();
  made.set_type(text(type));
  made.set_unit(text(unit));
  return made;
}

pb::Function& PprofMaker::function(std::uint64_t id, std::string_view name) {
  pb::Function& made = *message.add_function();
  made.set_id(id);
  made.set_name(text(name));
  return made;
}

pb::Location& PprofMaker::location(std::uint64_t id, std::uint64_t function_id) {
  pb::Location& made = *message.add_location();
  made.set_id(id);
  made.add_line()->set_function_id(function_id);
  return made;
}

pb::Sample& PprofMaker::sample(std::initializer_list<std::uint64_t> locations,
                               std::initializer_list<std::int64_t> values) {
  pb::Sample& made = *message.add_sample();
  for (const std::uint64_t id : locations) made.add_location_id(id);
  for (const std::int64_t value : values) made.add_value(value);
  return made;
}

void PprofMaker::number_label(pb::Sample& sample, std::int64_t key, std::int64_t number, std::int64_t unit) {
  pb::Label& label = *sample.add_label();
  label.set_key(key);
  label.set_num(number);
  label.set_num_unit(unit);
}

void PprofMaker::text_label(pb::Sample& sample, std::int64_t key, std::int64_t text) {
  pb::Label& label = *sample.add_label();
  label.set_key(key);
  label.set_str(text);
}

PprofMaker small_pprof() {
  PprofMaker file;
  file.sample_type("samples", "count");
  file.sample_type("cpu", "nanoseconds");
  file.sample({1, 2}, {3, 30});
  file.sample({2}, {1, 10});
  pb::Mapping& mapping = *file.message.add_mapping();
  mapping.set_id(1);
  mapping.set_filename(file.text("/usr/bin/app"));
  file.location(1, 1).set_mapping_id(1);
  file.location(2, 2).set_mapping_id(1);
  file.function(1, "leaf");
  file.function(2, "main");
  return file;
}

Outcome read_pprof(std::string_view bytes, const Reading& reading) {
  const Fixture fixture{
      .reader = &pprof_reader, .path = "in.pb", .golden = {}, .options = Options(pprof_reader.options), .bytes = {}};
  return read(fixture, bytes, reading);
}

}  // namespace profconv::test
