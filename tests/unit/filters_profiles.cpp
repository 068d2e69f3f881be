// SPDX-License-Identifier: Apache-2.0
// Building and showing small profiles.
#include "filters_profiles.h"

#include <algorithm>

namespace profconv::test {

LetterProfile::LetterProfile(SampleOrder order) : builder_(order), profile_(builder_.add_profile()) {
  profile_.add_value_type({.type = "samples", .unit = "count"});
}

FrameId LetterProfile::frame(const FrameFacts& facts) {
  const auto text = [&](std::string_view string) { return builder_.string(string); };
  Frame frame{.address = facts.address, .line = facts.line};
  if (!facts.name.empty() || !facts.file.empty()) {
    frame.function = builder_.function({.name = text(facts.name), .file = text(facts.file)});
  }
  if (!facts.module.empty()) frame.mapping = builder_.mapping({.file = text(facts.module), .has_line_numbers = true});
  return builder_.frame(frame);
}

StackId LetterProfile::stack(std::string_view letters) {
  StackId stack;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    stack = builder_.child(stack, frame({.name = letters.substr(i, 1)}));
  }
  return stack;
}

void LetterProfile::add(std::string_view letters, std::int64_t value) {
  profile_.add({.stack = stack(letters)}, value);
}

void LetterProfile::add(std::string_view letters, const std::vector<LabelText>& labels, const Thread& thread) {
  profile_.add({.stack = stack(letters), .thread = builder_.thread(thread), .labels = builder_.labels(labels)}, 1);
}

void LetterProfile::add_frames(const std::vector<FrameFacts>& root_first, std::int64_t value) {
  StackId stack;
  for (const FrameFacts& facts : root_first) stack = builder_.child(stack, frame(facts));
  profile_.add({.stack = stack}, value);
}

void LetterProfile::add_span(std::string_view letters, std::int64_t start_ns, std::uint32_t shared_depth,
                             std::int64_t tid) {
  const ThreadId id = builder_.thread({.pid = 1, .tid = tid});
  profile_.add({.stack = stack(letters), .thread = id, .start_ns = start_ns, .shared_depth = shared_depth}, 1);
}

Thread LetterProfile::thread(std::int64_t pid, std::int64_t tid, std::string_view process, std::string_view name) {
  return {.pid = pid, .tid = tid, .process_name = builder_.string(process), .thread_name = builder_.string(name)};
}

Rows rows_of(const ProfileSet& set) {
  Rows rows;
  const Dictionary& d = set.dictionary();
  const Samples& samples = set.profiles()[0].samples;
  std::vector<FrameId> frames;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    d.root_first(samples.stack[row], frames);
    std::vector<std::string_view> names;
    for (const FrameId frame : frames) names.push_back(d.string(d.function(d.frame(frame).function).name));
    const bool are_letters =
        std::all_of(names.begin(), names.end(), [](std::string_view name) { return name.size() == 1; });
    std::string text;
    for (const std::string_view name : names) text.append(are_letters || text.empty() ? "" : ";").append(name);
    for (const auto& column : samples.values) text += " " + std::to_string(column[row]);
    rows.push_back(text);
  }
  return rows;
}

std::int64_t sum_of(const ProfileSet& set) { return total(set.profiles()[0], 0); }

}  // namespace profconv::test
