// SPDX-License-Identifier: Apache-2.0
// How a frame is called in formats that know one name: function, module`function, function+0xoffset,
// module`0xaddress or 0xaddress.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/text_blocks.h"
#include "profconv/format.h"
#include "profconv/options.h"
#include "profconv/profile.h"

namespace profconv {

/// What a stack without frames is called where a format must give it a name.
inline constexpr std::string_view no_stack_name = "[no stack]";

inline constexpr std::array<std::string_view, 3> module_choices{"source", "yes", "no"};

/// An option of every writer that gives a frame one name: whether the module is part of it.
inline constexpr Option modules_option{.name = "modules",
                                       .type = OptionType::choice,
                                       .fallback = "source",
                                       .summary = "module`function, or function alone; source: as the source shows it",
                                       .choices = module_choices};

/// What modules_option says for a profile; `source` follows its Metadata::module_names.
[[nodiscard]] bool shows_modules(const Options& options, const Profile& profile);

/// Adds what modules_option makes a writer carry.
void add_module_features(const Options& options, Features& features);

/// The text after a function's name if the frame's offset is known: "+0x1f"; otherwise empty.
[[nodiscard]] std::string offset_suffix(const Frame& frame);

/// The name of every frame of a dictionary, worked out once.
class FrameNames {
 public:
  /// The dictionary must outlive the names.
  FrameNames(const Dictionary& dictionary, bool with_modules);
  FrameNames(const FrameNames&) = delete;
  FrameNames& operator=(const FrameNames&) = delete;
  ~FrameNames() = default;

  [[nodiscard]] std::string_view operator[](FrameId id) const { return names_[id.value]; }

 private:
  TextBlocks made_;  ///< those that are no string of the dictionary
  std::vector<std::string_view> names_;
};

/// A thread as frames in front of its stacks, root first: "bash 812", "thread 813"; none for what is not known.
[[nodiscard]] std::vector<std::string> thread_frames(const Dictionary& dictionary, ThreadId id);

/// Where in a profile an error is: " in main;...;parse;read", outermost first, shortened; nothing for an empty stack.
[[nodiscard]] std::string at_stack(const Dictionary& dictionary, StackId stack);

}  // namespace profconv
