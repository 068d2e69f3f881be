// SPDX-License-Identifier: Apache-2.0
// The scan over a JSON text. It counts nesting and does not recurse; what it cuts out is checked by the parser.
#include "readers/dhat/scan.h"

#include <algorithm>
#include <cstring>

namespace profconv::dhat {

namespace {

constexpr std::string_view cut_off = "the file ends in the middle of its JSON; it seems to be cut off";

const char* text_end(const Document& document) { return document.text().data() + document.text().size(); }

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// The next character that is no blank; fails at the end of the text.
const char* skip_space(const Document& document, const char* at) {
  const char* const end = text_end(document);
  while (at != end && is_space(*at)) ++at;
  if (at == end) document.fail(at, cut_off);
  return at;
}

/// Behind the string that begins at `at`.
const char* string_end(const Document& document, const char* at) {
  const char* const end = text_end(document);
  for (++at; at < end; ++at) {
    if (*at == '"') return at + 1;
    if (*at == '\\') ++at;
  }
  document.fail(end, cut_off);
}

/// Behind the value that begins at `at`.
const char* value_end(const Document& document, const char* at) {
  const char* const end = text_end(document);
  if (*at == '"') return string_end(document, at);
  std::size_t depth = 0;
  while (at < end) {
    const char c = *at;
    const bool closes = c == '}' || c == ']';
    if (depth == 0 && (closes || c == ',' || c == ':' || is_space(c))) return at;
    if (c == '"') {
      at = string_end(document, at);
      continue;
    }
    if ((c == '{' || c == '[') && ++depth > document.limits().max_nesting) document.refuse_nesting(at);
    ++at;
    if (closes && --depth == 0) return at;
  }
  document.fail(end, cut_off);
}

/// Whether a text has neither objects nor escapes in it and every string ends.
bool is_flat(std::string_view text) {
  unsigned char quotes = 0;
  unsigned char others = 0;
  for (const char c : text) {
    quotes ^= static_cast<unsigned char>(c == '"');
    others |= static_cast<unsigned char>(c == '{') | static_cast<unsigned char>(c == '\\');
  }
  return quotes == 0 && others == 0;
}

/// Behind the object that begins at `at`. Points are flat, so that the first '}' is their end; whatever else there is
/// goes the long way.
const char* object_end(const Document& document, const char* at) {
  const auto rest = static_cast<std::size_t>(text_end(document) - at);
  const auto* const close = static_cast<const char*>(std::memchr(at, '}', rest));
  if (close == nullptr) document.fail(text_end(document), cut_off);
  const std::string_view members(at + 1, static_cast<std::size_t>(close - at - 1));
  return is_flat(members) ? close + 1 : value_end(document, at);
}

/// Goes to the next element of a container, or behind its closing character; false there.
bool next_element(const Document& document, const char*& at, bool& first, char close) {
  at = skip_space(document, at);
  if (*at == close) {
    ++at;
    return false;
  }
  if (!first) {
    if (*at != ',') document.fail(at, std::string("expected ',' or '") + close + "' in the JSON");
    at = skip_space(document, at + 1);
  }
  first = false;
  return true;
}

}  // namespace

TopMembers::TopMembers(const Document& document) : document_(&document), at_(document.text().data()) {
  const std::string_view text = document.text();
  const auto begin = std::find_if_not(text.begin(), text.end(), is_space);
  if (begin == text.end()) document.fail("the input is empty; expected DHAT's JSON");
  at_ += begin - text.begin();
  if (*at_ != '{') document.fail(at_, "expected DHAT's JSON, which begins with '{'");
  ++at_;
}

bool TopMembers::next(Member& member) {
  const Document& document = *document_;
  if (!next_element(document, at_, first_, '}')) {
    const char* const end = text_end(document);
    at_ = std::find_if_not(at_, end, is_space);
    if (at_ != end) document.fail(at_, "expected the end of the file behind DHAT's JSON object");
    return false;
  }
  if (*at_ != '"') document.fail(at_, "expected a key in the JSON");
  const char* const key_end = string_end(document, at_);
  member.key = {at_ + 1, static_cast<std::size_t>(key_end - at_ - 2)};
  at_ = skip_space(document, key_end);
  if (*at_ != ':') document.fail(at_, "expected ':' behind the key " + shown(member.key));
  const char* const begin = skip_space(document, at_ + 1);
  if (member.key == "pps") {
    ArrayObjects points(document, begin, member.key);
    while (points.next()) static_cast<void>(points.text());
    at_ = points.end();
  } else {
    at_ = value_end(document, begin);
  }
  member.value = {begin, static_cast<std::size_t>(at_ - begin)};
  return true;
}

ArrayObjects::ArrayObjects(const Document& document, const char* begin, std::string_view key)
    : document_(&document), key_(key), at_(begin) {
  if (*at_ != '[') {
    const char* const end = value_end(document, begin);
    document.expected("an array", key, {begin, static_cast<std::size_t>(end - begin)});
  }
  ++at_;
}

bool ArrayObjects::next() {
  const Document& document = *document_;
  if (!next_element(document, at_, first_, ']')) return false;
  if (*at_ == '{') return true;
  document.expected("objects", key_, {at_, static_cast<std::size_t>(value_end(document, at_) - at_)});
}

std::string_view ArrayObjects::text() {
  const char* const begin = at_;
  at_ = object_end(*document_, begin);
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

}  // namespace profconv::dhat
