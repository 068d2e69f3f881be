// SPDX-License-Identifier: Apache-2.0
// A file of colors by name, so that a function has one color in many pictures. One line a name, as flamegraph.pl and
// inferno write them:
//
//   malloc->rgb(230,121,29)
#pragma once

#include <functional>
#include <map>
#include <string>

#include "profconv/context.h"
#include "profconv/output.h"
#include "writers/flamegraph/hues.h"
#include "writers/flamegraph/settings.h"

namespace profconv::flamegraph {

class PaletteMap {
 public:
  /// Reads the file, where there is one: the first picture makes it. Throws ReadError naming a line that is no color.
  void load(const std::string& path, Context& context);
  /// The color of a frame's name and its marks; `make` is asked for that of a new one.
  [[nodiscard]] Rgb color(const Named& frame, const std::function<Rgb()>& make);
  /// Replaces the file along with the picture, sorted by name, where names were added.
  void save(const std::string& path, Output& output) const;

 private:
  std::map<std::string, Rgb, std::less<>> colors_;
  bool has_new_ = false;
};

}  // namespace profconv::flamegraph
