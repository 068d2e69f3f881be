// SPDX-License-Identifier: Apache-2.0
// What holds for writers of every kind.
#include "plugin.h"

#include <algorithm>

#include "profconv/errors.h"

namespace profconv::plugins {

void require_no_samples(const ProfileSet& set, const std::string& plugin) {
  const auto has_samples = [](const Profile& profile) { return profile.samples.size() != 0; };
  if (std::any_of(set.profiles().begin(), set.profiles().end(), has_samples)) {
    throw WriteError(plugin + " wrote nothing");
  }
}

}  // namespace profconv::plugins
