// SPDX-License-Identifier: Apache-2.0
// Looking lines up, and making frames.
#include "readers/perf/frames.h"

#include <algorithm>
#include <string>

#include "core/text/base_name.h"
#include "readers/perf/joined_lines.h"
#include "readers/perf/modules.h"

namespace profconv::perf {

bool Frames::add(std::string_view line, bool is_alone) {
  const std::uint32_t before = chain_.empty() ? 0 : chain_.back().line;
  std::uint32_t id = lines_[before].next;
  if (id == 0 || lines_[id].text != line) {
    id = find_or_add(line, is_alone);
    if (id == 0) return false;
    lines_[before].next = id;
  }
  chain_.push_back({.line = id, .inlined = lines_[id].frame.inlined, .is_alone = is_alone});
  return true;
}

/// The number of a line; 0 if it is no frame, or holds more than one.
std::uint32_t Frames::find_or_add(std::string_view line, bool is_alone) {
  const std::uint64_t hash = hash_bytes(line);
  const std::uint32_t known = index_.find(hash, [&](std::uint32_t id) { return lines_[id].text == line; });
  if (known != 0) return known;
  const auto parsed = parse_frame(line);
  if (!parsed || (!is_alone && holds_another(line, *parsed))) return 0;
  const std::string_view text = texts_.keep(line);
  const std::uint32_t id = next_id(lines_, "different frames");
  const FrameText frame = *parse_frame(text);
  lines_.push_back({.text = text, .frame = frame, .form = form_of(text, frame)});
  index_.add(hash, id);
  return id;
}

void Frames::set_source(SourceLine source) {
  chain_.back().file = builder_->string(source.file);
  chain_.back().line_number = source.line;
  chain_.back().inlined = chain_.back().inlined || source.inlined;
}

ChainForm Frames::form() const {
  ChainForm chain;
  for (const Item& item : chain_) chain.add(lines_[item.line].form, item.inlined);
  chain.is_alone = !chain_.empty() && chain_.front().is_alone;
  return chain;
}

std::string_view Frames::line_with(FrameMarks marks) const {
  const auto has_any = [&](const Item& item) { return !item.inlined && (lines_[item.line].form.marks & marks) != 0; };
  const auto found = std::find_if(chain_.begin(), chain_.end(), has_any);
  return found == chain_.end() ? std::string_view() : lines_[found->line].text;
}

std::string_view Frames::line_outside(std::uint32_t columns) const {
  const auto is_outside = [&](const Item& item) {
    const std::uint32_t of_line = lines_[item.line].form.columns;
    return of_line != 0 && of_line != columns;
  };
  const auto found = std::find_if(chain_.begin(), chain_.end(), is_outside);
  return found == chain_.end() ? std::string_view() : lines_[found->line].text;
}

StackId Frames::finish(const Maps& maps) {
  ids_.resize(chain_.size());
  FrameId physical;
  std::uint32_t physical_line = 0;
  for (std::size_t i = chain_.size(); i-- > 0;) {
    Item& item = chain_[i];
    const bool is_inlined = item.inlined;
    if (is_inlined) {
      item.physical = physical;
      item.physical_line = physical_line;
    }
    ids_[i] = id_of(item, maps);
    if (is_inlined) continue;
    physical = ids_[i];
    physical_line = item.line;
  }
  chain_.clear();
  return builder_->leaf_first(ids_);
}

FrameId Frames::id_of(const Item& item, const Maps& maps) {
  Line& line = lines_[item.line];
  if (!item.inlined && !item.is_alone && !item.file && item.line_number == 0) {
    if (!line.id || line.generation != maps.generation()) {
      line.id = make(item, maps);
      line.generation = maps.generation();
    }
    return line.id;
  }
  const auto number = static_cast<std::uint64_t>(item.line_number);
  const std::uint64_t hash =
      mix(mix(mix(mix(item.line * 4U + (item.inlined ? 1U : 0U) + (item.is_alone ? 2U : 0U), item.file.value), number),
              item.physical.value),
          maps.generation());
  const auto is_same = [&](std::uint32_t i) {
    return made_[i].item == item && made_[i].generation == maps.generation();
  };
  const std::uint32_t id = made_index_.find_or_make(hash, is_same, [&] {
    made_.push_back({.item = item, .generation = maps.generation(), .id = make(item, maps)});
    return next_id(made_, "different frames") - 1;
  });
  return made_[id].id;
}

/// Inlined frames are of the module of the physical frame below, and have its address.
FrameId Frames::make(const Item& item, const Maps& maps) {
  const FrameText& text = lines_[item.line].frame;
  Frame frame;
  frame.function = function_of(text, item.file);
  frame.address = text.address;
  frame.line = item.line_number;
  frame.inlined = item.inlined;
  if (settings_.keep_offsets && text.offset) frame.offset = *text.offset;
  if (item.inlined && item.physical) {
    const Frame& below = builder_->dictionary().frame(item.physical);
    frame.shares_location = lines_[item.physical_line].frame.address == frame.address;
    if (frame.shares_location) frame.address = below.address;
    frame.mapping = below.mapping;
    frame.kind = below.kind;
    return builder_->frame(frame);
  }
  frame.kind = kind_of(text.module, text.address);
  if (!text.module.empty()) frame.mapping = mapping_of(frame, text.module, item.is_alone, maps);
  return builder_->frame(frame);
}

FunctionId Frames::function_of(const FrameText& text, StringId file) {
  if (!text.symbol.empty()) return builder_->function({.name = builder_->string(text.symbol), .file = file});
  if (!settings_.unknown_module && text.address != 0) return {};
  const std::string_view module = base_name(text.module);
  if (module.starts_with('[')) return builder_->function({.name = builder_->string(module)});
  return builder_->function({.name = builder_->string("[" + (module.empty() ? "unknown" : std::string(module)) + "]")});
}

/// Where perf printed what is mapped, addresses of files become those of the process; elsewhere the file is one that is
/// mapped at 0. Older versions of perf print those of the process in call chains, too.
MappingId Frames::mapping_of(Frame& frame, std::string_view module, bool is_alone, const Maps& maps) {
  Mapping mapping{.file = builder_->string(module), .has_functions = true};
  if (frame.kind == FrameKind::kernel) return builder_->mapping(mapping);
  const Maps::Range* const of_file = is_alone ? nullptr : maps.find_in_file(module, frame.address);
  const Maps::Range* const range = of_file != nullptr ? of_file : maps.find_in_process(module, frame.address);
  if (range != nullptr) {
    mapping.start = range->start;
    mapping.limit = range->limit;
    mapping.offset = range->offset;
    mapping.build_id = builder_->string(range->build_id);
  }
  const auto known = settings_.build_ids.find(module);
  if (!mapping.build_id && known != settings_.build_ids.end()) mapping.build_id = builder_->string(known->second);
  if (of_file != nullptr) frame.address += of_file->start - of_file->offset;
  return builder_->mapping(mapping);
}

}  // namespace profconv::perf
