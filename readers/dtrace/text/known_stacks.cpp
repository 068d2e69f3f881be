// SPDX-License-Identifier: Apache-2.0
// Finding blocks of lines by their text.
#include "readers/dtrace/text/known_stacks.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace profconv::dtrace {

namespace {

/// What may be kept of texts: the stacks of large programs, and a bound for those that go on and on.
constexpr std::size_t most_text_bytes = std::size_t{32} << 20;

/// Whether a line can be a frame by what it begins with. It has more than `indent` and one bytes.
bool begins_frame(const char* line, std::size_t indent) {
  const char first = line[indent];
  const bool is_digit = first >= '0' && first <= '9';
  return line[0] == ' ' && line[indent - 1] == ' ' && first > ' ' && (!is_digit || line[indent + 1] == 'x');
}

}  // namespace

StackBlock block_below(std::size_t indent, std::string_view text) {
  StackBlock block;
  if (indent == 0) return block;
  std::size_t size = 0;
  while (text.size() > size + indent + 1 && begins_frame(text.data() + size, indent)) {
    const void* const end = std::memchr(text.data() + size + indent, '\n', text.size() - size - indent);
    if (end == nullptr) break;
    size = static_cast<std::size_t>(static_cast<const char*>(end) - text.data()) + 1;
    ++block.lines;
  }
  block.text = text.substr(0, size);
  return block;
}

std::span<const FrameLine> KnownStacks::find(FrameLine leaf, const StackBlock& block) {
  candidate_.clear();
  if (block.lines == 0) return {};
  const std::uint64_t hash = mix(hash_bytes(block.text), std::bit_cast<std::uint64_t>(leaf));
  const std::uint32_t number = numbers_.find(hash, [&](std::uint32_t known) {
    const Stack& stack = stacks_[known - 1];
    return frames_[stack.first_frame] == leaf && stack.text == block.text;
  });
  if (number != 0) return frames_of(stacks_[number - 1]);
  if (!seen_.contains(hash)) {
    seen_.insert(hash);
  } else if (text_bytes_ + block.text.size() <= most_text_bytes) {
    candidate_ = block.text;
    lines_in_candidate_ = block.lines;
    hash_of_candidate_ = hash;
  }
  return {};
}

/// Whether each line of a block is that of a frame, so that nothing in it was left out or understood otherwise.
bool KnownStacks::are_lines(std::string_view text, std::span<const FrameLine> frames) const {
  return std::all_of(frames.begin(), frames.end(), [&](FrameLine frame) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return lines_.is_line(frame, line);
  });
}

void KnownStacks::learn(std::span<const FrameLine> frames) {
  const bool has_all = !candidate_.empty() && frames.size() > lines_in_candidate_;
  if (has_all && are_lines(candidate_, frames.subspan(1, lines_in_candidate_))) {
    frames = frames.first(lines_in_candidate_ + 1);
    numbers_.add(hash_of_candidate_, next_id(stacks_, "stacks") + 1);
    stacks_.push_back({.text = texts_.keep(candidate_), .first_frame = frames_.size(), .frame_count = frames.size()});
    frames_.insert(frames_.end(), frames.begin(), frames.end());
    text_bytes_ += candidate_.size();
  }
  candidate_.clear();
}

}  // namespace profconv::dtrace
