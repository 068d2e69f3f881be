// SPDX-License-Identifier: Apache-2.0
// Building: rows that agree become one.
#include "profconv/profile_builder.h"

#include <algorithm>
#include <stdexcept>

#include "core/model/dictionary_builder.h"
#include "core/model/known_ids.h"
#include "core/names/frame_names.h"
#include "core/tables/id_table.h"
#include "core/tables/stack_set.h"
#include "profconv/errors.h"

namespace profconv {

/// Finds the row of a (stack, thread, labels) that is there already. Its ids are row + 1.
class RowIndex {
 public:
  IdTable table;
  std::size_t rows = 0;  ///< how many it has: it gets the others when one is looked for
  StackSet stacks;       ///< those that have a row
};

namespace {

/// Sets row `row` of a column that is kept empty as long as all its entries are the default.
template <class T>
void put(std::vector<T>& column, std::size_t row, T value) {
  if (column.empty() && value == T{}) return;
  column.resize(row);
  column.push_back(value);
}

std::uint64_t hash_of(const SampleKey& key) { return mix(mix(key.stack.value, key.thread.value), key.labels.value); }

}  // namespace

ProfileBuilder::ProfileBuilder(std::string name, const Projection& projection, std::uint32_t max_samples)
    : projection_(projection), max_samples_(max_samples), rows_(std::make_unique<RowIndex>()) {
  profile_.name = std::move(name);
}

ProfileBuilder::~ProfileBuilder() = default;

void ProfileBuilder::add_value_type(ValueType type) {
  if (sample_count() != 0) throw std::logic_error("value types come before samples");
  profile_.value_types.push_back(std::move(type));
  profile_.samples.values.emplace_back();
}

bool ProfileBuilder::same_row(std::size_t row, const SampleKey& key) const {
  const Samples& s = profile_.samples;
  return s.stack[row] == key.stack && s.thread_of(row) == key.thread && s.labels_of(row) == key.labels;
}

void ProfileBuilder::append(const SampleKey& key, std::span<const std::int64_t> values) {
  Samples& s = profile_.samples;
  const std::size_t row = s.size();
  if (row >= max_samples_) refuse_more(max_samples_, "samples in one profile", "--max-samples");
  s.stack.push_back(key.stack);
  put(s.thread, row, key.thread);
  put(s.labels, row, key.labels);
  if (key.start_ns) s.start_ns.push_back(*key.start_ns);
  if (key.shared_depth) s.shared_depth.push_back(*key.shared_depth);
  for (std::size_t i = 0; i < values.size(); ++i) s.values[i].push_back(values[i]);
}

void ProfileBuilder::check(const SampleKey& key, std::size_t values) const {
  const Samples& s = profile_.samples;
  const bool has_times = left_out_ || !s.start_ns.empty();
  if (values == 0) throw std::logic_error("a value type comes before samples");
  if (values != profile_.value_types.size()) throw std::logic_error("one value for each value type");
  if (s.size() != 0 &&
      (key.start_ns.has_value() != has_times || key.shared_depth.has_value() == s.shared_depth.empty())) {
    throw std::logic_error("either every sample of a profile has a time, or none");
  }
}

void ProfileBuilder::index_rows() {
  const Samples& s = profile_.samples;
  for (std::size_t& row = rows_->rows; row < s.size(); ++row) {
    const SampleKey key{.stack = s.stack[row], .thread = s.thread_of(row), .labels = s.labels_of(row)};
    rows_->table.add(hash_of(key), static_cast<std::uint32_t>(row + 1));
  }
}

void ProfileBuilder::combine(std::size_t row, std::span<const std::int64_t> values) {
  try {
    // A sum that overflows leaves the whole row as it was.
    for (std::size_t i = 1; i < values.size(); ++i) {
      std::int64_t into = profile_.samples.values[i][row];
      profconv::combine(into, values[i], profile_.value_types[i]);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const ValueType& type = profile_.value_types[i];
      std::int64_t& into = profile_.samples.values[i][row];
      if (merges_maxima(into, values[i], type)) profile_.metadata.merged_maxima = true;
      profconv::combine(into, values[i], type);
    }
  } catch (const OverflowError& error) {
    if (dictionary_ == nullptr) throw;
    throw OverflowError(std::string(error.what()) + at_stack(dictionary_->dictionary(), profile_.samples.stack[row]));
  }
}

void ProfileBuilder::add(const SampleKey& key, std::span<const std::int64_t> values) {
  check(key, values.size());
  const std::size_t rows = sample_count();
  if (leaves_out_times(key)) return add_without_time(key, values);
  if (key.shared_depth) return append(key, values);
  if (projection_.order == SampleOrder::as_read || key.start_ns) {
    const bool again =
        rows != 0 && same_row(rows - 1, key) && (!key.start_ns || profile_.samples.start_ns[rows - 1] == *key.start_ns);
    return again ? combine(rows - 1, values) : append(key, values);
  }
  add_merged(key, values);
}

/// The first sample decides for all. Times whose order or distance a value depends on are kept.
bool ProfileBuilder::leaves_out_times(const SampleKey& key) const {
  if (sample_count() != 0) return left_out_.has_value();
  const auto adds = [](const ValueType& type) { return type.aggregation == Aggregation::sum; };
  return !projection_.times && projection_.order == SampleOrder::merged && !keeps_rows_ && key.start_ns &&
         !key.shared_depth && std::all_of(profile_.value_types.begin(), profile_.value_types.end(), adds);
}

/// Counts what would have been a row if it had its time.
void ProfileBuilder::add_without_time(const SampleKey& key, std::span<const std::int64_t> values) {
  SampleKey kept{.stack = key.stack, .thread = key.thread};
  if (projection_.label_words) kept.labels = key.labels;
  add_merged(kept, values);
  const bool is_first = !left_out_;
  if (is_first) left_out_.emplace();
  for (const std::int64_t value : values) left_out_->negative_values += value < 0 ? 1 : 0;
  if (!is_first && key == last_) return;
  last_ = key;
  ++left_out_->samples;
  left_out_->empty_stacks += key.stack ? 0 : 1;
  left_out_->labels += key.labels ? 1 : 0;
}

void ProfileBuilder::add_merged(const SampleKey& key, std::span<const std::int64_t> values) {
  const std::size_t rows = sample_count();
  if (rows_->stacks.insert(key.stack)) return append(key, values);
  index_rows();
  const std::uint32_t id = rows_->table.find_or_make(
      hash_of(key), [&](std::uint32_t candidate) { return same_row(candidate - 1, key); },
      [&] {
        append(key, values);
        return static_cast<std::uint32_t>(++rows_->rows);
      });
  if (id <= rows) combine(id - 1, values);
}

void ProfileBuilder::set_values(std::size_t type, std::vector<std::int64_t> values) {
  if (values.size() != sample_count()) throw std::logic_error("one value for each sample");
  profile_.samples.values.at(type) = std::move(values);
}

void ProfileBuilder::set_attribute(std::string key, Attributes::mapped_type value) {
  metadata().attributes.insert_or_assign(std::move(key), std::move(value));
}

Profile ProfileBuilder::finish() && {
  if (left_out_) profile_.metadata.left_out_times = left_out_;
  return std::move(profile_);
}

ProfileSetBuilder::ProfileSetBuilder(Projection projection, const Limits& limits)
    : projection_(projection),
      limits_(limits),
      dictionary_(std::make_unique<DictionaryBuilder>(limits, projection.label_words)) {}

ProfileSetBuilder::~ProfileSetBuilder() = default;
ProfileSetBuilder::ProfileSetBuilder(ProfileSetBuilder&&) noexcept = default;
ProfileSetBuilder& ProfileSetBuilder::operator=(ProfileSetBuilder&&) noexcept = default;

StringId ProfileSetBuilder::string(std::string_view text) { return dictionary_->string(text); }
MappingId ProfileSetBuilder::mapping(const Mapping& mapping) { return dictionary_->mapping(mapping); }
FunctionId ProfileSetBuilder::function(const Function& function) { return dictionary_->function(function); }
FrameId ProfileSetBuilder::frame(const Frame& frame) { return dictionary_->frame(frame); }
ThreadId ProfileSetBuilder::thread(const Thread& thread) { return dictionary_->thread(thread); }
LabelSetId ProfileSetBuilder::labels(std::span<const LabelText> labels) { return dictionary_->labels(labels); }
LabelSetId ProfileSetBuilder::interned_labels(std::span<const Label> labels) {
  return dictionary_->interned_labels(labels);
}
const Dictionary& ProfileSetBuilder::dictionary() const { return dictionary_->dictionary(); }

void ProfileSetBuilder::check_depth(std::size_t depth) const {
  if (depth > limits_.max_stack_depth) refuse_more(limits_.max_stack_depth, "frames in one stack", "--max-stack-depth");
}

void ProfileSetBuilder::require_known(StackId stack) const {
  if (stack.value >= dictionary().stacks().size()) throw std::logic_error("a stack that this builder does not know");
}

StackId ProfileSetBuilder::child(StackId parent, FrameId frame) {
  require_known(parent);
  // No stack has more frames than there are stacks: depths need not be counted before that can be too many.
  if (dictionary().stacks().size() > limits_.max_stack_depth) check_depth(depth(parent) + 1);
  return dictionary_->stack({parent, frame});
}

std::size_t ProfileSetBuilder::depth(StackId stack) {
  require_known(stack);
  return dictionary_->depth(stack);
}

StackId ProfileSetBuilder::root_first(std::span<const FrameId> frames) {
  check_depth(frames.size());
  return dictionary_->root_first(frames);
}

StackId ProfileSetBuilder::leaf_first(std::span<const FrameId> frames) {
  root_first_.assign(frames.rbegin(), frames.rend());
  return root_first(root_first_);
}

ProfileBuilder& ProfileSetBuilder::add_profile(std::string name) {
  if (profiles_.size() >= limits_.max_profiles) refuse_more(limits_.max_profiles, "profiles", "--max-profiles");
  ProfileBuilder& added = profiles_.emplace_back(std::move(name), projection_, limits_.max_samples);
  added.dictionary_ = dictionary_.get();
  return added;
}

ProfileSet ProfileSetBuilder::finish() && {
  std::vector<Profile> profiles;
  profiles.reserve(profiles_.size());
  for (ProfileBuilder& builder : profiles_) profiles.push_back(std::move(builder).finish());
  profiles_.clear();
  auto dictionary = std::make_shared<const Dictionary>(std::move(*dictionary_).take());
  dictionary_ = std::make_unique<DictionaryBuilder>(limits_, projection_.label_words);
  require_known_ids(*dictionary);
  for (const Profile& profile : profiles) require_known_ids(profile, *dictionary);
  return {std::move(dictionary), std::move(profiles)};
}

}  // namespace profconv
