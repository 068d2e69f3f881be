// SPDX-License-Identifier: Apache-2.0
// The model in the middle: a ProfileSet is one Dictionary and the profiles that share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "profconv/dictionary.h"
#include "profconv/ids.h"

#pragma GCC visibility push(default)
namespace profconv {

/// How two values of one stack combine. Only `sum` may be added over samples: whoever adds must ask.
enum class Aggregation : std::uint8_t { sum, max, min, last };

/// What a column of values counts, in pprof's words: `cpu` in `nanoseconds`, `alloc_space` in `bytes`.
struct ValueType {
  std::string type;
  std::string unit;
  Aggregation aggregation = Aggregation::sum;
  int scale = 0;  ///< the true value is the integer times 10^scale

  bool operator==(const ValueType&) const = default;
};

/// What the start times of samples are measured against.
enum class Clock : std::uint8_t { relative, monotonic, epoch };

/// The binary that was run: profile.proto's first mapping, which is there without samples, too.
struct Program {
  std::string file;
  std::string build_id;
  Mapping mapped;  ///< where, and what else its source says of it; the two texts stand above

  bool operator==(const Program&) const = default;
};

/// How many events lie between two samples: `cpu` 1003009 `nanoseconds`.
struct Period {
  std::int64_t events = 0;
  ValueType type;

  bool operator==(const Period&) const = default;
};

/// What another merge has to know of profiles that were merged (merge.h). A profile as it was read has none of it.
struct MergedSampling {
  std::vector<Period> periods;   ///< where they have none in common; of two or more, counts of samples were left out
  bool has_only_counts = false;  ///< one of them had no values but counts of samples
  std::string default_type;      ///< the counts of samples to show first, if they were left out

  bool operator==(const MergedSampling&) const = default;
};

/// Facts about a recording that no other field holds (`pid`, `mode`), by the source's words for them.
using Attributes = std::map<std::string, std::variant<std::string, std::int64_t>, std::less<>>;

/// Samples whose start times were left out because no output has them (Projection), and what they had: a row may be
/// many of them.
struct LeftOutTimes {
  std::uint64_t samples = 0;
  std::uint64_t empty_stacks = 0;
  std::uint64_t labels = 0;           ///< samples that had any
  std::uint64_t negative_values = 0;  ///< of all value types

  bool operator==(const LeftOutTimes&) const = default;
};

/// What is true of a whole profile. Empty or zero: the source did not say.
struct Metadata {
  std::string source_format;             ///< name of the reader that made it
  Clock clock = Clock::relative;         ///< of Samples::start_ns
  std::optional<std::int64_t> start_ns;  ///< wall clock, ns since 1970-01-01 UTC
  std::int64_t duration_ns = 0;
  std::int64_t duration_instructions = 0;  ///< where the source counts instructions instead of time
  std::int64_t period = 0;                 ///< events between two samples, in period_type
  ValueType period_type;
  std::string command;             ///< the command line that was profiled
  std::optional<Program> program;  ///< if the source names it apart from the modules of frames
  std::vector<std::string> comments;
  Attributes attributes;
  std::string doc_url;
  std::string drop_frames;  ///< pprof's regular expressions, carried, not applied
  std::string keep_frames;
  std::string default_type;    ///< ValueType::type to show first; empty: the last one, as in pprof
  std::string distribution;    ///< bucket scheme of a distribution: "quantize", "lquantize", ...
  bool module_names = false;   ///< the source's habit is to show frames as module`function
  bool is_comparison = false;  ///< of two profiles, of which the base may have no sample left (comparison.h)
  /// Samples became one, and the largest of their maxima may be less than what they had together.
  bool merged_maxima = false;
  std::optional<LeftOutTimes> left_out_times;
  std::int64_t recordings = 1;  ///< how many became this profile: comments then describe parts of it
  MergedSampling merged_sampling;

  bool operator==(const Metadata&) const = default;
};

/// "pid: 17": an attribute as a comment tells it.
[[nodiscard]] std::string as_comment(const Attributes::value_type& attribute);

/// The keys of the attributes that no comment tells as well: those are lost without the attributes.
[[nodiscard]] std::vector<std::string_view> untold_attributes(const Metadata& metadata);

/// The samples as columns of one length. A column that no sample fills is empty, but `stack` and `values` never are.
struct Samples {
  std::vector<StackId> stack;
  std::vector<ThreadId> thread;
  std::vector<LabelSetId> labels;
  std::vector<std::vector<std::int64_t>> values;  ///< values[i][row] belongs to Profile::value_types[i]
  std::vector<std::int64_t> start_ns;             ///< in Metadata::clock; empty: the samples have no times
  /// For spans: how many frames, from the root, go on without a break from the thread's previous sample.
  std::vector<std::uint32_t> shared_depth;

  [[nodiscard]] std::size_t size() const { return stack.size(); }
  [[nodiscard]] ThreadId thread_of(std::size_t row) const { return row < thread.size() ? thread[row] : ThreadId{}; }
  [[nodiscard]] LabelSetId labels_of(std::size_t row) const { return row < labels.size() ? labels[row] : LabelSetId{}; }
};

/// One table of samples and what its columns mean.
struct Profile {
  std::string name;  ///< empty where the source names nothing
  std::vector<ValueType> value_types;
  Metadata metadata;
  Samples samples;

  /// Index of the value type that is shown first: metadata.default_type, else the last one (pprof's rule).
  [[nodiscard]] std::size_t default_type_index() const;
  [[nodiscard]] std::optional<std::size_t> find_type(std::string_view type) const;
  /// How many samples were read. That are as many as rows, unless their times were left out.
  [[nodiscard]] std::uint64_t sample_count() const {
    return metadata.left_out_times ? metadata.left_out_times->samples : samples.size();
  }
};

/// Combines the values of two samples that are one, by their type's rule. Throws OverflowError.
void combine(std::int64_t& into, std::int64_t value, const ValueType& type);

/// Whether the larger of two maxima that become one may be less than what their samples had together: beside a 0 it is
/// not.
[[nodiscard]] inline bool merges_maxima(std::int64_t into, std::int64_t value, const ValueType& type) {
  return type.aggregation == Aggregation::max && into != 0 && value != 0;
}

/// The sum of one column; throws OverflowError where it overflows a 64-bit integer, and asks nothing of the
/// aggregation.
[[nodiscard]] std::int64_t total(const Profile& profile, std::size_t value_index);

/// What a reader yields and a writer takes. Immutable once built; may be read from many threads.
class ProfileSet {
 public:
  ProfileSet(std::shared_ptr<const Dictionary> dictionary, std::vector<Profile> profiles)
      : dictionary_(std::move(dictionary)), profiles_(std::move(profiles)) {}

  [[nodiscard]] const Dictionary& dictionary() const { return *dictionary_; }
  [[nodiscard]] const std::shared_ptr<const Dictionary>& shared_dictionary() const { return dictionary_; }
  [[nodiscard]] const std::vector<Profile>& profiles() const { return profiles_; }
  /// Takes the profiles out, for a transform that changes columns and keeps the dictionary.
  [[nodiscard]] std::vector<Profile> release_profiles() && { return std::move(profiles_); }

 private:
  std::shared_ptr<const Dictionary> dictionary_;
  std::vector<Profile> profiles_;
};

}  // namespace profconv
#pragma GCC visibility pop
