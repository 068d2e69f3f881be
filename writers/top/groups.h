// SPDX-License-Identifier: Apache-2.0
// Which rows of a profile go into which table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/profile.h"

namespace profconv::top {

/// The rows of one table.
struct Group {
  std::string name;  ///< empty: all rows
  std::int64_t total = 0;
  std::vector<std::size_t> rows;  ///< in order
};

/// `per` is empty (one group of all rows), `thread`, `process` or the key of a label. The group that comes to most
/// first. Throws UsageError, listing what there is, where no sample has the label; OverflowError.
[[nodiscard]] std::vector<Group> groups(const Dictionary& dictionary, const Profile& profile, std::size_t type,
                                        std::string_view per);

}  // namespace profconv::top
