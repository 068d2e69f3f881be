// SPDX-License-Identifier: Apache-2.0
// Spelling names, and escaping those that would be spelled like others.
#include "writers/collapsed/spelled_names.h"

#include "core/tables/used_frames.h"
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

SpelledNames::SpelledNames(const Dictionary& dictionary, const Profile& profile, const NameStyle& style,
                           const FrameNames& raw, std::deque<std::string>& made)
    : made_(&made) {
  add_frames(dictionary.frames(), raw, style.annotate);
  texts_.push_back(no_stack_name);
  if (style.threads) add_threads(dictionary);
  if (style.escapes) {
    for (const Unusual& unusual : unusual_) escape(unusual);
  } else if (!unusual_.empty()) {
    escape_namesakes(dictionary, profile);
  }
}

/// The name's text for now. Names that have an unusual one may get another when all are known.
std::string_view SpelledNames::spell(Place place, std::string_view raw, const std::string& marks) {
  if (is_plain(raw)) {
    if (raw.starts_with(' ')) unusual_.push_back({place, std::string(raw) + marks});
    return marks.empty() ? raw : made_->emplace_back(std::string(raw) + marks);
  }
  std::string text = spelled(raw, Spelling::replaced);
  std::string escaped = spelled(raw, Spelling::escaped);
  if (text != escaped || text.starts_with(' ')) unusual_.push_back({place, escaped + marks});
  return made_->emplace_back(text + marks);
}

void SpelledNames::add_frames(std::span<const Frame> frames, const FrameNames& raw, bool annotate) {
  texts_.reserve(frames.size() + 1);
  for (std::uint32_t i = 0; i < frames.size(); ++i) {
    texts_.push_back(spell(i, raw[FrameId{i}], annotate ? marks(frames[i]) : std::string()));
  }
}

void SpelledNames::add_threads(const Dictionary& dictionary) {
  of_thread_.resize(dictionary.threads().size());
  for (std::uint32_t id = 0; id < of_thread_.size(); ++id) {
    for (const std::string& raw : thread_frames(dictionary, ThreadId{id})) {
      const auto place = static_cast<Place>(texts_.size());
      texts_.push_back(spell(place, made_->emplace_back(raw), {}));
      of_thread_[id].push_back(place);
    }
  }
}

void SpelledNames::escape_namesakes(const Dictionary& dictionary, const Profile& profile) {
  std::vector<std::uint8_t> is_used = used_frames(dictionary, {&profile, 1});
  is_used.resize(texts_.size(), 1);
  Namesakes namesakes;
  auto unusual = unusual_.begin();
  std::deque<std::string> at_start;  // of unusual names, in their order
  for (Place place = 0; place < is_used.size(); ++place) {
    const bool is_usual = unusual == unusual_.end() || unusual->place != place;
    if (is_used[place] != 0 && is_usual) namesakes.add(texts_[place], texts_[place]);
    if (is_usual) continue;
    at_start.push_back(at_line_start(texts_[place], Spelling::replaced));
    if (is_used[place] != 0) {
      namesakes.add(texts_[place], unusual->escaped);
      namesakes.add(at_start.back(), unusual->escaped);
    }
    ++unusual;
  }
  for (std::size_t i = 0; i < unusual_.size(); ++i) {
    const std::string_view text = texts_[unusual_[i].place];
    if (namesakes.has(text) || namesakes.has(at_start[i])) escape(unusual_[i]);
  }
}

void SpelledNames::escape(const Unusual& unusual) {
  texts_[unusual.place] = made_->emplace_back(unusual.escaped);
  escaped_.push_back(unusual.place);
}

}  // namespace profconv::collapsed
