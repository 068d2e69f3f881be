// SPDX-License-Identifier: Apache-2.0
// Reading DTrace's text in tests, and making it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/profile.h"
#include "support/fixtures.h"

namespace profconv::test {

using DTraceSettings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

using Lines = std::vector<std::string>;

/// Reads a text as "in.dtrace"; the outcome's set is absent where it was refused.
[[nodiscard]] Outcome read_dtrace(std::string_view text, DTraceSettings settings = {},
                                  SampleOrder order = SampleOrder::merged);

/// The same with a D program beside it.
[[nodiscard]] Outcome read_with(const std::string& program, const std::string& text, DTraceSettings settings = {});

/// The D program with the option of -q.
[[nodiscard]] std::string quiet(const std::string& program);

/// What was read; fails the test where nothing was.
[[nodiscard]] ProfileSet set_of(const Outcome& outcome);

/// `text` at the indentation of frames.
[[nodiscard]] std::string frame_line(std::string_view text);
/// A value alone on its line.
[[nodiscard]] std::string value_line(std::string_view number);
/// A record of a stack alone.
[[nodiscard]] std::string stack_record(const std::string& stack, std::string_view value);
/// m`b called by m`a, and m`c called by m`a.
inline const std::string stack_a = frame_line("m`b+0x1") + frame_line("m`a+0x2");
inline const std::string stack_c = frame_line("m`c+0x1") + frame_line("m`a+0x2");
/// A text key, filled up to its column.
[[nodiscard]] std::string text_key(std::string_view text);
/// A record of a text key and a value.
[[nodiscard]] std::string row(std::string_view key, std::string_view value);
/// An integer key of a type that DTrace prints in `width` characters.
[[nodiscard]] std::string number_key(std::int64_t number, std::size_t width);
/// A line of a table.
[[nodiscard]] std::string table_row(std::string_view label, std::string_view count);
[[nodiscard]] std::string table_head();

/// "main;f 3": root first, one line a sample, of the profile with this number from 0.
[[nodiscard]] Lines stacks_of(const ProfileSet& set, std::size_t profile = 0);
/// "name: key=value key=value", one line per profile.
[[nodiscard]] Lines profiles_of(const Outcome& outcome);
/// The total of each profile's first values.
[[nodiscard]] std::vector<std::int64_t> totals_of(const Outcome& outcome);
/// "key1=bash;key2=4" of a sample.
[[nodiscard]] std::string labels_of(const ProfileSet& set, std::size_t profile, std::size_t row);

/// The finding of a kind; null where there is none.
[[nodiscard]] const Diagnostic* finding(const Outcome& outcome, std::string_view kind);
/// Whether there is a warning of a kind.
[[nodiscard]] bool warns(const Outcome& outcome, std::string_view kind);

}  // namespace profconv::test
