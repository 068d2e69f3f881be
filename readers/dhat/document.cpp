// SPDX-License-Identifier: Apache-2.0
// Making the text readable, and saying where and why it is not.
#include "readers/dhat/document.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "profconv/errors.h"

namespace profconv::dhat {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The sequence at the beginning of a text: its bytes, and whether they are a character. What is none ends before the
/// first byte that cannot go on.
struct Sequence {
  std::size_t size;
  bool valid;
};

Sequence first_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, true};
  const std::size_t size = lead >= 0xC2 && lead <= 0xDF   ? 2
                           : lead >= 0xE0 && lead <= 0xEF ? 3
                           : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                          : 1;
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < size; ++i) {
    const bool fits =
        i < text.size() && (i == 1 ? byte(i) >= low && byte(i) <= high : byte(i) >= 0x80 && byte(i) <= 0xBF);
    if (!fits) return {i, false};
  }
  return {size, size > 1};
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string word(text.substr(0, most));
  std::replace_if(
      word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return "'" + word + (text.size() > most ? "...'" : "'");
}

std::string with_valid_utf8(std::string_view text, std::size_t& replaced, std::size_t& first) {
  std::string valid;
  valid.reserve(text.size() + text.size() / 64);
  replaced = 0;
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

Document::Document(Input& input) : input_(&input), bytes_(input.read_all(simdjson::SIMDJSON_PADDING)) {
  size_ = bytes_.size() - simdjson::SIMDJSON_PADDING;
  if (!simdjson::validate_utf8(bytes_.data(), size_)) repair(input.context());
  if (text().starts_with(byte_order_mark)) {
    begin_ = byte_order_mark.size();
    size_ -= begin_;
  }
}

void Document::repair(Context& context) {
  std::size_t replaced = 0;
  std::size_t first = 0;
  const std::string valid = with_valid_utf8(text(), replaced, first);
  context.data_loss("dhat.invalid_utf8", input_->at_byte(first),
                    "what is no UTF-8 was replaced by U+FFFD; sequences: " + std::to_string(replaced));
  unrepaired_ = std::move(bytes_);
  bytes_ = ByteBuffer(valid.size() + simdjson::SIMDJSON_PADDING);
  std::memcpy(bytes_.data(), valid.data(), valid.size());
  std::memset(bytes_.data() + valid.size(), 0, simdjson::SIMDJSON_PADDING);
  size_ = valid.size();
}

Location Document::at(const char* place) const {
  std::size_t offset = std::min(static_cast<std::size_t>(place - bytes_.data()), begin_ + size_);
  if (!unrepaired_.empty()) {
    const std::string_view original(unrepaired_.data(), unrepaired_.size() - simdjson::SIMDJSON_PADDING);
    if (offset < known_repaired_) known_repaired_ = known_original_ = 0;
    while (known_repaired_ < offset && known_original_ < original.size()) {
      const Sequence sequence = first_sequence(original.substr(known_original_));
      known_original_ += sequence.size;
      known_repaired_ += sequence.valid ? sequence.size : replacement.size();
    }
    offset = known_original_;
  }
  return input_->at_byte(offset);
}

void Document::fail(const char* place, std::string_view message) const { throw ReadError(at(place), message); }

void Document::fail(std::string_view message) const { throw ReadError(whole(), message); }

void Document::refuse_nesting(const char* place) const {
  throw LimitError(at(place), "the JSON is nested deeper than the limit of " + std::to_string(limits().max_nesting) +
                                  " levels (--max-nesting)");
}

void Document::expected(std::string_view what, std::string_view key, std::string_view got) const {
  fail(got.data(), "expected " + std::string(what) + " for \"" + std::string(key) + "\", got " + shown(got));
}

}  // namespace profconv::dhat
