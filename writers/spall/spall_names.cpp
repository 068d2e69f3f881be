// SPDX-License-Identifier: Apache-2.0
// Making names fit. A viewer cuts or garbles what does not, and would show two long names as one.
#include "spall_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "core/wire/spall.h"

namespace profconv::spall {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::size_t hash_digits = 16;
constexpr std::string_view cut_mark = "~";
/// One byte less than there is room for: a name that fills all 255 is one that somebody cut without a word.
constexpr std::size_t cut_bytes = max_name_bytes - 1;

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// What a first byte promises: how long its sequence is, and which second bytes it allows.
struct Lead {
  std::size_t length;
  unsigned char second_min;
  unsigned char second_max;
};

Lead lead_of(unsigned char byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

/// The bytes at `at` that belong together, and whether they are a whole character.
struct Sequence {
  std::size_t bytes = 1;
  bool is_whole = false;
};

Sequence sequence_at(std::string_view text, std::size_t at) {
  if (byte_at(text, at) < 0x80) return {1, true};
  const Lead lead = lead_of(byte_at(text, at));
  if (lead.length == 0 || at + 1 == text.size()) return {1, false};
  const unsigned char second = byte_at(text, at + 1);
  if (second < lead.second_min || second > lead.second_max) return {1, false};
  std::size_t bytes = 2;
  while (bytes < lead.length && at + bytes < text.size() && is_continuation(byte_at(text, at + bytes))) ++bytes;
  return {bytes, bytes == lead.length};
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

std::string hex(std::uint64_t value) {
  std::array<char, hash_digits> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  std::string text(digits.data(), end);
  return text.insert(0, hash_digits - text.size(), '0');
}

std::string_view whole_characters(std::string_view text, std::size_t bytes) {
  while (bytes != 0 && is_continuation(byte_at(text, bytes))) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

std::string repaired_utf8(std::string_view text) {
  if (is_ascii(text)) return {};
  std::string repaired;
  bool is_whole = true;
  for (std::size_t at = 0; at < text.size();) {
    const Sequence sequence = sequence_at(text, at);
    repaired.append(sequence.is_whole ? text.substr(at, sequence.bytes) : replacement);
    is_whole = is_whole && sequence.is_whole;
    at += sequence.bytes;
  }
  return is_whole ? std::string() : repaired;
}

std::string_view NameFitter::cut(std::string_view name) {
  std::string_view& result = cut_[name];
  if (!result.empty()) return result;
  const std::string_view kept = whole_characters(name, cut_bytes - cut_mark.size() - hash_digits);
  for (std::uint64_t seed = 0xCBF29CE484222325U;; ++seed) {
    std::string made(kept);
    made.append(cut_mark).append(hex(fnv1a(name, seed)));
    if (taken_.contains(made)) continue;
    result = made_.emplace_back(std::move(made));
    taken_.insert(result);
    return result;
  }
}

std::string_view NameFitter::fit(std::string_view name) {
  if (std::string repaired = repaired_utf8(name); !repaired.empty()) {
    malformed_.insert(name);
    name = made_.emplace_back(std::move(repaired));
  }
  return name.size() <= max_name_bytes ? name : cut(name);
}

void NameFitter::report(Context& context) const {
  if (!cut_.empty()) {
    context.data_loss("spall.name_length", {},
                      "names longer than the " + std::to_string(max_name_bytes) +
                          " bytes that Spall holds: " + std::to_string(cut_.size()) + "; a hash replaces their ends");
  }
  if (!malformed_.empty()) {
    context.data_loss(
        "spall.utf8", {},
        "names that are not UTF-8: " + std::to_string(malformed_.size()) + "; U+FFFD replaces what is malformed");
  }
}

}  // namespace profconv::spall
