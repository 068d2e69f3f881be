// SPDX-License-Identifier: Apache-2.0
// Choosing among profiles, and naming a file for each.
#include "several_profiles.h"

#include <algorithm>
#include <utility>

namespace profconv {

namespace {

constexpr std::size_t longest_name = 60;

/// A part of a file name that no file system or shell takes for more.
std::string safe_name(const std::string& name) {
  constexpr std::string_view safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  std::string out;
  for (const char c : name) {
    if (out.size() == longest_name) break;
    if (safe.find(c) != std::string_view::npos) {
      out += c;
    } else if (!out.ends_with('_')) {
      out += '_';
    }
  }
  while (out.ends_with('_') || out.ends_with('.')) out.pop_back();
  return out.substr(std::min(out.find_first_not_of('_'), out.size()));
}

std::string value_types_of(const Profile& profile) {
  if (profile.value_types.empty()) return "";
  const ValueType& shown = profile.value_types[profile.default_type_index()];
  const std::size_t others = profile.value_types.size() - 1;
  return shown.type + " (" + shown.unit + ")" + (others == 0 ? "" : " and " + std::to_string(others) + " more");
}

}  // namespace

bool holds_all(const ProfileSet& set, const Writer& writer, const Options& options) {
  return set.profiles().size() <= 1 || writer.carries(writer, options).has(Feature::profiles);
}

SeveralProfilesError several_profiles(const ProfileSet& set, const Writer& writer, const Options& options,
                                      const std::string& input) {
  std::vector<ProfileChoice> choices;
  for (const Profile& profile : set.profiles()) {
    choices.push_back(
        {.name = profile.name, .value_types = value_types_of(profile), .samples = profile.sample_count()});
  }
  const std::string count = std::to_string(choices.size());
  const std::vector<Loss> lost = losses(set, writer, options);
  const auto others =
      std::find_if(lost.begin(), lost.end(), [](const Loss& loss) { return loss.feature == Feature::profiles; });
  return {input + ": has " + count + " profiles, and " + std::string(writer.name) + " holds one; choose with --only",
          writer.name, std::move(choices), others == lost.end() ? "" : others->hint};
}

std::vector<ProfileSet> split_profiles(ProfileSet set) {
  const auto dictionary = set.shared_dictionary();
  std::vector<ProfileSet> parts;
  for (Profile& profile : std::move(set).release_profiles()) {
    std::vector<Profile> one;
    one.push_back(std::move(profile));
    parts.emplace_back(dictionary, std::move(one));
  }
  return parts;
}

PlannedOutput plan_profile(const PlannedOutput& whole, std::size_t index, std::size_t count, const std::string& name) {
  const std::string number = std::to_string(index + 1);
  const std::string zeros(std::to_string(count).size() - number.size(), '0');
  const std::string safe = safe_name(name);
  PlannedOutput one = whole;
  one.replaces.clear();
  one.stem += "-" + zeros + number + (safe.empty() ? "" : "-" + safe);
  one.path = one.stem + whole.path.substr(whole.stem.size());
  return one;
}

}  // namespace profconv
