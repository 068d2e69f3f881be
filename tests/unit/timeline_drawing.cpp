// SPDX-License-Identifier: Apache-2.0
// Drawing time lines as text.
#include "unit/timeline_drawing.h"

namespace profconv::test {

Drawing draw(const ProfileSet& set, TimeLayout layout) {
  Context context;
  const FrameNames frame_names(set.dictionary(), false);
  const NameTable names(set.dictionary(), frame_names);
  const TimeLine line(set.dictionary(), set.profiles()[0], names, layout, context);
  Notes notes(names);
  notes.watch(line);
  line.visit(notes);
  Drawing drawing{notes.text,
                  notes.spans,
                  line.tick().numerator_ns / line.tick().denominator,
                  {line.tracks().begin(), line.tracks().end()},
                  line.names_left_out(),
                  {}};
  for (const Diagnostic& d : context.diagnostics()) drawing.said[d.kind] = d.message;
  return drawing;
}

bool says(const Drawing& drawing, const std::string& kind, const std::string& words) {
  const auto found = drawing.said.find(kind);
  return found != drawing.said.end() && found->second.find(words) != std::string::npos;
}

}  // namespace profconv::test
