// SPDX-License-Identifier: Apache-2.0
// Drawing time lines as text.
#include "unit/timeline_drawing.h"

namespace profconv::test {

std::vector<std::string_view> names_of(const Dictionary& dictionary, const FrameNames& names) {
  std::vector<std::string_view> all;
  for (std::uint32_t i = 0; i < dictionary.frames().size(); ++i) all.push_back(names[FrameId{i}]);
  all.emplace_back("[no stack]");
  return all;
}

Drawing draw(const ProfileSet& set, TimeLayout layout) {
  Context context;
  const FrameNames frame_names(set.dictionary(), false);
  const auto names = names_of(set.dictionary(), frame_names);
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
