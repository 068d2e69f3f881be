// SPDX-License-Identifier: Apache-2.0
// Names of frames.
#include "core/names/frame_names.h"

#include <array>
#include <charconv>

#include "core/text/base_name.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

std::string hex(std::uint64_t address) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), address, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

std::string numbered(std::string_view name, std::string_view fallback, std::int64_t number) {
  std::string text(name.empty() ? fallback : name);
  if (number != Thread::unknown) text.append(" ").append(std::to_string(number));
  return text;
}

}  // namespace

std::string offset_suffix(const Frame& frame) {
  return frame.offset == Frame::no_offset ? "" : "+" + hex(frame.offset);
}

bool shows_modules(const Options& options, const Profile& profile) {
  const std::string_view choice = options.text(modules_option);
  return choice == "yes" || (choice == "source" && profile.metadata.module_names);
}

void add_module_features(const Options& options, Features& features) {
  const std::string_view choice = options.text(modules_option);
  if (choice != "no") features.add(Feature::shown_modules);
  if (choice == "yes") features.add(Feature::modules);
}

std::vector<std::string> thread_frames(const Dictionary& dictionary, ThreadId id) {
  const Thread& thread = dictionary.thread(id);
  std::vector<std::string> frames;
  if (thread.process_name || thread.pid != Thread::unknown) {
    frames.push_back(numbered(dictionary.string(thread.process_name), "process", thread.pid));
  }
  if (thread.thread_name || thread.tid != Thread::unknown) {
    frames.push_back(numbered(dictionary.string(thread.thread_name), "thread", thread.tid));
  }
  return frames;
}

std::string at_stack(const Dictionary& dictionary, StackId stack) {
  constexpr std::size_t most_frames = 4;
  constexpr std::size_t most_bytes = 60;  // of one name
  std::vector<FrameId> frames;
  dictionary.root_first(stack, frames);
  if (frames.empty()) return {};
  std::string text = " in ";
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames.size() > most_frames && i == 1) {
      text += ";...";
      i = frames.size() - most_frames + 2;
    }
    const Frame& frame = dictionary.frame(frames[i]);
    const Function& function = dictionary.function(frame.function);
    const std::string_view name = dictionary.string(function.name ? function.name : function.system_name);
    text.append(i == 0 ? "" : ";")
        .append(name.empty() ? "[unknown]" : one_line(name.substr(0, most_bytes)))
        .append(offset_suffix(frame));
  }
  return text;
}

FrameNames::FrameNames(const Dictionary& dictionary, bool with_modules) {
  names_.reserve(dictionary.frames().size());
  std::string made;
  for (const Frame& frame : dictionary.frames()) {
    const Function& function = dictionary.function(frame.function);
    const std::string_view name = dictionary.string(function.name ? function.name : function.system_name);
    const std::string_view module = base_name(dictionary.string(dictionary.mapping(frame.mapping).file));
    const bool prefixed = !module.empty() && (with_modules || name.empty());
    if (!prefixed && !name.empty() && frame.offset == Frame::no_offset) {
      names_.push_back(name);
      continue;
    }
    made.clear();
    if (prefixed) made.append(module);
    if (!name.empty()) {
      made.append(prefixed ? "`" : "").append(name).append(offset_suffix(frame));
    } else if (frame.address != 0) {
      made.append(prefixed ? "`" : "").append(hex(frame.address));
    } else if (!prefixed) {
      made = "[unknown]";
    }
    names_.push_back(made_.keep(made));
  }
}

}  // namespace profconv
