// SPDX-License-Identifier: Apache-2.0
// Frames as entries of DHAT's frame table, each "0xADDRESS: NAME (PLACE)".
//
//   0x1091BB: via(int (*)(int)) (fp.c:7)
//   0x48417B4: malloc (in /usr/lib/libc.so.6)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/dictionary.h"

namespace profconv::dhat_out {

/// Makes the texts, so that they are read as what they were made of (core/wire/dhat_frame.h): every frame has a place,
/// "(in ???)" where none is known, and a path that would be misread is changed.
class FrameTexts {
 public:
  explicit FrameTexts(const Dictionary& dictionary) : dictionary_(dictionary) {}

  /// `address` is the frame's own, or that of the frame it was inlined into.
  [[nodiscard]] std::string text(const Frame& frame, std::uint64_t address);
  /// Tells what had no place in the texts.
  void report(Context& context) const;

 private:
  const Dictionary& dictionary_;
  std::uint64_t modules_left_out_ = 0;
  std::uint64_t paths_changed_ = 0;
};

}  // namespace profconv::dhat_out
