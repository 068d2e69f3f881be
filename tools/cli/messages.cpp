// SPDX-License-Identifier: Apache-2.0
// Writing lines for people.
#include "tools/cli/messages.h"

#include <algorithm>
#include <cstdio>

#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr std::string_view red = "\x1b[1;31m";
constexpr std::string_view yellow = "\x1b[1;33m";
constexpr std::string_view cyan = "\x1b[1;36m";
constexpr std::string_view plain = "\x1b[0m";

/// A character at the front of a text: its length, and its code point; length 1 and no_character where it is no UTF-8.
struct Character {
  std::size_t length = 1;
  char32_t code = no_character;

  static constexpr char32_t no_character = 0xffffffff;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {.length = 1, .code = lead};
  const std::size_t length = lead >= 0xf5 ? 0 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (length == 0) return {};
  char32_t code = lead & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = (code << 6U) | (byte(i) & 0x3fU);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {};
  return {.length = length, .code = code};
}

bool is_harmless(char32_t code) {
  const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool changes_direction = code == 0x61c || code == 0x200e || code == 0x200f ||
                                 (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return code != Character::no_character && !is_control && !changes_direction;
}

void append_escaped(std::string& to, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    to.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
  }
}

std::string_view severity_word(Severity severity) {
  return severity == Severity::note ? "note" : severity == Severity::data_loss ? "warning" : "error";
}

std::string_view severity_colour(Severity severity) {
  return severity == Severity::note ? cyan : severity == Severity::data_loss ? yellow : red;
}

std::string group_digits(std::string digits) {
  const std::size_t start = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > start + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace

std::string inert(std::string_view text, std::size_t most_bytes) {
  std::string out;
  while (!text.empty() && out.size() < most_bytes) {
    const Character character = first_character(text);
    const std::string_view bytes = text.substr(0, character.length);
    if (is_harmless(character.code)) {
      out.append(bytes);
    } else {
      append_escaped(out, bytes);
    }
    text.remove_prefix(bytes.size());
  }
  return text.empty() ? out : out + "...";
}

std::string grouped(std::int64_t number) { return group_digits(std::to_string(number)); }
std::string grouped(std::uint64_t number) { return group_digits(std::to_string(number)); }

std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
  return grouped(count) + " " + std::string(count == 1 ? one : several);
}

void print_result(std::string_view text) {
  Output output = Output::to_path("-");
  output.write(text);
  output.commit();
}

Messages::Messages(bool quiet) : quiet_(quiet), coloured_(stderr_is_terminal() && colours_wanted()) {}

void Messages::line(std::string_view where, std::string_view severity, std::string_view colour,
                    std::string_view text) const {
  std::string line = "profconv: ";
  if (!where.empty()) line.append(inert(where)).append(": ");
  if (!severity.empty()) {
    line.append(coloured_ ? colour : "").append(severity).append(":").append(coloured_ ? plain : "").append(" ");
  }
  line.append(inert(text)).append("\n");
  static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

void Messages::diagnostics(std::span<const Diagnostic> all) const {
  for (const Diagnostic& d : all) {
    if (quiet_ && d.severity != Severity::error) continue;
    const std::string more = d.count > 1 ? " (and " + grouped(d.count - 1) + " more like it)" : "";
    line(d.where.file.empty() ? "" : to_string(d.where), severity_word(d.severity), severity_colour(d.severity),
         d.message + more);
  }
}

void Messages::losses(const OutputReport& output) const {
  if (quiet_ || output.losses.empty()) return;
  line(output.path == "-" ? "<stdout>" : output.path, "lost", yellow, describe_losses(output.losses));
}

void Messages::error(std::string_view what) const { line("", coloured_ ? "error" : "", red, what); }

std::string describe_losses(std::span<const Loss> losses) {
  std::string all;
  for (const Loss& loss : losses) {
    all.append(all.empty() ? "" : ", ").append(describe(loss));
    if (!loss.hint.empty()) all.append(" (keep with --set ").append(loss.hint).append(")");
  }
  return all;
}

}  // namespace profconv::cli
