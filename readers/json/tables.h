// SPDX-License-Identifier: Apache-2.0
// The tables that the profiles of a document share. What refers to a row is an index; row 0 is null.
//
//   "stacks": [null, {"parent": 0, "frame": 1}, {"parent": 1, "frame": 2}]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile_builder.h"
#include "readers/json/values.h"

namespace profconv::json_in {

/// Rows of a table as the builder's ids.
template <class IdType>
class Table {
 public:
  explicit Table(std::string_view name) : name_(name), ids_(1) {}

  void add(IdType id) { ids_.push_back(id); }
  /// The id of the row that the next value names.
  [[nodiscard]] IdType at(const Document& in) const {
    const char* const place = in.json.place();
    const auto index = integer_at<std::uint32_t>(in);
    if (index < ids_.size()) return ids_[index];
    in.text.fail(place, "expected a row of " + in_quotes(name_) + ", which has " + std::to_string(ids_.size()) +
                            " up to here, got " + std::to_string(index));
  }

 private:
  std::string name_;
  std::vector<IdType> ids_;
};

/// All tables. Each is read when the reader is at its array.
class Tables {
 public:
  Tables(Document in, ProfileSetBuilder& builder) : in_(in), builder_(builder) {}

  void read_mappings();
  void read_functions();
  void read_frames();
  void read_stacks();
  void read_threads();
  void read_label_sets();

  [[nodiscard]] StackId stack() const { return stacks_.at(in_); }
  [[nodiscard]] ThreadId thread() const { return threads_.at(in_); }
  [[nodiscard]] LabelSetId label_set() const { return label_sets_.at(in_); }

 private:
  template <class ReadRow>
  void read_rows(ReadRow read_row);
  [[nodiscard]] StringId string() { return builder_.string(in_.json.string()); }
  [[nodiscard]] Mapping mapping();
  [[nodiscard]] Frame frame();
  [[nodiscard]] StackId stack_row();
  [[nodiscard]] LabelSetId label_set_row();

  Document in_;
  ProfileSetBuilder& builder_;
  Table<MappingId> mappings_{"mappings"};
  Table<FunctionId> functions_{"functions"};
  Table<FrameId> frames_{"frames"};
  Table<StackId> stacks_{"stacks"};
  Table<ThreadId> threads_{"threads"};
  Table<LabelSetId> label_sets_{"label_sets"};
};

/// Takes a member of an object that says where something was mapped; false: it is another.
[[nodiscard]] bool read_place(const Document& in, std::string_view key, Mapping& mapping);

}  // namespace profconv::json_in
