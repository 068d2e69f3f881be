// SPDX-License-Identifier: Apache-2.0
// Reading and writing colors by name.
#include "writers/flamegraph/palette_map.h"

#include <charconv>
#include <filesystem>
#include <optional>

#include "profconv/errors.h"
#include "profconv/input.h"

namespace profconv::flamegraph {

namespace {

constexpr std::string_view arrow = "->";

/// Takes a number up to 255 and what must follow it off the front.
std::optional<std::uint8_t> take_component(std::string_view& text, char behind) {
  std::uint8_t value = 0;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + text.size(), value);
  const auto size = static_cast<std::size_t>(end - begin);
  if (error != std::errc() || size == text.size() || *end != behind) return std::nullopt;
  text.remove_prefix(size + 1);
  return value;
}

std::optional<Rgb> color_of(std::string_view text) {
  constexpr std::string_view opening = "rgb(";
  if (!text.starts_with(opening)) return std::nullopt;
  text.remove_prefix(opening.size());
  const auto red = take_component(text, ',');
  const auto green = red ? take_component(text, ',') : std::nullopt;
  const auto blue = green ? take_component(text, ')') : std::nullopt;
  if (!blue || !text.empty()) return std::nullopt;
  return Rgb{*red, *green, *blue};
}

/// The name as collapsed stacks mark it: what other tools write is found again.
std::string key_of(const Named& frame) {
  std::string key(frame.name);
  if (frame.kinds.kernel) key += "_[k]";
  if (frame.kinds.jit) key += "_[j]";
  if (frame.kinds.inlined) key += "_[i]";
  for (char& c : key) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return key;
}

}  // namespace

void PaletteMap::load(const std::string& path, Context& context) {
  if (!std::filesystem::exists(path)) return;
  Input input = Input::open(path, context);
  LineReader lines(input);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    // A name may hold an arrow of its own: operator->.
    const std::size_t at = line.rfind(arrow);
    const auto color = at == std::string_view::npos ? std::nullopt : color_of(line.substr(at + arrow.size()));
    if (!color) {
      throw ReadError(lines.here(), "expected a name and its color, as in malloc->rgb(230,121,29), got '" +
                                        one_line(line.substr(0, 100)) + "'");
    }
    colors_.insert_or_assign(std::string(line.substr(0, at)), *color);
  }
}

Rgb PaletteMap::color(const Named& frame, const std::function<Rgb()>& make) {
  std::string key = key_of(frame);
  if (const auto known = colors_.find(key); known != colors_.end()) return known->second;
  has_new_ = true;
  return colors_.emplace(std::move(key), make()).first->second;
}

void PaletteMap::save(const std::string& path, Output& output) const {
  if (!has_new_) return;
  std::string text;
  for (const auto& [name, color] : colors_) {
    text.append(name).append(arrow).append("rgb(").append(std::to_string(color.red)).append(",");
    text.append(std::to_string(color.green)).append(",").append(std::to_string(color.blue)).append(")\n");
  }
  output.write_beside(path, text);
}

}  // namespace profconv::flamegraph
