// SPDX-License-Identifier: Apache-2.0
// Checking profiles and samples of callers, and adding them.
#include "profile_parts.h"

#include <utility>

namespace profconv::c {

namespace {

void describe(Metadata& metadata, const pc_profile& given) {
  require_index(static_cast<std::uint32_t>(given.clock), 3, "clock");
  metadata.clock = static_cast<Clock>(given.clock);
  if (given.has_start != 0) metadata.start_ns = given.start_ns;
  metadata.duration_ns = given.duration_ns;
  metadata.period = given.period;
  metadata.period_type.type = text(given.period_type);
  metadata.period_type.unit = text(given.period_unit);
  metadata.command = text(given.command);
  metadata.doc_url = text(given.doc_url);
  metadata.source_format = text(given.source_format);
  metadata.is_comparison = given.is_comparison != 0;
}

/// Rows of the caller, whose ids are checked.
class Rows {
 public:
  Rows(const pc_samples& samples, const Dictionary& dictionary) : samples_(samples), dictionary_(dictionary) {
    if (samples_.count == 0) return;
    require_pointer(samples_.stack.data, "samples->stack.data");
    for (std::size_t i = 0; i < samples_.value_count; ++i) {
      const pc_column* const column = &required(samples_.values, "samples->values") + i;
      require_pointer(column->data, "samples->values[].data");
      require_column<std::int64_t>(*column, "samples->values[]");
    }
    require_column<std::uint32_t>(samples_.stack, "samples->stack");
    require_column<std::uint32_t>(samples_.thread, "samples->thread");
    require_column<std::uint32_t>(samples_.labels, "samples->labels");
    require_column<std::int64_t>(samples_.start_ns, "samples->start_ns");
    require_column<std::uint32_t>(samples_.shared_depth, "samples->shared_depth");
  }

  [[nodiscard]] SampleKey key(std::size_t row) const {
    SampleKey key;
    key.stack = {id(samples_.stack, row, dictionary_.stacks().size(), "stack")};
    if (samples_.thread.data != nullptr) {
      key.thread = {id(samples_.thread, row, dictionary_.threads().size(), "thread")};
    }
    if (samples_.labels.data != nullptr) {
      key.labels = {id(samples_.labels, row, dictionary_.label_set_count(), "label set")};
    }
    if (samples_.start_ns.data != nullptr) key.start_ns = at<std::int64_t>(samples_.start_ns, row);
    if (samples_.shared_depth.data != nullptr) key.shared_depth = at<std::uint32_t>(samples_.shared_depth, row);
    return key;
  }

  void values(std::size_t row, std::vector<std::int64_t>& all) const {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = at<std::int64_t>(samples_.values[i], row);
  }

 private:
  static std::uint32_t id(const pc_column& column, std::size_t row, std::size_t count, std::string_view what) {
    const auto found = at<std::uint32_t>(column, row);
    require_index(found, count, what);
    return found;
  }

  pc_samples samples_;
  const Dictionary& dictionary_;
};

}  // namespace

ValueType value_type(const pc_value_type& given) {
  constexpr std::int32_t most = 30;
  require_index(static_cast<std::uint32_t>(given.aggregation), 4, "aggregation");
  if (given.scale < -most || given.scale > most) {
    throw UsageError("a value type has a scale of " + std::to_string(given.scale));
  }
  return {.type = std::string(text(given.type)),
          .unit = std::string(text(given.unit)),
          .aggregation = static_cast<Aggregation>(given.aggregation),
          .scale = given.scale};
}

std::size_t add_profile(ProfileSetBuilder& into, const pc_profile* known, std::vector<ValueType> types) {
  const pc_profile given = taken_or_default(known, "profile");
  Metadata metadata;
  describe(metadata, given);
  const ValueType& shown = element(types, given.default_type, "value type");
  // Of one type nothing needs to be said, and of what is not known nothing can be.
  if (types.size() > 1 && known != nullptr) metadata.default_type = shown.type;
  ProfileBuilder& added = into.add_profile(std::string(text(given.name)));
  added.metadata() = std::move(metadata);
  for (ValueType& type : types) added.add_value_type(std::move(type));
  return into.profile_count() - 1;
}

void set_attribute(ProfileBuilder& into, const pc_attribute& given) {
  Attributes::mapped_type value = given.number;
  if (given.is_number == 0) value = std::string(text(given.text));
  into.set_attribute(std::string(text(given.key)), std::move(value));
}

void add_samples(ProfileBuilder& into, const Dictionary& dictionary, const pc_samples& given) {
  std::vector<std::int64_t> values(into.value_types().size());
  if (given.value_count != values.size()) {
    throw UsageError("there are " + std::to_string(given.value_count) + " columns of values for " +
                     std::to_string(values.size()) + " value types");
  }
  const Rows rows(given, dictionary);
  for (std::size_t row = 0; row < given.count; ++row) {
    rows.values(row, values);
    into.add(rows.key(row), values);
  }
}

}  // namespace profconv::c
