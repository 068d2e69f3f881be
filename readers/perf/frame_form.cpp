// SPDX-License-Identifier: Apache-2.0
// The parts that a line has.
#include "readers/perf/frame_form.h"

#include "core/text/blanks.h"

namespace profconv::perf {

FrameForm form_of(std::string_view line, const FrameText& frame) {
  constexpr std::size_t most_columns = 1000;
  FrameForm form;
  const auto add = [&](FrameMarks mark) { form.marks = static_cast<FrameMarks>(form.marks | mark); };
  // "f(int)" and "main.f() -> ()" end as modules do, so only what begins as a path or in brackets is one.
  const bool is_known_module = frame.module.starts_with('/') || frame.module.starts_with('[');
  if (is_known_module || (frame.has_module && frame.module.empty())) add(with_module);
  if (!frame.has_module) add(without_module);
  // For an unknown symbol, older versions of perf print the blank before it alone.
  if (!frame.has_module) add(frame.has_symbol || is_blank(line.back()) ? with_symbol : without_symbol);
  if (!frame.symbol.empty()) add(frame.offset ? with_offset : without_offset);
  if (ends_in_module_begin(frame.symbol) || frame.symbol.ends_with("+0x")) add(is_cut);
  const std::size_t begin = line.size() - without_leading_blanks(line).size();
  const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
  const bool is_wide = end >= address_columns && end < most_columns;
  if (begin != 0) form.columns = is_wide ? static_cast<std::uint32_t>(end) : 1;
  return form;
}

}  // namespace profconv::perf
