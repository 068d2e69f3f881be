// SPDX-License-Identifier: Apache-2.0
// Reading from memory.
#include "tools/lib/record/recorded_text.h"

#include <string>
#include <utility>
#include <vector>

#include "profconv/conversion.h"

namespace profconv::record {

ProfileSet with_value_type(ProfileSet set, const Tracing& plan) {
  if (plan.value_type.empty()) return set;
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (Profile& profile : profiles) profile.value_types.front().type = plan.value_type;
  return {std::move(dictionary), std::move(profiles)};
}

ProfileSet read_text(const Backend& backend, const Tracing& plan, std::string_view text, SampleOrder order,
                     Context& context) {
  const Reader& reader = builtin_registry().reader(plan.reader);
  Input input = Input::from_memory(std::string(backend.name), text, context);
  return with_value_type(read_profiles(reader, input, options_for(reader, plan.settings), order), plan);
}

}  // namespace profconv::record
