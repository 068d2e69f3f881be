// SPDX-License-Identifier: Apache-2.0
// The sampling period of several recordings together. Where periods differ, a count of samples stands for a different
// amount in each, and only what was measured in another unit adds up.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/transforms/merge_types.h"
#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv {

/// Whether values count samples (`samples/count`, `cycles_sample/count`), so that a period is what each stands for.
/// Name and unit decide: docs/merge.md has the rule.
[[nodiscard]] bool counts_samples(const TypeKey& key);

/// Two periods in the finer of their units; none: they differ.
[[nodiscard]] std::optional<Period> united(const Period& a, const Period& b);

/// "cpu 10 milliseconds".
[[nodiscard]] std::string words_for(const Period& period);

/// The periods of the profiles added so far. What is known of them only grows, so that no order and no grouping of
/// inputs matters: what Metadata::period cannot hold of it goes on in Metadata::merged_sampling. Profiles without
/// samples change nothing for others.
class MergedPeriods {
 public:
  /// Throws UsageError, naming the input, where periods are of different events, or where they differ and a profile has
  /// nothing but counts of samples.
  void add(const Profile& profile, std::string_view input);
  /// Whether counts of samples have to be left out.
  [[nodiscard]] bool differ() const { return periods_.size() > 1; }
  /// Sets the period if all inputs have the same; otherwise reports that it is dropped.
  void finish(Metadata& metadata, Context& context) const;

 private:
  void add(const Period& period, std::string_view input);
  void add_counts(const Profile& profile);
  void report(Context& context) const;
  [[nodiscard]] std::string in_words() const;

  std::vector<Period> periods_;           ///< of inputs with samples, each once
  std::vector<Period> unused_;            ///< of inputs without samples, each once
  bool has_samples_ = false;              ///< any input
  std::set<std::string> without_period_;  ///< inputs with samples; what is true of others is not true of the whole
  bool has_counts_ = false;               ///< of samples, in any input
  bool has_only_counts_ = false;
};

}  // namespace profconv
