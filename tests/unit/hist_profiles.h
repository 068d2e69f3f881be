// SPDX-License-Identifier: Apache-2.0
// Distributions made by hand, for the tests of histograms as text and as pictures.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/context.h"
#include "profconv/format.h"
#include "profconv/profile_builder.h"

namespace profconv::test {

/// Where a histogram of the tests belongs: keys as key1, key2, ..., and a stack, leaf first.
struct HistKey {
  std::vector<std::string> keys;
  std::vector<std::string> stack;
};

/// Fills a set with distributions and with other values under keys.
class HistProfiles {
 public:
  using Bound = std::optional<std::int64_t>;

  /// Begins a profile; "" for a scheme is a profile that is no distribution.
  ProfileBuilder& begin(std::string_view scheme, std::string name = {}, std::string_view unit = "count",
                        ValueType type = {.type = "samples", .unit = "count"});
  void bucket(const HistKey& key, Bound low, Bound high, std::int64_t count);
  void value(const HistKey& key, std::int64_t value);
  ProfileSetBuilder& builder() { return builder_; }

  /// Rows as dtrace's quantize() prints them: {4096, 61037} is the bucket [4096, 8192), {-4, 2} is (-8, -4].
  void quantize(const HistKey& key, std::initializer_list<std::pair<std::int64_t, std::int64_t>> rows);

  [[nodiscard]] ProfileSet finish() { return std::move(builder_).finish(); }

 private:
  StackId stack(const HistKey& key);
  void add(const HistKey& key, std::vector<LabelText> labels, std::int64_t value);

  ProfileSetBuilder builder_;
  ProfileBuilder* profile_ = nullptr;
  std::string unit_;
};

/// What a writer makes of a set, and what it said.
struct HistResult {
  std::string text;
  std::vector<Diagnostic> diagnostics;
};

/// `settings` are "option=value".
[[nodiscard]] HistResult draw(const ProfileSet& set, const Writer& writer,
                              std::initializer_list<std::string_view> settings = {});

}  // namespace profconv::test
