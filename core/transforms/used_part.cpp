// SPDX-License-Identifier: Apache-2.0
// A profile by itself: what is done with each of many profiles then takes time for its samples, not for the whole set.
#include <utility>
#include <vector>

#include "core/transforms/dictionary_copy.h"
#include "profconv/transforms.h"

namespace profconv {

ProfileSet used_part(const ProfileSet& set, std::size_t profile_index) {
  const Context context;
  std::vector<Profile> profiles{set.profiles()[profile_index]};
  DictionaryCopy copy(set.dictionary());
  copy.carry(profiles.front().samples, context);
  return {std::move(copy).finish(), std::move(profiles)};
}

}  // namespace profconv
