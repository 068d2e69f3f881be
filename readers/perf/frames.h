// SPDX-License-Identifier: Apache-2.0
// From the lines of a call chain to a stack of the model. Most lines of a recording repeat, so each is taken apart
// once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tables/id_table.h"
#include "core/tables/text_blocks.h"
#include "profconv/profile_builder.h"
#include "readers/perf/frame_form.h"
#include "readers/perf/frame_text.h"
#include "readers/perf/processes.h"

namespace profconv::perf {

/// By the path of a module.
using BuildIds = std::map<std::string, std::string, std::less<>>;

/// How frames are made.
struct FrameSettings {
  bool keep_offsets = false;    ///< `f+0x1f` is the name, not `f`
  bool unknown_module = false;  ///< a frame without a symbol is called after its module: "[libc.so.6]"
  BuildIds build_ids = {};      ///< of modules whose map has none
};

/// One call chain at a time, leaf first as perf prints it.
class Frames {
 public:
  Frames(ProfileSetBuilder& builder, FrameSettings settings) : builder_(&builder), settings_(std::move(settings)) {}

  /// Adds a line of a call chain; false: it is no frame, or holds more than one.
  bool add(std::string_view line) { return add(line, false); }
  /// Adds the only frame of a sample: perf prints its address in the process, not in the file as in call chains.
  bool add_alone(std::string_view line) { return add(line, true); }
  /// Sets where the frame of the last line, which must be there, is in the source.
  void set_source(SourceLine source);
  [[nodiscard]] bool empty() const { return chain_.empty(); }
  /// What perf printed of the chain's frames.
  [[nodiscard]] ChainForm form() const;
  /// The first line of the chain that has one of these marks, or other columns than these; empty: none.
  [[nodiscard]] std::string_view line_with(FrameMarks marks) const;
  [[nodiscard]] std::string_view line_outside(std::uint32_t columns) const;
  /// Ends the chain: its stack, in a process with these maps.
  StackId finish(const Maps& maps);

 private:
  bool add(std::string_view line, bool is_alone);

  /// A line that was seen.
  struct Line {
    std::string_view text;
    FrameText frame;
    FrameForm form;
    std::uint64_t generation = 0;  ///< of the maps that `id` was made with
    FrameId id;                    ///< without a source; none: not made yet
    std::uint32_t next = 0;        ///< the line that came after it last, and most likely comes again
  };
  /// A frame of the chain; in made_ also the frame it was inlined into.
  struct Item {
    std::uint32_t line = 0;  ///< into lines_
    StringId file;
    std::int64_t line_number = 0;
    bool inlined = false;
    bool is_alone = false;
    FrameId physical = {};
    std::uint32_t physical_line = 0;

    bool operator==(const Item&) const = default;
  };
  /// A frame whose line alone does not tell it.
  struct Made {
    Item item;
    std::uint64_t generation = 0;
    FrameId id;
  };

  [[nodiscard]] std::uint32_t find_or_add(std::string_view line, bool is_alone);
  FrameId id_of(const Item& item, const Maps& maps);
  [[nodiscard]] FrameId make(const Item& item, const Maps& maps);
  [[nodiscard]] FunctionId function_of(const FrameText& text, StringId file);
  [[nodiscard]] MappingId mapping_of(Frame& frame, std::string_view module, bool is_alone, const Maps& maps);

  ProfileSetBuilder* builder_;
  FrameSettings settings_;
  IdTable index_;                    ///< into lines_, by text
  std::vector<Line> lines_{Line{}};  ///< entry 0 stands above the first line of a chain
  TextBlocks texts_;
  IdTable made_index_;              ///< into made_
  std::vector<Made> made_{Made{}};  ///< entry 0 is unused
  std::vector<Item> chain_;
  std::vector<FrameId> ids_;
};

}  // namespace profconv::perf
