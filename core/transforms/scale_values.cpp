// SPDX-License-Identifier: Apache-2.0
// Scaling columns of values in integers.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/text/decimal.h"
#include "profconv/errors.h"
#include "profconv/scaling.h"

namespace profconv {

namespace {

__extension__ using Wide = __int128;

constexpr int most_decimals = 9;

/// A factor; the denominator is positive.
struct Factor {
  Wide numerator;
  Wide denominator;
};

/// A value times a factor: the whole part, rounded down, and what is left over in parts of the denominator.
struct Share {
  Wide whole;
  Wide rest;
};

Share share_of(std::int64_t value, const Factor& factor) {
  const Wide product = Wide{value} * factor.numerator;
  Share share{.whole = product / factor.denominator, .rest = product % factor.denominator};
  if (share.rest < 0) {
    share.rest += factor.denominator;
    --share.whole;
  }
  return share;
}

/// Half a unit and more is rounded away from zero.
Wide rounded(Wide whole, Wide rest, const Factor& factor) {
  whole += rest / factor.denominator;
  rest %= factor.denominator;
  const bool is_up = whole < 0 ? rest * 2 > factor.denominator : rest * 2 >= factor.denominator;
  return whole + (is_up ? 1 : 0);
}

void scale_column(std::vector<std::int64_t>& values, const Factor& factor, std::string_view type) {
  std::vector<Wide> rests(values.size());
  Wide wholes = 0;
  Wide all_rests = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    const Share share = share_of(values[row], factor);
    // One more may be added to it.
    if (share.whole >= std::numeric_limits<std::int64_t>::max() ||
        share.whole < std::numeric_limits<std::int64_t>::min()) {
      throw OverflowError("a scaled value of '" + one_line(type) + "' overflows a 64-bit integer");
    }
    values[row] = static_cast<std::int64_t>(share.whole);
    rests[row] = share.rest;
    wholes += share.whole;
    all_rests += share.rest;
  }
  const auto missing = static_cast<std::size_t>(rounded(wholes, all_rests, factor) - wholes);
  std::vector<std::size_t> rows(values.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(missing);
  std::nth_element(rows.begin(), end, rows.end(),
                   [&](std::size_t a, std::size_t b) { return rests[a] != rests[b] ? rests[a] > rests[b] : a < b; });
  std::for_each(rows.begin(), end, [&](std::size_t row) { ++values[row]; });
}

/// The columns of all profiles whose values add.
class Columns {
 public:
  explicit Columns(std::vector<Profile>& profiles) {
    for (Profile& profile : profiles) {
      for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
        const ValueType& type = profile.value_types[i];
        if (type.aggregation != Aggregation::sum) {
          others_.push_back(type.type);
          continue;
        }
        std::vector<std::vector<std::int64_t>*>& of_name = by_name_[type.type];
        if (of_name.empty()) names_.push_back(type.type);
        of_name.push_back(&profile.samples.values[i]);
      }
    }
  }

  void scale(const Scaling& scaling, Context& context) const {
    if (scaling.numerator <= 0 || scaling.denominator <= 0) throw UsageError("a factor is above 0");
    const Factor factor{scaling.numerator, scaling.denominator};
    if (!scaling.type.empty()) {
      const auto found = by_name_.find(scaling.type);
      if (found == by_name_.end()) throw unknown(scaling.type);
      return scale(*found, factor, context);
    }
    for (const std::string_view type : others_) {
      context.note("scale.left", {}, "the values of '" + one_line(type) + "' do not add, and are not scaled");
    }
    for (const auto& of_name : by_name_) scale(of_name, factor, context);
  }

 private:
  using ByName = std::map<std::string_view, std::vector<std::vector<std::int64_t>*>>;

  static void scale(const ByName::value_type& columns, const Factor& factor, const Context& context) {
    for (std::vector<std::int64_t>* const values : columns.second) {
      context.check_cancelled();
      scale_column(*values, factor, columns.first);
    }
  }

  [[nodiscard]] UsageError unknown(std::string_view type) const {
    std::string known;
    for (const std::string_view name : names_) known.append(known.empty() ? "" : ", ").append(name);
    return UsageError("no value type called '" + one_line(type) + "' can be scaled (" +
                      (known.empty() ? "none adds" : "there are: " + one_line(known)) + ")");
  }

  ByName by_name_;
  std::vector<std::string_view> names_;   ///< in their order
  std::vector<std::string_view> others_;  ///< types whose values do not add
};

}  // namespace

Scaling parse_scaling(std::string_view text) {
  const auto refuse = [&] {
    return UsageError("'" + one_line(text) +
                      "' is not a factor: expected FACTOR or TYPE=FACTOR, as in 0.25, 1/3, cpu=10");
  };
  Scaling scaling;
  std::string_view factor = text;
  if (const std::size_t equals = text.rfind('='); equals != std::string_view::npos) {
    scaling.type = text.substr(0, equals);
    factor.remove_prefix(equals + 1);
    if (scaling.type.empty()) throw refuse();
  }
  const std::size_t slash = factor.find('/');
  const bool is_fraction = slash != std::string_view::npos;
  const std::size_t dot = factor.find('.');
  const std::size_t decimals = is_fraction || dot == std::string_view::npos ? 0 : factor.size() - dot - 1;
  if (decimals > most_decimals) throw refuse();
  const auto numerator = parse_decimal(factor.substr(0, slash), static_cast<int>(decimals));
  const auto denominator = is_fraction ? parse_decimal(factor.substr(slash + 1), 0) : std::optional<std::int64_t>(1);
  if (!numerator || !denominator || *numerator == 0 || *denominator == 0) throw refuse();
  scaling.numerator = *numerator;
  scaling.denominator = *denominator;
  for (std::size_t i = 0; i < decimals; ++i) scaling.denominator *= 10;
  return scaling;
}

ProfileSet scale_values(ProfileSet set, std::span<const Scaling> scalings, Context& context) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  const Columns columns(profiles);
  for (const Scaling& scaling : scalings) columns.scale(scaling, context);
  return {std::move(dictionary), std::move(profiles)};
}

}  // namespace profconv
