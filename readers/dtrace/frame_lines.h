// SPDX-License-Identifier: Apache-2.0
// The lines of frames, most of which repeat: the same functions at a few offsets each. What stands before the offset is
// kept once and is a number from then on, so that the names of a whole program stay in the processor's cache.
//
//               libc.so.6`read+0x4c      the name is all but "4c"
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/id_table.h"
#include "readers/dtrace/key_set.h"

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

/// The different frame lines of an input. Names are numbers from 1, in the order in which they were first seen.
class FrameLines {
 public:
  /// Where offsets are to be kept, they are part of the names.
  explicit FrameLines(bool keep_offsets = false) : keep_offsets_(keep_offsets) {}

  /// The line, if it is there.
  [[nodiscard]] FrameLine find(std::string_view line);
  /// The line, if it is there, or if all but its offset is, with this indentation, and named a module or an address:
  /// then the line is taken in.
  [[nodiscard]] FrameLine find_like(std::string_view line, std::size_t indent);
  /// Takes in a line that is not there; the first `indent` bytes are its indentation. `is_shaped`: it names a module or
  /// an address.
  FrameLine add(std::string_view line, std::size_t indent, bool is_shaped);

  /// How many bytes a line takes, with its "\n", where `text` begins with it; otherwise 0.
  [[nodiscard]] std::size_t match(FrameLine line, std::string_view text) const {
    const Name& name = names_[line.name];
    const std::size_t size = name.length + line.digits;
    if (text.size() <= size || text[size] != '\n') return 0;
    const auto& last = line.last_bytes;
    if (line.digits != 0 && std::memcmp(text.data() + size - last.size(), last.data(), last.size()) != 0) return 0;
    return std::memcmp(text.data(), name.text, name.length) == 0 ? size + 1 : 0;
  }

  /// The two lines that stood below one of this name last, the later one first.
  [[nodiscard]] const std::array<FrameLine, 2>& below(std::uint32_t name) const { return names_[name].below; }
  void set_below(std::uint32_t name, FrameLine below) {
    auto& known = names_[name].below;
    if (known[0] != below) known = {below, known[0]};
  }

  [[nodiscard]] std::string line(FrameLine line) const { return std::string(name(line.name)).append(line.offset()); }
  /// The frame without indentation.
  [[nodiscard]] std::string text(FrameLine line) const { return this->line(line).erase(0, names_[line.name].indent); }
  /// The frame without indentation and, where the offset is told from the name, without offset.
  [[nodiscard]] std::string_view text_without_offset(FrameLine line) const {
    const Name& name = names_[line.name];
    const std::size_t end = name.length - (line.digits == 0 ? 0 : offset_sign.size());
    return {name.text + name.indent, end - name.indent};
  }
  /// The largest number of a name.
  [[nodiscard]] std::size_t size() const { return names_.size() - 1; }
  [[nodiscard]] bool keep_offsets() const { return keep_offsets_; }

 private:
  struct Name {
    const char* text = nullptr;
    std::uint32_t length = 0;
    std::uint32_t indent : 31 = 0;
    std::uint32_t is_shaped : 1 = 0;
    std::array<FrameLine, 2> below{};
  };

  static constexpr std::string_view offset_sign = "+0x";
  static constexpr std::size_t block_bytes = std::size_t{1} << 16;

  [[nodiscard]] FrameLine split(std::string_view& line) const;
  [[nodiscard]] FrameLine find_by_name(std::string_view line) const;
  [[nodiscard]] bool is_there(FrameLine line);
  [[nodiscard]] std::string_view name(std::uint32_t number) const {
    return {names_[number].text, names_[number].length};
  }
  const char* keep(std::string_view name);
  std::uint32_t new_name(std::string_view name, std::size_t indent, bool is_shaped);
  void remember(FrameLine line);
  void remember_all();

  bool keep_offsets_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_left_ = 0;
  char* block_next_ = nullptr;
  std::vector<Name> names_ = std::vector<Name>(1);
  IdTable numbers_;
  KeySet lines_;                          ///< each line that is there: its name and offset
  std::vector<std::uint64_t> unsettled_;  ///< what is yet to go into lines_
};

}  // namespace profconv::dtrace
