// SPDX-License-Identifier: Apache-2.0
// Telling names from offsets, and finding both again.
#include "readers/dtrace/frame_lines.h"

#include <algorithm>
#include <bit>

#include "profconv/errors.h"

namespace profconv::dtrace {

namespace {

bool is_hex_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

std::uint64_t key_of(FrameLine line) { return std::bit_cast<std::uint64_t>(line); }

}  // namespace

/// Takes the digits of a short offset, as DTrace prints it, off the end of a line.
FrameLine FrameLines::split(std::string_view& line) const {
  constexpr std::string_view sign = "+0x";
  FrameLine found;
  auto& last = found.last_bytes;
  if (keep_offsets_) return found;
  std::size_t digits = 0;
  while (digits <= last.size() && digits < line.size() && is_hex_digit(line[line.size() - digits - 1])) ++digits;
  if (digits == 0 || digits > last.size() || line[line.size() - digits] == '0') return found;
  const std::string_view name = line.substr(0, line.size() - digits);
  if (!name.ends_with(sign) || name.size() == sign.size() || name[name.size() - sign.size() - 1] == ' ') return found;
  std::copy(line.end() - last.size(), line.end(), last.begin());
  found.digits = static_cast<std::uint32_t>(digits) & 7U;
  line = name;
  return found;
}

std::uint32_t FrameLines::find_name(std::string_view name) const {
  return numbers_.find(hash_bytes(name), [&](std::uint32_t number) { return this->name(number) == name; });
}

FrameLine FrameLines::find(std::string_view line) const {
  FrameLine found = split(line);
  found.name = find_name(line) & FrameLine::most_names;
  return found && lines_.contains(key_of(found)) ? found : FrameLine();
}

const char* FrameLines::keep(std::string_view name) {
  if (name.size() > block_left_) {
    block_left_ = std::max(block_bytes, name.size());
    block_next_ = blocks_.emplace_back(std::make_unique<char[]>(block_left_)).get();
  }
  const char* const kept = block_next_;
  block_next_ = std::copy(name.begin(), name.end(), block_next_);
  block_left_ -= name.size();
  return kept;
}

std::uint32_t FrameLines::new_name(std::string_view name, std::size_t indent) {
  if (names_.size() > FrameLine::most_names) throw LimitError("more than 536,870,911 distinct names of frames");
  names_.push_back({.text = keep(name),
                    .length = static_cast<std::uint32_t>(name.size()),
                    .indent = static_cast<std::uint32_t>(indent)});
  return static_cast<std::uint32_t>(names_.size() - 1);
}

FrameLine FrameLines::add(std::string_view line, std::size_t indent) {
  if (line.size() >= UINT32_MAX) throw LimitError("a frame has more than 4,294,967,294 bytes");
  FrameLine added = split(line);
  const std::uint32_t number = numbers_.find_or_make(
      hash_bytes(line), [&](std::uint32_t known) { return name(known) == line; },
      [&] { return new_name(line, indent); });
  added.name = number & FrameLine::most_names;
  lines_.insert(key_of(added));
  return added;
}

}  // namespace profconv::dtrace
