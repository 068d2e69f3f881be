// SPDX-License-Identifier: Apache-2.0
// Small profiles out of words, and their time lines as text: what the tests of time lines are written in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/names/frame_names.h"
#include "core/names/name_table.h"
#include "core/time/timeline.h"
#include "profconv/profile_builder.h"

namespace profconv::test {

inline const ValueType samples_type{.type = "samples", .unit = "count"};
inline const ValueType bytes_type{.type = "inuse_space", .unit = "bytes"};

/// Makes profiles out of words: "main;work" is a stack.
class Maker {
 public:
  explicit Maker(ValueType type = samples_type, SampleOrder order = SampleOrder::as_read) : set_(order) {
    profile_ = &set_.add_profile();
    profile_->add_value_type(std::move(type));
  }

  FrameId frame(const std::string& name, std::int64_t line = 0) {
    const FunctionId function = set_.function({.name = set_.string(name), .system_name = {}, .file = {}});
    Frame made;
    made.function = function;
    made.line = line;
    return set_.frame(made);
  }

  StackId stack(const std::string& words) {
    StackId id;
    for (std::size_t begin = 0; begin < words.size();) {
      const std::size_t end = std::min(words.find(';', begin), words.size());
      id = set_.child(id, frame(words.substr(begin, end - begin)));
      begin = end + 1;
    }
    return id;
  }

  ThreadId thread(std::int64_t pid, std::int64_t tid, const std::string& process = {}, const std::string& name = {}) {
    return set_.thread({pid, tid, set_.string(process), set_.string(name)});
  }

  Maker& add(const std::string& words, std::int64_t value, std::optional<std::int64_t> start_ns = {},
             ThreadId thread = {}, std::optional<std::uint32_t> shared_depth = {}) {
    SampleKey key;
    key.stack = stack(words);
    key.thread = thread;
    key.start_ns = start_ns;
    key.shared_depth = shared_depth;
    profile_->add(key, value);
    return *this;
  }

  Maker& sampled_every(std::int64_t period_ns) {
    profile_->metadata().period = period_ns;
    profile_->metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
    return *this;
  }

  ProfileSetBuilder& builder() { return set_; }
  ProfileBuilder& profile() { return *profile_; }
  ProfileSet finish() { return std::move(set_).finish(); }

 private:
  ProfileSetBuilder set_;
  ProfileBuilder* profile_;
};

/// Writes down what it is told: "1/1: 0 a( b( 2 ) c( 5 )) " is b for 2 ticks and c for 3, both called by a.
class Notes : public SpanVisitor {
 public:
  explicit Notes(const NameTable& names) : names_(&names) {}

  void watch(const TimeLine& line) { line_ = &line; }
  void begin_track(std::size_t track) override {
    const Track& t = line_->tracks()[track];
    text += std::to_string(t.pid) + "/" + std::to_string(t.tid) + ":";
  }
  void step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) override {
    text += " " + std::to_string(time) + " " + std::string(ended, ')');
    for (const NameTable::Name name : begun) {
      text += std::string(names_->text(name)) + "(";
      ++spans;
    }
  }
  void end_track() override { text += "\n"; }

  std::string text;
  std::size_t spans = 0;

 private:
  const NameTable* names_;
  const TimeLine* line_ = nullptr;
};

/// A profile drawn, and what was said about it.
struct Drawing {
  std::string text;
  std::size_t spans = 0;
  double tick_ns = 0;
  std::vector<Track> tracks;
  std::size_t names_left_out = 0;
  std::map<std::string, std::string> said;  ///< message by kind
};

[[nodiscard]] Drawing draw(const ProfileSet& set, TimeLayout layout = TimeLayout::merged);

/// Whether a finding of this kind holds these words.
[[nodiscard]] bool says(const Drawing& drawing, const std::string& kind, const std::string& words);

}  // namespace profconv::test
