// SPDX-License-Identifier: Apache-2.0
// The parts of a Recorder that need no tracer. tests/library/recorder_test.py records.
#include "profconv/recorder.h"

#include <chrono>
#include <string>
#include <vector>

#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "tools/lib/record/epoch.h"
#include "tools/lib/record/perf_text.h"
#include "tools/lib/record/tracer_text.h"

namespace profconv::test {

namespace {

/// Two samples of `g` called by `f`, the newer one first.
ProfileSet two_samples(std::int64_t older_ns, std::int64_t newer_ns, Clock clock) {
  ProfileSetBuilder builder(SampleOrder::as_read);
  const auto frame = [&](std::string_view name, FrameKind kind) {
    return builder.frame({.function = builder.function({.name = builder.string(name)}),
                          .mapping = builder.mapping({.file = builder.string("a.out")}),
                          .address = 0x1234,
                          .kind = kind});
  };
  const StackId stack = builder.child(builder.child({}, frame("f", FrameKind::user)), frame("g", FrameKind::kernel));
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  profile.metadata().clock = clock;
  const ThreadId thread = builder.thread({.pid = 7, .tid = 8});
  profile.add({.stack = stack, .thread = thread, .start_ns = newer_ns}, 1);
  profile.add({.stack = stack, .thread = thread, .start_ns = older_ns}, 2);
  return std::move(builder).finish();
}

}  // namespace

TEST_CASE("recorded samples have frames from the root, and the order of their times", "[record][library]") {
  const std::vector<RecordedSample> samples = recorded_samples(two_samples(10, 20, Clock::epoch));
  const std::vector<RecordedFrame> frames{{.function = "f", .module = "a.out", .address = 0x1234, .is_kernel = false},
                                          {.function = "g", .module = "a.out", .address = 0x1234, .is_kernel = true}};
  CHECK(samples ==
        std::vector<RecordedSample>{{.process = 7, .thread = 8, .start_ns = 10, .frames = frames, .count = 2},
                                    {.process = 7, .thread = 8, .start_ns = 20, .frames = frames, .count = 1}});
  CHECK(recorded_samples(ProfileSetBuilder().finish()).empty());
}

TEST_CASE("times of a clock that does not jump become times of the day", "[record]") {
  using std::chrono::duration_cast;
  using std::chrono::nanoseconds;
  const auto since_boot = duration_cast<nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  const auto before = duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  const ProfileSet set = record::since_epoch(two_samples(since_boot - 500, since_boot, Clock::monotonic));
  const Profile& profile = set.profiles().front();
  CHECK(profile.metadata.clock == Clock::epoch);
  CHECK(profile.samples.start_ns[0] - profile.samples.start_ns[1] == 500);
  constexpr std::int64_t second_ns = 1'000'000'000;
  CHECK(profile.samples.start_ns[0] > before - second_ns);
  CHECK(profile.samples.start_ns[0] < before + second_ns);
  const ProfileSet known = record::since_epoch(two_samples(10, 20, Clock::epoch));
  CHECK(known.profiles().front().samples.start_ns == std::vector<std::int64_t>{20, 10});
}

TEST_CASE("what was over when a recording ended is kept", "[record]") {
  const auto kept = [](std::int64_t end_ns, bool are_waits) {
    return record::until(two_samples(10, 20, Clock::monotonic), end_ns, are_waits).profiles().front().samples.start_ns;
  };
  using Times = std::vector<std::int64_t>;
  CHECK(kept(20, false) == Times{20, 10});
  CHECK(kept(19, false) == Times{10});
  CHECK(kept(9, false).empty());
  // The older one took 2 ns, the newer one 1 ns.
  CHECK(kept(21, true) == Times{20, 10});
  CHECK(kept(20, true) == Times{10});
  CHECK(kept(12, true) == Times{10});
  CHECK(kept(11, true).empty());
  const auto since_boot =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  CHECK(record::latest_now_ns() >= since_boot);
}

TEST_CASE("only whole records of a tracer's text are taken", "[record]") {
  const std::string first = " 41063884723622     6344     6349  spin\n   spin`hot+0x11\n   1\n";
  for (std::size_t more = 0; more < first.size(); ++more) {
    CHECK(record::whole_records(first + first.substr(0, more)) == first.size());
  }
  CHECK(record::whole_records(first + first) == 2 * first.size());
  CHECK(record::whole_records("@samples[1, 2, 3, a,\n\t55 f+1 (/a)\n]: 1\n@samples[") == 39);
  CHECK(record::whole_records("@samples[1, 2, 3, a, ]: 1\n@samples[") == 26);
  CHECK(record::whole_records("@samples[1, 2, 3, a,\n\tffff k+1\n, ]: 12\n@samples[") == 39);
  CHECK(record::whole_records("\t55 f]: 1 (/a)\n") == 0);
  CHECK(record::whole_records("Attaching 3 probes...\n") == 0);
  CHECK(record::whole_records("") == 0);
}

TEST_CASE("only whole samples of perf's text are taken", "[record]") {
  CHECK(record::whole_samples("a 1/1 1.000000000: 1 cpu-clock:\n\t 1 f (/a)\n\nb 1/1 2.0") == 44);
  CHECK(record::whole_samples("a 1/1 1.000000000: 1 cpu-clock:\n\t 1 f (/a)\n") == 0);
  CHECK(record::whole_samples("") == 0);
}

TEST_CASE("a recorder refuses what it cannot do", "[record][library]") {
  CHECK_THROWS_AS(Recorder({.backend = "gprof"}), UsageError);
  CHECK_THROWS_AS(Recorder({.frequency = 0}), UsageError);
  CHECK_THROWS_AS(Recorder({.frames = 0}), UsageError);
}

}  // namespace profconv::test
