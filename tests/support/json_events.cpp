// SPDX-License-Identifier: Apache-2.0
// Events of two readers of JSON. A text that is refused has one event: none.
#include "support/json_events.h"

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/json/pull_reader.h"
#include "profconv/errors.h"

namespace profconv::test {

namespace {

const std::string refused = "refused";

/// An integer of 64 bits as its value, any other number as it is written.
std::string event_of_number(std::string_view text) {
  const char* const end = text.data() + text.size();
  std::int64_t integer = 0;
  const auto [number_end, error] = std::from_chars(text.data(), end, integer);
  if (number_end == end && error == std::errc()) return "i" + std::to_string(integer) + "\n";
  return "n" + std::string(text) + "\n";
}

class LibraryEvents {
 public:
  using json = nlohmann::json;

  bool null() { return add("null"); }
  bool boolean(bool value) { return add(value ? "true" : "false"); }
  bool number_integer(json::number_integer_t value) { return add("i" + std::to_string(value)); }
  bool number_unsigned(json::number_unsigned_t value) {
    return add((value > INT64_MAX ? "n" : "i") + std::to_string(value));
  }
  bool number_float(json::number_float_t, const std::string& text) { return add("n" + text); }
  bool string(const std::string& value) { return add("s" + value); }
  bool binary(const json::binary_t&) { return false; }
  bool start_object(std::size_t) { return add("{"); }
  bool key(const std::string& key) { return add("k" + key); }
  bool end_object() { return add("}"); }
  bool start_array(std::size_t) { return add("["); }
  bool end_array() { return add("]"); }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) {
    constexpr int number_overflow = 406;
    is_overflow = error.id == number_overflow;
    return false;
  }

  std::string events;
  bool is_overflow = false;  ///< a number is no finite double, which is not against the grammar

 private:
  bool add(const std::string& event) {
    events += event + "\n";
    return true;
  }
};

void add_events(JsonPullReader& json, std::string& events) {
  switch (json.kind()) {
    case JsonKind::object:
      events += "{\n";
      json.begin_object();
      for (std::string_view key; json.next_key(key);) {
        events.append("k").append(key).append("\n");
        add_events(json, events);
      }
      events += "}\n";
      break;
    case JsonKind::array:
      events += "[\n";
      for (json.begin_array(); json.next_element();) add_events(json, events);
      events += "]\n";
      break;
    case JsonKind::string:
      events.append("s").append(json.string()).append("\n");
      break;
    case JsonKind::number:
      events += event_of_number(json.number());
      break;
    case JsonKind::boolean:
      events += json.boolean() ? "true\n" : "false\n";
      break;
    case JsonKind::null:
      json.null();
      events += "null\n";
  }
}

/// What `read` makes of a whole text.
template <class Read>
std::string events_of(std::string_view bytes, Read read) {
  const JsonText text(bytes);
  try {
    JsonPullReader json(text);
    std::string events = read(json);
    json.end();
    return events;
  } catch (const PlacedError& error) {
    // Also behind a byte order mark, which is no part of the text, places are those of the input.
    const bool is_within = error.where().byte <= bytes.size();
    return is_within ? refused : "an error behind the text: " + error.message();
  }
}

}  // namespace

std::string json_fault(std::string_view bytes) {
  const std::string walked = events_of(bytes, [](JsonPullReader& json) {
    std::string events;
    add_events(json, events);
    return events;
  });
  const std::string skipped = events_of(bytes, [&](JsonPullReader& json) {
    json.skip_value();
    return walked;
  });
  const std::string deferred = events_of(bytes, [](JsonPullReader& json) {
    const JsonValue value = json.defer_value();
    const char* const end = json.place();
    json.go_to(value);
    std::string events;
    add_events(json, events);
    return json.place() == end ? events : "a deferred value ends elsewhere";
  });
  LibraryEvents library;
  // The library takes a zero byte, which no JSON holds, for the end of the text.
  const bool is_json = bytes.find('\0') == std::string_view::npos && nlohmann::json::sax_parse(bytes, &library);
  if (skipped != walked) return "skipped: " + skipped + "\nwalked: " + walked;
  if (deferred != walked) return "deferred: " + deferred + "\nwalked: " + walked;
  if (library.is_overflow) return "";
  const std::string expected = is_json ? library.events : refused;
  return walked == expected ? "" : "walked: " + walked + "\nthe library: " + expected;
}

}  // namespace profconv::test
