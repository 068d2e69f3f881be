// SPDX-License-Identifier: Apache-2.0
// Who calls whom, from the root: stacks of equal names as one tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/names/name_tree.h"
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

/// Calls, each before those that it made, the largest total first.
struct CallTree {
  std::vector<Call> calls;
  std::uint64_t left_out = 0;  ///< branches that are too small
};

/// The calls of one group but for those whose total is below `least`, whatever its sign, and what they made. Its stacks
/// are looked up in `tree`, whose names must outlive the calls. Throws OverflowError.
[[nodiscard]] CallTree call_tree(const Profile& profile, std::size_t type, const Group& group, NameTree tree,
                                 std::int64_t least);

}  // namespace profconv::top
