// SPDX-License-Identifier: Apache-2.0
// Spelling names, once each.
#include "writers/collapsed/line_names.h"

#include "core/wire/collapsed_escapes.h"
#include "profconv/used_frames.h"
#include "writers/collapsed/spelling.h"

namespace profconv::collapsed {

namespace {

std::string marks(const Frame& frame) {
  std::string text;
  if (frame.kind == FrameKind::kernel) text += "_[k]";
  if (frame.kind == FrameKind::jit) text += "_[j]";
  if (frame.inlined) text += "_[i]";
  return text;
}

}  // namespace

LineNames::LineNames(const Dictionary& dictionary, const Profile& profile, const NameStyle& style)
    : two_numbers_(style.two_numbers), raw_(dictionary, style.modules) {
  add_frames(dictionary.frames(), style.annotate);
  of_no_stack_ = add(std::string(no_stack_name));
  if (style.threads) add_threads(dictionary);
  if (style.escapes) {
    for (const Unusual& unusual : unusual_) escape(unusual);
  } else if (!unusual_.empty()) {
    escape_namesakes(dictionary, profile);
  }
}

/// The name's text for now. Names that have an unusual one may get another when all are known.
std::string_view LineNames::spell(Name name, std::string_view raw, const std::string& marks) {
  if (is_plain(raw)) {
    if (raw.starts_with(' ')) unusual_.push_back({name, std::string(raw) + marks});
    return marks.empty() ? raw : made_.emplace_back(std::string(raw) + marks);
  }
  std::string text = spelled(raw, Spelling::replaced);
  std::string escaped = spelled(raw, Spelling::escaped);
  if (text != escaped || text.starts_with(' ')) unusual_.push_back({name, escaped + marks});
  return made_.emplace_back(text + marks);
}

void LineNames::add_frames(std::span<const Frame> frames, bool annotate) {
  texts_.reserve(frames.size() + 1);
  for (std::uint32_t i = 0; i < frames.size(); ++i) {
    texts_.push_back(spell(i, raw_[FrameId{i}], annotate ? marks(frames[i]) : std::string()));
  }
}

void LineNames::add_threads(const Dictionary& dictionary) {
  of_thread_.resize(dictionary.threads().size());
  for (std::uint32_t id = 0; id < of_thread_.size(); ++id) {
    for (const std::string& raw : thread_frames(dictionary, ThreadId{id})) {
      const Name name = add({});
      texts_[name] = spell(name, made_.emplace_back(raw), {});
      of_thread_[id].push_back(name);
    }
  }
}

void LineNames::escape_namesakes(const Dictionary& dictionary, const Profile& profile) {
  std::vector<std::uint8_t> is_used = used_frames(dictionary, {&profile, 1});
  is_used.resize(texts_.size(), 1);
  Namesakes namesakes;
  auto unusual = unusual_.begin();
  std::deque<std::string> at_start;  // of unusual names, in their order
  for (Name name = 0; name < is_used.size(); ++name) {
    const bool is_usual = unusual == unusual_.end() || unusual->name != name;
    if (is_used[name] != 0 && is_usual) namesakes.add(texts_[name], texts_[name]);
    if (is_usual) continue;
    at_start.push_back(at_line_start(texts_[name], Spelling::replaced));
    if (is_used[name] != 0) {
      namesakes.add(texts_[name], unusual->escaped);
      namesakes.add(at_start.back(), unusual->escaped);
    }
    ++unusual;
  }
  for (std::size_t i = 0; i < unusual_.size(); ++i) {
    const std::string_view text = texts_[unusual_[i].name];
    if (namesakes.has(text) || namesakes.has(at_start[i])) escape(unusual_[i]);
  }
}

void LineNames::escape(const Unusual& unusual) {
  texts_[unusual.name] = unusual.escaped;
  escaped_.insert(unusual.name);
}

LineNames::Name LineNames::add(std::string text) {
  texts_.push_back(made_.emplace_back(std::move(text)));
  return static_cast<Name>(texts_.size() - 1);
}

LineNames::Name LineNames::at_root(Name name) {
  const std::string_view text = texts_[name];
  if (!text.starts_with(' ') && !text.starts_with("# ")) return name;
  const auto [place, is_new] = at_root_.try_emplace(name, name);
  if (is_new) {
    place->second = add(at_line_start(text, escaped_.contains(name) ? Spelling::escaped : Spelling::replaced));
  }
  return place->second;
}

/// Flame graph tools take a line that ends in two numbers for a comparison, whatever the other lines have. Where all
/// have two, blanks before them may be those between columns.
LineNames::Name LineNames::as_leaf(Name name) {
  const std::string_view text = texts_[name];
  const std::size_t blank = !two_numbers_         ? collapsed_escapes::blank_before_number(text)
                            : text.ends_with(' ') ? text.size() - 1
                                                  : std::string_view::npos;
  if (blank == std::string_view::npos) return name;
  const auto [place, is_new] = as_leaf_.try_emplace(name, name);
  if (is_new) {
    std::string leaf(text.substr(0, blank));
    collapsed_escapes::append_escape(leaf, text.substr(blank, 1));
    place->second = add(leaf.append(text.substr(blank + 1)));
  }
  return place->second;
}

}  // namespace profconv::collapsed
