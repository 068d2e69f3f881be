// SPDX-License-Identifier: Apache-2.0
// Taking lines of stacks apart.
#include "readers/bpftrace/frame_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/text/ascii.h"
#include "core/text/blanks.h"
#include "core/text/integers.h"

namespace profconv::bpftrace {

namespace {

constexpr std::size_t address_digits = 16;
constexpr std::size_t build_id_digits = 40;
constexpr std::string_view inlined_mark = "[inlined]";

std::size_t hex_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_hex_digit) - text.begin());
}

/// "0x7f17ab112bec".
std::optional<std::uint64_t> parse_address(std::string_view text) {
  if (!text.starts_with("0x") || text.size() > address_digits + 2) return std::nullopt;
  return parse_integer<std::uint64_t>(text.substr(2), 16);
}

/// Cuts "+46" off the end of a name.
bool cut_offset(std::string_view& name, std::uint64_t& offset) {
  std::size_t begin = name.size();
  while (begin != 0 && is_digit(name[begin - 1])) --begin;
  if (begin < 2 || begin == name.size() || name[begin - 1] != '+') return false;
  const auto number = parse_integer<std::uint64_t>(name.substr(begin));
  if (!number) return false;
  offset = *number;
  name = name.substr(0, begin - 1);
  return true;
}

/// "/src/deep.c:34".
void parse_place(std::string_view place, FrameText& frame) {
  const std::size_t colon = place.rfind(':');
  const auto line =
      colon == std::string_view::npos ? std::nullopt : parse_integer<std::int64_t>(place.substr(colon + 1));
  frame.file = line ? place.substr(0, colon) : place;
  frame.line = std::max<std::int64_t>(line.value_or(0), 0);
}

/// A name with an offset, a place, both or neither. A function or a directory may have an '@' too.
void parse_name(std::string_view text, FrameText& frame) {
  if (const auto address = parse_address(text)) {
    if (frame.address == 0) frame.address = *address;
    return;
  }
  for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    std::string_view name = text.substr(0, at);
    const bool ends_name = frame.inlined ? at != 0 : cut_offset(name, frame.offset);
    if (!ends_name) continue;
    frame.function = name;
    return parse_place(text.substr(at + 1), frame);
  }
  frame.function = text;
  cut_offset(frame.function, frame.offset);
}

/// Cuts " (/usr/lib/libc.so.6)" off: it follows an offset or an address, and its path may have parentheses.
std::string_view take_module(std::string_view& text) {
  if (!text.ends_with(')')) return {};
  for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
    std::string_view name = without_trailing_blanks(text.substr(0, open));
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    std::uint64_t offset = 0;
    std::string_view without_offset = name;
    if (inside != "inlined" && !parse_address(name) && !cut_offset(without_offset, offset)) continue;
    text = name;
    return inside;
  }
  return {};
}

/// "syscall+25 (/usr/lib/libc.so.6)", as follows the address in perf mode.
void parse_after_address(std::string_view text, FrameText& frame) {
  const std::string_view module = take_module(text);
  frame.inlined = module == "inlined";
  if (!frame.inlined && module != "[unknown]") frame.module = module;
  parse_name(text, frame);
}

/// How many digits of an address run into the name after it, where the blank between them is lost: those of the
/// kernel's or a program's usual addresses; 0: that cannot be told.
std::size_t joined_address(std::string_view text, std::size_t digits) {
  constexpr std::size_t program_digits = 12;
  if (digits >= address_digits && text.starts_with("ffff")) return address_digits;
  const bool is_usual = text.starts_with("7f") || text.starts_with("55") || text.starts_with("56");
  return digits >= program_digits && is_usual ? program_digits : 0;
}

/// A line that begins with hexadecimal digits; false: it is a name.
bool parse_numbers(std::string_view text, FrameText& frame) {
  const std::size_t digits = hex_digits(text);
  if (digits == 0) return false;
  if (digits == text.size() && digits <= address_digits) {
    frame.address = parse_integer<std::uint64_t>(text, 16).value_or(0);
    return true;
  }
  if (digits >= build_id_digits) {
    const auto address = parse_address(without_leading_blanks(text.substr(build_id_digits)));
    if (!address) return false;
    frame.build_id = text.substr(0, build_id_digits);
    frame.address = *address;
    return true;
  }
  const bool is_separate = digits < text.size() && text[digits] == ' ';
  const std::size_t size = is_separate ? digits : joined_address(text, digits);
  if (size == 0 || size > address_digits) return false;
  const std::string_view rest = without_leading_blanks(text.substr(size));
  // A name such as "a f(int)" begins with a type; addresses that short are not resolved.
  constexpr std::size_t least_digits = 4;
  if (size < least_digits && !rest.starts_with("0x")) return false;
  frame.address = parse_integer<std::uint64_t>(text.substr(0, size), 16).value_or(0);
  parse_after_address(rest, frame);
  return true;
}

}  // namespace

FrameText parse_frame(std::string_view text) {
  FrameText frame;
  if (text.starts_with("<unwind")) {
    frame.function = text;
    frame.is_failure = true;
    return frame;
  }
  if (text.starts_with(inlined_mark)) {
    frame.inlined = true;
    text = without_leading_blanks(text.substr(inlined_mark.size()));
  } else if (parse_numbers(text, frame)) {
    return frame;
  }
  parse_name(text, frame);
  return frame;
}

bool looks_like_frame(std::string_view text) {
  const FrameText frame = parse_frame(text);
  if (frame.function.empty()) return frame.address != 0 || !frame.build_id.empty();
  return frame.offset != Frame::no_offset || frame.inlined || frame.is_failure;
}

bool lacks_blanks(std::string_view line) {
  if (line.starts_with(' ') || line.empty()) return false;
  if (line.starts_with('\t'))
    return line.find(' ') == std::string_view::npos && hex_digits(line.substr(1)) + 1 != line.size();
  return hex_digits(line) != line.size() && parse_frame(line).build_id.empty();
}

Owner owner_of(const FrameText& frame) {
  // Above the page of vsyscalls, which programs call, no kernel has code.
  constexpr std::uint64_t kernel_begin = 0xffff000000000000;
  constexpr std::uint64_t vsyscall_page = 0xffffffffff600000;
  if (frame.address >= kernel_begin && frame.address < vsyscall_page) return Owner::kernel;
  if (frame.address != 0 || !frame.build_id.empty()) return Owner::program;
  if (frame.module.starts_with("[kernel")) return Owner::kernel;
  constexpr std::array<std::string_view, 12> begins{
      "entry_SYSCALL_",  "do_syscall_64",     "asm_sysvec_", "asm_exc_", "ret_from_fork", "secondary_startup_",
      "start_secondary", "cpu_startup_entry", "el0t_64_",    "el1h_64_", "__x64_sys_",    "__arm64_sys_"};
  const auto begins_name = [&](std::string_view begin) { return frame.function.starts_with(begin); };
  if (std::any_of(begins.begin(), begins.end(), begins_name)) return Owner::kernel;
  constexpr std::array<std::string_view, 5> roots{"main", "_start", "__libc_start_main", "__libc_start_call_main",
                                                  "start_thread"};
  return std::find(roots.begin(), roots.end(), frame.function) != roots.end() ? Owner::program : Owner::unknown;
}

}  // namespace profconv::bpftrace
