// SPDX-License-Identifier: Apache-2.0
// Making dictionaries at random.
#include "unit/name_trees.h"

namespace profconv::test {

std::string Named::text(StackId stack) const {
  std::vector<FrameId> frames;
  dictionary().root_first(stack, frames);
  std::string text;
  for (const FrameId frame : frames) text.append(text.empty() ? "" : ";").append(frame_names[frame]);
  return text.empty() ? std::string(no_stack_name) : text;
}

std::string text_of(const NameTree& tree, NameTree::Node node) {
  std::string text;
  for (const NameTree::Name name : tree.path(node))
    text.append(text.empty() ? "" : ";").append(tree.names().text(name));
  return text;
}

void add_random_stacks(Maker& maker, std::mt19937& random, unsigned lines) {
  std::vector<StackId> stacks(1);
  for (int i = 0; i < 60; ++i) {
    StackId stack = stacks[random() % stacks.size()];
    for (std::uint_fast32_t depth = random() % 31; depth > 0; --depth) {
      const std::string name(1, static_cast<char>('a' + random() % 4));
      stack = maker.builder().child(stack, maker.frame(name, static_cast<std::int64_t>(1 + random() % lines)));
      stacks.push_back(stack);
    }
    SampleKey key;
    key.stack = stack;
    maker.profile().add(key, static_cast<std::int64_t>(random() % 5));
  }
}

}  // namespace profconv::test
