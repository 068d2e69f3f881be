// SPDX-License-Identifier: Apache-2.0
// Who calls whom, from the root: stacks of equal names as one tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profconv/profile.h"
#include "writers/top/groups.h"

namespace profconv::top {

/// A call and what it came to, itself and with all that it called.
struct Call {
  std::string_view name;
  std::size_t depth = 0;
  std::int64_t self = 0;
  std::int64_t total = 0;
};

/// The calls of one group, each before those that it made, the largest total first; calls whose total is below `least`
/// (either sign) are left out and counted. Names are views into `names`, by frame.
struct CallTree {
  std::vector<Call> calls;
  std::uint64_t left_out = 0;
};

[[nodiscard]] CallTree call_tree(const Dictionary& dictionary, const Profile& profile, std::size_t type,
                                 const Group& group, const std::vector<std::string_view>& names, std::int64_t least);

}  // namespace profconv::top
