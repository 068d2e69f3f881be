// SPDX-License-Identifier: Apache-2.0
// Cleaning names, once each.
#include "writers/collapsed/line_names.h"

#include <algorithm>

#include "profconv/plain_text.h"

namespace profconv::collapsed {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// With which the control characters from U+0080 to U+009F begin in UTF-8, and others.
constexpr char c1_lead = '\xc2';

/// Looks at all of a name even if its first character tells: so a compiler can take many characters at a time.
bool may_change(std::string_view name) {
  unsigned found = 0;
  for (const char c : name) found += (c == ';' ? 1U : 0U) + (c == c1_lead ? 1U : 0U) + (is_control(c) ? 1U : 0U);
  return found != 0;
}

std::string cleaned(std::string_view name) {
  std::string text;
  text.reserve(name.size());
  while (!name.empty()) {
    const Character c = first_character(name);
    const std::string_view bytes = name.substr(0, std::max<std::size_t>(c.bytes, 1));
    const bool is_c1 = c.code >= 0x80 && c.code < 0xa0;
    text += is_c1 || is_control(bytes.front()) ? " " : bytes == ";" ? ":" : bytes;
    name.remove_prefix(bytes.size());
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
    if (behind.empty() && !may_change(name)) {
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
