// SPDX-License-Identifier: Apache-2.0
// Telling names from offsets, and finding both again.
#include "readers/dtrace/text/frame_lines.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/text/ascii.h"
#include "profconv/errors.h"
#include "readers/dtrace/text/columns.h"
#include "readers/dtrace/text/frame_text.h"
#include "readers/dtrace/text/line.h"

namespace profconv::dtrace {

namespace {

constexpr std::string_view indent_of_frames = "   ";
static_assert(indent_of_frames.size() == key_indent + 1);

std::uint64_t key_of(FrameLine line) { return std::bit_cast<std::uint64_t>(line); }

}  // namespace

/// Whether `text` begins with a line of so many bytes and its "\n". No line has none.
inline bool FrameLines::begins(std::string_view text, FrameLine line, std::size_t size) const {
  if (size == 0 || text.size() <= size || text[size] != '\n') return false;
  const auto& last = line.last_bytes;
  if (line.digits != 0 && std::memcmp(text.data() + size - last.size(), last.data(), last.size()) != 0) return false;
  return std::memcmp(text.data(), slots_.data() + line.name + 1, size - line.digits) == 0;
}

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

FrameLine FrameLines::find(std::string_view line, FrameLine like) const {
  // Indented no further than keys, a name alone tells no frame.
  if (lines_.size() == 0 && !line.starts_with(indent_of_frames)) return {};
  FrameLine found = split(line);
  const auto is_name = [&](std::uint32_t number) { return name(number) == line; };
  const bool is_like = like && is_name(like.name);
  found.name = is_like ? like.name : numbers_.find(hash_bytes(line), is_name) & FrameLine::most_names;
  if (!found) return {};
  return slots_[found.name].name.tells_frame || lines_.contains(key_of(found)) ? found : FrameLine();
}

std::uint32_t FrameLines::new_name(std::string_view name, bool is_shaped) {
  // Behind two blanks, a line's length can make it a text among the keys.
  const std::size_t number = slots_.size();
  const std::size_t text_slots = (name.size() + sizeof(Slot) - 1) / sizeof(Slot);
  if (number + text_slots >= FrameLine::most_names)
    throw LimitError("the distinct names of frames take more than 16 GiB");
  slots_.resize(number + 1 + text_slots);
  slots_[number].name.length = static_cast<std::uint32_t>(name.size()) & INT32_MAX;
  slots_[number].name.tells_frame = is_shaped && leading_blanks(name) > key_indent ? 1 : 0;
  std::memcpy(static_cast<void*>(slots_.data() + number + 1), name.data(), name.size());
  return static_cast<std::uint32_t>(number);
}

FrameLine FrameLines::add(std::string_view line, bool is_shaped) {
  if (line.size() >= INT32_MAX) throw LimitError("a frame has more than 2,147,483,646 bytes");
  FrameLine added = split(line);
  const std::uint32_t number = numbers_.find_or_make(
      hash_bytes(line), [&](std::uint32_t known) { return name(known) == line; },
      [&] { return new_name(line, is_shaped); });
  added.name = number & FrameLine::most_names;
  if (!at(added).tells_frame) lines_.insert(key_of(added));
  return added;
}

void FrameLines::set_below(FrameLine above, FrameLine line) {
  const std::uint32_t size = at(line).length + line.digits;
  Name& name = at(above);
  if (name.below[0] != line && size <= Name::most_size_below) name.put_first(line, size);
}

/// The line that `text` begins with, if it is known to be a frame and by its form can be nothing else, and can be
/// remembered below another.
FrameLine FrameLines::find_first(std::string_view text) const {
  const std::size_t end = text.find('\n');
  if (end > Name::most_size_below || text.front() != ' ') return {};
  const std::string_view line = text.substr(0, end);
  if (may_be_number(line)) return {};
  const FrameLine found = find(line);
  return found.digits == 0 && line.ends_with(offset_sign) ? FrameLine() : found;
}

std::size_t FrameLines::follow(FrameLine above, std::string_view text, std::vector<FrameLine>& lines,
                               std::size_t most) {
  std::string_view rest = text;
  for (Name* name = &at(above); lines.size() < most;) {
    if (!begins(rest, name->below[0], name->size_below)) {
      if (begins(rest, name->below[1], name->size_below_earlier)) {
        name->put_first(name->below[1], name->size_below_earlier);
      } else if (const FrameLine found = find_first(rest)) {
        set_below(above, found);
      } else {
        break;
      }
    }
    above = name->below[0];
    lines.push_back(above);
    rest.remove_prefix(std::size_t{name->size_below} + 1);
    name = &at(above);
  }
  return text.size() - rest.size();
}

std::string FrameLines::text(FrameLine line) const {
  const std::string whole = this->line(line);
  return whole.substr(leading_blanks(whole));
}

std::string_view FrameLines::text_without_offset(FrameLine line) const {
  std::string_view text = name(line.name);
  if (line.digits != 0) text.remove_suffix(offset_sign.size());
  return text.substr(leading_blanks(text));
}

}  // namespace profconv::dtrace
