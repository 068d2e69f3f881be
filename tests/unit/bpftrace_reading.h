// SPDX-License-Identifier: Apache-2.0
// Reading output of bpftrace in tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"

namespace profconv::test::bpftrace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Rows = std::vector<std::string>;

inline std::string frame_text(const Dictionary& dictionary, FrameId id) {
  const Frame& frame = dictionary.frame(id);
  std::string text(dictionary.string(dictionary.function(frame.function).name));
  if (text.empty() && frame.address != 0) text = std::to_string(frame.address);
  if (frame.kind == FrameKind::kernel) text += "_[k]";
  if (frame.inlined) text += "_[i]";
  return text;
}

inline std::string label_text(const Dictionary& dictionary, const Label& label) {
  const std::string value =
      label.is_number ? std::to_string(label.number) : "'" + std::string(dictionary.string(label.text)) + "'";
  return std::string(dictionary.string(label.key)) + "=" + value;
}

/// An output as profiles, and what was said while it was read.
struct BpftraceText {
  Context context;
  std::optional<ProfileSet> set;

  explicit BpftraceText(const std::string& text, const Settings& settings = {}) {
    Options options(bpftrace_reader.options);
    for (const auto& [name, value] : settings) options.set(name, value);
    Input input = Input::from_memory("bt.out", text, context);
    set.emplace(read_profiles(bpftrace_reader, input, options, SampleOrder::merged));
  }

  [[nodiscard]] const Profile& profile(std::size_t number = 0) const { return set->profiles().at(number); }
  /// "root;leaf key1=5 12" of each sample.
  [[nodiscard]] Rows rows(std::size_t number = 0) const {
    const Dictionary& dictionary = set->dictionary();
    const Samples& samples = profile(number).samples;
    Rows all;
    std::vector<FrameId> frames;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      std::string text;
      dictionary.root_first(samples.stack[row], frames);
      for (const FrameId id : frames) text += (text.empty() ? "" : ";") + frame_text(dictionary, id);
      for (const Label& label : dictionary.labels(samples.labels_of(row))) {
        text += (text.empty() ? "" : " ") + label_text(dictionary, label);
      }
      for (const auto& column : samples.values) text += (text.empty() ? "" : " ") + std::to_string(column[row]);
      all.push_back(text);
    }
    return all;
  }
  [[nodiscard]] const Diagnostic* found(std::string_view kind) const {
    for (const Diagnostic& d : context.diagnostics()) {
      if (d.kind == kind) return &d;
    }
    return nullptr;
  }
  [[nodiscard]] bool warns(std::string_view kind) const {
    const Diagnostic* const d = found(kind);
    return d != nullptr && d->severity == Severity::data_loss;
  }
};

inline std::string error_of(const std::string& text, const Settings& settings = {}) {
  try {
    const BpftraceText read(text, settings);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline const std::string heading = "Attaching 2 probes...\n";

}  // namespace profconv::test::bpftrace
