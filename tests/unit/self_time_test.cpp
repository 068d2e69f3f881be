// SPDX-License-Identifier: Apache-2.0
// Spans to samples of self time, without any format: what becomes of each order of events, and what callers are told.
#include "core/time/self_time.h"

#include <limits>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/errors.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

using Rows = std::vector<std::string>;
using Step = SelfTime::Step;

/// A reader in small: spans by name, on tracks whose threads are called by their numbers.
class Spans {
 public:
  explicit Spans(const Limits& limits = {}) : builder_(SampleOrder::merged, limits), self_time_(builder_) {
    profile_ = &builder_.add_profile();
    profile_->add_value_type({.type = "wall", .unit = "nanoseconds"});
  }

  SelfTime& self_time() { return self_time_; }
  SpanTrack track() { return self_time_.track(); }

  void begin(SpanTrack& track, std::int64_t time_ns, std::string_view name, std::string_view label = {}) {
    REQUIRE(self_time_.advance(track, time_ns) == Step::forward);
    const FrameId frame = builder_.frame({.function = builder_.function({.name = builder_.string(name)})});
    const LabelText text{.key = "args", .text = label};
    self_time_.begin(track, frame, label.empty() ? LabelSetId{} : builder_.labels(std::span(&text, 1)), place_++);
  }
  std::optional<EndedSpan> end(SpanTrack& track, std::int64_t time_ns) {
    REQUIRE(self_time_.advance(track, time_ns) == Step::forward);
    return self_time_.end(track);
  }

  void finish(const Context& context = Context()) {
    self_time_.finish(*profile_, context, [&](std::uint32_t number) {
      asked_.push_back(number);
      return builder_.thread({.pid = 1, .tid = number + 100});
    });
  }
  /// "start shared value stack" of each sample, with "@track" of all but the first track.
  Rows rows() {
    finish();
    Rows all;
    const Samples& samples = profile_->samples();
    const Dictionary& dictionary = builder_.dictionary();
    std::vector<FrameId> frames;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      std::string text = std::to_string(samples.start_ns[row]) + " " + std::to_string(samples.shared_depth[row]) + " " +
                         std::to_string(samples.values[0][row]) + " ";
      dictionary.root_first(samples.stack[row], frames);
      for (const FrameId id : frames) {
        if (!text.ends_with(' ')) text += ";";
        text += dictionary.string(dictionary.function(dictionary.frame(id).function).name);
      }
      const std::int64_t track = dictionary.thread(samples.thread_of(row)).tid - 100;
      all.push_back(track == 0 ? text : text + "@" + std::to_string(track));
    }
    return all;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& asked() const { return asked_; }
  [[nodiscard]] const Samples& samples() const { return profile_->samples(); }

 private:
  ProfileSetBuilder builder_;
  SelfTime self_time_;
  ProfileBuilder* profile_ = nullptr;
  std::uint64_t place_ = 0;
  std::vector<std::uint32_t> asked_;
};

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("a span has the time that spans in it leave, in samples from event to event", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 10, "main");
  spans.begin(track, 12, "read");
  CHECK(track.depth() == 2);
  const auto read = spans.end(track, 15);
  REQUIRE(read);
  CHECK(read->place == 1);
  CHECK(read->lasted);
  CHECK(spans.end(track, 21)->place == 0);
  CHECK(spans.rows() == Rows{"10 0 2 main", "12 1 3 main;read", "15 1 6 main"});
  CHECK(track.max_depth() == 2);
  CHECK(track.depth() == 0);
}

TEST_CASE("there is no sample where no span is open", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 0, "a");
  spans.end(track, 2);
  spans.begin(track, 7, "a");
  spans.end(track, 9);
  CHECK(spans.rows() == Rows{"0 0 2 a", "7 0 2 a"});
}

TEST_CASE("shared depth tells a span that went on from another one of its name", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 0, "main");
  spans.begin(track, 0, "f");
  spans.end(track, 5);
  spans.begin(track, 5, "f");
  spans.end(track, 9);
  spans.end(track, 9);
  CHECK(spans.rows() == Rows{"0 0 5 main;f", "5 1 4 main;f"});
}

TEST_CASE("a span that lasts no time is a sample of 0, but not the spans around it", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 3, "a");
  spans.begin(track, 3, "b");
  spans.begin(track, 3, "c");
  CHECK_FALSE(spans.end(track, 3)->lasted);
  CHECK(spans.end(track, 3)->lasted);
  CHECK(spans.end(track, 3)->lasted);
  CHECK(spans.rows() == Rows{"3 0 0 a;b;c"});
}

TEST_CASE("tracks have their own times and stacks, and samples stay in the order of the events", "[time]") {
  Spans spans;
  SpanTrack first = spans.track();
  SpanTrack unused = spans.track();
  SpanTrack third = spans.track();
  CHECK(unused.number() == 1);
  spans.begin(first, 100, "a");
  spans.begin(third, 1, "x");
  spans.begin(first, 102, "b");
  spans.end(third, 4);
  spans.end(first, 105);
  spans.end(first, 106);
  CHECK(spans.rows() == Rows{"100 0 2 a", "1 0 3 x@2", "102 1 3 a;b", "105 1 1 a"});
  CHECK(spans.asked() == std::vector<std::uint32_t>{0, 2});
  CHECK_FALSE(unused.now());
}

TEST_CASE("labels belong to the time that their span has for itself, and are reported if it has none", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 0, "a", "x=1");
  spans.begin(track, 0, "b", "y=2");
  CHECK_FALSE(spans.end(track, 2)->lacks_labels);
  CHECK(spans.end(track, 2)->lacks_labels);
  spans.begin(track, 2, "c");
  CHECK_FALSE(spans.end(track, 2)->lacks_labels);
  CHECK(spans.rows() == Rows{"0 0 2 a;b", "2 0 0 c"});
  CHECK(spans.samples().labels_of(0));
  CHECK_FALSE(spans.samples().labels_of(1));
}

TEST_CASE("an end without a begin is nothing, and its caller decides what that means", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  CHECK_FALSE(spans.end(track, 5));
  spans.begin(track, 10, "a");
  CHECK(spans.end(track, 12));
  CHECK_FALSE(spans.end(track, 13));
  CHECK(spans.rows() == Rows{"10 0 2 a"});
}

TEST_CASE("spans that are open at the end are known by their places, and end at the last event", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 0, "a");
  spans.begin(track, 3, "b");
  REQUIRE(track.depth() == 2);
  CHECK(track.place(0) == 0);
  CHECK(track.place(1) == 1);
  while (spans.self_time().end(track)) {
  }
  CHECK(spans.rows() == Rows{"0 0 3 a", "3 1 0 a;b"});
}

TEST_CASE("a time before the track's changes nothing", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 10, "a");
  CHECK(spans.self_time().advance(track, 8) == Step::backward);
  CHECK(track.now() == 10);
  CHECK(spans.self_time().advance(track, 10) == Step::forward);
  spans.end(track, 15);
  CHECK(spans.self_time().advance(track, 14) == Step::backward);
  CHECK(spans.rows() == Rows{"10 0 5 a"});
}

TEST_CASE("a span longer than a 64-bit integer is refused, a gap as long is not", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  CHECK(spans.self_time().advance(track, lowest) == Step::forward);
  spans.begin(track, highest - 5, "a");
  CHECK(spans.end(track, highest));
  SpanTrack other = spans.track();
  spans.begin(other, -2, "b");
  CHECK(spans.self_time().advance(other, highest) == Step::too_large);
  CHECK(other.now() == -2);
  CHECK(spans.end(other, highest - 2));
  CHECK(spans.rows() == Rows{"9223372036854775802 0 5 a", "-2 0 9223372036854775807 b@1"});
}

TEST_CASE("a span on a track without a time begins at 0", "[time]") {
  ProfileSetBuilder builder;
  SelfTime self_time(builder);
  SpanTrack track = self_time.track();
  CHECK_FALSE(track.now());
  self_time.begin(track, builder.frame({.function = builder.function({.name = builder.string("a")})}), {}, 0);
  CHECK(track.now() == 0);
}

TEST_CASE("the root span [no stack] is the empty stack", "[time]") {
  Spans spans;
  SpanTrack track = spans.track();
  spans.begin(track, 0, "[no stack]");
  spans.end(track, 2);
  spans.begin(track, 2, "a");
  spans.begin(track, 2, "[no stack]");
  spans.end(track, 5);
  spans.end(track, 5);
  CHECK(spans.rows() == Rows{"0 0 2 ", "2 0 3 a;[no stack]"});
  Spans nested;
  SpanTrack other = nested.track();
  nested.begin(other, 0, "a");
  nested.begin(other, 0, "[no stack]");
  nested.end(other, 1);
  nested.end(other, 1);
  nested.begin(other, 1, "[no stack]");
  nested.begin(other, 3, "b");
  nested.end(other, 4);
  nested.end(other, 6);
  CHECK(nested.rows() == Rows{"0 0 1 a;[no stack]", "1 0 2 ", "3 0 1 [no stack];b", "4 0 2 "});
}

TEST_CASE("a stack that is too deep is a limit, and a cancelled conversion stops while samples are moved", "[time]") {
  Spans deep({.max_stack_depth = 2});
  SpanTrack track = deep.track();
  deep.begin(track, 0, "a");
  deep.begin(track, 1, "b");
  CHECK_THROWS_AS(deep.begin(track, 2, "c"), LimitError);

  Spans many;
  SpanTrack long_track = many.track();
  for (std::int64_t time = 0; time < 10'000; ++time) {
    many.begin(long_track, time, "a");
    many.end(long_track, time + 1);
  }
  Context context;
  context.cancel();
  CHECK_THROWS_AS(many.finish(context), Cancelled);
}

}  // namespace profconv::test
