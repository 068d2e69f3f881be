// SPDX-License-Identifier: Apache-2.0
// The user who ran sudo: the target runs as this user, who also gets the outputs.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "tools/lib/record/accounts.h"

namespace profconv::record {

struct Invoker {
  uid_t user = 0;
  gid_t group = 0;
  Account account;  ///< without a name if the system does not know the user
};

/// Of this process if root runs it by sudo (SUDO_UID, SUDO_GID); nothing if it does not.
[[nodiscard]] std::optional<Invoker> find_invoker();

/// The environment of this process, as it was before sudo replaced the user's variables.
[[nodiscard]] std::vector<std::string> environment_for(const std::optional<Invoker>& invoker);

/// Makes a file that this process has written the invoker's. Links, devices and files of others are left alone.
void hand_over(const std::string& path, const Invoker& invoker);

}  // namespace profconv::record
