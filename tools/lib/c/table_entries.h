// SPDX-License-Identifier: Apache-2.0
// What callers of the C interface, and plugins, put into tables. Their ids are checked before a builder gets them.
#pragma once

#include "calls.h"
#include "profconv/profile_builder.h"

namespace profconv::c {

/// Checks ids against the tables built so far.
class Ids {
 public:
  explicit Ids(const ProfileSetBuilder& builder) : in_(builder.dictionary()) {}

  [[nodiscard]] StringId string(std::uint32_t id) const { return checked<StringId>(id, in_.strings(), "string"); }
  [[nodiscard]] MappingId mapping(std::uint32_t id) const { return checked<MappingId>(id, in_.mappings(), "mapping"); }
  [[nodiscard]] FunctionId function(std::uint32_t id) const {
    return checked<FunctionId>(id, in_.functions(), "function");
  }
  [[nodiscard]] FrameId frame(std::uint32_t id) const { return checked<FrameId>(id, in_.frames(), "frame"); }
  [[nodiscard]] StackId stack(std::uint32_t id) const { return checked<StackId>(id, in_.stacks(), "stack"); }

 private:
  template <class Id, class Table>
  static Id checked(std::uint32_t id, const Table& table, std::string_view what) {
    require_index(id, table.size(), what);
    return Id{id};
  }

  const Dictionary& in_;
};

[[nodiscard]] inline Mapping entry(const pc_mapping& given, const Ids& ids) {
  if (given.start > given.limit && given.limit != 0) throw UsageError("a mapping ends before it starts");
  return {.file = ids.string(given.file),
          .build_id = ids.string(given.build_id),
          .start = given.start,
          .limit = given.limit,
          .offset = given.offset,
          .relative_addresses = given.relative_addresses != 0,
          .has_functions = given.has_functions != 0,
          .has_filenames = given.has_filenames != 0,
          .has_line_numbers = given.has_line_numbers != 0,
          .has_inline_frames = given.has_inline_frames != 0};
}

[[nodiscard]] inline Function entry(const pc_function& given, const Ids& ids) {
  return {.name = ids.string(given.name),
          .system_name = ids.string(given.system_name),
          .file = ids.string(given.file),
          .start_line = given.start_line};
}

[[nodiscard]] inline Frame entry(const pc_frame& given, const Ids& ids) {
  require_index(static_cast<std::uint32_t>(given.kind), 4, "frame kind");
  return {.function = ids.function(given.function),
          .mapping = ids.mapping(given.mapping),
          .address = given.address,
          .offset = given.has_offset != 0 ? given.offset : Frame::no_offset,
          .line = given.line,
          .column = given.column,
          .inlined = given.is_inlined != 0,
          .shares_location = false,
          .kind = static_cast<FrameKind>(given.kind)};
}

[[nodiscard]] inline Thread entry(const pc_thread& given, const Ids& ids) {
  return {.pid = given.pid,
          .tid = given.tid,
          .process_name = ids.string(given.process_name),
          .thread_name = ids.string(given.thread_name)};
}

[[nodiscard]] inline Label entry(const pc_label& given, const Ids& ids) {
  const bool is_number = given.is_number != 0;
  return {.key = ids.string(given.key),
          .text = is_number ? StringId{} : ids.string(given.text),
          .unit = is_number ? ids.string(given.unit) : StringId{},
          .number = is_number ? given.number : 0,
          .is_number = is_number};
}

}  // namespace profconv::c
