// SPDX-License-Identifier: Apache-2.0
// Interning: fills a Dictionary so that equal things get one id, in the order of their first appearance.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "profconv/dictionary.h"
#include "profconv/id_table.h"
#include "profconv/profile_builder.h"

namespace profconv {

/// Where the ids of one dictionary went when another absorbed it.
struct IdMaps {
  std::vector<StringId> strings;
  std::vector<MappingId> mappings;
  std::vector<FunctionId> functions;
  std::vector<FrameId> frames;
  std::vector<StackId> stacks;
  std::vector<ThreadId> threads;
  std::vector<LabelSetId> label_sets;
};

/// The tables of a dictionary under construction, and an index over each.
class DictionaryBuilder {
 public:
  StringId string(std::string_view text);
  MappingId mapping(const Mapping& mapping);
  FunctionId function(const Function& function);
  FrameId frame(const Frame& frame);
  StackId stack(const StackNode& node);
  ThreadId thread(const Thread& thread);
  LabelSetId labels(std::span<const LabelText> labels);

  /// Interns all of `other`, in its order.
  IdMaps absorb(const Dictionary& other);

  [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }
  Dictionary take() && { return std::move(dictionary_); }

 private:
  LabelSetId label_set();

  Dictionary dictionary_;
  IdTable strings_, mappings_, functions_, frames_, stacks_, threads_, label_sets_;
  std::vector<Label> scratch_;
};

}  // namespace profconv
