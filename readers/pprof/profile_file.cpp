// SPDX-License-Identifier: Apache-2.0
// Finding the parts of a file.
#include "readers/pprof/profile_file.h"

#include <string>

namespace profconv::pprof_in {

ProfileFile::ProfileFile(const Document& document) : document_(document) {
  if (document.bytes().empty()) document.fail("expected a pprof profile, got an empty file");
  document.for_each_field(document.bytes(), "the profile", [&](const Field& field) { read_field(field); });
  if (strings.empty()) document.fail("expected a pprof profile, but it has no string table: is it cut?");
  if (sample_types.empty()) document.fail("expected a pprof profile, but it has no sample type");
}

TypeWords ProfileFile::type_words(const Field& field, std::string_view name) const {
  TypeWords words{.place = field.place};
  document_.for_each_field(document_.text(field, name), name, [&](const Field& inner) {
    if (inner.number == 1) words.type = document_.integer(inner, "ValueType.type");
    if (inner.number == 2) words.unit = document_.integer(inner, "ValueType.unit");
  });
  return words;
}

void ProfileFile::read_time(const Field& field) {
  if (time_ns != 0) {
    document_.fail(field.place,
                   "a second time of recording: several profiles were put into one file; give each by itself");
  }
  time_ns = document_.integer(field, "time_nanos");
}

void ProfileFile::read_field(const Field& field) {
  switch (field.number) {
    case 1:
      return sample_types.push_back(type_words(field, "sample_type"));
    case 2:
      return samples.push_back(document_.text(field, "sample"));
    case 3:
      return mappings.push_back(document_.text(field, "mapping"));
    case 4:
      return locations.push_back(document_.text(field, "location"));
    case 5:
      return functions.push_back(document_.text(field, "function"));
    case 6:
      strings.push_back(document_.text(field, "string_table"));
      if (!strings.front().empty()) document_.fail(field.place, "the first string of the table is not empty");
      return;
    case 7:
      return void(drop_frames = document_.integer(field, "drop_frames"));
    case 8:
      return void(keep_frames = document_.integer(field, "keep_frames"));
    case 9:
      return read_time(field);
    case 10:
      return void(duration_ns = document_.integer(field, "duration_nanos"));
    case 11:
      return void(period_type = type_words(field, "period_type"));
    case 12:
      return void(period = document_.integer(field, "period"));
    case 13:
      has_comments_before_strings = strings.empty();
      return document_.numbers(field, "comment",
                               [&](std::uint64_t index) { comments.push_back(static_cast<std::int64_t>(index)); });
    case 14:
      return void(default_sample_type = document_.integer(field, "default_sample_type"));
    case 15:
      return void(doc_url = document_.integer(field, "doc_url"));
    default:
      return;  // of a newer schema
  }
}

void ProfileFile::no_string(std::int64_t index, const char* place, std::string_view name) const {
  const std::string message = std::string(name) + " is string " + std::to_string(index) + ", but the table has " +
                              std::to_string(strings.size());
  if (place == nullptr) document_.fail(message);
  document_.fail(place, message);
}

}  // namespace profconv::pprof_in
