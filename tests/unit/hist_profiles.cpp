// SPDX-License-Identifier: Apache-2.0
// Building distributions.
#include "unit/hist_profiles.h"

#include "profconv/convert.h"

namespace profconv::test {

ProfileBuilder& HistProfiles::begin(std::string_view scheme, std::string name, std::string_view unit, ValueType type) {
  profile_ = &builder_.add_profile(std::move(name));
  profile_->add_value_type(std::move(type));
  profile_->metadata().distribution = scheme;
  unit_ = unit;
  return *profile_;
}

StackId HistProfiles::stack(const HistKey& key) {
  std::vector<FrameId> frames;
  for (const std::string& name : key.stack) {
    frames.push_back(builder_.frame({.function = builder_.function({.name = builder_.string(name)})}));
  }
  return builder_.leaf_first(frames);
}

void HistProfiles::add(const HistKey& key, std::vector<LabelText> labels, std::int64_t value) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < key.keys.size(); ++i) names.push_back("key" + std::to_string(i + 1));
  for (std::size_t i = 0; i < key.keys.size(); ++i) labels.push_back({.key = names[i], .text = key.keys[i]});
  profile_->add({.stack = stack(key), .labels = builder_.labels(labels)}, value);
}

void HistProfiles::bucket(const HistKey& key, Bound low, Bound high, std::int64_t count) {
  std::vector<LabelText> labels;
  if (low) labels.push_back({.key = "bucket_low", .unit = unit_, .number = *low, .is_number = true});
  if (high) labels.push_back({.key = "bucket_high", .unit = unit_, .number = *high, .is_number = true});
  add(key, std::move(labels), count);
}

void HistProfiles::value(const HistKey& key, std::int64_t value) { add(key, {}, value); }

void HistProfiles::quantize(const HistKey& key, std::initializer_list<std::pair<std::int64_t, std::int64_t>> rows) {
  for (const auto& [label, count] : rows) {
    if (label > 0) bucket(key, label, 2 * label, count);
    if (label == 0) bucket(key, 0, 1, count);
    if (label < 0) bucket(key, 2 * label + 1, label + 1, count);
  }
}

HistResult draw(const ProfileSet& set, const Writer& writer, std::initializer_list<std::string_view> settings) {
  Options options(writer.options);
  for (const std::string_view text : settings) {
    const Setting setting = parse_setting(text);
    options.set(setting.option, setting.value);
  }
  Context context;
  HistResult result;
  Output output = Output::to_memory(&result.text);
  write_profiles(set, writer, options, output, context);
  result.diagnostics.assign(context.diagnostics().begin(), context.diagnostics().end());
  return result;
}

}  // namespace profconv::test
