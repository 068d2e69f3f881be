// SPDX-License-Identifier: Apache-2.0
// The C interface to building profiles: what is known of them, and samples as columns.
#include "handles.h"
#include "profile_parts.h"

namespace profconv::c {

namespace {

ProfileBuilder& profile_of(pc_builder* builder, std::size_t index) {
  ProfileSetBuilder& in = building(builder);
  require_index(index, in.profile_count(), "profile");
  return in.profile(index);
}

std::vector<ValueType> value_types(const pc_value_type* types, std::size_t count) {
  if (count == 0) throw UsageError("a profile needs a value type");
  std::vector<ValueType> all;
  const pc_value_type* next = &required(types, "types");
  for (std::size_t i = 0; i < count; ++i) {
    // The structs of the caller are as long as its version has them.
    const pc_value_type given = taken(next, "types");
    all.push_back(value_type(given));
    next = reinterpret_cast<const pc_value_type*>(reinterpret_cast<const char*>(next) + given.size);
  }
  return all;
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_builder_add_profile(pc_builder* builder, const pc_profile* profile, const pc_value_type* types,
                                 size_t type_count, size_t* index, pc_error* error) {
  return guarded(error, [&] {
    profconv::ProfileSetBuilder& into = building(builder);
    const std::size_t added = add_profile(into, &required(profile, "profile"), value_types(types, type_count));
    if (index != nullptr) *index = added;
  });
}

pc_status pc_builder_add_comment(pc_builder* builder, size_t profile, pc_string comment, pc_error* error) {
  return guarded(error, [&] { profile_of(builder, profile).metadata().comments.emplace_back(text(comment)); });
}

pc_status pc_builder_add_attribute(pc_builder* builder, size_t profile, const pc_attribute* attribute,
                                   pc_error* error) {
  return guarded(error, [&] {
    profconv::ProfileBuilder& into = profile_of(builder, profile);
    set_attribute(into, taken(attribute, "attribute"));
  });
}

pc_status pc_builder_add_samples(pc_builder* builder, size_t profile, const pc_samples* samples, pc_error* error) {
  return guarded(error, [&] {
    profconv::ProfileBuilder& into = profile_of(builder, profile);
    add_samples(into, building(builder).dictionary(), taken(samples, "samples"));
  });
}
