// SPDX-License-Identifier: Apache-2.0
// Users of the system.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace profconv::record {

struct Account {
  std::string name, home, shell;
  std::vector<gid_t> groups;  ///< with the first
};

/// The account of a user whose first group is `group`; nothing: none is known.
[[nodiscard]] std::optional<Account> account_of(uid_t user, gid_t group);

}  // namespace profconv::record
