// SPDX-License-Identifier: Apache-2.0
// A recording that is read while it is made. tests/cli/record_live_test.py shows it.
#include "tools/lib/record/live_profile.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "profconv/conversion.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "tools/lib/record/recorded_text.h"

namespace profconv::test {

namespace {

using record::LiveThread;

/// What bpftrace prints of one sample.
std::string sample(int time_ms, int tid, std::string_view leaf) {
  return "@samples[" + std::to_string(time_ms) + "000000, 17, " + std::to_string(tid) + ", prog,\n\t55ff " +
         std::string(leaf) + "+1 (/bin/prog)\n\t5600 main+2 (/bin/prog)\n]: 1\n";
}

std::vector<std::int64_t> sums_of(const ProfileSet& set) {
  std::vector<std::int64_t> sums;
  for (std::size_t type = 0; type < set.profiles().front().value_types.size(); ++type) {
    sums.push_back(total(set.profiles().front(), type));
  }
  return sums;
}

}  // namespace

TEST_CASE("what is shown live adds up to what the whole recording holds, wherever its text was cut", "[record][live]") {
  std::string text;
  for (int i = 0; i < 60; ++i) text += sample(1000 + i, i % 3 == 0 ? 18 : 17, i % 5 == 0 ? "other" : "leaf");
  Context context;
  const ConversionRequest request{.rate = SamplingRate{.numerator = 99}};
  const record::Tracing plan = record::bpftrace_backend.plan({});
  const ProfileSet whole = with_sampling_rate(
      record::read_text(record::bpftrace_backend, plan, text, SampleOrder::merged, context), *request.rate, context);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{500}, text.size()}) {
    INFO(step);
    record::LiveProfile live(record::bpftrace_backend, {.live = true}, request);
    std::uint64_t before = 0;
    for (std::size_t at = 0; at < text.size(); at += step) {
      live.text().add(std::string_view(text).substr(at, step));
      live.update();
      CHECK(live.samples() >= before);
      before = live.samples();
    }
    CHECK(live.samples() == 60);
    CHECK(sums_of(live.set()) == sums_of(whole));
    REQUIRE(live.set().profiles().size() == 1);
    CHECK(live.set().profiles().front().samples.size() == 4);  // stacks and threads, whenever they were sampled
    CHECK(live.set().profiles().front().metadata.recordings == 1);
    CHECK_FALSE(live.update());
    CHECK_FALSE(live.failure());
  }
}

TEST_CASE("what is shown live has the filters, names and value types of what will be written", "[record][live]") {
  ConversionRequest request{.types = {"samples"}};
  request.filters.samples.focus = "other";
  request.filters.stacks.hide = "main";
  request.names.policy = NamePolicy::no_args;
  record::LiveProfile live(record::bpftrace_backend, {.live = true}, request);
  live.text().add(sample(1, 18, "leaf"));
  live.update();
  CHECK(live.samples() == 1);
  for (int i = 0; i < 3; ++i) {
    live.text().add(sample(2 + i, 18, i == 1 ? "leaf" : "other(int)"));
    live.update();
  }
  CHECK(live.samples() == 4);
  CHECK(sums_of(live.set()) == std::vector<std::int64_t>{2});
  REQUIRE(live.set().profiles().front().samples.size() == 1);
  const Dictionary& dictionary = live.set().dictionary();
  std::vector<FrameId> frames;
  dictionary.root_first(live.set().profiles().front().samples.stack.front(), frames);
  REQUIRE(frames.size() == 1);
  CHECK(dictionary.string(dictionary.function(dictionary.frame(frames.front()).function).name) == "other");
}

TEST_CASE("a thread has the name that most of its samples have", "[record][live]") {
  const ConversionRequest request;
  record::LiveProfile live(record::bpftrace_backend, {.live = true}, request);
  std::string before = sample(1, 18, "leaf");
  before.replace(before.find("prog,"), 4, "before");
  live.text().add(before + sample(2, 18, "leaf") + sample(3, 18, "leaf"));
  live.update();
  CHECK(live.threads(0) == std::vector<LiveThread>{{.pid = 17, .tid = 18, .name = "prog", .value = 3}});
}

TEST_CASE("the threads of a recording by what they took, and the samples of one", "[record][live]") {
  const ConversionRequest request;
  record::LiveProfile live(record::bpftrace_backend, {.live = true}, request);
  CHECK(live.threads(0).empty());
  CHECK(live.of_thread(17, 18).profiles().empty());
  live.text().add(sample(1, 18, "leaf") + sample(2, 19, "leaf") + sample(3, 19, "other"));
  REQUIRE(live.update());
  CHECK(live.threads(0) == std::vector<LiveThread>{{.pid = 17, .tid = 19, .name = "prog", .value = 2},
                                                   {.pid = 17, .tid = 18, .name = "prog", .value = 1}});
  CHECK(sums_of(live.of_thread(17, 19)).front() == 2);
  CHECK(sums_of(live.of_thread(17, 20)).front() == 0);
  CHECK(sums_of(live.set()).front() == 3);
}

TEST_CASE("what cannot be added is a failure that the recording outlives", "[record][live]") {
  const ConversionRequest request;
  record::LiveProfile live(record::bpftrace_backend, {.live = true}, request);
  const std::string good = sample(1, 18, "leaf");
  std::string huge = good;
  huge.replace(huge.rfind("1\n"), 1, "9223372036854775807");
  live.text().add(good);
  CHECK(live.update());
  live.text().add(huge);
  CHECK(live.update());
  REQUIRE(live.failure());
  live.text().add(good);
  CHECK(live.update());
  CHECK(live.samples() == 2);
  CHECK(sums_of(live.set()) == std::vector<std::int64_t>{2});
  CHECK(live.failure());
}

TEST_CASE("text that does not come is waited for, but not for long", "[record][live]") {
  /// What a program prints that never ends.
  class Endless : public Source {
   public:
    explicit Endless(const Context& context) : context_(context) {}
    std::size_t read(std::span<char> buffer) override {
      if (!std::exchange(is_begun_, true)) return sample(1, 18, "leaf").copy(buffer.data(), buffer.size());
      while (true) {
        context_.check_cancelled();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    }

   private:
    const Context& context_;
    bool is_begun_ = false;
  };

  record::Backend backend = record::bpftrace_backend;
  backend.text = [](std::unique_ptr<Source>, pid_t, const Context& context) -> std::unique_ptr<Source> {
    return std::make_unique<Endless>(context);
  };
  record::LiveText text(backend);
  text.add("a recording");
  text.end(std::chrono::milliseconds(200));
  CHECK(text.take() == sample(1, 18, "leaf"));
  CHECK(text.failure() == "the last samples came too late");
}

}  // namespace profconv::test
