// SPDX-License-Identifier: Apache-2.0
// Judging what is said once in a file: its types, texts, and expressions.
#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <unordered_set>

#include "core/text/plain_text.h"
#include "readers/pprof/check.h"

namespace profconv::pprof_in {

void Check::warn(std::string_view kind, const char* place, std::string_view message) {
  context_.data_loss(kind, place == nullptr ? document_.whole() : document_.at(place), message);
}

void Check::note(std::string_view kind, const char* place, std::string_view message) {
  context_.note(kind, place == nullptr ? document_.whole() : document_.at(place), message);
}

std::string_view Check::string(std::int64_t index) const {
  const bool is_there = index >= 0 && static_cast<std::uint64_t>(index) < file_.strings.size();
  return is_there ? file_.strings[static_cast<std::size_t>(index)] : std::string_view();
}

void Check::check_compression(std::string_view compression) {
  if (compression == "gzip") return;
  if (compression.empty()) {
    note("pprof.not_gzip", nullptr,
         "the file is not compressed with gzip, as the format wants it; readers open it all the same");
  } else {
    warn("pprof.not_gzip", nullptr,
         "the file is compressed with " + std::string(compression) + ": readers of pprof know gzip alone");
  }
}

void Check::check_types() {
  std::unordered_set<std::string_view> names;
  for (const TypeWords& words : file_.sample_types) {
    if (words.type == 0 || words.unit == 0) {
      warn("pprof.type_words", words.place, "a sample type has no name or no unit");
    }
    if (!names.insert(string(words.type)).second) {
      warn("pprof.repeated_type", words.place,
           "a second sample type is called '" + std::string(string(words.type)) + "': viewers find the first alone");
    }
  }
}

void Check::check_expression(std::string_view name, std::int64_t index) {
  const std::string_view text = string(index);
  re2::RE2::Options quiet;
  quiet.set_log_errors(false);
  const re2::RE2 expression(re2::StringPiece(text.data(), text.size()), quiet);
  if (expression.ok()) return;
  context_.error(
      "pprof.expression", document_.whole(),
      std::string(name) + " is not a regular expression (" + expression.error() + "): go tool pprof refuses the file");
}

void Check::check_header() {
  const TypeWords& type = file_.period_type;
  if (file_.period != 0 && (type.type == 0 || type.unit == 0)) {
    warn("pprof.period", type.place, "the period has no type or no unit: nobody knows what it counts");
  }
  if (file_.period < 0) warn("pprof.period", nullptr, "the period is negative: " + std::to_string(file_.period));
  check_expression("drop_frames", file_.drop_frames);
  check_expression("keep_frames", file_.keep_frames);
  if (file_.keep_frames != 0 && file_.drop_frames == 0) {
    warn("pprof.keep_frames", nullptr, "keep_frames does nothing without drop_frames");
  }
}

void Check::check_strings() {
  std::unordered_set<std::string_view> known;
  for (const std::string_view text : file_.strings) {
    if (!is_utf8(text)) {
      context_.error("pprof.utf8", document_.at(text.data()),
                     "a string is not UTF-8: strict protobuf libraries refuse the file");
    }
    if (!known.insert(text).second) note("pprof.repeated_string", text.data(), "a string is in the table again");
  }
}

void Check::run(std::string_view compression) {
  check_compression(compression);
  check_types();
  check_header();
  check_strings();
  for (const std::string_view mapping : file_.mappings) read_mapping(mapping);
  for (const std::string_view function : file_.functions) read_function(function);
  for (const std::string_view location : file_.locations) read_location(location);
  check_ids(mappings_, "mapping");
  check_ids(functions_, "function");
  check_ids(locations_, "location");
  const std::size_t shown = shown_type();
  for (const std::string_view sample : file_.samples) read_sample(sample, shown);
  for (const LocationEntry& location : locations_) check_location(location);
  check_mappings();
  check_used(locations_, "pprof.unused_location", "no sample has location ");
  check_used(functions_, "pprof.unused_function", "no location has function ");
}

std::size_t Check::shown_type() const {
  const auto is_default = [&](const TypeWords& words) { return words.type == file_.default_sample_type; };
  const auto& types = file_.sample_types;
  const auto found = std::find_if(types.begin(), types.end(), is_default);
  if (file_.default_sample_type == 0 || found == types.end()) return types.size() - 1;
  return static_cast<std::size_t>(found - types.begin());
}

template <class Table>
void Check::check_ids(const Table& table, std::string_view what) {
  std::uint64_t expected = 1;
  const auto odd = std::find_if(table.begin(), table.end(), [&](const Entry& entry) { return entry.id != expected++; });
  if (odd == table.end()) return;
  warn("pprof.ids", odd->place,
       "the ids of " + std::string(what) + "s are not 1 to " + std::to_string(table.size()) +
           " in the order of their table: Parca refuses the file");
}

template <class Table>
void Check::check_used(const Table& table, std::string_view kind, std::string_view what) {
  for (const Entry& entry : table) {
    if (!entry.is_used) note(kind, entry.place, std::string(what) + std::to_string(entry.id));
  }
}

}  // namespace profconv::pprof_in
