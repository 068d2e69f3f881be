// SPDX-License-Identifier: Apache-2.0
// How functions are called: names that a compiler has mangled are made readable, long ones are shortened by a policy.
// docs/names.md shows what each policy makes of each kind of name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"

#pragma GCC visibility push(default)
namespace profconv {

/// How much of a function's name is shown. Each shows less than the one before it; `stackcollapse` cuts arguments where
/// stackcollapse.pl and inferno mean to, `shortest` keeps the last two steps of a qualified name.
enum class NamePolicy : std::uint8_t { full, stackcollapse, no_args, no_templates, shortest };

/// The policies as users write them, in the order of NamePolicy.
inline constexpr std::array<std::string_view, 5> name_policies{"full", "stackcollapse", "no-args", "no-templates",
                                                               "short"};

/// Throws UsageError listing the policies.
[[nodiscard]] NamePolicy parse_name_policy(std::string_view text);

/// What is done to names.
struct NameRules {
  bool demangle = true;  ///< C++ (Itanium) and Rust (legacy and v0)
  NamePolicy policy = NamePolicy::full;
};

/// Applies the rules to one name, with or without "module`" before it and "+0xoffset" after it. A name that is not
/// understood as a whole, or belongs to another language, is returned unchanged.
[[nodiscard]] std::string shown_name(std::string_view name, const NameRules& rules);

/// Gives every function the name it is shown by. Where a name was mangled that form becomes the system name, unless
/// there is one. Frames made from labels or threads keep theirs. `order` says which samples that became equal may
/// merge.
[[nodiscard]] ProfileSet apply_names(ProfileSet set, const NameRules& rules, SampleOrder order, Context& context);

/// Names in full, demangled.
[[nodiscard]] ProfileSet demangle(ProfileSet set, SampleOrder order, Context& context);

}  // namespace profconv
#pragma GCC visibility pop
