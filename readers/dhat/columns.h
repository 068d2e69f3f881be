// SPDX-License-Identifier: Apache-2.0
// What DHAT counts at a program point, and which value types a file's counters make.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/options.h"
#include "profconv/profile_builder.h"

namespace profconv::dhat {

inline constexpr std::array<std::string_view, 3> inuse_choices{"peak", "site-max", "end"};
inline constexpr Option inuse_option{
    .name = "inuse",
    .type = OptionType::choice,
    .fallback = "peak",
    .summary = "heap that inuse_* describes: the heap's peak, each site's own maximum, or the end",
    .choices = inuse_choices};
inline constexpr Option site_max_option{.name = "site-max",
                                        .type = OptionType::boolean,
                                        .fallback = "no",
                                        .summary = "add site_max_objects and site_max_space, each site's own maximum",
                                        .rewriting = "yes"};

/// A counter, called as the file calls it.
enum class Metric : std::uint8_t { tb, tbk, tl, mb, mbk, gb, gbk, eb, ebk, rb, wb, count_ };

inline constexpr auto metric_count = static_cast<std::size_t>(Metric::count_);
inline constexpr std::array<std::string_view, metric_count> metric_names{"tb",  "tbk", "tl",  "mb", "mbk", "gb",
                                                                         "gbk", "eb",  "ebk", "rb", "wb"};

/// A set of Metric.
class Metrics {
 public:
  [[nodiscard]] bool has(Metric m) const { return (bits_ >> static_cast<unsigned>(m) & 1U) != 0; }
  Metrics& add(Metric m) {
    bits_ |= 1U << static_cast<unsigned>(m);
    return *this;
  }
  /// Those that are not in `other`.
  [[nodiscard]] Metrics without(Metrics other) const { return Metrics(bits_ & ~other.bits_); }
  [[nodiscard]] bool empty() const { return bits_ == 0; }
  /// "gb, gbk"
  [[nodiscard]] std::string names() const;

  Metrics() = default;

 private:
  explicit Metrics(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = 0;
};

/// The top-level values of a file but its tables.
struct Header {
  std::string mode;
  std::string verb;
  bool lifetimes = false;  ///< bklt
  bool accesses = false;   ///< bkacc
  std::string space_unit;  ///< bsu; empty: bytes
  std::string block_unit;  ///< bksu; empty: blocks
  std::string time_unit;   ///< tu
  std::string command;
  std::string pid;  ///< this and the times as written: they may have more than 64 bits
  std::string short_lived;
  std::string end_time;
  std::string peak_time;

  /// What bklt and bkacc promise every point to have.
  [[nodiscard]] Metrics promised() const;
  /// Nanoseconds a time unit; 0 where the unit is no time (instructions).
  [[nodiscard]] std::int64_t time_unit_ns() const;
};

/// A value type, and the counter it is taken from.
struct Column {
  ValueType type;
  Metric metric = Metric::tb;
  std::int64_t factor = 1;
};

inline constexpr std::string_view inuse_space = "inuse_space";

/// Whether blocks are allocations: neither copies nor events of the program's own.
[[nodiscard]] bool counts_heap(const Header& header);

/// The columns for points that have these counters.
[[nodiscard]] std::vector<Column> columns_for(const Header& header, Metrics metrics, const Options& options);

/// The value type to show first.
[[nodiscard]] std::string default_type(const std::vector<Column>& columns);

}  // namespace profconv::dhat
