// SPDX-License-Identifier: Apache-2.0
// The lines of frames, most of which repeat: the same functions at a few offsets each. What stands before the offset is
// kept once and is a number from then on, so that the names of a whole program stay in the processor's cache.
//
//               libc.so.6`read+0x4c      the name is all but "4c"
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/id_table.h"
#include "profconv/ids.h"
#include "readers/dtrace/text/key_set.h"

namespace profconv::dtrace {

/// One line of a stack. Equal lines of one FrameLines have equal bytes.
struct FrameLine {
  static constexpr std::uint32_t most_names = (std::uint32_t{1} << 29) - 1;

  std::uint32_t name : 29 = 0;       ///< 0: no line
  std::uint32_t digits : 3 = 0;      ///< of the offset; 0: the name is all of the line
  std::array<char, 4> last_bytes{};  ///< of the line; all zero where it has no offset

  bool operator==(const FrameLine&) const = default;
  explicit operator bool() const { return name != 0; }
  [[nodiscard]] std::string_view offset() const {
    return std::string_view(last_bytes.data(), last_bytes.size()).substr(last_bytes.size() - digits);
  }
};

/// To compare and hash lines at once.
[[nodiscard]] inline std::string_view bytes_of(std::span<const FrameLine> lines) {
  return {reinterpret_cast<const char*>(lines.data()), lines.size_bytes()};
}

/// The different frame lines of an input. Each name is a number.
class FrameLines {
 public:
  /// Whose code the frames of a name can be: what Frames found, kept where its lines are found.
  enum class Owner : std::uint8_t { not_asked, user, kernel };

  /// Where offsets are to be kept, they are part of the names.
  explicit FrameLines(bool keep_offsets = false) : keep_offsets_(keep_offsets) {}

  /// The line, if it is there, or if another of its name is and the name alone tells that it is a frame. Faster where
  /// `like`, if given, has its name.
  [[nodiscard]] FrameLine find(std::string_view line, FrameLine like = {}) const;
  /// Takes in a line. `is_shaped`: it names a module or an address.
  FrameLine add(std::string_view line, bool is_shaped);

  /// Takes the lines that `text` begins with, the first of which stands below `above`, as long as they are known to be
  /// frames, and until there are `most` in `lines`. Gives how many bytes they are. Fastest where each is one of the two
  /// that last stood below the one before it.
  std::size_t follow(FrameLine above, std::string_view text, std::vector<FrameLine>& lines, std::size_t most);
  /// Remembers what stood below a line, unless it has more than 32,767 bytes.
  void set_below(FrameLine above, FrameLine line);

  [[nodiscard]] std::string line(FrameLine line) const { return std::string(name(line.name)).append(line.offset()); }
  /// The frame without indentation.
  [[nodiscard]] std::string text(FrameLine line) const;
  /// The frame without indentation and, if the offset is stored apart from the name, without the offset.
  [[nodiscard]] std::string_view text_without_offset(FrameLine line) const;
  [[nodiscard]] bool keep_offsets() const { return keep_offsets_; }

  /// The frames of the model that lines of this name are, by whose code they are; none: not made yet.
  [[nodiscard]] Owner owner(FrameLine line) { return static_cast<Owner>(at(line).owner); }
  void set_owner(FrameLine line, Owner owner) { at(line).owner = static_cast<std::uint32_t>(owner) & 3U; }
  [[nodiscard]] FrameId& user_frame(FrameLine line) { return at(line).user; }
  [[nodiscard]] FrameId& kernel_frame(FrameLine line) { return at(line).kernel; }

 private:
  /// What is known of a name, whose text stands right behind: who reads a line has both in a few cache lines.
  struct Name {
    static constexpr std::uint32_t most_size_below = (std::uint32_t{1} << 15) - 1;

    std::uint32_t length : 31 = 0;
    std::uint32_t tells_frame : 1 = 0;
    std::uint32_t size_below : 15 = 0;          ///< of the first line below
    std::uint32_t size_below_earlier : 15 = 0;  ///< of the second
    std::uint32_t owner : 2 = 0;
    FrameId user;
    FrameId kernel;
    /// The lines that stood below one of this name last, the later one first. By their sizes most of those that do not
    /// come again are told without a look at their names.
    std::array<FrameLine, 2> below{};

    void put_first(FrameLine line, std::uint32_t size) {
      below = {line, below[0]};
      size_below_earlier = size_below;
      size_below = size & most_size_below;
    }
  };

  /// A name, or a part of a text.
  union Slot {
    Name name = {};
    std::array<char, sizeof(Name)> text;
  };

  [[nodiscard]] Name& at(FrameLine line) { return slots_[line.name].name; }
  [[nodiscard]] std::string_view name(std::uint32_t number) const {
    const Slot* const slot = slots_.data() + number;
    return {reinterpret_cast<const char*>(slot + 1), slot->name.length};
  }
  [[nodiscard]] bool begins(std::string_view text, FrameLine line, std::size_t size) const;
  [[nodiscard]] FrameLine split(std::string_view& line) const;
  [[nodiscard]] FrameLine find_first(std::string_view text) const;
  std::uint32_t new_name(std::string_view name, bool is_shaped);

  bool keep_offsets_;
  std::vector<Slot> slots_ = std::vector<Slot>(1);  ///< a name's number is its slot's; 0 is no name's
  IdTable numbers_;
  KeySet lines_;  ///< lines whose names do not tell that they are frames
};

}  // namespace profconv::dtrace
