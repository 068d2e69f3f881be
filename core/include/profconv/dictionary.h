// SPDX-License-Identifier: Apache-2.0
// What samples refer to, each thing stored once: strings, mappings, functions, frames, stacks, threads, label sets.
// The vocabulary is pprof's (profile.proto) where pprof has a word, OpenTelemetry's (profiles.proto) where it has not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "profconv/ids.h"

namespace profconv {
class DictionaryBuilder;
}
#pragma GCC visibility push(default)
namespace profconv {

/// The key of the label that says which CPU a sample was taken on: a number without a unit.
inline constexpr std::string_view cpu_label_key = "cpu";

/// A module or binary, and where it was mapped: virtual addresses, in bytes; limit is exclusive.
///
/// The addresses of its frames are absolute: those of the process, within [start, limit) where that is known. With
/// `relative_addresses` they are relative to the file: what is at `a` in the process is at `a - start + offset`.
struct Mapping {
  StringId file;
  StringId build_id;  ///< lower-case hex
  std::uint64_t start = 0;
  std::uint64_t limit = 0;
  std::uint64_t offset = 0;  ///< of `start` in the file
  bool relative_addresses = false;
  bool has_functions = false;
  bool has_filenames = false;
  bool has_line_numbers = false;
  bool has_inline_frames = false;

  bool operator==(const Mapping&) const = default;
};

/// A function as its source names it.
struct Function {
  StringId name;         ///< for people
  StringId system_name;  ///< of the linker, as the source has it: mangled, or the name again
  StringId file;
  std::int64_t start_line = 0;  ///< 0: not known

  bool operator==(const Function&) const = default;
};

/// Whose code a frame is; `synthetic` frames were made from labels, threads or annotations.
enum class FrameKind : std::uint8_t { user, kernel, jit, synthetic };

/// One entry of a stack. A frame that was inlined stands on the leaf side of the physical frame it was inlined into.
struct Frame {
  static constexpr std::uint64_t no_offset = UINT64_MAX;

  FunctionId function;  ///< none: only the address is known
  MappingId mapping;
  std::uint64_t address = 0;         ///< as its mapping says; 0: not known
  std::uint64_t offset = no_offset;  ///< bytes from the beginning of the function; no_offset: not known
  std::int64_t line = 0;             ///< 0: not known
  std::int64_t column = 0;           ///< 0: not known
  bool inlined = false;
  bool shares_location = false;  ///< inlined, and one of the lines of its caller's location (profile.proto)
  FrameKind kind = FrameKind::user;

  bool operator==(const Frame&) const = default;
};

/// The address in the process of an address in a mapping; 0: not known, or outside of the mapping's range.
[[nodiscard]] std::uint64_t absolute_address(const Mapping& mapping, std::uint64_t address);

/// A node of the stack prefix tree: the frame, and the stack that called it (towards the root).
struct StackNode {
  StackId parent;
  FrameId frame;

  bool operator==(const StackNode&) const = default;
};

/// A thread and the process it belongs to.
struct Thread {
  static constexpr std::int64_t unknown = -1;

  std::int64_t pid = unknown;
  std::int64_t tid = unknown;
  StringId process_name;
  StringId thread_name;

  bool operator==(const Thread&) const = default;
};

/// What a source said of a sample and no column holds: a string, or a number with a unit.
struct Label {
  StringId key;
  StringId text;  ///< of a string label
  StringId unit;  ///< of a number label; may be empty
  std::int64_t number = 0;
  bool is_number = false;

  bool operator==(const Label&) const = default;
};

/// The interned tables that all profiles of a set share. Read-only here; ProfileSetBuilder fills it.
/// Every accessor takes an id of this dictionary; views live as long as the dictionary.
class Dictionary {
 public:
  Dictionary();
  Dictionary(const Dictionary&) = delete;
  Dictionary(Dictionary&&) noexcept = default;
  Dictionary& operator=(const Dictionary&) = delete;
  Dictionary& operator=(Dictionary&&) noexcept = default;
  ~Dictionary() = default;

  [[nodiscard]] std::string_view string(StringId id) const { return strings_[id.value]; }
  [[nodiscard]] const Mapping& mapping(MappingId id) const { return mappings_[id.value]; }
  [[nodiscard]] const Function& function(FunctionId id) const { return functions_[id.value]; }
  [[nodiscard]] const Frame& frame(FrameId id) const { return (*frames_)[id.value]; }
  [[nodiscard]] const StackNode& stack(StackId id) const { return (*stacks_)[id.value]; }
  [[nodiscard]] const Thread& thread(ThreadId id) const { return threads_[id.value]; }
  /// Sorted by key, then text, then number: equal sets are one set.
  [[nodiscard]] std::span<const Label> labels(LabelSetId id) const;

  /// Whole tables, entry 0 (the "nothing") included. Stacks are a prefix tree: a parent always has the smaller id.
  [[nodiscard]] std::span<const std::string_view> strings() const { return strings_; }
  [[nodiscard]] std::span<const Mapping> mappings() const { return mappings_; }
  [[nodiscard]] std::span<const Function> functions() const { return functions_; }
  [[nodiscard]] std::span<const Frame> frames() const { return *frames_; }
  [[nodiscard]] std::span<const StackNode> stacks() const { return *stacks_; }
  [[nodiscard]] std::span<const Thread> threads() const { return threads_; }
  [[nodiscard]] std::size_t label_set_count() const { return label_ends_.size(); }

  /// Replaces `out` with the frames of a stack, leaf first.
  void leaf_first(StackId id, std::vector<FrameId>& out) const;
  /// Replaces `out` with the frames of a stack, root first.
  void root_first(StackId id, std::vector<FrameId>& out) const;
  /// How many frames a stack has, by going through them: for many stacks there is StackDepths.
  [[nodiscard]] std::size_t depth(StackId id) const;

 private:
  friend class DictionaryBuilder;
  struct Texts;

  std::shared_ptr<Texts> texts_;  ///< what strings_ refers to
  std::vector<std::string_view> strings_;
  std::vector<Mapping> mappings_;
  std::vector<Function> functions_;
  std::shared_ptr<const std::vector<Frame>> frames_;
  std::shared_ptr<const std::vector<StackNode>> stacks_;
  std::vector<Thread> threads_;
  std::vector<Label> labels_;
  std::vector<std::size_t> label_ends_;  ///< label set i is labels_[label_ends_[i-1] .. label_ends_[i])
};

}  // namespace profconv
#pragma GCC visibility pop
