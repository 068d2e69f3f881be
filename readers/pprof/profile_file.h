// SPDX-License-Identifier: Apache-2.0
// The outermost message: where everything is, before anything is looked at.
// Strings stand behind what refers to them, locations behind the samples, so
// that nothing can be read on the way.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "readers/pprof/document.h"

namespace profconv::pprof_in {

/// Indices of the words of a ValueType.
struct TypeWords {
  std::int64_t type = 0;
  std::int64_t unit = 0;
  const char* place = nullptr;
};

/// The fields of message Profile.
class ProfileFile {
 public:
  /// The document must outlive the file.
  explicit ProfileFile(const Document& document);

  /// A string by its index; `place` and the `name` of the field that has it are
  /// for messages.
  [[nodiscard]] std::string_view string(std::int64_t index, const char* place, std::string_view name) const {
    if (index < 0 || static_cast<std::uint64_t>(index) >= strings.size()) no_string(index, place, name);
    return strings[static_cast<std::size_t>(index)];
  }

  std::vector<TypeWords> sample_types;
  std::vector<std::string_view> samples, mappings, locations,
      functions;  ///< messages
  std::vector<std::string_view> strings;
  std::vector<std::int64_t> comments;
  std::int64_t drop_frames = 0;
  std::int64_t keep_frames = 0;
  std::int64_t time_ns = 0;
  std::int64_t duration_ns = 0;
  TypeWords period_type;
  std::int64_t period = 0;
  std::int64_t default_sample_type = 0;
  std::int64_t doc_url = 0;
  /// Comments stand before strings in what profconv writes, and behind them
  /// where fields are in the order of their numbers, as all others write them.
  bool has_comments_before_strings = false;

 private:
  void read_field(const Field& field);
  void read_time(const Field& field);
  [[nodiscard]] TypeWords type_words(const Field& field, std::string_view name) const;
  [[noreturn]] void no_string(std::int64_t index, const char* place, std::string_view name) const;

  const Document& document_;
};

}  // namespace profconv::pprof_in
