// SPDX-License-Identifier: Apache-2.0
// The only way to make a ProfileSet: interns what samples refer to, merges equal samples, validates. A builder belongs
// to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/dictionary.h"
#include "profconv/ids.h"
#include "profconv/limits.h"
#include "profconv/profile.h"

namespace profconv {
class DictionaryBuilder;
class RowIndex;
}  // namespace profconv
#pragma GCC visibility push(default)
namespace profconv {

class Context;

/// Whether samples that agree on stack, thread and labels may become one wherever they stand, or only side by side.
enum class SampleOrder : std::uint8_t { merged, as_read };

/// What the outputs use of the samples that are read. Readers need not know it: the builder keeps what is used, and
/// what it leaves out is counted for the report of losses.
struct Projection {
  SampleOrder order = SampleOrder::merged;
  /// Without them a sample's labels are one label without a key, whose number is a hash of them: samples stay apart and
  /// are counted as ever. The label of a comparison's base (comparison.h) is kept.
  bool label_words = true;
  /// Without them samples that agree on stack, thread and labels become one whenever they were, so that a profile grows
  /// with its stacks and not with its samples; without label words, too, they need not agree on labels. Only of samples
  /// in merged order whose values add, and not where the reader keeps rows (ProfileBuilder::keep_rows).
  bool times = true;

  Projection() = default;
  Projection(SampleOrder samples) : order(samples) {}  // NOLINT(*-explicit-*)
};

/// A label by its words, before it is interned: a text, or a number with its unit. What is not of its kind is ignored.
struct LabelText {
  std::string_view key;
  std::string_view text;
  std::string_view unit;
  std::int64_t number = 0;
  bool is_number = false;
};

/// Where a sample belongs. Rows that have a start time are never merged over a distance.
struct SampleKey {
  StackId stack;
  ThreadId thread;
  LabelSetId labels;
  std::optional<std::int64_t> start_ns;
  std::optional<std::uint32_t> shared_depth;

  bool operator==(const SampleKey&) const = default;
};

/// Fills one profile. Get it from ProfileSetBuilder::add_profile.
class ProfileBuilder {
 public:
  ProfileBuilder(std::string name, const Projection& projection, std::uint32_t max_samples = Limits{}.max_samples);
  ~ProfileBuilder();
  ProfileBuilder(const ProfileBuilder&) = delete;
  ProfileBuilder& operator=(const ProfileBuilder&) = delete;

  /// Declares the next column of values; all columns before the first sample.
  void add_value_type(ValueType type);
  [[nodiscard]] std::span<const ValueType> value_types() const { return profile_.value_types; }
  [[nodiscard]] Metadata& metadata() { return profile_.metadata; }
  [[nodiscard]] std::string& name() { return profile_.name; }
  /// Sets an attribute of the metadata, in place of an earlier value.
  void set_attribute(std::string key, Attributes::mapped_type value);
  /// Before the first sample: each sample with a start time stays a row, for a reader that looks at rows.
  void keep_rows() { keeps_rows_ = true; }

  /// Adds one sample, a value for each type. Throws OverflowError, naming the stack, when adding to an equal sample
  /// overflows, and LimitError past the number of samples allowed; neither changes the profile.
  void add(const SampleKey& key, std::span<const std::int64_t> values);
  void add(const SampleKey& key, std::int64_t value) { add(key, std::span(&value, 1)); }

  [[nodiscard]] std::size_t sample_count() const { return profile_.samples.size(); }
  /// What has been added so far.
  [[nodiscard]] const Samples& samples() const { return profile_.samples; }
  /// One column of what has been added so far, a value a sample.
  [[nodiscard]] std::span<const std::int64_t> values(std::size_t type) const { return samples().values.at(type); }
  /// Replaces a column; as many values as there are samples.
  void set_values(std::size_t type, std::vector<std::int64_t> values);

 private:
  friend class ProfileSetBuilder;

  [[nodiscard]] bool leaves_out_times(const SampleKey& key) const;
  void add_without_time(const SampleKey& key, std::span<const std::int64_t> values);
  void add_merged(const SampleKey& key, std::span<const std::int64_t> values);
  void check(const SampleKey& key, std::size_t values) const;
  void append(const SampleKey& key, std::span<const std::int64_t> values);
  void index_rows();
  void combine(std::size_t row, std::span<const std::int64_t> values);
  [[nodiscard]] bool same_row(std::size_t row, const SampleKey& key) const;
  Profile finish() &&;

  Profile profile_;
  Projection projection_;
  bool keeps_rows_ = false;
  std::optional<LeftOutTimes> left_out_;
  SampleKey last_;  ///< the sample before, if its time was left out
  std::uint32_t max_samples_;
  std::unique_ptr<RowIndex> rows_;
  const DictionaryBuilder* dictionary_ = nullptr;  ///< names stacks in errors; null: a profile of no set
};

/// Interns the dictionary and holds the profiles of one set while they are filled.
class ProfileSetBuilder {
 public:
  /// Throws LimitError where strings, frames, stacks, their depth or samples pass what is allowed.
  explicit ProfileSetBuilder(Projection projection = {}, const Limits& limits = {});
  ~ProfileSetBuilder();
  ProfileSetBuilder(ProfileSetBuilder&&) noexcept;
  ProfileSetBuilder& operator=(ProfileSetBuilder&&) noexcept;

  [[nodiscard]] StringId string(std::string_view text);
  [[nodiscard]] MappingId mapping(const Mapping& mapping);
  [[nodiscard]] FunctionId function(const Function& function);
  [[nodiscard]] FrameId frame(const Frame& frame);
  [[nodiscard]] ThreadId thread(const Thread& thread);
  /// Any order of labels; equal sets get one id.
  [[nodiscard]] LabelSetId labels(std::span<const LabelText> labels);
  /// The same of labels whose words are interned. Fast where their keys are those of the set before.
  [[nodiscard]] LabelSetId interned_labels(std::span<const Label> labels);

  /// Stacks, by the order in which the frames are given. Fast where they begin at the root as the one before does.
  [[nodiscard]] StackId leaf_first(std::span<const FrameId> frames);
  [[nodiscard]] StackId root_first(std::span<const FrameId> frames);
  /// The stack of `parent` calling `frame`.
  [[nodiscard]] StackId child(StackId parent, FrameId frame);
  /// How many frames a stack has. Each is counted once, whatever is asked for.
  [[nodiscard]] std::size_t depth(StackId stack);

  /// What has been interned so far.
  [[nodiscard]] const Dictionary& dictionary() const;

  /// A new profile of this set; the reference lives until finish(). Throws LimitError past the number of
  /// profiles allowed.
  ProfileBuilder& add_profile(std::string name = {});
  [[nodiscard]] std::size_t profile_count() const { return profiles_.size(); }
  [[nodiscard]] ProfileBuilder& profile(std::size_t index) { return profiles_.at(index); }
  [[nodiscard]] SampleOrder order() const { return projection_.order; }

  /// Ends building; the builder is empty afterwards. Throws std::logic_error for ids that are not this builder's.
  [[nodiscard]] ProfileSet finish() &&;

 private:
  void check_depth(std::size_t depth) const;
  void require_known(StackId stack) const;

  Projection projection_;
  Limits limits_;
  std::unique_ptr<DictionaryBuilder> dictionary_;
  std::deque<ProfileBuilder> profiles_;
  std::vector<FrameId> root_first_;  ///< of a stack that is given leaf first
};

}  // namespace profconv
#pragma GCC visibility pop
