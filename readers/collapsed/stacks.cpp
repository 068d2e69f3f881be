// SPDX-License-Identifier: Apache-2.0
// Splitting at ';', and finding frames and stacks.
#include "readers/collapsed/stacks.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/names/frame_names.h"
#include "core/wire/collapsed_escapes.h"

namespace profconv::collapsed_in {

namespace {

using Word = std::uint64_t;

/// Eight bytes, the first of which is the lowest.
Word word_at(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return std::endian::native == std::endian::big ? __builtin_bswap64(word) : word;
}

/// The name that goes on to the next ';'. A word can be read wherever one begins before that.
Name name_at(const char* begin) {
  constexpr Word ones = 0x0101010101010101U;
  constexpr Word high_bits = ones << 7U;
  Name name{.text = begin, .first = word_at(begin)};
  Word word = name.first;
  for (const char* at = begin;; word = word_at(at)) {
    const Word zero_at_end = word ^ (ones * Word{';'});
    // The lowest of these bits stands in the first byte that is zero; above it they may lie.
    const Word ends = (zero_at_end - ones) & ~zero_at_end & high_bits;
    if (ends != 0) {
      const Word from_end = ends & -ends;
      name.last = word & ((from_end - 1) >> 7U);
      name.size = static_cast<std::size_t>(at - begin) + static_cast<std::size_t>(std::countr_zero(from_end)) / 8;
      name.hash = mix(name.hash, name.last);
      if (at == begin) name.first = name.last;
      return name;
    }
    name.hash = mix(name.hash, word);
    at += sizeof(Word);
  }
}

/// How many bytes two texts have in common from their beginning.
std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t size = std::min(a.size(), b.size());
  std::size_t at = 0;
  for (; at + sizeof(Word) <= size; at += sizeof(Word)) {
    if (const Word differs = word_at(a.data() + at) ^ word_at(b.data() + at); differs != 0) {
      return at + static_cast<std::size_t>(std::countr_zero(differs)) / 8;
    }
  }
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

/// "read_[k]": some collapsers tell a frame's kind behind its name. Cuts such marks off.
Frame cut_marks(std::string_view& name) {
  constexpr std::size_t mark_size = 4;
  Frame frame;
  for (; name.size() > mark_size; name.remove_suffix(mark_size)) {
    const std::string_view mark = name.substr(name.size() - mark_size);
    if (mark == "_[i]") {
      frame.inlined = true;
    } else if (mark == "_[k]") {
      frame.kind = FrameKind::kernel;
    } else if (mark == "_[j]") {
      frame.kind = FrameKind::jit;
    } else {
      break;
    }
  }
  return frame;
}

}  // namespace

std::uint32_t Frames::add(Name name) {
  const std::string_view text(name.text, name.size);
  name.text = names_.emplace_back(text).data();
  const FrameId frame = make(text);
  return index_.find_or_make(
      name.hash, [](std::uint32_t) { return false; },
      [&] {
        known_.push_back({.name = name, .frame = frame});
        return next_id(known_, "names of frames") - 1;
      });
}

FrameId Frames::make(std::string_view name) {
  if (name.empty()) name = "[unknown]";
  Frame frame = cut_marks(name);
  const bool may_have_escapes = name.find('\\') != std::string_view::npos;
  const std::string unescaped = may_have_escapes ? collapsed_escapes::unescaped(name) : std::string();
  frame.function = builder_->function({.name = builder_->string(may_have_escapes ? unescaped : name)});
  return builder_->frame(frame);
}

StackId Stacks::operator()(std::string_view text) {
  if (text.empty() || text == no_stack_name) return {};
  take(text);
  for (std::size_t at = ends_.empty() ? 0 : ends_.back() + 1; at <= size_; ++at) {
    const Name name = name_at(text_.data() + at);
    if (name.size == 0) ++nameless_;
    line_.push_back(frames_(name));
    at += name.size;
    ends_.push_back(at);
  }
  return builder_->root_first(line_);
}

void Stacks::take(std::string_view text) {
  const std::size_t common = common_prefix(text, std::string_view(text_).substr(0, size_));
  const auto ends_in_common = [&](std::size_t end) {
    return end < common || (end == common && (common == text.size() || text[common] == ';'));
  };
  while (!ends_.empty() && !ends_in_common(ends_.back())) ends_.pop_back();
  line_.resize(ends_.size());
  text_.resize(common);
  text_.append(text.substr(common)).append(sizeof(Word), ';');
  size_ = text.size();
}

}  // namespace profconv::collapsed_in
