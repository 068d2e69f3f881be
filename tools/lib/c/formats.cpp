// SPDX-License-Identifier: Apache-2.0
// The C interface to the list of readers and writers, and to their options.
#include <utility>

#include "handles.h"

namespace profconv::c {

namespace {

/// What the card of a reader and that of a writer have in common.
struct Card {
  std::string_view name;
  std::string_view summary;
  std::span<const Option> options;
  bool is_binary;
};

std::size_t count_of(pc_direction direction) {
  if (direction == PC_READERS) return builtin_registry().readers().size();
  if (direction == PC_WRITERS) return builtin_registry().writers().size();
  throw UsageError("direction " + std::to_string(direction) + " does not exist");
}

Card card(pc_direction direction, std::size_t index) {
  require_index(index, count_of(direction), "format");
  if (direction == PC_READERS) {
    const Reader& reader = *builtin_registry().readers()[index];
    return {.name = reader.name, .summary = reader.summary, .options = reader.options, .is_binary = false};
  }
  const Writer& writer = *builtin_registry().writers()[index];
  return {.name = writer.name, .summary = writer.summary, .options = writer.options, .is_binary = writer.binary};
}

constexpr pc_option_type type_of(OptionType type) {
  switch (type) {
    case OptionType::boolean:
      return PC_BOOLEAN;
    case OptionType::integer:
      return PC_INTEGER;
    case OptionType::decimal:
      return PC_DECIMAL;
    case OptionType::text:
      return PC_TEXT;
    case OptionType::choice:
      break;
  }
  return PC_CHOICE;
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_format_count(pc_direction direction, size_t* count, pc_error* error) {
  return guarded(error, [&] { required(count, "count") = count_of(direction); });
}

pc_status pc_format_at(pc_direction direction, size_t index, pc_format* format, pc_error* error) {
  return guarded(error, [&] {
    const Card found = card(direction, index);
    give(format,
         {.size = 0,
          .name = view(found.name),
          .summary = view(found.summary),
          .option_count = found.options.size(),
          .is_binary = found.is_binary ? 1 : 0},
         "format");
  });
}

pc_status pc_option_at(pc_direction direction, size_t format, size_t index, pc_option* option, pc_error* error) {
  return guarded(error, [&] {
    const Card of = card(direction, format);
    const profconv::Option& found = element(of.options, index, "option");
    give(option,
         {.size = 0,
          .name = view(found.name),
          .fallback = view(found.fallback),
          .summary = view(found.summary),
          .type = type_of(found.type),
          .choice_count = found.choices.size(),
          .min = found.min,
          .max = found.max},
         "option");
  });
}

pc_status pc_choice_at(pc_direction direction, size_t format, size_t option, size_t index, pc_string* choice,
                       pc_error* error) {
  return guarded(error, [&] {
    const Card of = card(direction, format);
    required(choice, "choice") = view(element(element(of.options, option, "option").choices, index, "choice"));
  });
}
