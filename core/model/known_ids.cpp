// SPDX-License-Identifier: Apache-2.0
// Comparing the largest id of each kind with the size of its table.
#include "core/model/known_ids.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace profconv {

namespace {

void require_below(std::uint32_t largest, std::size_t size, std::string_view user, std::string_view used) {
  if (largest < size) return;
  throw std::logic_error(std::string(user) + " refers to " + std::string(used) + " " + std::to_string(largest) +
                         ", and " + std::to_string(size) + " are known to this builder");
}

template <class Id>
std::uint32_t largest_of(std::span<const Id> ids) {
  std::uint32_t largest = 0;
  for (const Id id : ids) largest = std::max(largest, id.value);
  return largest;
}

/// The largest id in some members of a table's entries.
template <class Table, class... Members>
std::uint32_t largest_in(const Table& table, Members... members) {
  std::uint32_t largest = 0;
  for (const auto& entry : table) largest = std::max({largest, (entry.*members).value...});
  return largest;
}

}  // namespace

void require_known_ids(const Dictionary& d) {
  const std::size_t strings = d.strings().size();
  require_below(largest_in(d.functions(), &Function::name, &Function::system_name, &Function::file), strings,
                "a function", "string");
  require_below(largest_in(d.mappings(), &Mapping::file, &Mapping::build_id), strings, "a mapping", "string");
  require_below(largest_in(d.threads(), &Thread::process_name, &Thread::thread_name), strings, "a thread", "string");
  require_below(largest_in(d.frames(), &Frame::function), d.functions().size(), "a frame", "function");
  require_below(largest_in(d.frames(), &Frame::mapping), d.mappings().size(), "a frame", "mapping");
  require_below(largest_in(d.stacks(), &StackNode::frame), d.frames().size(), "a stack", "frame");
  require_below(largest_in(d.stacks(), &StackNode::parent), d.stacks().size(), "a stack", "stack");
}

void require_known_ids(const Profile& profile, const Dictionary& d) {
  const Samples& samples = profile.samples;
  require_below(largest_of<StackId>(samples.stack), d.stacks().size(), "a sample", "stack");
  require_below(largest_of<ThreadId>(samples.thread), d.threads().size(), "a sample", "thread");
  require_below(largest_of<LabelSetId>(samples.labels), d.label_set_count(), "a sample", "label set");
}

}  // namespace profconv
