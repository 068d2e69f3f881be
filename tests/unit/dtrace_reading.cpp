// SPDX-License-Identifier: Apache-2.0
// Making, reading and showing DTrace's text.
#include "unit/dtrace_reading.h"

#include <algorithm>

#include "core/names/frame_names.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/scratch.h"

namespace profconv::test {

Outcome read_dtrace(std::string_view text, DTraceSettings settings, SampleOrder order) {
  Context context;
  Outcome outcome;
  try {
    Options options(dtrace_reader.options);
    for (const auto& [name, value] : settings) options.set(name, value);
    Input input = Input::from_memory("in.dtrace", text, context);
    outcome.set = read_profiles(dtrace_reader, input, options, order);
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  outcome.diagnostics.assign(context.diagnostics().begin(), context.diagnostics().end());
  return outcome;
}

ProfileSet set_of(const Outcome& outcome) {
  INFO(outcome.error);
  REQUIRE(outcome.set.has_value());
  return *outcome.set;
}

std::string frame_line(std::string_view text) { return std::string(14, ' ').append(text) + "\n"; }

std::string value_line(std::string_view number) {
  return std::string(17 - std::min<std::size_t>(16, number.size()), ' ').append(number) + "\n";
}

std::string stack_record(const std::string& stack, std::string_view value) { return "\n" + stack + value_line(value); }

std::string text_key(std::string_view text) {
  return "  " + std::string(text) + std::string(text.size() < 50 ? 50 - text.size() : 0, ' ');
}

std::string number_key(std::int64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return " " + std::string(digits.size() < width ? width - digits.size() : 0, ' ') + digits;
}

std::string table_row(std::string_view label, std::string_view count) {
  return std::string(16 - std::min<std::size_t>(16, label.size()), ' ').append(label) + " |" + std::string(40, ' ') +
         " " + std::string(count) + std::string(9 - std::min<std::size_t>(9, count.size()), ' ') + "\n";
}

std::string table_head() { return "           value  ------------- Distribution ------------- count    \n"; }

Lines stacks_of(const ProfileSet& set, std::size_t profile) {
  const FrameNames names(set.dictionary(), true);
  const Samples& samples = set.profiles().at(profile).samples;
  std::vector<std::string> lines;
  std::vector<FrameId> frames;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    std::string line;
    set.dictionary().root_first(samples.stack[row], frames);
    for (const FrameId frame : frames) line.append(line.empty() ? "" : ";").append(names[frame]);
    lines.push_back(line + " " + std::to_string(samples.values[0][row]));
  }
  return lines;
}

std::vector<std::int64_t> totals_of(const Outcome& outcome) {
  const ProfileSet set = set_of(outcome);
  std::vector<std::int64_t> totals;
  for (const Profile& profile : set.profiles()) totals.push_back(total(profile, 0));
  return totals;
}

std::string labels_of(const ProfileSet& set, std::size_t profile, std::size_t row) {
  const Dictionary& dictionary = set.dictionary();
  std::string text;
  for (const Label& label : dictionary.labels(set.profiles().at(profile).samples.labels_of(row))) {
    text.append(text.empty() ? "" : ";").append(dictionary.string(label.key)).append("=");
    text.append(label.is_number ? std::to_string(label.number) : std::string(dictionary.string(label.text)));
  }
  return text;
}

const Diagnostic* finding(const Outcome& outcome, std::string_view kind) {
  const auto found = std::find_if(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                                  [&](const Diagnostic& d) { return d.kind == kind; });
  return found == outcome.diagnostics.end() ? nullptr : &*found;
}

Outcome read_with(const std::string& program, const std::string& text, DTraceSettings settings) {
  const Scratch folder;
  const std::string path = (folder / "prog.d").string();
  write_file(path, program);
  if (settings.size() == 0) return read_dtrace(text, {{"script", path}});
  return read_dtrace(text, {{"script", path}, *settings.begin()});
}

std::string row(std::string_view key, std::string_view value) { return text_key(key) + value_line(value); }

Lines profiles_of(const Outcome& outcome) {
  const ProfileSet set = set_of(outcome);
  Lines lines;
  for (std::size_t i = 0; i < set.profiles().size(); ++i) {
    const Samples& samples = set.profiles()[i].samples;
    std::string line = set.profiles()[i].name + ":";
    for (std::size_t r = 0; r < samples.size(); ++r) {
      const std::string labels = labels_of(set, i, r);
      const std::string values = std::to_string(samples.values[0][r]);
      line += " " + labels.substr(labels.find('=') + 1) + "=" + values;
    }
    lines.push_back(line);
  }
  return lines;
}

bool warns(const Outcome& outcome, std::string_view kind) {
  const Diagnostic* const found = finding(outcome, kind);
  return found != nullptr && found->severity == Severity::data_loss;
}

std::string quiet(const std::string& program) { return "#pragma D option quiet\n" + program; }

}  // namespace profconv::test
