// SPDX-License-Identifier: Apache-2.0
// Typed indices into the tables of a Dictionary: a stack can never be passed where a frame is meant.
#pragma once

#include <compare>
#include <cstdint>

#pragma GCC visibility push(default)
namespace profconv {

/// A checked 32-bit index. Entry 0 of every table is its "nothing": the empty string, the empty stack, no mapping,
/// an unknown thread, no labels.
template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr explicit operator bool() const { return value != 0; }
  constexpr auto operator<=>(const Id&) const = default;
};

using StringId = Id<struct StringTag>;
using MappingId = Id<struct MappingTag>;
using FunctionId = Id<struct FunctionTag>;
using FrameId = Id<struct FrameTag>;
using StackId = Id<struct StackTag>;
using ThreadId = Id<struct ThreadTag>;
using LabelSetId = Id<struct LabelSetTag>;

}  // namespace profconv
#pragma GCC visibility pop
