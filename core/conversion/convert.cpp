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

[[noreturn]] void refuse_choice(const ProfileSet& set, std::string_view which) {
  std::vector<std::string_view> names;
  for (const Profile& profile : set.profiles()) {
    const auto is_type = [&](const ValueType& type) { return type.type == which || type.unit == which; };
    if (std::any_of(profile.value_types.begin(), profile.value_types.end(), is_type)) {
      throw UsageError("no profile called '" + std::string(which) + "'; a value type is chosen with --type " +
                       std::string(which));
    }
    if (!profile.name.empty()) names.push_back(profile.name);
  }
  const std::string_view near = nearest(which, names);
  throw UsageError("no profile called '" + std::string(which) + "'" +
                   (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?") +
                   " (there are: " + listing(set) + ")");
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
  if (chosen == profiles.end()) refuse_choice(set, which);
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
