// SPDX-License-Identifier: Apache-2.0
// The order of what samples refer to by what it says, not by its id: the same for every dictionary that holds it.
#pragma once

#include <cstdint>
#include <vector>

#include "profconv/context.h"
#include "profconv/dictionary.h"

namespace profconv {

/// Ranks of the entries of one dictionary. Stacks are ordered root first, a caller before what it calls.
class ContentOrder {
 public:
  ContentOrder(const Dictionary& dictionary, const Context& context);

  [[nodiscard]] std::uint32_t rank(StackId id) const { return stacks_[id.value]; }
  [[nodiscard]] std::uint32_t rank(ThreadId id) const { return threads_[id.value]; }
  [[nodiscard]] std::uint32_t rank(LabelSetId id) const { return label_sets_[id.value]; }

 private:
  std::vector<std::uint32_t> stacks_, threads_, label_sets_;
};

}  // namespace profconv
