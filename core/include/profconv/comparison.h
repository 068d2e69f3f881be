// SPDX-License-Identifier: Apache-2.0
// Two profiles compared: one profile that holds the samples of both, those of the base with negated values and the
// label `pprof::base` = `true`. That is pprof's convention (Sample.DiffBaseSample in google/pprof profile/profile.go),
// so that what `go tool pprof -proto -diff_base` writes is a comparison here, and a comparison of ours one there.
// Values add up to what has changed. docs/diff.md says what is compared with what.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/dictionary.h"
#include "profconv/filters.h"
#include "profconv/profile.h"

#pragma GCC visibility push(default)
namespace profconv {

inline constexpr std::string_view base_label_key = "pprof::base";
inline constexpr std::string_view base_label_text = "true";

/// Tells the samples of a comparison's base by their labels. The dictionary is asked once.
class BaseSamples {
 public:
  explicit BaseSamples(const Dictionary& dictionary);

  [[nodiscard]] bool operator()(LabelSetId labels) const { return is_base_[labels.value]; }
  /// Whether a profile is a comparison: it has any, or had some before a filter.
  [[nodiscard]] bool compared_in(const Profile& profile) const;

 private:
  std::vector<bool> is_base_;  ///< by label set
};

/// Which total both sides of a comparison get, for each value type.
enum class Normalization : std::uint8_t {
  none,
  to_base,  ///< scales NEW to the total of BASE, as pprof's -normalize does
  to_new,   ///< scales BASE to the total of NEW, as `difffolded.pl -n` does
};

/// The total of each value type of each profile, in their order; 0 for values that do not add.
using Totals = std::vector<std::vector<std::int64_t>>;

/// Throws OverflowError.
[[nodiscard]] Totals totals(const ProfileSet& set);

/// A factor. The denominator is positive.
struct Ratio {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;

  bool operator==(const Ratio&) const = default;
};

/// What the values of each side of a comparison are multiplied by.
struct SideRatios {
  Ratio base;
  Ratio now;
};

/// How two sets are compared.
struct ComparisonRules {
  Granularity granularity = Granularity::function;  ///< what frames are told apart by
  Normalization normalization = Normalization::none;
  Totals base_totals;  ///< totals to normalize by, from before filters; empty: those of the sets compared
  Totals now_totals;
  bool with_details = false;  ///< also make Comparison::details
};

/// A number before and after.
struct Change {
  std::int64_t base = 0;
  std::int64_t now = 0;

  /// Throws OverflowError where it overflows a 64-bit integer.
  [[nodiscard]] std::int64_t delta() const;
};

/// What became of one function: in its own code, and with all that it calls.
struct FunctionChange {
  std::string name;  ///< as FrameNames calls it
  Change self;
  Change total;  ///< a function that calls itself counts once a sample
};

/// What became of one value type of a comparison.
struct TypeChanges {
  ValueType type;
  Change sum;
  std::vector<FunctionChange> functions;  ///< that changed; the largest change in itself first, of equals by name
};

/// One entry for each value type, in their order. Sums are multiplied by `ratios`, which has one entry for each value
/// type, or none; small ones then have three decimal places (ValueType::scale), since fractions decide shares. Throws
/// OverflowError where a sum or a change overflows a 64-bit integer.
[[nodiscard]] std::vector<TypeChanges> changes(const Dictionary& dictionary, const Profile& comparison,
                                               std::span<const SideRatios> ratios = {});

/// What a comparison found of one of its profiles.
struct ProfileChanges {
  std::string name;
  std::vector<TypeChanges> types;
};

/// Two sets compared.
struct Comparison {
  ProfileSet set;                       ///< frames hold what can be found again in another run, and so meet
  std::optional<ProfileSet> details;    ///< the same samples, frames as each side recorded them: what pprof writes
  std::vector<ProfileChanges> changes;  ///< one entry for each profile of the set, worked out before values are rounded
};

/// Compares `now` with `base`. Profiles meet by name, or by place where there is one in each or names are missing;
/// value types by name and dimension, in the finer unit. Frames meet by function and the file name of their module:
/// copies that a compiler made of a function (`.isra.0`, `.llvm.123`) are that function, Rust's hashes are left out,
/// lines count under Granularity::line alone. Start times and ids of threads and processes, which differ from run to
/// run, are left out; so are values that do not add, and what only one side has, each with a note. Throws UsageError
/// where nothing can be compared, OverflowError.
[[nodiscard]] Comparison compare(ProfileSet base, ProfileSet now, const ComparisonRules& rules, Context& context);

}  // namespace profconv
#pragma GCC visibility pop
