// SPDX-License-Identifier: Apache-2.0
// The words of the lines that one printa() format printed: those that all lines share are its own, and what differs are
// keys and values.
//
//   TID:12 NAME:java COUNT:2
//   TID:13 NAME:GC Thread#0 COUNT:7      TID:, a number, NAME:, a text, COUNT:, a number
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profconv::dtrace {

/// A part of a line: a word, or what stands between two.
struct PrintaPart {
  enum class Kind : std::uint8_t { literal, number, text };

  Kind kind = Kind::literal;
  std::string text;  ///< of a text, one that stands for all
};

/// The parts of each line.
using PrintaForm = std::vector<std::vector<PrintaPart>>;

[[nodiscard]] std::vector<PrintaPart> parts_of(std::string_view line);
/// Takes the words of another line into a form: what differs is a key. False: the two have no form in common.
[[nodiscard]] bool take_into(std::vector<PrintaPart>& form, std::string_view line);
/// Whether two lines have a form in common.
[[nodiscard]] bool alike(std::string_view one, std::string_view other);

}  // namespace profconv::dtrace
