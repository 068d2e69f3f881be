// SPDX-License-Identifier: Apache-2.0
// Interning: fills a Dictionary so that equal things get one id, in the order of their first appearance.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/tables/id_table.h"
#include "core/tables/stack_depths.h"
#include "profconv/dictionary.h"
#include "profconv/limits.h"
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
  /// Without `label_words`, sets of labels become what Projection says.
  explicit DictionaryBuilder(const Limits& limits = {}, bool label_words = true);
  /// Goes on from a finished dictionary, whose frames and stacks it shares, to give it other strings and functions;
  /// only those may be added.
  explicit DictionaryBuilder(const Dictionary& from);

  StringId string(std::string_view text);
  MappingId mapping(const Mapping& mapping);
  FunctionId function(const Function& function);
  /// Replaces all functions, entry 0 included. False where two are equal: then all stay as they are.
  bool set_functions(std::vector<Function> functions);
  FrameId frame(const Frame& frame);
  StackId stack(const StackNode& node) {
    // The first child of most stacks stands right behind them, so that only the others need the index.
    if (is_newest(node.parent)) return append(node);
    const std::uint32_t behind = node.parent.value + 1;
    return (*stacks_)[behind] == node ? StackId{behind} : find_or_append(node);
  }
  /// The stack of these frames, root first. What it shares with the one asked for before is not looked up again.
  StackId root_first(std::span<const FrameId> frames);
  /// How many frames a stack has; counted once.
  [[nodiscard]] std::size_t depth(StackId stack) {
    depths_.take(*stacks_);
    return depths_[stack];
  }
  ThreadId thread(const Thread& thread);
  LabelSetId labels(std::span<const LabelText> labels);
  LabelSetId interned_labels(std::span<const Label> labels);

  /// Interns all of `other`, in its order.
  IdMaps absorb(const Dictionary& other);

  [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }
  Dictionary take() && { return std::move(dictionary_); }

 private:
  /// A frame of a stack, and the stack up to it.
  struct Step {
    FrameId frame;
    StackId stack;
  };

  [[noreturn]] void refuse_string(std::string_view text) const;
  void make_room(std::size_t nodes);
  StackId append(const StackNode& node);
  /// Adds what the newest stack, the path's last, calls.
  StackId append_path(std::span<const FrameId> frames);
  [[nodiscard]] bool is_newest(StackId stack) const { return stack.value + 1U == stacks_->size(); }
  StackId find_or_append(const StackNode& node);
  void sort_labels();
  void hide_labels(std::uint64_t hash);
  LabelSetId label_set();

  Limits limits_;
  bool label_words_ = true;
  Dictionary dictionary_;
  std::shared_ptr<std::vector<Frame>> frames_;      ///< the dictionary's, while it grows
  std::shared_ptr<std::vector<StackNode>> stacks_;  ///< as well
  StackDepths depths_;                              ///< of those that were there when one was asked for
  IdTable mappings_, functions_, frame_ids_, stack_ids_, threads_, label_sets_;
  std::vector<Step> path_;  ///< of the stack that root_first() gave last
  std::vector<Label> scratch_;
  std::vector<StringId> sorted_keys_;  ///< of labels whose keys alone put them in order
};

}  // namespace profconv
