// SPDX-License-Identifier: Apache-2.0
// Walking through the beginning of a file.
#include "readers/pprof/probe.h"

#include <array>
#include <string>
#include <vector>

#include "readers/pprof/wire.h"

namespace profconv::pprof_in {

namespace {

constexpr std::size_t enough_fields = 4096;
constexpr std::size_t few_fields = 4;
constexpr std::size_t enough_messages = 64;  ///< of one kind: the others are not looked into

/// What a file's beginning shows.
struct Look {
  std::vector<std::string_view> strings;
  std::vector<std::uint64_t> types, units;  ///< of sample types
  std::size_t fields = 0;
  std::size_t samples = 0;
  std::array<std::size_t, 6> messages{};  ///< by number of their field
  bool is_whole = false;

  bool is_enough(const Field& field) { return ++messages[static_cast<std::size_t>(field.number)] > enough_messages; }
};

/// Whether a message has only fields up to a number, each of a kind that it may
/// have.
template <class May>
bool has_only(std::string_view bytes, std::uint64_t last, May may) {
  Message message(bytes);
  for (Field field; message.next(field);) {
    if (field.number > last || !may(field)) return false;
  }
  return message.fault() == nullptr;
}

bool is_number(const Field& field) { return field.kind == Kind::number; }

bool is_sample(std::string_view bytes) {
  return has_only(bytes, 3, [](const Field& field) {
    if (field.number < 3) return field.kind != Kind::other;
    return field.kind == Kind::bytes && has_only(field.bytes, 4, is_number);
  });
}

bool is_location(std::string_view bytes) {
  return has_only(bytes, 5, [](const Field& field) {
    if (field.number != 4) return is_number(field);
    return field.kind == Kind::bytes && has_only(field.bytes, 3, is_number);
  });
}

bool take_sample_type(const Field& field, Look& look) {
  std::uint64_t type = 0;
  std::uint64_t unit = 0;
  const bool fits = has_only(field.bytes, 2, [&](const Field& inner) {
    (inner.number == 1 ? type : unit) = inner.value;
    return is_number(inner);
  });
  look.types.push_back(type);
  look.units.push_back(unit);
  return fits;
}

bool take_field(const Field& field, Look& look) {
  switch (field.number) {
    case 1:
      return field.kind == Kind::bytes && take_sample_type(field, look);
    case 2:
      ++look.samples;
      return field.kind == Kind::bytes && (look.is_enough(field) || is_sample(field.bytes));
    case 3:
      return field.kind == Kind::bytes && (look.is_enough(field) || has_only(field.bytes, 10, is_number));
    case 4:
      return field.kind == Kind::bytes && (look.is_enough(field) || is_location(field.bytes));
    case 5:
      return field.kind == Kind::bytes && (look.is_enough(field) || has_only(field.bytes, 5, is_number));
    case 6:
      look.strings.push_back(field.bytes);
      return field.kind == Kind::bytes && look.strings.front().empty();
    case 11:
      return field.kind == Kind::bytes && has_only(field.bytes, 2, is_number);
    case 13:
      return field.kind != Kind::other;
    default:
      return field.number <= 15 && is_number(field);
  }
}

/// False where something is no pprof.
bool look_at(std::string_view head, Look& look) {
  Message message(head);
  for (Field field; look.fields < enough_fields && message.next(field); ++look.fields) {
    if (!take_field(field, look)) return false;
  }
  look.is_whole = look.fields < enough_fields && message.fault() == nullptr;
  return message.fault() == nullptr || message.is_cut();
}

/// "samples/count, cpu/nanoseconds", as far as the strings are there.
std::string names_of(const Look& look) {
  constexpr std::size_t most = 60;
  std::string names;
  for (std::size_t i = 0; i < look.types.size(); ++i) {
    if (look.types[i] >= look.strings.size() || look.units[i] >= look.strings.size()) return {};
    const std::string_view type = look.strings[look.types[i]];
    const std::string_view unit = look.strings[look.units[i]];
    if (names.size() + type.size() + unit.size() > most) return names + (names.empty() ? "" : ", ...");
    names.append(names.empty() ? "" : ", ").append(one_line(type)).append("/").append(one_line(unit));
  }
  return names;
}

}  // namespace

Probe probe(const Reader&, std::string_view head, std::string_view) {
  Look look;
  if (head.empty() || !look_at(head, look) || look.fields == 0) return {};
  const std::string names = names_of(look);
  const bool has_types = !look.types.empty();
  if (!names.empty()) return {.confidence = Confidence::certain, .reason = "a pprof profile with " + names};
  if (look.fields < few_fields && !look.is_whole) return {};
  if (has_types && look.fields >= few_fields) {
    return {
        .confidence = Confidence::certain,
        .reason = "protobuf with the fields of a pprof profile; sample types: " + std::to_string(look.types.size())};
  }
  // Text can look like other fields, but not like these.
  if (look.samples + look.strings.size() + look.types.size() == 0) return {};
  const bool is_likely = look.samples + look.strings.size() >= few_fields;
  return {.confidence = is_likely ? Confidence::likely : Confidence::weak,
          .reason = "protobuf with fields that a pprof profile may have"};
}

}  // namespace profconv::pprof_in
