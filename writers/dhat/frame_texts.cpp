// SPDX-License-Identifier: Apache-2.0
// Composing the texts.
#include "writers/dhat/frame_texts.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/names/frame_names.h"
#include "core/wire/dhat_frame.h"

namespace profconv::dhat_out {

namespace {

constexpr std::string_view unknown = "???";

std::string hex(std::uint64_t address) {
  std::array<char, 16> digits{};
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16).ptr;
  for (char* digit = digits.data(); digit != end; ++digit) {
    if (*digit >= 'a') *digit = static_cast<char>(*digit - 'a' + 'A');
  }
  return "0x" + std::string(digits.data(), end);
}

/// Where ":123" at the end of a text begins; npos: there is none.
std::size_t number_at_end(std::string_view text) {
  const std::size_t colon = text.find_last_not_of("0123456789");
  const bool found = colon != std::string_view::npos && text[colon] == ':' && colon + 1 != text.size();
  return found ? colon : std::string_view::npos;
}

std::string line_place(const Frame& frame, std::string_view file) {
  std::string place = file.empty() ? std::string(unknown) : std::string(file);
  // Of a file called "a:3" the 3 would be taken for the line, were there no column.
  const bool needs_column = frame.column > 0 || number_at_end(place) != std::string::npos;
  place.append(":").append(std::to_string(std::max<std::int64_t>(frame.line, 0)));
  if (needs_column) place.append(":").append(std::to_string(std::max<std::int64_t>(frame.column, 0)));
  return place;
}

std::string object_place(std::string_view object) {
  return "in " + (object.empty() ? std::string(unknown) : std::string(object));
}

/// A path that no frame's text can hold, without what is misread: "_" for parentheses and for the colon of a number at
/// its end.
std::string readable(std::string_view path, bool is_object) {
  std::string changed(path);
  std::replace_if(
      changed.begin(), changed.end(), [](char c) { return c == '(' || c == ')'; }, '_');
  if (!is_object) return changed;
  if (const std::size_t colon = number_at_end(changed); colon != std::string::npos) changed[colon] = '_';
  return changed;
}

}  // namespace

std::string FrameTexts::text(const Frame& frame, std::uint64_t address) {
  const Function& function = dictionary_.function(frame.function);
  const std::string_view name = dictionary_.string(function.name ? function.name : function.system_name);
  const std::string_view file = dictionary_.string(function.file);
  const std::string_view object = dictionary_.string(dictionary_.mapping(frame.mapping).file);
  const bool has_line = !file.empty() || frame.line > 0 || frame.column > 0;
  if (has_line && !object.empty()) ++modules_left_out_;
  const bool says_nothing = name.empty() && address == 0 && !has_line && object.empty();
  std::string begin = hex(address) + ": ";
  begin.append(says_nothing ? "[unknown]" : name.empty() ? unknown : name);
  begin.append(offset_suffix(frame)).append(" (");
  std::string all = begin + (has_line ? line_place(frame, file) : object_place(object)) + ")";
  const dhat::FrameText read = dhat::parse_frame(all);
  if (has_line ? read.file == file && read.object.empty() : read.object == object && read.file.empty()) return all;
  if (file != unknown && object != unknown) ++paths_changed_;
  return begin + (has_line ? line_place(frame, readable(file, false)) : object_place(readable(object, true))) + ")";
}

void FrameTexts::report(Context& context) const {
  if (modules_left_out_ != 0) {
    context.data_loss(
        "dhat.modules", {},
        "a frame has a source line or a module, not both; modules left out: " + std::to_string(modules_left_out_));
  }
  if (paths_changed_ != 0) {
    context.data_loss("dhat.paths", {},
                      "paths with parentheses or a number at the end that would be misread were changed: " +
                          std::to_string(paths_changed_));
  }
}

}  // namespace profconv::dhat_out
