// SPDX-License-Identifier: Apache-2.0
// Punctuation, blanks, and escaping.
#include "writers/json/json_output.h"

#include <array>
#include <charconv>

#include "core/text/json_text.h"

namespace profconv::json {

namespace {

template <class Integer>
std::string_view to_digits(Integer value, std::array<char, 24>& space) {
  const auto end = std::to_chars(space.data(), space.data() + space.size(), value).ptr;
  return {space.data(), static_cast<std::size_t>(end - space.data())};
}

}  // namespace

void JsonOutput::new_line() {
  output_.put('\n');
  for (std::size_t i = 0; i < depth_; ++i) output_.write("  ");
}

void JsonOutput::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!is_first_) output_.put(',');
  if (layout_.indented && row_depth_ == 0 && depth_ != 0) new_line();
  if (layout_.indented && row_depth_ != 0 && !is_first_) output_.put(' ');
  is_first_ = false;
}

void JsonOutput::begin(char bracket) {
  before_value();
  output_.put(bracket);
  ++depth_;
  is_first_ = true;
}

void JsonOutput::begin_row(char bracket) {
  begin(bracket);
  if (row_depth_ == 0) row_depth_ = depth_;
}

void JsonOutput::end(char bracket) {
  const bool in_row = row_depth_ != 0;
  if (row_depth_ == depth_) row_depth_ = 0;
  --depth_;
  if (layout_.indented && !in_row && !is_first_) new_line();
  output_.put(bracket);
  if (depth_ == 0) output_.put('\n');
  is_first_ = false;
}

void JsonOutput::key(std::string_view name) {
  before_value();
  write_text(name);
  output_.write(layout_.indented ? ": " : ":");
  after_key_ = true;
}

void JsonOutput::write_text(std::string_view value) {
  if (is_plain_json(value)) {
    output_.put('"');
    output_.write(value);
    output_.put('"');
    return;
  }
  const JsonString json = json_string(value);
  if (json.is_repaired) ++repaired_;
  output_.write(json.quoted);
}

void JsonOutput::text(std::string_view value) {
  before_value();
  write_text(value);
}

void JsonOutput::write_integer(std::string_view digits) {
  before_value();
  if (layout_.integers_as_text) output_.put('"');
  output_.write(digits);
  if (layout_.integers_as_text) output_.put('"');
}

void JsonOutput::integer(std::int64_t value) {
  std::array<char, 24> space{};
  write_integer(to_digits(value, space));
}

void JsonOutput::integer(std::uint64_t value) {
  std::array<char, 24> space{};
  write_integer(to_digits(value, space));
}

void JsonOutput::index(std::int64_t value) {
  before_value();
  std::array<char, 24> space{};
  output_.write(to_digits(value, space));
}

void JsonOutput::boolean(bool value) {
  before_value();
  output_.write(value ? "true" : "false");
}

void JsonOutput::null() {
  before_value();
  output_.write("null");
}

}  // namespace profconv::json
