// SPDX-License-Identifier: Apache-2.0
// Which counter of a DHAT point holds which value type. docs/formats/dhat.md says what each of them means.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv::dhat_out {

/// A counter, called as the file calls it, in the order in which Valgrind writes them.
enum class Counter : std::uint8_t { tb, tbk, tl, mb, mbk, gb, gbk, eb, ebk, rb, wb, count_ };

inline constexpr auto counter_count = static_cast<std::size_t>(Counter::count_);
inline constexpr std::array<std::string_view, counter_count> counter_names{"tb",  "tbk", "tl",  "mb", "mbk", "gb",
                                                                           "gbk", "eb",  "ebk", "rb", "wb"};

/// What a point counts: allocations, copies, or events of the program's own.
enum class Mode : std::uint8_t { heap, copy, ad_hoc };

/// The counters of a file, and the value type that each is taken from.
struct Layout {
  Mode mode = Mode::heap;
  std::array<std::optional<std::size_t>, counter_count> types;  ///< indices of value types, if any
  bool lifetimes = false;                                       ///< bklt: the counters from tl to ebk are there
  bool accesses = false;                                        ///< bkacc: rb and wb are there
  std::string space_unit;                                       ///< bsu; empty: bytes
  std::string block_unit;                                       ///< bksu; empty: blocks
  std::vector<std::size_t> left_out;                            ///< value types without a counter
  std::vector<Counter> invented;   ///< that the profile lacks and the format demands: parts, maxima, totals
  bool default_type_shown = true;  ///< readers will show the profile's default type first

  [[nodiscard]] std::optional<std::size_t>& type(Counter c) { return types[static_cast<std::size_t>(c)]; }
  [[nodiscard]] std::optional<std::size_t> type(Counter c) const { return types[static_cast<std::size_t>(c)]; }
  /// Whether points have it.
  [[nodiscard]] bool has(Counter c) const;
  /// The value types that counters are taken from, in their order.
  [[nodiscard]] std::vector<std::size_t> written() const;
};

/// Throws WriteError where the profile's default type fits nothing.
[[nodiscard]] Layout lay_out(const Profile& profile);

/// Reports maxima of points that became one: what they held together at one time is unknown. `points` has the value
/// types of Layout::written().
void report_merged_maxima(const Layout& layout, const Profile& points, Context& context);

/// Says what of the profile the layout has no place for, and what it had to invent.
void report(const Layout& layout, const Profile& profile, Context& context);

}  // namespace profconv::dhat_out
