// SPDX-License-Identifier: Apache-2.0
// Reading the tables that locations need.
#include "readers/pprof/frames.h"

#include <string>

#include "core/text/base_name.h"

namespace profconv::pprof_in {

namespace {
constexpr std::size_t entries_a_poll = 4096;
/// Of a location: a few bytes of a sample would else stand for a million frames, again and again.
constexpr std::size_t most_lines = std::size_t{1} << 14;
constexpr std::string_view nothing_known = "[unknown]";
}  // namespace

Frames::Frames(const Document& document, const ProfileFile& file, const Facts& facts, ProfileSetBuilder& builder,
               Context& context)
    : document_(document),
      file_(file),
      facts_(facts),
      builder_(builder),
      context_(context),
      strings_(file.strings.size()) {}

void Frames::read() {
  for (const std::string_view mapping : file_.mappings) read_mapping(mapping);
  for (const std::string_view function : file_.functions) {
    if (function_ids_.size() % entries_a_poll == 0) context_.check_cancelled();
    read_function(function);
  }
  for (const std::string_view location : file_.locations) {
    if (location_ids_.size() % entries_a_poll == 0) context_.check_cancelled();
    read_location(location);
  }
}

void Frames::add_id(IdIndex& ids, std::uint64_t id, const char* at, std::string_view what) const {
  if (id == 0) document_.fail(at, "a " + std::string(what) + " has the id 0, which means none");
  if (!ids.add(id)) document_.fail(at, "two " + std::string(what) + "s have the id " + std::to_string(id));
}

StringId Frames::string(std::int64_t index, const char* at, std::string_view name) {
  const std::string_view text = file_.string(index, at, name);
  StringId& known = strings_[static_cast<std::size_t>(index)];
  if (!known) known = builder_.string(text);
  return known;
}

void Frames::read_mapping(std::string_view bytes) {
  Mapping mapping;
  std::uint64_t id = 0;
  const char* const at = bytes.data();
  document_.for_each_field(bytes, "a mapping", [&](const Field& field) {
    const auto number = [&](std::string_view name) { return document_.number(field, name); };
    switch (field.number) {
      case 1:
        return void(id = number("Mapping.id"));
      case 2:
        return void(mapping.start = number("Mapping.memory_start"));
      case 3:
        return void(mapping.limit = number("Mapping.memory_limit"));
      case 4:
        return void(mapping.offset = number("Mapping.file_offset"));
      case 5:
        return void(mapping.file = string(document_.integer(field, "Mapping.filename"), at, "Mapping.filename"));
      case 6:
        return void(mapping.build_id = string(document_.integer(field, "Mapping.build_id"), at, "Mapping.build_id"));
      case 7:
        return void(mapping.has_functions = number("Mapping.has_functions") != 0);
      case 8:
        return void(mapping.has_filenames = number("Mapping.has_filenames") != 0);
      case 9:
        return void(mapping.has_line_numbers = number("Mapping.has_line_numbers") != 0);
      case 10:
        return void(mapping.has_inline_frames = number("Mapping.has_inline_frames") != 0);
      default:
        return;
    }
  });
  add_id(mapping_ids_, id, at, "mapping");
  const bool is_made = range_of(facts_.made_mappings, id) != nullptr;
  mappings_.push_back(is_made ? MappingId{} : builder_.mapping(mapping));
  modules_.push_back(base_name(builder_.dictionary().string(mapping.file)));
}

std::optional<Program> Frames::program() const {
  if (mappings_.empty() || !mappings_.front()) return std::nullopt;
  const Dictionary& dictionary = builder_.dictionary();
  Mapping mapped = dictionary.mapping(mappings_.front());
  Program program{.file = std::string(dictionary.string(mapped.file)),
                  .build_id = std::string(dictionary.string(mapped.build_id))};
  mapped.file = {};
  mapped.build_id = {};
  program.mapped = mapped;
  return program;
}

void Frames::read_function(std::string_view bytes) {
  FunctionWords words;
  std::uint64_t id = 0;
  std::int64_t name_index = 0;
  const char* const at = bytes.data();
  document_.for_each_field(bytes, "a function", [&](const Field& field) {
    const auto integer = [&](std::string_view name) { return document_.integer(field, name); };
    switch (field.number) {
      case 1:
        return void(id = document_.number(field, "Function.id"));
      case 2:
        name_index = integer("Function.name");
        return void(words.name = file_.string(name_index, at, "Function.name"));
      case 3:
        return void(words.function.system_name = string(integer("Function.system_name"), at, "Function.system_name"));
      case 4:
        return void(words.function.file = string(integer("Function.filename"), at, "Function.filename"));
      case 5:
        return void(words.function.start_line = integer("Function.start_line"));
      default:
        return;
    }
  });
  add_id(function_ids_, id, at, "function");
  if (const FunctionFact* const fact = range_of(facts_.functions, id)) words.origin = fact->origin;
  words.whole_name = string(name_index, at, "Function.name");
  if (!facts_.names_have_modules) words.whole = named(words, words.whole_name);
  functions_.push_back(words);
}

FunctionId Frames::named(const FunctionWords& words, StringId name) {
  Function function = words.function;
  const bool is_both = words.origin == NameOrigin::both;
  if (words.origin == NameOrigin::own || is_both) function.name = name;
  if (words.origin == NameOrigin::system_name || is_both) function.system_name = name;
  return builder_.function(function);
}

bool Frames::names_module(const FunctionWords& words, std::string_view module) {
  return !module.empty() && words.name.size() > module.size() && words.name.starts_with(module) &&
         words.name[module.size()] == '`';
}

FunctionId Frames::function_in(const FunctionWords& words, std::string_view module) {
  if (!facts_.names_have_modules) return words.whole;
  if (!names_module(words, module)) return named(words, words.whole_name);
  return named(words, builder_.string(words.name.substr(module.size() + 1)));
}

Frames::Place Frames::place_of(std::uint64_t id, std::uint64_t mapping_id, std::uint64_t address, const char* at) {
  Place place;
  place.frame.address = address;
  if (const LocationFact* const fact = range_of(facts_.locations, id)) {
    place.frame.kind = fact->kind;
    place.frame.inlined = fact->inlined;
    place.is_empty_stack = fact->empty_stack;
  }
  if (mapping_id == 0) return place;
  const std::size_t mapping = mapping_ids_.find(mapping_id);
  if (mapping == IdIndex::none) {
    context_.error("pprof.no_mapping", document_.at(at),
                   "location " + std::to_string(id) + " is in mapping " + std::to_string(mapping_id) +
                       ", which the file does not have: read without a module, as go tool pprof does");
    return place;
  }
  place.frame.mapping = mappings_[mapping];
  if (place.frame.mapping) place.module = modules_[mapping];
  return place;
}

void Frames::read_location(std::string_view bytes) {
  std::uint64_t id = 0;
  std::uint64_t mapping_id = 0;
  std::uint64_t address = 0;
  bool is_folded = false;
  const char* const at = bytes.data();
  line_fields_.clear();
  document_.for_each_field(bytes, "a location", [&](const Field& field) {
    if (field.number == 1) id = document_.number(field, "Location.id");
    if (field.number == 2) mapping_id = document_.number(field, "Location.mapping_id");
    if (field.number == 3) address = document_.number(field, "Location.address");
    if (field.number == 4 && line_fields_.size() <= most_lines) line_fields_.push_back(field);
    if (field.number == 5) is_folded = document_.number(field, "Location.is_folded") != 0;
  });
  add_id(location_ids_, id, at, "location");
  if (is_folded) {
    context_.data_loss("pprof.folded", document_.at(at),
                       "the marks of locations that several functions share "
                       "(is_folded) were left out");
  }
  const Place place = place_of(id, mapping_id, address, at);
  if (!place.is_empty_stack) {
    lines_.clear();
    for (const Field& line : line_fields_) read_line(line, place);
    add_frames(id, place, at);
  }
  begins_.push_back(frames_.size());
}

void Frames::read_line(const Field& line, const Place& place) {
  if (lines_.size() == most_lines) {
    throw LimitError(document_.at(line.place), "a location has more than " + std::to_string(most_lines) + " lines");
  }
  Frame frame = place.frame;
  std::uint64_t function_id = 0;
  document_.for_each_field(document_.text(line, "Location.line"), "a line", [&](const Field& field) {
    if (field.number == 1) function_id = document_.number(field, "Line.function_id");
    if (field.number == 2) frame.line = document_.integer(field, "Line.line");
    if (field.number == 3) frame.column = document_.integer(field, "Line.column");
  });
  const std::size_t function = function_ids_.find(function_id);
  if (function == IdIndex::none) {
    document_.fail(line.place, "a line of a location has function " + std::to_string(function_id) +
                                   ", which the file does not have");
  }
  const FunctionWords& words = functions_[function];
  frame.function = function_in(words, place.module);
  if (facts_.names_have_modules && !names_module(words, place.module)) frame.mapping = {};
  lines_.push_back(frame);
}

void Frames::add_frames(std::uint64_t id, const Place& place, const char* at) {
  if (lines_.empty()) lines_.push_back(place.frame);
  lines_.back().mapping = place.frame.mapping;  // that of the location, also where its name does not show it
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    Frame& frame = lines_[i];
    frame.shares_location = i + 1 < lines_.size();
    frame.inlined = frame.inlined || frame.shares_location;
    // The model has no frame of which nothing is known.
    if (frame == Frame{}) {
      frame.function = builder_.function({.name = builder_.string(nothing_known)});
      context_.note("pprof.unknown", document_.at(at),
                    "location " + std::to_string(id) + " has neither a function's name nor an address: [unknown]");
    }
    frames_.push_back(builder_.frame(frame));
  }
}

}  // namespace profconv::pprof_in
