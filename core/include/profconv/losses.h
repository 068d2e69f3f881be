// SPDX-License-Identifier: Apache-2.0
// What a conversion cannot carry, counted: the features a profile has, less those its writer declares.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profconv/format.h"
#include "profconv/profile.h"

#pragma GCC visibility push(default)
namespace profconv {

/// One kind of thing that the output has no place for.
struct Loss {
  Feature feature;
  std::uint64_t count = 0;
  std::string hint;  ///< a setting of the writer that would keep it, "spall.version=3"; empty: none does
};

/// How many of each feature the profiles hold; a feature that is absent is not listed.
[[nodiscard]] std::vector<Loss> features_used(const ProfileSet& set);

/// What `writer` with these options will leave out of `set`.
[[nodiscard]] std::vector<Loss> losses(const ProfileSet& set, const Writer& writer, const Options& options);

/// Whether losing this feature changes what the profile says: its values, stacks, names, labels or times. The rest
/// (addresses, lines, comments, ...) describes the same samples in more detail, and --strict accepts its loss.
[[nodiscard]] bool is_essential(Feature feature);
[[nodiscard]] bool any_essential(const std::vector<Loss>& losses);

/// "12 thread names", "the command line": for messages.
[[nodiscard]] std::string describe(const Loss& loss);

}  // namespace profconv
#pragma GCC visibility pop
