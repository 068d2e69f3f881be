// SPDX-License-Identifier: Apache-2.0
// Choosing and ordering value types, and which is shown first: what --type and --default-type do.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "profconv/errors.h"
#include "profconv/transforms.h"

namespace profconv {

namespace {

Profile with_types(Profile profile, std::span<const std::string> types) {
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < profile.value_types.size(); ++i) places.emplace(profile.value_types[i].type, i);
  std::set<std::string_view> kept_names;
  std::vector<ValueType> kept_types;
  std::vector<std::vector<std::int64_t>> kept_values;
  for (const std::string& type : types) {
    const auto found = places.find(type);
    if (found == places.end() || !kept_names.insert(type).second) continue;
    kept_types.push_back(profile.value_types[found->second]);
    kept_values.push_back(std::move(profile.samples.values[found->second]));
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

UsageError no_such_type(const std::vector<Profile>& profiles, const std::string& type) {
  return UsageError("no value type called '" + type + "' (there are: " + known_types(profiles) + ")");
}

}  // namespace

ProfileSet select_types(ProfileSet set, std::span<const std::string> types) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  std::set<std::string_view> known;
  for (const Profile& profile : profiles) {
    for (const ValueType& type : profile.value_types) known.insert(type.type);
  }
  for (const std::string& type : types) {
    if (!known.contains(type)) throw no_such_type(profiles, type);
  }
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
  const auto has_it = [&](const Profile& p) { return p.find_type(type).has_value(); };
  if (std::none_of(profiles.begin(), profiles.end(), has_it)) throw no_such_type(profiles, type);
  for (Profile& profile : profiles) {
    if (profile.find_type(type)) profile.metadata.default_type = type;
  }
  return {std::move(dictionary), std::move(profiles)};
}

}  // namespace profconv
