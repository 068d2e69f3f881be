// SPDX-License-Identifier: Apache-2.0
// Choosing and ordering value types, and which is shown first: what --type and --default-type do.
#include <algorithm>

#include "profconv/errors.h"
#include "profconv/transforms.h"

namespace profconv {

namespace {

Profile with_types(Profile profile, std::span<const std::string> types) {
  std::vector<ValueType> kept_types;
  std::vector<std::vector<std::int64_t>> kept_values;
  for (const std::string& type : types) {
    const auto index = profile.find_type(type);
    const auto same = [&](const ValueType& t) { return t.type == type; };
    if (!index || std::any_of(kept_types.begin(), kept_types.end(), same)) continue;
    kept_types.push_back(profile.value_types[*index]);
    kept_values.push_back(std::move(profile.samples.values[*index]));
  }
  profile.value_types = std::move(kept_types);
  profile.samples.values = std::move(kept_values);
  if (!profile.value_types.empty()) profile.metadata.default_type = profile.value_types.front().type;
  return profile;
}

std::string known_types(const std::vector<Profile>& profiles) {
  std::vector<std::string_view> names;
  for (const Profile& profile : profiles) {
    for (const ValueType& type : profile.value_types) {
      if (std::find(names.begin(), names.end(), type.type) == names.end()) names.push_back(type.type);
    }
  }
  std::string all;
  for (const std::string_view name : names) all.append(all.empty() ? "" : ", ").append(name);
  return all;
}

void require_type(const std::vector<Profile>& profiles, const std::string& type) {
  const auto has_it = [&](const Profile& p) { return p.find_type(type).has_value(); };
  if (std::any_of(profiles.begin(), profiles.end(), has_it)) return;
  throw UsageError("no value type called '" + type + "' (there are: " + known_types(profiles) + ")");
}

}  // namespace

ProfileSet select_types(ProfileSet set, std::span<const std::string> types) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (const std::string& type : types) require_type(profiles, type);
  std::vector<Profile> kept;
  for (Profile& profile : profiles) {
    Profile chosen = with_types(std::move(profile), types);
    if (!chosen.value_types.empty()) kept.push_back(std::move(chosen));
  }
  return {std::move(dictionary), std::move(kept)};
}

ProfileSet with_default_type(ProfileSet set, const std::string& type) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  require_type(profiles, type);
  for (Profile& profile : profiles) {
    if (profile.find_type(type)) profile.metadata.default_type = type;
  }
  return {std::move(dictionary), std::move(profiles)};
}

}  // namespace profconv
