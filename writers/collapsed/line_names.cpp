// SPDX-License-Identifier: Apache-2.0
// Cleaning names, once each.
#include "writers/collapsed/line_names.h"

#include <algorithm>

namespace profconv::collapsed {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool must_change(char c) { return c == ';' || is_control(c); }

std::string cleaned(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c == ';') c = ':';
    if (is_control(c)) c = ' ';
  }
  return text;
}

std::string marks(const Frame& frame) {
  std::string text;
  if (frame.kind == FrameKind::kernel) text += "_[k]";
  if (frame.kind == FrameKind::jit) text += "_[j]";
  if (frame.inlined) text += "_[i]";
  return text;
}

}  // namespace

LineNames::LineNames(const Dictionary& dictionary, const NameStyle& style)
    : dictionary_(&dictionary), raw_(dictionary, style.modules) {
  const auto frames = dictionary.frames();
  texts_.reserve(frames.size() + 1);
  for (std::uint32_t i = 0; i < frames.size(); ++i) {
    const std::string_view name = raw_[FrameId{i}];
    const std::string behind = style.annotate ? marks(frames[i]) : std::string();
    if (behind.empty() && std::none_of(name.begin(), name.end(), must_change)) {
      texts_.push_back(name);
    } else {
      add(cleaned(name) + behind);
    }
  }
  of_no_stack_ = add(std::string(no_stack_name));
}

LineNames::Name LineNames::add(std::string text) {
  texts_.push_back(made_.emplace_back(std::move(text)));
  return static_cast<Name>(texts_.size() - 1);
}

LineNames::Name LineNames::at_root(Name name) {
  const std::string_view text = texts_[name];
  if (!text.starts_with(' ')) return name;
  const auto [place, is_new] = at_root_.try_emplace(name, name);
  if (is_new) {
    const std::size_t begin = text.find_first_not_of(' ');
    place->second = add(begin == std::string_view::npos ? "[unknown]" : std::string(text.substr(begin)));
  }
  return place->second;
}

const std::vector<LineNames::Name>& LineNames::of_thread(ThreadId id) {
  const auto [place, is_new] = of_thread_.try_emplace(id.value);
  if (!is_new) return place->second;
  for (const std::string& text : thread_frames(*dictionary_, id)) place->second.push_back(add(cleaned(text)));
  return place->second;
}

}  // namespace profconv::collapsed
