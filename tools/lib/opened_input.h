// SPDX-License-Identifier: Apache-2.0
// An input from its opening to its profiles: the steps that converting, looking and checking have in common.
#pragma once

#include <string>

#include "profconv/profconv.h"

namespace profconv {

/// An opened input and the reader chosen for it.
struct Opened {
  Input input;
  Detection detection;
};

/// Chooses the reader of an input: `from` by name, or where that is empty by what the input holds.
[[nodiscard]] Opened with_reader(Input input, const std::string& from, const Registry& registry);
/// The same for a file.
[[nodiscard]] Opened open_input(const std::string& path, const std::string& from, Context& context,
                                const Registry& registry, const ByteTap& tap = {});

/// Whether any profile has a sample.
[[nodiscard]] bool has_samples(const ProfileSet& set);

/// Throws ReadError if there is no profile, and reports a data loss if there are no samples.
[[nodiscard]] ProfileSet read_opened(Opened& opened, const Options& options, SampleOrder order);

}  // namespace profconv
