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
  FrameLine found;
  auto& last = found.last_bytes;
  if (keep_offsets_) return found;
  std::size_t digits = 0;
  while (digits <= last.size() && digits < line.size() && is_hex_digit(line[line.size() - digits - 1])) ++digits;
  if (digits == 0 || digits > last.size() || line[line.size() - digits] == '0') return found;
  const std::string_view name = line.substr(0, line.size() - digits);
  if (!name.ends_with(offset_sign) || name.size() == offset_sign.size()) return found;
  if (name[name.size() - offset_sign.size() - 1] == ' ') return found;
  std::copy(line.end() - last.size(), line.end(), last.begin());
  found.digits = static_cast<std::uint32_t>(digits) & 7U;
  line = name;
  return found;
}

/// A line of that name, whether it is there or not; none where the name is not.
FrameLine FrameLines::find_by_name(std::string_view line) const {
  FrameLine found = split(line);
  const auto is_name = [&](std::uint32_t number) { return name(number) == line; };
  found.name = numbers_.find(hash_bytes(line), is_name) & FrameLine::most_names;
  return found ? found : FrameLine();
}

bool FrameLines::is_there(FrameLine line) {
  if (!line) return false;
  remember_all();
  return lines_.contains(key_of(line));
}

FrameLine FrameLines::find(std::string_view line) {
  const FrameLine found = find_by_name(line);
  return is_there(found) ? found : FrameLine();
}

FrameLine FrameLines::find_like(std::string_view line, std::size_t indent) {
  const FrameLine found = find_by_name(line);
  const Name& name = names_[found.name];
  if (name.is_shaped == 0 || name.indent != indent) return is_there(found) ? found : FrameLine();
  remember(found);
  return found;
}

/// A set larger than the processor's caches is quicker asked many times in a row.
void FrameLines::remember(FrameLine line) {
  constexpr std::size_t many = 64;
  unsettled_.push_back(key_of(line));
  if (unsettled_.size() == many) remember_all();
}

void FrameLines::remember_all() {
  for (const std::uint64_t key : unsettled_) lines_.prefetch(key);
  for (const std::uint64_t key : unsettled_) lines_.insert(key);
  unsettled_.clear();
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

std::uint32_t FrameLines::new_name(std::string_view name, std::size_t indent, bool is_shaped) {
  if (names_.size() > FrameLine::most_names) throw LimitError("more than 536,870,911 distinct names of frames");
  names_.push_back({.text = keep(name),
                    .length = static_cast<std::uint32_t>(name.size()),
                    .indent = static_cast<std::uint32_t>(indent) & 0x7FFFFFFFU,
                    .is_shaped = is_shaped ? 1U : 0U});
  return static_cast<std::uint32_t>(names_.size() - 1);
}

FrameLine FrameLines::add(std::string_view line, std::size_t indent, bool is_shaped) {
  if (line.size() >= INT32_MAX) throw LimitError("a frame has more than 2,147,483,646 bytes");
  FrameLine added = split(line);
  const std::uint32_t number = numbers_.find_or_make(
      hash_bytes(line), [&](std::uint32_t known) { return name(known) == line; },
      [&] { return new_name(line, indent, is_shaped); });
  added.name = number & FrameLine::most_names;
  remember(added);
  return added;
}

}  // namespace profconv::dtrace
