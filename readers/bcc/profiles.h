// SPDX-License-Identifier: Apache-2.0
// The profile of each tool in an input.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "profconv/profile_builder.h"
#include "readers/bcc/lines.h"

namespace profconv::bcc {

/// Makes each profile when its first stack comes: they have the order of the input.
class Profiles {
 public:
  explicit Profiles(ProfileSetBuilder& builder) : builder_(builder) {}

  /// Makes the profile of a tool, if it is not there yet.
  void begin(const Heading& heading) { profile_of(heading); }
  void add(const Heading& heading, const Owner* owner, StackId stack, std::span<const std::int64_t> values);
  [[nodiscard]] bool empty() const { return builder_.profile_count() == 0; }

 private:
  ProfileBuilder& profile_of(const Heading& heading);

  ProfileSetBuilder& builder_;
  std::array<std::optional<std::size_t>, 4> indices_;  ///< by tool
};

}  // namespace profconv::bcc
