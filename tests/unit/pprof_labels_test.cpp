// SPDX-License-Identifier: Apache-2.0
// When the labels of a pprof file are threads and times, and when they stay labels.
#include <string>

#include "pprof_file.h"
#include "pprof_maker.h"
#include "profconv/convert.h"
#include "support/catch.h"
#include "support/model_dump.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace pb = wire::pprof;

/// small_pprof() with one sample of its own.
class LabelFile : public PprofMaker {
 public:
  LabelFile() : PprofMaker(small_pprof()) { message.clear_sample(); }

  LabelFile& number(std::string_view key, std::int64_t value, std::string_view unit = "") {
    number_label(last(), text(key), value, text(unit));
    return *this;
  }
  LabelFile& word(std::string_view key, std::string_view value) {
    text_label(last(), text(key), text(value));
    return *this;
  }
  LabelFile& next() {
    sample({2}, {1, 10});
    return *this;
  }
  /// The line of the dump for one sample, behind its values.
  [[nodiscard]] std::string line(std::size_t number = 1) const {
    const std::string all = read_pprof(bytes()).text();
    const std::string begin = "  sample samples=1 cpu=10";
    std::size_t at = 0;
    for (std::size_t i = 0; i < number; ++i) at = all.find(begin, at) + begin.size();
    return all.substr(at, all.find('\n', at) - at);
  }

 private:
  pb::Sample& last() {
    if (message.sample_size() == 0) next();
    return *message.mutable_sample(message.sample_size() - 1);
  }
};

}  // namespace

TEST_CASE("pprof: labels are texts, numbers and numbers with units, also several of one key", "[pprof]") {
  CHECK(LabelFile().word("request", "GET /").number("size", 64, "bytes").number("n", 3).line() ==
        " [n 3] [request \"GET /\"] [size 64 bytes]");
  CHECK(LabelFile().word("tag", "b").word("tag", "a").number("tag", 2).line() == " [tag \"a\"] [tag \"b\"] [tag 2]");
  CHECK(LabelFile().number("zero", 0, "bytes").line() == " [zero 0 bytes]");
}

TEST_CASE("pprof: pid, tid, comm and thread_comm are the thread", "[pprof]") {
  CHECK(LabelFile().number("pid", 5).number("tid", 6, "count").word("comm", "app").word("thread_comm", "io").line() ==
        " pid=5 tid=6 process=\"app\" thread=\"io\"");
  CHECK(LabelFile().number("pid", 0).line() == " pid=0");
}

TEST_CASE("pprof: what has another form than a thread's usual labels stays a label", "[pprof]") {
  CHECK(LabelFile().word("pid", "5").line() == " [pid \"5\"]");
  CHECK(LabelFile().number("pid", 5, "bytes").line() == " [pid 5 bytes]");
  CHECK(LabelFile().number("tid", -1).line() == " [tid -1]");
  CHECK(LabelFile().number("comm", 1).line() == " [comm 1]");
  CHECK(LabelFile().number("pid", 5).number("pid", 6).line() == " [pid 5] [pid 6]");
  CHECK(LabelFile().word("thread name", "io").line() == " [thread name \"io\"]");
}

TEST_CASE("pprof: timestamp_ns is the start time where every sample has one", "[pprof]") {
  CHECK(LabelFile().number("timestamp_ns", 7).next().number("timestamp_ns", 8).line(2) == " start_ns=8");
  CHECK(LabelFile().number("timestamp_ns", 7, "nanoseconds").line() == " start_ns=7");
  CHECK(LabelFile().number("timestamp_ns", 7).next().line(1) == " [timestamp_ns 7]");
  CHECK(LabelFile().number("timestamp_ns", 7, "ticks").line() == " [timestamp_ns 7 ticks]");
  CHECK(LabelFile().number("timestamp_ns", 7).number("timestamp_ns", 8).line() == " [timestamp_ns 7] [timestamp_ns 8]");
}

TEST_CASE("pprof: start times within the recording are those of a wall clock", "[pprof]") {
  LabelFile file;
  file.number("timestamp_ns", 1'700'000'000'000'000'005);
  const auto clock = [&] { return read_pprof(file.bytes()).set->profiles()[0].metadata.clock; };
  CHECK(clock() == Clock::relative);
  file.message.set_time_nanos(1'700'000'000'000'000'000);
  file.message.set_duration_nanos(10);
  CHECK(clock() == Clock::epoch);
  file.message.set_duration_nanos(4);
  CHECK(clock() == Clock::relative);
}

TEST_CASE("pprof: a label without a value is a 0, one with two values is a text, and both are said", "[pprof]") {
  LabelFile file;
  file.number("nothing", 0);
  const Outcome nothing = read_pprof(file.bytes());
  REQUIRE(nothing.diagnostics.size() == 1);
  CHECK(nothing.diagnostics[0].kind == "pprof.label_zero");
  CHECK(file.line() == " [nothing 0]");
  LabelFile both;
  both.word("both", "text");
  both.message.mutable_sample(0)->mutable_label(0)->set_num(4);
  const Outcome outcome = read_pprof(both.bytes());
  REQUIRE(outcome.diagnostics.size() == 1);
  CHECK(outcome.diagnostics[0].kind == "pprof.label_both");
  CHECK(both.line() == " [both \"text\"]");
}

TEST_CASE("pprof: a label without a value is an empty text where its key has texts, and stays one", "[pprof]") {
  LabelFile file;
  file.word("user", "alice").next().number("user", 0).number("n", 0);
  CHECK(file.line(1) == " [user \"alice\"]");
  CHECK(file.line(2) == " [n 0] [user \"\"]");
  LabelFile before;
  before.number("user", 0).next().word("user", "alice");
  CHECK(before.line(1) == " [user \"\"]");
  const Outcome outcome = read_pprof(file.bytes());
  CHECK(outcome.diagnostics.size() == 1);  // n
  Context context;
  std::string bytes;
  Output output = Output::to_memory(&bytes);
  write_profiles(*outcome.set, pprof_writer, Options(pprof_writer.options), output, context);
  const pb::Profile written = parsed(bytes);
  const pb::Label& empty = written.sample(1).label(1);
  CHECK(written.string_table(static_cast<int>(empty.key())) == "user");
  CHECK(empty.str() == 0);
  CHECK(read_pprof(bytes).text().find("[user \"\"]") != std::string::npos);
}

}  // namespace profconv::test
