// SPDX-License-Identifier: Apache-2.0
// Making the text valid UTF-8, and naming places in it.
#include "core/json/text.h"

#include <algorithm>
#include <cstring>

#include "core/text/plain_text.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// How many bytes at the beginning of a text belong together: a character, or what one replacement stands for, which
/// ends before the first byte that cannot go on.
struct Sequence {
  std::size_t size;
  bool valid;
};

Sequence first_sequence(std::string_view text) {
  if (const Character character = first_character(text); character.bytes != 0) return {character.bytes, true};
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t size = lead >= 0xE0 && lead <= 0xEF ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 1;
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  std::size_t i = 1;
  while (i < size && i < text.size() && byte(i) >= (i == 1 ? low : 0x80) && byte(i) <= (i == 1 ? high : 0xBF)) ++i;
  return {i, false};
}

/// The text with a replacement for each invalid sequence; counts them, and tells where the first was.
std::string with_valid_utf8(std::string_view text, std::size_t& replaced, std::size_t& first) {
  std::string valid;
  valid.reserve(text.size() + text.size() / 64);
  std::size_t span = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Sequence sequence = first_sequence(text.substr(at));
    if (!sequence.valid) {
      if (replaced++ == 0) first = at;
      valid.append(text.substr(span, at - span)).append(replacement);
      span = at + sequence.size;
    }
    at += sequence.size;
  }
  valid.append(text.substr(span));
  return valid;
}

ByteBuffer padded(std::string_view text) {
  ByteBuffer bytes(text.size() + JsonText::padding);
  std::copy(text.begin(), text.end(), bytes.begin());
  std::fill(bytes.end() - JsonText::padding, bytes.end(), '\0');
  return bytes;
}

}  // namespace

JsonText::JsonText(Input& input, std::string_view utf8_kind)
    : file_(input.name()), max_nesting_(input.context().limits().max_nesting), bytes_(input.read_all(padding)) {
  if (!is_utf8({begin(), end()})) repair(input.context(), utf8_kind);
  if (std::string_view(begin(), end()).starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
}

JsonText::JsonText(std::string_view text) : max_nesting_(Limits().max_nesting), bytes_(padded(text)) {
  if (text.starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
}

void JsonText::repair(Context& context, std::string_view utf8_kind) {
  std::size_t replaced = 0;
  std::size_t first = 0;
  const std::string valid = with_valid_utf8({begin(), end()}, replaced, first);
  context.data_loss(utf8_kind, at(begin() + first),
                    "bytes that are not UTF-8 were replaced by U+FFFD; sequences: " + std::to_string(replaced));
  unrepaired_ = std::move(bytes_);
  bytes_ = padded(valid);
}

Location JsonText::at(const char* place) const {
  auto offset = static_cast<std::size_t>(place - bytes_.data());
  if (!unrepaired_.empty()) {
    const std::string_view original(unrepaired_.data(), unrepaired_.size() - padding);
    if (offset < known_repaired_) known_repaired_ = known_original_ = 0;
    while (known_repaired_ < offset && known_original_ < original.size()) {
      const Sequence sequence = first_sequence(original.substr(known_original_));
      known_original_ += sequence.size;
      known_repaired_ += sequence.valid ? sequence.size : replacement.size();
    }
    offset = known_original_;
  }
  return {.file = file_, .byte = offset, .has_byte = true};
}

void JsonText::fail(const char* place, std::string_view message) const { throw ReadError(at(place), message); }

void JsonText::fail(std::string_view message) const { throw ReadError(whole(), message); }

}  // namespace profconv
