// SPDX-License-Identifier: Apache-2.0
// The steps of a conversion, each checked.
#include "profconv/convert.h"

#include <algorithm>

#include "core/text/integers.h"

namespace profconv {

namespace {

std::string listing(const ProfileSet& set) {
  std::string all;
  for (std::size_t i = 0; i < set.profiles().size(); ++i) {
    const Profile& profile = set.profiles()[i];
    all.append(i == 0 ? "" : ", ").append(std::to_string(i + 1));
    if (!profile.name.empty()) all.append(" (").append(profile.name).append(")");
  }
  return all;
}

}  // namespace

ProfileSet read_profiles(const Reader& reader, Input& input, const Options& options, Projection projection) {
  Context& context = input.context();
  ProfileSetBuilder builder(projection, context.limits());
  try {
    reader.read(reader, input, options, builder, context);
  } catch (const OverflowError& error) {
    throw ReadError(input.whole(), error.what());
  } catch (const LimitError& error) {
    if (!error.where().file.empty()) throw;
    throw LimitError(input.whole(), error.message());
  }
  for (std::size_t i = 0; i < builder.profile_count(); ++i) {
    std::string& source = builder.profile(i).metadata().source_format;
    if (source.empty()) source = reader.name;
  }
  return std::move(builder).finish();
}

ProfileSet select_profile(ProfileSet set, std::string_view which) {
  const auto& profiles = set.profiles();
  auto chosen = std::find_if(profiles.begin(), profiles.end(), [&](const Profile& p) { return p.name == which; });
  if (chosen == profiles.end()) {
    const auto number = parse_integer<std::size_t>(which);
    if (number && *number >= 1 && *number <= profiles.size()) {
      chosen = profiles.begin() + static_cast<std::ptrdiff_t>(*number - 1);
    }
  }
  if (chosen == profiles.end()) {
    throw UsageError("no profile called '" + std::string(which) + "' (there are: " + listing(set) + ")");
  }
  const auto index = static_cast<std::size_t>(chosen - profiles.begin());
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> all = std::move(set).release_profiles();
  std::vector<Profile> one;
  one.push_back(std::move(all[index]));
  return {std::move(dictionary), std::move(one)};
}

void write_profiles(const ProfileSet& set, const Writer& writer, const Options& options, Output& output,
                    Context& context) {
  if (set.profiles().empty()) throw UsageError("there is no profile to write");
  if (set.profiles().size() > 1 && !writer.carries(writer, options).has(Feature::profiles)) {
    throw UsageError("the input holds " + std::to_string(set.profiles().size()) + " profiles and " +
                     std::string(writer.name) + " holds one; choose with --only: " + listing(set));
  }
  output.limit(context.limits().max_output_bytes);
  writer.write(writer, set, options, output, context);
  output.commit();
}

}  // namespace profconv
