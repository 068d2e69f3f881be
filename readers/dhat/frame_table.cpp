// SPDX-License-Identifier: Apache-2.0
// Interning DHAT's frames and stacks.
#include "readers/dhat/frame_table.h"

#include <algorithm>

#include "readers/dhat/frame_text.h"

namespace profconv::dhat {

namespace {
constexpr std::string_view root_text = "[root]";
}

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
                        std::vector<bool>& marks) {
  marks.assign(entries.size(), false);
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin + 1;
    while (end < entries.size() && addresses[end] == addresses[begin] && addresses[begin] != 0) ++end;
    if (end - begin > 1) {
      const std::size_t length = period(entries.subspan(begin, end - begin));
      for (std::size_t i = begin; i < end; ++i) marks[i] = (i - begin + 1) % length != 0;
    }
    begin = end;
  }
}

void FrameTable::add(std::string_view text) {
  Entry& entry = entries_.emplace_back();
  if (text == root_text) return;
  const FrameText parsed = parse_frame(text);
  Frame& frame = entry.frame;
  frame.address = parsed.address;
  frame.line = parsed.line;
  frame.column = parsed.column;
  if (!parsed.object.empty()) {
    frame.mapping = builder_->mapping({.file = builder_->string(parsed.object), .has_functions = true});
  }
  const bool says_nothing = parsed.name.empty() && parsed.file.empty() && parsed.object.empty() && parsed.address == 0;
  const std::string_view name = says_nothing ? (text.empty() ? "???" : text) : parsed.name;
  frame.function = builder_->function({.name = builder_->string(name), .file = builder_->string(parsed.file)});
}

FrameId FrameTable::frame_id(std::uint32_t index, bool inlined) {
  Entry& entry = entries_[index];
  FrameId& id = entry.ids[inlined ? 1 : 0];
  if (!id) {
    if (entry.frame == Frame{}) entry.frame.function = builder_->function({.name = builder_->string(root_text)});
    Frame frame = entry.frame;
    frame.inlined = inlined;
    id = builder_->frame(frame);
  }
  return id;
}

StackId FrameTable::stack(std::span<const std::uint32_t> entries) {
  addresses_.clear();
  for (const std::uint32_t entry : entries) addresses_.push_back(entries_[entry].frame.address);
  chains_.mark(addresses_, entries, inlined_);
  std::size_t depth = 0;
  bool shared = true;
  StackId stack;
  path_.resize(std::min(path_.size(), entries.size()));
  for (std::size_t i = entries.size(); i-- > 0; ++depth) {
    const FrameId frame = frame_id(entries[i], inlined_[i]);
    shared = shared && depth < path_.size() && path_[depth].frame == frame;
    if (shared) {
      stack = path_[depth].stack;
      continue;
    }
    stack = builder_->child(stack, frame);
    path_.resize(depth);
    path_.push_back({frame, stack});
  }
  return stack;
}

}  // namespace profconv::dhat
