// SPDX-License-Identifier: Apache-2.0
// Interning DHAT's frames and stacks.
#include "readers/dhat/frame_table.h"

#include "core/wire/dhat_frame.h"

namespace profconv::dhat {

namespace {
constexpr std::string_view nothing_known = "[unknown]";
}  // namespace

std::size_t InlineChains::period(std::span<const std::uint32_t> run) {
  // Knuth, Morris, Pratt: the longest proper border of each prefix gives the shortest repeating part.
  borders_.assign(run.size(), 0);
  for (std::size_t i = 1, border = 0; i < run.size(); ++i) {
    while (border != 0 && run[i] != run[border]) border = borders_[border - 1];
    if (run[i] == run[border]) ++border;
    borders_[i] = border;
  }
  const std::size_t shortest = run.size() - borders_.back();
  return run.size() % shortest == 0 ? shortest : run.size();
}

void InlineChains::mark(std::span<const std::uint64_t> addresses, std::span<const std::uint32_t> entries,
                        std::vector<unsigned char>& marks) {
  marks.assign(entries.size(), 0);
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin + 1;
    while (end < entries.size() && addresses[end] == addresses[begin] && addresses[begin] != 0) ++end;
    if (end - begin > 1) {
      const std::size_t length = period(entries.subspan(begin, end - begin));
      for (std::size_t i = begin; i < end; ++i) marks[i] = (i - begin + 1) % length != 0 ? 1 : 0;
    }
    begin = end;
  }
}

void FrameTable::add(std::string_view text) {
  Entry& entry = entries_.emplace_back();
  Frame& frame = physical_.emplace_back();
  if (text == root_text) return;
  const FrameText parsed = parse_frame(text);
  entry.address = frame.address = parsed.address;
  frame.line = parsed.line;
  frame.column = parsed.column;
  if (!parsed.object.empty()) {
    frame.mapping = builder_->mapping({.file = builder_->string(parsed.object), .has_functions = true});
  }
  const bool says_nothing = parsed.name.empty() && parsed.file.empty() && parsed.object.empty() && parsed.address == 0;
  const std::string_view name = says_nothing ? nothing_known : parsed.name;
  frame.function = builder_->function({.name = builder_->string(name), .file = builder_->string(parsed.file)});
}

FrameId FrameTable::make_frame(std::uint32_t entry, bool inlined) {
  Frame frame = physical_[entry];
  if (frame == Frame{}) frame.function = builder_->function({.name = builder_->string(root_text)});
  frame.inlined = inlined;
  return entries_[entry].ids[inlined ? 1 : 0] = builder_->frame(frame);
}

bool FrameTable::look_up_frames(std::span<const std::uint32_t> entries) {
  frames_.resize(entries.size());
  std::uint64_t address_before = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries_[entries[i]];
    frames_[entries.size() - 1 - i] = entry.ids[0];
    if (!entry.ids[0] || (entry.address == address_before && entry.address != 0)) return false;
    address_before = entry.address;
  }
  return true;
}

void FrameTable::find_frames(std::span<const std::uint32_t> entries) {
  if (look_up_frames(entries)) return;
  addresses_.clear();
  for (const std::uint32_t entry : entries) addresses_.push_back(entries_[entry].address);
  chains_.mark(addresses_, entries, inlined_);
  // From the root: that is the order in which frames are numbered.
  for (std::size_t i = entries.size(); i-- > 0;) {
    const FrameId known = entries_[entries[i]].ids[inlined_[i]];
    frames_[entries.size() - 1 - i] = known ? known : make_frame(entries[i], inlined_[i] != 0);
  }
}

StackId FrameTable::stack(std::span<const std::uint32_t> entries) {
  find_frames(entries);
  return builder_->root_first(frames_);
}

}  // namespace profconv::dhat
