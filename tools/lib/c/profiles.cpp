// SPDX-License-Identifier: Apache-2.0
// The C interface to profiles: what is known of them, and their samples in batches.
#include <iterator>

#include "handles.h"

namespace profconv::c {

namespace {

constexpr std::size_t usual_batch_rows = 4096;

const Profile& profile_of(const pc_set* set, std::size_t index) {
  return element(required(set, "set").set.profiles(), index, "profile");
}

pc_profile described(const Profile& profile) {
  const Metadata& known = profile.metadata;
  return {.size = 0,
          .name = view(profile.name),
          .value_type_count = profile.value_types.size(),
          .default_type = profile.value_types.empty() ? 0 : profile.default_type_index(),
          .comment_count = known.comments.size(),
          .attribute_count = known.attributes.size(),
          .sample_count = profile.samples.size(),
          .clock = static_cast<pc_clock>(known.clock),
          .has_start = known.start_ns ? 1 : 0,
          .start_ns = known.start_ns.value_or(0),
          .duration_ns = known.duration_ns,
          .period = known.period,
          .period_type = view(known.period_type.type),
          .period_unit = view(known.period_type.unit),
          .command = view(known.command),
          .doc_url = view(known.doc_url),
          .source_format = view(known.source_format),
          .is_comparison = known.is_comparison ? 1 : 0};
}

/// A column from row `first` on.
template <class T>
pc_column column(const std::vector<T>& of, std::size_t first) {
  return {.data = of.data() + first, .stride = sizeof(T)};
}

/// The same of one that may be empty: then every row is 0.
template <class T>
pc_column column_or_nothing(const std::vector<T>& of, std::size_t first) {
  static constexpr T nothing{};
  return of.empty() ? pc_column{.data = &nothing, .stride = 0} : column(of, first);
}

/// The same where no number means nothing.
template <class T>
pc_column column_or_null(const std::vector<T>& of, std::size_t first) {
  return of.empty() ? pc_column{} : column(of, first);
}

// Columns of ids are shown as columns of numbers.
static_assert(sizeof(StackId) == sizeof(std::uint32_t) && std::is_trivially_copyable_v<StackId>);

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_profile_count(const pc_set* set, size_t* count, pc_error* error) {
  return guarded(error, [&] { required(count, "count") = required(set, "set").set.profiles().size(); });
}

pc_status pc_profile_at(const pc_set* set, size_t index, pc_profile* profile, pc_error* error) {
  return guarded(error, [&] { give(profile, described(profile_of(set, index)), "profile"); });
}

pc_status pc_value_type_at(const pc_set* set, size_t profile, size_t index, pc_value_type* type, pc_error* error) {
  return guarded(error, [&] {
    const profconv::ValueType& found = element(profile_of(set, profile).value_types, index, "value type");
    give(type,
         {.size = 0,
          .type = view(found.type),
          .unit = view(found.unit),
          .aggregation = static_cast<pc_aggregation>(found.aggregation),
          .scale = found.scale},
         "type");
  });
}

pc_status pc_comment_at(const pc_set* set, size_t profile, size_t index, pc_string* comment, pc_error* error) {
  return guarded(error, [&] {
    required(comment, "comment") = view(element(profile_of(set, profile).metadata.comments, index, "comment"));
  });
}

pc_status pc_attribute_at(const pc_set* set, size_t profile, size_t index, pc_attribute* attribute, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Attributes& all = profile_of(set, profile).metadata.attributes;
    require_index(index, all.size(), "attribute");
    const auto& [key, value] = *std::next(all.begin(), static_cast<std::ptrdiff_t>(index));
    const auto* const number = std::get_if<std::int64_t>(&value);
    give(attribute,
         {.size = 0,
          .key = view(key),
          .text = number != nullptr ? pc_string{} : view(std::get<std::string>(value)),
          .number = number != nullptr ? *number : 0,
          .is_number = number != nullptr ? 1 : 0},
         "attribute");
  });
}

pc_status pc_total(const pc_set* set, size_t profile, size_t value_type, int64_t* total, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Profile& of = profile_of(set, profile);
    require_index(value_type, of.value_types.size(), "value type");
    std::int64_t& result = required(total, "total");
    result = profconv::total(of, value_type);
  });
}

pc_status pc_cursor_create(const pc_set* set, size_t profile, size_t batch_rows, pc_cursor** cursor, pc_error* error) {
  return guarded(error, [&] {
    pc_cursor*& result = required(cursor, "cursor");
    const profconv::Profile& of = profile_of(set, profile);
    result = new pc_cursor{.profile = &of,
                           .batch_rows = batch_rows == 0 ? usual_batch_rows : batch_rows,
                           .next = 0,
                           .values = std::vector<pc_column>(of.value_types.size())};
  });
}

pc_status pc_cursor_next(pc_cursor* cursor, pc_samples* samples, pc_error* error) {
  return guarded(error, [&] {
    pc_cursor& at = required(cursor, "cursor");
    const profconv::Samples& all = at.profile->samples;
    const std::size_t first = at.next;
    const std::size_t count = std::min(at.batch_rows, all.size() - first);
    for (std::size_t i = 0; i < at.values.size(); ++i) at.values[i] = column(all.values[i], first);
    give(samples,
         {.size = 0,
          .count = count,
          .stack = column(all.stack, first),
          .thread = column_or_nothing(all.thread, first),
          .labels = column_or_nothing(all.labels, first),
          .start_ns = column_or_null(all.start_ns, first),
          .shared_depth = column_or_null(all.shared_depth, first),
          .values = at.values.data(),
          .value_count = at.values.size()},
         "samples");
    at.next += count;
  });
}

void pc_cursor_free(pc_cursor* cursor) { delete cursor; }
