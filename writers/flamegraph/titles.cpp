// SPDX-License-Identifier: Apache-2.0
// Titles of frames. In a comparison the numbers are those that the widths stand for, the new ones where it shows both,
// and behind them stands what has changed, of the frame with all that it calls and of its own code.
#include "writers/flamegraph/titles.h"

#include "core/text/plain_text.h"
#include "core/text/shown_numbers.h"

namespace profconv::flamegraph {

namespace {

/// What shares are told of: all that was measured, or all of the base where nothing was.
std::int64_t whole_of(const Picture& picture) {
  const Layout& layout = picture.layout;
  if (!picture.tree.is_comparison()) return layout.whole;
  const Change& all = layout.boxes.front().all;
  const bool shows_base = picture.settings.widths == Widths::base;
  const std::int64_t shown = shows_base ? all.base : all.now;
  return shown != 0 ? shown : shows_base ? all.now : all.base;
}

std::int64_t signed_delta(const Picture& picture, const Change& change) {
  return picture.settings.negate ? -change.delta() : change.delta();
}

std::string change_text(const Picture& picture, const Box& box) {
  const std::int64_t whole = whole_of(picture);
  const std::string_view fate = fate_of(picture, box);
  std::string text = "; ";
  if (fate == "new") return text.append(fate);
  if (fate == "gone") text.append(fate).append(", ");
  text += signed_percent(signed_delta(picture, box.all), whole) + "%";
  if (box.self.delta() != box.all.delta() && box.self.delta() != 0) {
    text += ", self " + signed_percent(signed_delta(picture, box.self), whole) + "%";
  }
  return text;
}

}  // namespace

std::string_view fate_of(const Picture& picture, const Box& box) {
  if (!picture.tree.is_comparison() || (box.all.now != 0) == (box.all.base != 0)) return {};
  return (box.all.base == 0) != picture.settings.negate ? "new" : "gone";
}

std::string title_of(const Picture& picture, const Box& box, std::string_view name) {
  const Settings& settings = picture.settings;
  const bool shows_base = picture.tree.is_comparison() && settings.widths == Widths::base;
  const std::int64_t value = shows_base ? box.all.base : box.all.now;
  std::string title =
      std::string(name) + " (" + amount(value, picture.type.scale, settings.factor) + " " + picture.count_name() + ", ";
  title += box.node == 0 ? "100" : percent(value, whole_of(picture));
  title += "%";
  if (picture.tree.is_comparison()) title += change_text(picture, box);
  return title + ")";
}

}  // namespace profconv::flamegraph
