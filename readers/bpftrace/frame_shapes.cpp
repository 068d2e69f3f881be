// SPDX-License-Identifier: Apache-2.0
// Comparing lines of stacks.
#include "readers/bpftrace/frame_shapes.h"

#include <algorithm>
#include <string>

#include "core/text/ascii.h"
#include "core/text/blanks.h"
#include "core/text/excerpts.h"

namespace profconv::bpftrace {

namespace {

bool begins_word(char c) { return is_blank(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_hexadecimal(std::string_view text) { return std::all_of(text.begin(), text.end(), is_hex_digit); }

/// How a character changes the depth of brackets; those of operators do not.
int depth_change(std::string_view name, std::size_t at) {
  constexpr std::string_view word = "operator";
  const char c = name[at];
  if (c == '(' || c == '[' || c == '{') return 1;
  if (c == ')' || c == ']' || c == '}') return -1;
  if (c != '<' && c != '>') return 0;
  constexpr std::size_t longest = 3;  // operator<=>
  std::size_t end = at;
  while (end != 0 && at - end < longest && (name[end - 1] == '<' || name[end - 1] == '>' || name[end - 1] == '-'))
    --end;
  if (name.substr(0, end).ends_with(word) || (at != 0 && name[at - 1] == '-')) return 0;
  return c == '<' ? 1 : -1;
}

/// Whether an offset is within a name, outside of brackets: "f+1    g". Paths and expressions in names may have one.
bool holds_offset(std::string_view name) {
  if (name.find('+') == std::string_view::npos || name.starts_with("RegExp:")) return false;
  int depth = 0;
  for (std::size_t at = 0; at < name.size() && name[at] != '/'; ++at) {
    depth += depth_change(name, at);
    if (name[at] != '+' || depth != 0 || at == 0) continue;
    std::size_t end = at + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    const bool is_hexadecimal_offset = name.substr(at).starts_with("+0x");
    if (end > at + 1 && end < name.size() && begins_word(name[end]) && !is_hexadecimal_offset) return true;
  }
  return false;
}

/// "/src/a.c:3    g+2@/src/a.c".
bool is_joined_place(std::string_view file) {
  if (file.find("    ") != std::string_view::npos || file.find('\t') != std::string_view::npos) return true;
  for (std::size_t at = file.find('@'); at != std::string_view::npos; at = file.find('@', at + 1)) {
    std::size_t begin = at;
    while (begin != 0 && is_digit(file[begin - 1])) --begin;
    if (begin != at && begin != 0 && file[begin - 1] == '+') return true;
  }
  return false;
}

/// "/lib/libc.so.6)7f658e71f829 main+3 (/src/a".
bool is_joined_module(std::string_view module) {
  std::size_t tries = 16;  // each of which may look at the whole line
  for (std::size_t at = module.find(')'); at != std::string_view::npos && tries != 0; at = module.find(')', at + 1)) {
    --tries;
    const FrameText rest = parse_frame(without_blanks_around(module.substr(at + 1)));
    if (rest.address != 0 && !rest.function.empty()) return true;
  }
  return false;
}

/// Whether an address has all digits of the kernel's, or of a program's usual ones.
bool is_whole_address(std::uint64_t address) {
  constexpr std::uint64_t least_program = std::uint64_t{0x55} << 40U;
  constexpr std::uint64_t kernel_begin = 0xffff000000000000;
  return address >= kernel_begin || (address >= least_program && address >> 48U == 0);
}

/// "ffffffff8167", of the kernel's "ffffffff81676c0a".
bool is_cut_address(std::uint64_t address) {
  constexpr std::uint64_t begin = 0xffffffff;
  std::uint64_t head = address;
  while (head > begin) head >>= 4U;
  return head == begin && address != begin && address >> 60U == 0;
}

}  // namespace

bool holds_two_frames(const FrameText& frame) {
  constexpr std::size_t least_digits = 8;
  const std::string_view name = frame.function;
  const bool is_number = frame.address != 0 && name.size() >= least_digits && is_hexadecimal(name);
  const bool has_gap = name.find("   ") != std::string_view::npos || name.find('\t') != std::string_view::npos;
  return is_number || has_gap || name.starts_with("0x") || holds_offset(name) || is_joined_place(frame.file) ||
         is_joined_module(frame.module);
}

void FrameShapes::add(std::string_view text, const FrameText& frame, FramePlace place) {
  const auto add_odd = [&](Oddity oddity) {
    ++counts_[static_cast<std::size_t>(oddity)];
    odd_.push_back({oddity, text, place.line});
  };
  if (frame.is_failure) return;
  if (holds_two_frames(frame)) return add_odd(Oddity::joined);
  if (frame.function.empty()) {
    if (is_cut_address(frame.address)) return add_odd(Oddity::joined);
    // Those of the mode raw are not indented, and "0x7f17ab112bec" may be among names.
    const bool is_bare = frame.build_id.empty() && is_hexadecimal(text);
    const bool is_among_names = place.begin == '\t' || (place.begin == ' ' && !is_whole_address(frame.address));
    if (is_bare && is_among_names) return add_odd(Oddity::lone_address);
    if (is_bare && !is_whole_address(frame.address)) short_addresses_.push_back({.text = text, .line = place.line});
    if (!frame.build_id.empty()) build_ids_.push_back(frame.build_id);
    if (is_bare || !frame.build_id.empty()) ++addresses_;
    return;
  }
  if (frame.inlined || (frame.function.starts_with('[') && frame.function.ends_with(']'))) return;
  if (frame.offset == Frame::no_offset) return add_odd(Oddity::no_offset);
  ++names_;
  if (!frame.file.empty()) {
    if (frame.line == 0) return add_odd(Oddity::no_line_number);
    ++line_numbers_;
  }
  const bool is_program = frame.address != 0 && frame.address >> 63U == 0;
  if (!is_program) return;
  if (frame.module.empty() && !text.ends_with("([unknown])")) return add_odd(Oddity::no_module);
  ++modules_;
}

/// Where most lines lack the same, they are right.
bool FrameShapes::is_rare(Oddity oddity) const {
  const std::size_t count = counts_[static_cast<std::size_t>(oddity)];
  switch (oddity) {
    case Oddity::joined:
      return true;
    case Oddity::no_offset:
      return count <= names_ + addresses_;
    case Oddity::no_module:
      return count <= modules_;
    case Oddity::no_line_number:
      return count <= line_numbers_;
    case Oddity::lone_address:
      return count <= names_;
  }
  return false;
}

void FrameShapes::report_cut_build_ids(Input& input) const {
  if (build_ids_.empty()) return;
  constexpr std::size_t least_digits = 5;
  std::vector<std::string_view> ids = build_ids_;
  std::sort(ids.begin(), ids.end());
  for (const Odd& odd : short_addresses_) {
    const auto id = std::lower_bound(ids.begin(), ids.end(), odd.text);
    if (odd.text.size() < least_digits || id == ids.end() || !id->starts_with(odd.text)) continue;
    input.context().data_loss("bpftrace.odd_frame", input.at_line(odd.line),
                              in_quotes(odd.text, 40) + " in a stack may be a cut build id: it is read as an address");
  }
}

void FrameShapes::report(Input& input) const {
  report_cut_build_ids(input);
  for (const Odd& odd : odd_) {
    if (is_rare(odd.oddity)) report(odd, input);
  }
}

void FrameShapes::report(const Odd& odd, Input& input) {
  const std::string text = in_quotes(odd.text, 40);
  const std::string lack = odd.oddity == Oddity::no_offset        ? "no offset"
                           : odd.oddity == Oddity::no_module      ? "no module"
                           : odd.oddity == Oddity::no_line_number ? "no line number"
                                                                  : "no name";
  input.context().data_loss(
      "bpftrace.odd_frame", input.at_line(odd.line),
      odd.oddity == Oddity::joined
          ? text + " in a stack may be two frames on one line, or cut: it is read as one"
          : text + " in a stack has " + lack + ", unlike other frames: it may be cut or other text");
}

}  // namespace profconv::bpftrace
