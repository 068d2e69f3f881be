// SPDX-License-Identifier: Apache-2.0
// The C interface to building profiles: what is known of them, and samples as columns.
#include "handles.h"

namespace profconv::c {

namespace {

ProfileBuilder& profile_of(pc_builder* builder, std::size_t index) {
  ProfileSetBuilder& in = building(builder);
  require_index(index, in.profile_count(), "profile");
  return in.profile(index);
}

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
}

std::vector<ValueType> value_types(const pc_value_type* types, std::size_t count) {
  if (count == 0) throw UsageError("a profile needs a value type");
  std::vector<ValueType> all;
  const pc_value_type* next = &required(types, "types");
  for (std::size_t i = 0; i < count; ++i) {
    // The structs of the caller are as long as its version has them.
    const pc_value_type given = taken(next, "types");
    require_index(static_cast<std::uint32_t>(given.aggregation), 4, "aggregation");
    all.push_back({.type = std::string(text(given.type)),
                   .unit = std::string(text(given.unit)),
                   .aggregation = static_cast<Aggregation>(given.aggregation),
                   .scale = given.scale});
    next = reinterpret_cast<const pc_value_type*>(reinterpret_cast<const char*>(next) + given.size);
  }
  return all;
}

template <class T>
T at(const pc_column& column, std::size_t row) {
  T number;
  std::memcpy(&number, static_cast<const char*>(column.data) + column.stride * row, sizeof(number));
  return number;
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
    }
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

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_builder_add_profile(pc_builder* builder, const pc_profile* profile, const pc_value_type* types,
                                 size_t type_count, size_t* index, pc_error* error) {
  return guarded(error, [&] {
    profconv::ProfileSetBuilder& into = building(builder);
    const pc_profile given = taken(profile, "profile");
    std::vector<profconv::ValueType> all = value_types(types, type_count);
    profconv::Metadata metadata;
    describe(metadata, given);
    metadata.default_type = element(all, given.default_type, "value type").type;
    profconv::ProfileBuilder& added = into.add_profile(std::string(text(given.name)));
    added.metadata() = std::move(metadata);
    for (profconv::ValueType& type : all) added.add_value_type(std::move(type));
    if (index != nullptr) *index = into.profile_count() - 1;
  });
}

pc_status pc_builder_add_comment(pc_builder* builder, size_t profile, pc_string comment, pc_error* error) {
  return guarded(error, [&] { profile_of(builder, profile).metadata().comments.emplace_back(text(comment)); });
}

pc_status pc_builder_add_attribute(pc_builder* builder, size_t profile, const pc_attribute* attribute,
                                   pc_error* error) {
  return guarded(error, [&] {
    profconv::ProfileBuilder& into = profile_of(builder, profile);
    const pc_attribute given = taken(attribute, "attribute");
    profconv::Attributes::mapped_type value = given.number;
    if (given.is_number == 0) value = std::string(text(given.text));
    into.set_attribute(std::string(text(given.key)), std::move(value));
  });
}

pc_status pc_builder_add_samples(pc_builder* builder, size_t profile, const pc_samples* samples, pc_error* error) {
  return guarded(error, [&] {
    profconv::ProfileBuilder& into = profile_of(builder, profile);
    const pc_samples given = taken(samples, "samples");
    std::vector<std::int64_t> values(into.value_types().size());
    if (given.value_count != values.size()) {
      throw profconv::UsageError("there are " + std::to_string(given.value_count) + " columns of values for " +
                                 std::to_string(values.size()) + " value types");
    }
    const Rows rows(given, building(builder).dictionary());
    for (std::size_t row = 0; row < given.count; ++row) {
      rows.values(row, values);
      into.add(rows.key(row), values);
    }
  });
}
