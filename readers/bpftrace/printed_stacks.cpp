// SPDX-License-Identifier: Apache-2.0
// Finding stacks among other lines.
#include "readers/bpftrace/printed_stacks.h"

#include <algorithm>

#include "core/text/blanks.h"
#include "profconv/errors.h"

namespace profconv::bpftrace {

namespace {

/// No system maps code into the first page of memory.
bool can_be_code(const FrameText& frame) {
  constexpr std::uint64_t page = 4096;
  return !frame.function.empty() || !frame.build_id.empty() || frame.address >= page;
}

}  // namespace

bool PrintedStacks::take(std::string_view line, std::uint64_t number) {
  constexpr std::string_view least_indent = "    ";
  if (!line.starts_with(least_indent) && !line.starts_with('\t')) return false;
  const std::string_view text = without_blanks_around(line);
  if (!looks_like_frame(text)) {
    if (number == last_frame_ + 1 && !text.empty()) odd_line_ = number;
    return false;
  }
  last_frame_ = number;
  if (!is_open_) {
    if (odd_line_ != 0 && odd_line_ + 1 == number) report_odd_line();
    frames_.begin_stack();
    first_line_ = number;
    is_open_ = true;
    has_code_ = false;
  }
  frames_.add(text, {.line = number});
  has_code_ = has_code_ || can_be_code(parse_frame(text));
  return true;
}

void PrintedStacks::report_odd_line() const {
  input_.context().data_loss("bpftrace.odd_frame", input_.at_line(odd_line_),
                             "skipped a line between two frames of a printed stack: it is read as two stacks");
}

void PrintedStacks::end_stack() {
  if (!is_open_) return;
  is_open_ = false;
  if (!has_code_) {
    return input_.context().data_loss("bpftrace.numbers", input_.at_line(first_line_),
                                      "skipped numbers on lines of their own: no code has so low an address");
  }
  stacks_.push_back({frames_.stack(), first_line_});
}

void PrintedStacks::finish(ProfileSetBuilder& builder) {
  if (stacks_.empty()) return;
  ProfileBuilder& profile = builder.add_profile("printf");
  profile.add_value_type({.type = "events", .unit = "count"});
  std::vector<FrameId> frames;
  for (const Printed& printed : stacks_) {
    const bool is_kernel = frames_.ownership(printed.stack) > 0;
    frames.clear();
    try {
      frames_.append(printed.stack, is_kernel ? FrameKind::kernel : FrameKind::user, frames);
      profile.add({.stack = builder.leaf_first(frames)}, 1);
    } catch (const LimitError& error) {
      throw LimitError(input_.at_line(printed.line), error.what());
    }
  }
  input_.context().note("bpftrace.printed_stacks", input_.at_line(stacks_.front().line),
                        std::to_string(stacks_.size()) +
                            (stacks_.size() == 1 ? " stack was printed without a value: it is one event"
                                                 : " stacks were printed without a value: each is one event"));
}

}  // namespace profconv::bpftrace
