// SPDX-License-Identifier: Apache-2.0
// Reading text of `perf script` in tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"

namespace profconv::test {

using PerfSettings = std::vector<std::pair<std::string, std::string>>;

/// A profile set and what was said while it was read.
struct PerfText {
  Context context;
  std::optional<ProfileSet> set;

  explicit PerfText(const std::string& text, const PerfSettings& settings = {}) {
    Options options(perf_reader.options);
    for (const auto& [name, value] : settings) options.set(name, value);
    Input input = Input::from_memory("test.perf", text, context);
    set.emplace(read_profiles(perf_reader, input, options, SampleOrder::as_read));
  }

  [[nodiscard]] const Profile& profile(std::size_t index = 0) const { return set->profiles().at(index); }
  [[nodiscard]] const Dictionary& dictionary() const { return set->dictionary(); }
  [[nodiscard]] std::string stack(std::size_t row) const {
    std::string text;
    std::vector<FrameId> frames;
    dictionary().root_first(profile().samples.stack.at(row), frames);
    for (const FrameId id : frames) {
      text += (text.empty() ? "" : "|") +
              std::string(dictionary().string(dictionary().function(dictionary().frame(id).function).name));
    }
    return text;
  }
  [[nodiscard]] const Frame& leaf(std::size_t row) const {
    return dictionary().frame(dictionary().stack(profile().samples.stack.at(row)).frame);
  }
  [[nodiscard]] const Thread& thread(std::size_t row) const {
    return dictionary().thread(profile().samples.thread_of(row));
  }
  [[nodiscard]] const Diagnostic* said(const std::string& kind) const {
    for (const Diagnostic& d : context.diagnostics()) {
      if (d.kind == kind) return &d;
    }
    return nullptr;
  }
};

/// What reading is refused with.
inline std::string perf_error(const std::string& text) {
  try {
    const PerfText file(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline const std::string two_samples =
    "prog 7/8 [002] 4.500000:   10 cycles:u: \n"
    "\t             10 leaf+0x1 (/bin/prog)\n"
    "\t             20 main+0x2 (/bin/prog)\n"
    "\n"
    "prog 7/8 [003] 4.500001:   20 cycles:u: \n"
    "\t             20 main+0x2 (/bin/prog)\n"
    "\n";

}  // namespace profconv::test
