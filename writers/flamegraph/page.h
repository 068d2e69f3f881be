// SPDX-License-Identifier: Apache-2.0
// The SVG document of a flame graph: https://www.w3.org/TR/SVG11/
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profconv/output.h"
#include "profconv/profile.h"
#include "writers/flamegraph/frame_attributes.h"
#include "writers/flamegraph/layout.h"
#include "writers/flamegraph/painter.h"

namespace profconv::flamegraph {

/// What a picture shows.
struct Picture {
  const Settings& settings;
  const ValueType& type;
  const FlameTree& tree;
  const Names& names;
  const Layout& layout;
  const AttributeMap& attributes;
  const Metadata& metadata;

  /// What the numbers count: "samples", "bytes".
  [[nodiscard]] std::string count_name() const;
  /// What a frame is called; the root is "all".
  [[nodiscard]] std::string_view name(const Box& box) const;
};

/// The frames that were too narrow, in words: "12 frames are too narrow to draw: 34 samples, 0.12%".
[[nodiscard]] std::string pruned_text(const Picture& picture);

void write_page(const Picture& picture, Painter& painter, Output& output, const Context& context);

}  // namespace profconv::flamegraph
