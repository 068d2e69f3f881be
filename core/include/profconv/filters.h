// SPDX-License-Identifier: Apache-2.0
// What a user leaves out of a profile: samples, frames of their stacks, names. docs/transforms.md shows each with an
// example. Where pprof has an option of the same name it means the same, and regular expressions are written as there
// (RE2), matched anywhere in a text, with case.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/names.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"
#include "profconv/scaling.h"

#pragma GCC visibility push(default)
namespace profconv {

/// Which samples stay: those that meet all that is asked; what is empty asks for nothing. A frame is matched by the
/// name of its function, its source file and the file of its mapping.
struct SampleFilter {
  std::string focus;               ///< a frame matches
  std::string ignore;              ///< no frame matches
  std::string tag_focus;           ///< `key=regex,regex`, `regex,regex`, or numbers: `key=128kb:64mb`, `:5ms`, `3`
  std::string tag_ignore;          ///< as tag_focus, for samples to leave out
  std::string thread;              ///< the thread's id, or a regular expression for its name
  std::vector<std::int64_t> pids;  ///< of one of these processes
  std::string time;  ///< `1.5,2.5`, `,2.5`, `+1,+2`, `10%-50%`, `10%/2`; several, between blanks or commas

  [[nodiscard]] bool empty() const;
};

/// What frames are told apart by.
enum class Granularity : std::uint8_t { address, line, function, file, module };

/// The granularities as users write them, in the order of Granularity.
inline constexpr std::array<std::string_view, 5> granularities{"address", "line", "function", "file", "module"};

/// Throws UsageError listing the granularities.
[[nodiscard]] Granularity parse_granularity(std::string_view text);

/// What stays of stacks, in the order of the members.
struct StackFilter {
  std::string hide;                                ///< leaves out the frames that match
  std::string show;                                ///< leaves out those that do not
  std::string show_from;                           ///< leaves out the callers of the outermost that matches
  std::string trim_root;                           ///< leaves out frames from the root on, as long as they match
  std::string trim_leaf;                           ///< and from the leaf on
  Granularity granularity = Granularity::address;  ///< address: frames stay what they are
  bool collapse_recursion = false;                 ///< of a function that calls itself one frame stays, the outermost
  std::optional<std::size_t> max_depth;            ///< frames nearest the root; what they called counts as theirs

  [[nodiscard]] bool empty() const;
  /// Whether frames are matched at all.
  [[nodiscard]] bool has_patterns() const;
};

/// What stays, and how many samples do not.
struct Filtered {
  ProfileSet set;
  std::uint64_t left_out = 0;
  std::string emptied_by;  ///< of apply_filters: why no sample stays; empty: some do, or there were none
};

/// Leaves out samples. Names are matched as `names` shows them. Throws UsageError for what cannot be read, or asks for
/// times, threads or labels where there are none; what matches nothing is noted.
[[nodiscard]] Filtered filter_samples(ProfileSet set, const SampleFilter& filter, const NameRules& names,
                                      Context& context);

/// Leaves out frames. Samples whose stack becomes empty are left out; under show and show_from also those that had
/// none. `order` says which samples that become equal may merge.
[[nodiscard]] Filtered filter_stacks(ProfileSet set, const StackFilter& filter, const NameRules& names,
                                     SampleOrder order, Context& context);

/// Replaces what says whose profile it is by words, the same word for the same text: functions f1, source files file1,
/// modules m1, processes p1, threads t1, texts of labels v1, profiles, commands and comments. Mangled names, build ids,
/// links and frame filters go. Numbers, stacks, the labels' keys, the value types, and DHAT's mode and times stay.
[[nodiscard]] ProfileSet anonymize(ProfileSet set, Context& context);

/// All of it, for one call.
struct Filters {
  SampleFilter samples;
  StackFilter stacks;
  std::vector<Scaling> scalings;
  bool anonymize = false;

  [[nodiscard]] bool empty() const;
  /// Whether filters are given that may leave out samples, and so change totals.
  [[nodiscard]] bool may_drop_samples() const;
};

/// Applies filters in the order of the members, and notes what was left out, with how much of each value. Where nothing
/// stays the caller decides what that means: Filtered::emptied_by has the words.
[[nodiscard]] Filtered apply_filters(ProfileSet set, const Filters& filters, const NameRules& names, SampleOrder order,
                                     Context& context);

}  // namespace profconv
#pragma GCC visibility pop
