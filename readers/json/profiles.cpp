// SPDX-License-Identifier: Apache-2.0
// Samples may precede the value types in the text: they are read last.
#include "readers/json/profiles.h"

#include <array>
#include <string>
#include <utility>

#include "profconv/errors.h"
#include "readers/json/metadata.h"

namespace profconv::json_in {

namespace {

/// The members of a profile that are read in an order of their own.
struct Parts {
  JsonValue value_types;
  JsonValue metadata;
  JsonValue samples;

  [[nodiscard]] JsonValue* find(std::string_view key) {
    if (key == "value_types") return &value_types;
    if (key == "metadata") return &metadata;
    return key == "samples" ? &samples : nullptr;
  }
};

}  // namespace

void Profiles::read() {
  for (in_.json.begin_array(); in_.json.next_element();) read_profile();
}

void Profiles::read_profile() {
  const char* const place = in_.json.place();
  std::string name;
  Parts parts;
  in_.json.begin_object();
  for (std::string_view key; in_.json.next_key(key);) {
    if (JsonValue* const part = parts.find(key)) {
      if (part->place != nullptr) in_.text.fail(in_.json.name().data(), "a profile has " + in_quotes(key) + " twice");
      *part = in_.json.defer_value();
    } else if (key == "name") {
      name = in_.json.string();
    } else {
      in_.json.skip_value();
    }
  }
  if (parts.value_types.place == nullptr) in_.text.fail(place, "expected a profile with 'value_types'");
  const JsonValue end{.place = in_.json.place(), .name = in_.json.name(), .depth = parts.value_types.depth - 1};
  ProfileBuilder& profile = builder_.add_profile(std::move(name));
  in_.json.go_to(parts.value_types);
  for (in_.json.begin_array(); in_.json.next_element();) profile.add_value_type(read_value_type(in_));
  if (parts.metadata.place != nullptr) {
    in_.json.go_to(parts.metadata);
    read_metadata(in_, profile.metadata());
  }
  if (parts.samples.place != nullptr) {
    in_.json.go_to(parts.samples);
    read_samples(profile);
  }
  in_.json.go_to(end);
}

void Profiles::read_samples(ProfileBuilder& profile) {
  has_times_.reset();
  for (in_.json.begin_array(); in_.json.next_element();) read_sample(profile);
}

void Profiles::read_sample(ProfileBuilder& profile) {
  const char* const place = in_.json.place();
  SampleKey sample;
  values_.clear();
  in_.json.begin_object();
  for (std::string_view key; in_.json.next_key(key);) {
    if (key == "stack") {
      sample.stack = tables_.stack();
    } else if (key == "thread") {
      sample.thread = tables_.thread();
    } else if (key == "labels") {
      sample.labels = tables_.label_set();
    } else if (key == "start_ns") {
      sample.start_ns = integer_at<std::int64_t>(in_);
    } else if (key == "shared_depth") {
      sample.shared_depth = integer_at<std::uint32_t>(in_);
    } else if (key == "values") {
      read_values();
    } else {
      in_.json.skip_value();
    }
  }
  check_sample(profile, sample, place);
  try {
    profile.add(sample, values_);
  } catch (const OverflowError& error) {
    in_.text.fail(place, error.what());
  }
}

void Profiles::check_sample(const ProfileBuilder& profile, const SampleKey& sample, const char* place) {
  const std::size_t types = profile.value_types().size();
  if (values_.size() != types) {
    in_.text.fail(place, "expected a sample with a value for each of " + std::to_string(types) + " value types, got " +
                             std::to_string(values_.size()));
  }
  const std::array has{sample.start_ns.has_value(), sample.shared_depth.has_value()};
  if (!has_times_) has_times_ = has;
  if (*has_times_ != has) {
    in_.text.fail(place, "expected 'start_ns' and 'shared_depth' in every sample of a profile, or in none");
  }
}

void Profiles::read_values() {
  values_.clear();
  for (in_.json.begin_array(); in_.json.next_element();) values_.push_back(integer_at<std::int64_t>(in_));
}

}  // namespace profconv::json_in
