// SPDX-License-Identifier: Apache-2.0
// What every time line obeys, on random profiles and on large ones.
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profconv/errors.h"
#include "support/catch.h"
#include "unit/timeline_drawing.h"

namespace profconv::test {

namespace {

/// Checks that spans nest and that no time runs backwards, and adds up self time by thread and stack.
class SelfTimes : public SpanVisitor {
 public:
  using Key = std::pair<std::pair<std::int64_t, std::int64_t>, std::string>;

  SelfTimes(const NameTable& names, const TimeLine& line) : names_(&names), line_(&line) {}

  void begin_track(std::size_t track) override {
    const Track& t = line_->tracks()[track];
    thread_ = {t.pid, t.tid};
    tracks_ok = tracks_ok && seen_.insert(thread_).second;
    last_ = 0;
  }
  void step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) override {
    in_order = in_order && time >= last_ && ended <= open_.size();
    if (!open_.empty()) times[{thread_, path()}] += time - last_;
    for (; ended != 0; --ended) {
      no_empty_span = no_empty_span && time > open_.back().begin;
      open_.pop_back();
    }
    for (const NameTable::Name name : begun) open_.push_back({std::string(names_->text(name)), time});
    last_ = time;
    spans += begun.size();
  }
  void end_track() override { tracks_ok = tracks_ok && open_.empty(); }

  std::map<Key, std::int64_t> times;
  std::size_t spans = 0;
  bool in_order = true;
  bool no_empty_span = true;
  bool tracks_ok = true;

 private:
  struct Open {
    std::string name;
    std::int64_t begin;
  };
  [[nodiscard]] std::string path() const {
    std::string all;
    for (const Open& open : open_) all += (all.empty() ? "" : ";") + open.name;
    return all;
  }

  const NameTable* names_;
  const TimeLine* line_;
  std::pair<std::int64_t, std::int64_t> thread_;
  std::set<std::pair<std::int64_t, std::int64_t>> seen_;
  std::vector<Open> open_;
  std::int64_t last_ = 0;
};

/// A random profile, and what its self times must be.
struct Random {
  std::map<SelfTimes::Key, std::int64_t> expected;
  std::set<std::pair<std::pair<std::int64_t, std::int64_t>, std::string>> prefixes;
  ProfileSet set;
};

Random random_profile(unsigned seed, bool timed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<std::int64_t>(random() % n); };
  Maker maker;
  maker.sampled_every(timed ? 10 : 1'000'000'000);
  Random made{{}, {}, ProfileSet(nullptr, {})};
  for (int row = 0; row < 200; ++row) {
    const std::int64_t tid = 1 + below(3);
    const std::int64_t count = below(4);
    std::string words;
    for (std::int64_t depth = below(6); depth > 0; --depth) {
      words += (words.empty() ? "" : ";") + std::string(1, static_cast<char>('a' + below(3)));
    }
    maker.add(words, count, timed ? std::optional(below(3000)) : std::nullopt, maker.thread(1, tid));
    if (count == 0) continue;
    if (words.empty()) words = "[no stack]";
    made.expected[{{1, tid}, words}] += count * (timed ? 10 : 1);
    for (std::size_t end = 0; end != std::string::npos;) {
      end = words.find(';', end + 1);
      made.prefixes.insert({{1, tid}, words.substr(0, end)});
    }
  }
  made.set = maker.finish();
  return made;
}

}  // namespace

TEST_CASE("self time by thread and stack is what was counted, in every layout", "[timeline]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const bool timed = seed % 3 == 0;
    const TimeLayout layout = seed % 3 == 1 ? TimeLayout::merged : TimeLayout::input;
    INFO("seed " << seed);
    const Random random = random_profile(seed, timed);
    Context context;
    const FrameNames frame_names(random.set.dictionary(), false);
    const NameTable names(random.set.dictionary(), frame_names);
    const TimeLine line(random.set.dictionary(), random.set.profiles()[0], names, layout, context);
    SelfTimes self(names, line);
    line.visit(self);
    std::erase_if(self.times, [](const auto& entry) { return entry.second == 0; });
    CHECK(self.times == random.expected);
    CHECK(self.in_order);
    CHECK(self.no_empty_span);
    CHECK(self.tracks_ok);
    if (layout == TimeLayout::merged) CHECK(self.spans == random.prefixes.size());
  }
}

TEST_CASE("a stack of a million frames is drawn without recursion", "[timeline][long]") {
  Maker maker;
  StackId stack;
  const FrameId frame = maker.frame("f");
  for (int i = 0; i < 1'000'000; ++i) stack = maker.builder().child(stack, frame);
  SampleKey key;
  key.stack = stack;
  maker.profile().add(key, 1);
  CHECK(draw(maker.finish()).spans == 1'000'000);
}

TEST_CASE("a cancelled conversion stops laying out", "[timeline]") {
  Maker maker;
  for (int i = 0; i < 10'000; ++i) maker.add(i % 2 == 0 ? "a" : "b", 1);
  const ProfileSet set = maker.finish();
  Context context;
  const FrameNames frame_names(set.dictionary(), false);
  const NameTable names(set.dictionary(), frame_names);
  const TimeLine line(set.dictionary(), set.profiles()[0], names, TimeLayout::input, context);
  context.cancel();
  Notes notes(names);
  notes.watch(line);
  CHECK_THROWS_AS(line.visit(notes), Cancelled);
}

}  // namespace profconv::test
