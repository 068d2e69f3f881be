// SPDX-License-Identifier: Apache-2.0
// Comparing the largest id of each kind with the size of its table.
#include "core/model/known_ids.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace profconv {

namespace {

/// The largest id of one kind that one table refers to.
class Largest {
 public:
  template <class Id>
  void see(Id id) {
    id_ = std::max(id_, id.value);
  }
  void require_below(std::size_t size, std::string_view user, std::string_view used) const {
    if (id_ < size) return;
    throw std::logic_error(std::string(user) + " refers to " + std::string(used) + " " + std::to_string(id_) +
                           ", and " + std::to_string(size) + " are known to this builder");
  }

 private:
  std::uint32_t id_ = 0;
};

void check_functions(const Dictionary& dictionary) {
  Largest text;
  for (const Function& function : dictionary.functions()) {
    text.see(function.name);
    text.see(function.system_name);
    text.see(function.file);
  }
  text.require_below(dictionary.strings().size(), "a function", "string");
}

void check_mappings(const Dictionary& dictionary) {
  Largest text;
  for (const Mapping& mapping : dictionary.mappings()) {
    text.see(mapping.file);
    text.see(mapping.build_id);
  }
  text.require_below(dictionary.strings().size(), "a mapping", "string");
}

void check_frames(const Dictionary& dictionary) {
  Largest function;
  Largest mapping;
  for (const Frame& frame : dictionary.frames()) {
    function.see(frame.function);
    mapping.see(frame.mapping);
  }
  function.require_below(dictionary.functions().size(), "a frame", "function");
  mapping.require_below(dictionary.mappings().size(), "a frame", "mapping");
}

void check_stacks(const Dictionary& dictionary) {
  Largest frame;
  Largest parent;
  for (const StackNode& node : dictionary.stacks()) {
    frame.see(node.frame);
    parent.see(node.parent);
  }
  frame.require_below(dictionary.frames().size(), "a stack", "frame");
  parent.require_below(dictionary.stacks().size(), "a stack", "stack");
}

void check_threads(const Dictionary& dictionary) {
  Largest text;
  for (const Thread& thread : dictionary.threads()) {
    text.see(thread.process_name);
    text.see(thread.thread_name);
  }
  text.require_below(dictionary.strings().size(), "a thread", "string");
}

}  // namespace

void require_known_ids(const Dictionary& dictionary) {
  check_functions(dictionary);
  check_mappings(dictionary);
  check_frames(dictionary);
  check_stacks(dictionary);
  check_threads(dictionary);
}

void require_known_ids(const Profile& profile, const Dictionary& dictionary) {
  Largest stack;
  Largest thread;
  Largest labels;
  for (const StackId id : profile.samples.stack) stack.see(id);
  for (const ThreadId id : profile.samples.thread) thread.see(id);
  for (const LabelSetId id : profile.samples.labels) labels.see(id);
  stack.require_below(dictionary.stacks().size(), "a sample", "stack");
  thread.require_below(dictionary.threads().size(), "a sample", "thread");
  labels.require_below(dictionary.label_set_count(), "a sample", "label set");
}

}  // namespace profconv
