// SPDX-License-Identifier: Apache-2.0
// What CheckValid, which reading obeys, does not ask, and readers of pprof do: docs/check.md lists it.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "profconv/context.h"
#include "readers/pprof/id_index.h"
#include "readers/pprof/profile_file.h"

namespace profconv::pprof_in {

/// Judges a file by its tables, before they are read. What reading reports is left to it.
class Check {
 public:
  /// All must outlive the check.
  Check(const Document& document, const ProfileFile& file, Context& context)
      : document_(document), file_(file), context_(context) {}

  void run(std::string_view compression);

 private:
  /// An entry of a table, and whether anything refers to it.
  struct Entry {
    std::uint64_t id = 0;
    const char* place = nullptr;
    bool is_used = false;
  };
  struct MappingEntry : Entry {
    std::uint64_t start = 0;
    std::uint64_t limit = 0;
    bool has_functions = false;
    bool is_named_by_locations = false;
  };
  struct LocationEntry : Entry {
    std::uint64_t mapping = 0;
    std::uint64_t address = 0;
    bool has_lines = false;
  };
  /// The first label with a key, and the last sample that has the key.
  struct LabelEntry {
    std::int64_t key = 0;
    std::int64_t unit = 0;
    bool is_number = true;
    std::uint64_t last_sample = 0;
  };

  void warn(std::string_view kind, const char* place, std::string_view message);
  void note(std::string_view kind, const char* place, std::string_view message);
  /// A string of the table; empty where there is none.
  [[nodiscard]] std::string_view string(std::int64_t index) const;

  void check_compression(std::string_view compression);
  void check_types();
  void check_header();
  void check_expression(std::string_view name, std::int64_t index);
  void check_strings();

  void read_mapping(std::string_view bytes);
  void read_function(std::string_view bytes);
  void read_location(std::string_view bytes);
  template <class Table>
  void check_ids(const Table& table, std::string_view what);
  template <class Table>
  void check_used(const Table& table, std::string_view kind, std::string_view what);
  void check_mappings();
  void check_location(const LocationEntry& location);

  void read_sample(std::string_view bytes, std::size_t shown_type);
  void read_label(const Field& field);
  void check_label(LabelEntry label, const char* place);
  [[nodiscard]] std::size_t shown_type() const;

  const Document& document_;
  const ProfileFile& file_;
  Context& context_;
  IdIndex mapping_ids_, function_ids_, location_ids_;
  std::vector<MappingEntry> mappings_;
  std::vector<Entry> functions_;
  std::vector<LocationEntry> locations_;
  std::unordered_map<std::int64_t, LabelEntry> label_of_key_;
  std::uint64_t samples_ = 0;
  bool is_of_base_ = false;  ///< the sample being read belongs to the base of a comparison, whose values are negated
};

}  // namespace profconv::pprof_in
