// SPDX-License-Identifier: Apache-2.0
// A file of links, classes and titles that frames get by their names; one line a name, parts between tabs:
//
//   malloc  href=https://example.org/malloc  target=docs  title=where memory comes from
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/context.h"

namespace profconv::flamegraph {

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// What the frames of a name are given.
struct FrameAttributes {
  std::string href;  ///< empty: no link
  std::string target;
  std::string title;    ///< empty: the frame's own
  Attributes of_frame;  ///< of the frame's element: class, id, and what g_extra adds
  Attributes of_link;   ///< what a_extra adds
};

class AttributeMap {
 public:
  /// Throws ReadError naming a line that says nothing, or something that could run code in the picture.
  void load(const std::string& path, Context& context);
  /// Null where the file does not name the frame.
  [[nodiscard]] const FrameAttributes* find(std::string_view name) const;

 private:
  std::map<std::string, FrameAttributes, std::less<>> by_name_;
};

}  // namespace profconv::flamegraph
