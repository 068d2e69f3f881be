// SPDX-License-Identifier: Apache-2.0
// An input from its opening to its profiles: the steps that converting, looking and checking have in common.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "profconv/conversion.h"
#include "symbolize/modules.h"

namespace profconv {

/// An opened input and the reader chosen for it.
struct Opened {
  Input input;
  Detection detection;
};

/// What the caller says of an input's format.
struct FormatHints {
  std::string_view from;  ///< name of a reader; empty: by content
  std::span<const Setting> settings;
  bool is_only_input = true;
};

/// Chooses the reader of an input, by name or as detect() does.
[[nodiscard]] Opened with_reader(Input input, const FormatHints& hints, const Registry& registry);
/// The same for a file.
[[nodiscard]] Opened open_input(const std::string& path, const FormatHints& hints, Context& context,
                                const Registry& registry, const ByteTap& tap = {});

/// Whether any profile has a sample.
[[nodiscard]] bool has_samples(const ProfileSet& set);

/// Throws ReadError if there is no profile, and reports a data loss if there are no samples.
[[nodiscard]] ProfileSet read_opened(Opened& opened, const Options& options, Projection projection);
/// The same with the symbols of its frames, if there are sources of any, after what `amend` makes of it; it may be
/// empty.
[[nodiscard]] ProfileSet read_with_symbols(Opened& opened, Options options, const Projection& projection,
                                           symbolize::Modules& modules, Context& context,
                                           const std::function<ProfileSet(ProfileSet)>& amend = {});

}  // namespace profconv
