// SPDX-License-Identifier: Apache-2.0
// Comparing the frames of a sample with each other and with those before.
#include "readers/perf/frame_checks.h"

#include <string>
#include <string_view>

#include "core/text/blanks.h"
#include "core/text/excerpts.h"

namespace profconv::perf {

namespace {

std::string quoted(std::string_view line) { return in_quotes(without_leading_blanks(line)); }

/// A line without what others have; if all have it, the samples before have not.
std::string odd_line(const Frames& frames, const FramePair& pair) {
  const std::string_view line = frames.line_with(pair.without);
  return quoted(line.empty() ? frames.line_with(pair.with) : line);
}

}  // namespace

void FrameChecks::take(const ChainForm& chain, const Frames& frames, const Location& where) {
  if (!chain.is_alone) check_columns(chain, frames, where);
  if ((chain.marks & is_cut) != 0) {
    context_.data_loss("perf.cut_frame", where, "the line of a frame is cut: " + quoted(frames.line_with(is_cut)));
  }
  constexpr FramePair modules{with_module, without_module};
  constexpr FramePair symbols{with_symbol, without_symbol};
  constexpr FramePair offsets{with_offset, without_offset};
  if (clash(modules, chain.marks)) {
    context_.data_loss("perf.cut_frame", where,
                       "frames with a module and others without: lines may be cut: " + odd_line(frames, modules));
  } else if (clash(symbols, chain.marks)) {
    context_.data_loss("perf.cut_frame", where,
                       "frames with a symbol and others without: lines may be cut: " + odd_line(frames, symbols));
  } else if ((marks_ & with_module) == 0 && clash(offsets, chain.marks)) {
    // Where modules are printed, a line that lost the end of its symbol lost its module, too.
    context_.data_loss("perf.cut_frame", where,
                       "symbols with an offset and others without: lines may be cut: " + odd_line(frames, offsets));
  }
}

/// Whether both marks of a pair are in the chain, or in it and the samples before.
bool FrameChecks::clash(const FramePair& pair, FrameMarks chain) {
  const auto both = static_cast<FrameMarks>(pair.with | pair.without);
  if ((chain & both) == 0) return false;
  if (((marks_ | chain) & both) == both) return true;
  marks_ = static_cast<FrameMarks>(marks_ | (chain & both));
  return false;
}

void FrameChecks::check_columns(const ChainForm& chain, const Frames& frames, const Location& where) {
  if (chain.most_columns == 0 || (columns_ == 0 && chain.most_columns == 1)) return;
  if (columns_ == 0 && chain.least_columns == chain.most_columns) columns_ = chain.most_columns;
  const std::uint32_t columns = columns_ != 0 ? columns_ : chain.most_columns;
  if (chain.least_columns == columns && chain.most_columns == columns) return;
  context_.data_loss(
      "perf.cut_frame", where,
      "a frame in other columns than others: damaged, or of another program: " + quoted(frames.line_outside(columns)));
}

}  // namespace profconv::perf
