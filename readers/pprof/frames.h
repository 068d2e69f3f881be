// SPDX-License-Identifier: Apache-2.0
// Mappings, functions and locations as frames of the model. A location's lines
// are frames of one address: all but the last are inlined.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile_builder.h"
#include "readers/pprof/facts.h"
#include "readers/pprof/id_index.h"
#include "readers/pprof/profile_file.h"

namespace profconv::pprof_in {

/// The frames of all locations, interned in the order of the table: written
/// again, they get their ids again.
class Frames {
 public:
  /// All must outlive the frames.
  Frames(const Document& document, const ProfileFile& file, const Facts& facts, ProfileSetBuilder& builder,
         Context& context);

  /// Reads the tables.
  void read();
  /// The first mapping, if there is one of the source's.
  [[nodiscard]] std::optional<Program> program() const;
  /// The place of a location in its table; IdIndex::none: there is no such
  /// location.
  [[nodiscard]] std::size_t find(std::uint64_t location_id) const { return location_ids_.find(location_id); }
  /// The frames of a location by its place, innermost first; none for that of
  /// samples without a stack.
  [[nodiscard]] std::span<const FrameId> at(std::size_t location) const {
    return std::span(frames_).subspan(begins_[location], begins_[location + 1] - begins_[location]);
  }

 private:
  /// A function as the file has it; its name may hold its module's.
  struct FunctionWords {
    std::string_view name;
    StringId whole_name;
    Function function;  ///< without its name
    NameOrigin origin = NameOrigin::own;
    FunctionId whole;  ///< under its whole name
  };
  /// A location without its lines.
  struct Place {
    Frame frame;
    std::string_view module;
    bool is_empty_stack = false;
  };

  void read_mapping(std::string_view bytes);
  void read_function(std::string_view bytes);
  void read_location(std::string_view bytes);
  void read_line(const Field& line, const Place& place);
  void add_frames(std::uint64_t id, const Place& place, const char* at);
  [[nodiscard]] Place place_of(std::uint64_t id, std::uint64_t mapping_id, std::uint64_t address, const char* at);
  void add_id(IdIndex& ids, std::uint64_t id, const char* at, std::string_view what) const;
  /// Whether a function's name begins with a module and a backtick.
  [[nodiscard]] static bool names_module(const FunctionWords& words, std::string_view module);
  [[nodiscard]] FunctionId function_in(const FunctionWords& words, std::string_view module);
  [[nodiscard]] FunctionId named(const FunctionWords& words, StringId name);
  [[nodiscard]] StringId string(std::int64_t index, const char* at, std::string_view name);

  const Document& document_;
  const ProfileFile& file_;
  const Facts& facts_;
  ProfileSetBuilder& builder_;
  Context& context_;
  IdIndex mapping_ids_, function_ids_, location_ids_;
  std::vector<MappingId> mappings_;
  std::vector<std::string_view> modules_;  ///< base names of the mappings' files
  std::vector<FunctionWords> functions_;
  std::vector<StringId> strings_;   ///< by their index in the file; those that have been asked for
  std::vector<Field> line_fields_;  ///< of the location being read
  std::vector<Frame> lines_;
  std::vector<std::size_t> begins_{0};  ///< of each location's frames
  std::vector<FrameId> frames_;
};

}  // namespace profconv::pprof_in
