// SPDX-License-Identifier: Apache-2.0
// What is known of the names of frame lines, for who must not touch the names while another thread reads lines.
#pragma once

#include <cstddef>
#include <vector>

#include "profconv/ids.h"
#include "readers/dtrace/frame_lines.h"

namespace profconv::dtrace {

/// The same as FrameLines knows of names, by the same functions.
class KnownFrames {
 public:
  [[nodiscard]] FrameLines::Owner owner(FrameLine line) { return of(line, owners_); }
  void set_owner(FrameLine line, FrameLines::Owner owner) { of(line, owners_) = owner; }
  [[nodiscard]] FrameId& user_frame(FrameLine line) { return of(line, user_frames_); }
  [[nodiscard]] FrameId& kernel_frame(FrameLine line) { return of(line, kernel_frames_); }

 private:
  template <class T>
  [[nodiscard]] static T& of(FrameLine line, std::vector<T>& by_name) {
    if (line.name >= by_name.size()) by_name.resize(std::size_t{line.name} * 2);
    return by_name[line.name];
  }

  std::vector<FrameLines::Owner> owners_;
  std::vector<FrameId> user_frames_, kernel_frames_;
};

}  // namespace profconv::dtrace
