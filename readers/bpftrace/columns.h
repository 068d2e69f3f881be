// SPDX-License-Identifier: Apache-2.0
// The parts of a map's keys by their position: which are stacks and whose, and what the others fill.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/bpftrace/frame_lines.h"
#include "readers/bpftrace/maps.h"
#include "readers/bpftrace/settings.h"

namespace profconv::bpftrace {

/// Gives the parts of keys their meaning.
class Columns {
 public:
  /// Throws ReadError where the keys are not those that were named.
  Columns(Input& input, ProfileSetBuilder& builder, FrameLines& frames, const Settings& settings,
          const MapRecords& map);

  /// The parts of a record, one per column: those of a string with separators are put together.
  [[nodiscard]] std::vector<Part> aligned(const Record& record);
  /// Fills the stack, the thread, the time and `labels`.
  void apply(std::span<const Part> parts, const Record& record, SampleKey& key, std::vector<Label>& labels);
  [[nodiscard]] bool has_stacks() const { return has_stacks_; }
  [[nodiscard]] bool has_times() const;

 private:
  struct Column {
    bool is_stack = false;
    bool is_number = true;  ///< all that is not empty is a number
    FrameKind owner = FrameKind::user;
    KeyRole role = KeyRole::label;
    StringId label;
  };

  void count_columns();
  void look_at_parts();
  [[nodiscard]] bool aligns_all();
  [[nodiscard]] std::optional<std::vector<Part>> shortened(std::span<const Part> parts);
  void name_columns();
  void find_owners();
  [[nodiscard]] bool fits(std::span<const Part> parts) const;
  [[nodiscard]] std::optional<std::vector<Part>> joined(std::span<const Part> parts, std::size_t column);
  [[nodiscard]] std::string text_of_part(const Part& part) const;
  [[nodiscard]] std::int64_t number(const Part& part, const Record& record, std::size_t column) const;
  void add_label(const Part& part, std::size_t column, std::vector<Label>& labels);
  [[noreturn]] void refuse_count(std::size_t scalars, std::size_t stacks) const;

  Input& input_;
  ProfileSetBuilder& builder_;
  FrameLines& frames_;
  const MapRecords& map_;
  const std::vector<KeyName>* names_;
  std::vector<Column> columns_;
  bool has_stacks_ = false;
  std::vector<FrameId> kernel_, stack_;
};

}  // namespace profconv::bpftrace
