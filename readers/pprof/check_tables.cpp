// SPDX-License-Identifier: Apache-2.0
// Judging mappings, functions, locations and samples.
#include <algorithm>
#include <string>

#include "profconv/comparison.h"
#include "readers/pprof/check.h"

namespace profconv::pprof_in {

void Check::read_mapping(std::string_view bytes) {
  MappingEntry mapping;
  mapping.place = bytes.data();
  document_.for_each_field(bytes, "a mapping", [&](const Field& field) {
    if (field.number == 1) mapping.id = document_.number(field, "Mapping.id");
    if (field.number == 2) mapping.start = document_.number(field, "Mapping.memory_start");
    if (field.number == 3) mapping.limit = document_.number(field, "Mapping.memory_limit");
    if (field.number == 7) mapping.has_functions = document_.number(field, "Mapping.has_functions") != 0;
  });
  static_cast<void>(mapping_ids_.add(mapping.id));
  mappings_.push_back(mapping);
}

void Check::read_function(std::string_view bytes) {
  Entry function;
  function.place = bytes.data();
  bool has_name = false;
  document_.for_each_field(bytes, "a function", [&](const Field& field) {
    if (field.number == 1) function.id = document_.number(field, "Function.id");
    if (field.number == 2) has_name = !string(document_.integer(field, "Function.name")).empty();
  });
  if (!has_name) {
    warn("pprof.nameless_function", function.place, "function " + std::to_string(function.id) + " has no name");
  }
  static_cast<void>(function_ids_.add(function.id));
  functions_.push_back(function);
}

void Check::read_location(std::string_view bytes) {
  LocationEntry location;
  location.place = bytes.data();
  document_.for_each_field(bytes, "a location", [&](const Field& field) {
    if (field.number == 1) location.id = document_.number(field, "Location.id");
    if (field.number == 2) location.mapping = document_.number(field, "Location.mapping_id");
    if (field.number == 3) location.address = document_.number(field, "Location.address");
    if (field.number != 4) return;
    location.has_lines = true;
    document_.for_each_field(document_.text(field, "Location.line"), "a line", [&](const Field& inner) {
      if (inner.number != 1) return;
      const std::size_t function = function_ids_.find(document_.number(inner, "Line.function_id"));
      if (function < functions_.size()) functions_[function].is_used = true;
    });
  });
  static_cast<void>(location_ids_.add(location.id));
  locations_.push_back(location);
}

void Check::check_location(const LocationEntry& location) {
  const std::size_t index = location.mapping == 0 ? IdIndex::none : mapping_ids_.find(location.mapping);
  MappingEntry* const mapping = index < mappings_.size() ? &mappings_[index] : nullptr;
  const std::string name = "location " + std::to_string(location.id);
  if (mapping != nullptr) {
    mapping->is_named_by_locations = mapping->is_named_by_locations || location.has_lines;
    const bool is_outside = location.address < mapping->start || location.address > mapping->limit;
    if (location.address != 0 && mapping->limit != 0 && is_outside) {
      warn("pprof.outside_mapping", location.place, "the address of " + name + " lies outside of its mapping");
    }
  }
  if (location.has_lines) return;
  if (location.address == 0 || mapping == nullptr || mapping->has_functions) {
    warn("pprof.no_line", location.place,
         name + " has no line, and nothing by which one could be found: viewers drop the frame");
  } else {
    note("pprof.no_line", location.place, name + " has no line: viewers drop the frame or show its mapping");
  }
}

void Check::check_mappings() {
  std::vector<const MappingEntry*> sorted;
  for (const MappingEntry& mapping : mappings_) {
    if (mapping.limit != 0 && mapping.limit < mapping.start) {
      context_.error("pprof.mapping_range", document_.at(mapping.place),
                     "mapping " + std::to_string(mapping.id) + " ends before it starts");
    } else if (mapping.limit != 0) {
      sorted.push_back(&mapping);
    }
    if (mapping.is_named_by_locations && !mapping.has_functions) {
      warn("pprof.has_functions", mapping.place,
           "mapping " + std::to_string(mapping.id) +
               " does not say has_functions and its locations have names: pprof looks for the binary again");
    }
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const MappingEntry* a, const MappingEntry* b) { return a->start < b->start; });
  const MappingEntry* furthest = nullptr;
  for (const MappingEntry* mapping : sorted) {
    if (furthest != nullptr && mapping->start < furthest->limit && mapping->start != mapping->limit) {
      warn("pprof.mapping_overlap", mapping->place,
           "mappings " + std::to_string(furthest->id) + " and " + std::to_string(mapping->id) + " overlap");
    }
    if (furthest == nullptr || mapping->limit > furthest->limit) furthest = mapping;
  }
}

void Check::read_sample(std::string_view bytes, std::size_t shown_type) {
  ++samples_;
  is_of_base_ = false;
  std::size_t value_number = 0;
  bool is_negative = false;
  const auto take_value = [&](std::uint64_t value) {
    if (value_number++ == shown_type) is_negative = static_cast<std::int64_t>(value) < 0;
  };
  const auto take_location = [&](std::uint64_t id) {
    const std::size_t location = location_ids_.find(id);
    if (location < locations_.size()) locations_[location].is_used = true;
  };
  document_.for_each_field(bytes, "a sample", [&](const Field& field) {
    if (field.number == 1) document_.numbers(field, "Sample.location_id", take_location);
    if (field.number == 2) document_.numbers(field, "Sample.value", take_value);
    if (field.number == 3) read_label(field);
  });
  if (!is_negative || is_of_base_) return;
  warn("pprof.negative", bytes.data(),
       "a sample has a negative value of the type that is shown: speedscope refuses the file, Pyroscope drops the "
       "sample");
}

void Check::read_label(const Field& field) {
  LabelEntry label{.last_sample = samples_};
  std::int64_t text = 0;
  bool has_number = false;
  document_.for_each_field(document_.text(field, "Sample.label"), "a label", [&](const Field& inner) {
    if (inner.number == 1) label.key = document_.integer(inner, "Label.key");
    if (inner.number == 2) text = document_.integer(inner, "Label.str");
    if (inner.number == 3) has_number = document_.integer(inner, "Label.num") != 0;
    if (inner.number == 4) label.unit = document_.integer(inner, "Label.num_unit");
  });
  label.is_number = text == 0;
  const bool is_of_base = string(label.key) == base_label_key && string(text) == base_label_text;
  is_of_base_ = is_of_base_ || is_of_base;
  if (label.is_number && !has_number && label.unit == 0) {
    warn("pprof.label_value", field.place,
         "a label has no value: readers leave it out, also where it is a 0 without a unit");
  }
  check_label(label, field.place);
}

void Check::check_label(LabelEntry label, const char* place) {
  const std::string_view key = string(label.key);
  const std::string shown = "label '" + std::string(key) + "'";
  if (key.empty()) warn("pprof.label_key", place, "a label has no key: Parca refuses the file");
  if (key.starts_with("pprof::") && key != base_label_key) {
    warn("pprof.label_key", place, shown + ": such keys belong to pprof itself");
  }
  const auto [known, is_new] = label_of_key_.try_emplace(label.key, label);
  if (is_new) return;
  LabelEntry& first = known->second;
  if (first.last_sample == samples_) {
    warn("pprof.repeated_label", place, "a sample has " + shown + " twice: readers show one of them, or both as one");
  }
  first.last_sample = samples_;
  if (first.is_number != label.is_number) {
    warn("pprof.label_kind", place, shown + " is a text here and a number elsewhere");
  } else if (first.unit != label.unit) {
    warn("pprof.label_units", place, shown + " has several units: pprof uses one for all");
  }
}

}  // namespace profconv::pprof_in
