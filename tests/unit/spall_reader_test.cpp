// SPDX-License-Identifier: Apache-2.0
// Reading Spall traces: which samples spans become, what a tick is, and what is said of traces that are damaged.
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/spall_trace.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// A trace as a profile, and what was said while it was read.
struct Read {
  Context context;
  std::optional<ProfileSet> set;

  explicit Read(const std::string& bytes) {
    Input input = Input::from_memory("test.spall", bytes, context);
    set.emplace(read_profiles(spall_reader, input, Options(spall_reader.options), SampleOrder::merged));
  }
  explicit Read(const SpallTrace& trace) : Read(trace.bytes()) {}

  [[nodiscard]] const Profile& profile() const { return set->profiles().at(0); }
  /// "start shared value stack" of each sample.
  [[nodiscard]] std::vector<std::string> rows() const {
    std::vector<std::string> all;
    const Samples& samples = profile().samples;
    std::vector<FrameId> frames;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      std::string text = std::to_string(samples.start_ns[row]) + " " + std::to_string(samples.shared_depth[row]) + " " +
                         std::to_string(samples.values[0][row]) + " ";
      set->dictionary().root_first(samples.stack[row], frames);
      for (const FrameId id : frames) {
        if (!text.ends_with(' ')) text += ";";
        text += set->dictionary().string(set->dictionary().function(set->dictionary().frame(id).function).name);
      }
      all.push_back(text);
    }
    return all;
  }
  [[nodiscard]] std::string said(std::string_view kind) const {
    for (const Diagnostic& d : context.diagnostics()) {
      if (d.kind == kind) return to_string(d.where) + ": " + d.message;
    }
    return {};
  }
  [[nodiscard]] std::uint64_t count(std::string_view kind) const {
    std::uint64_t all = 0;
    for (const Diagnostic& d : context.diagnostics()) all += d.kind == kind ? d.count : 0;
    return all;
  }
};

using Rows = std::vector<std::string>;

constexpr double one_ns = 0.001;

std::string error_of(const std::string& bytes) {
  try {
    const Read trace(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

/// What the trace is when it was read and is written again.
std::string again(const SpallTrace& trace, std::string_view version = "1") {
  const Read read(trace);
  Options options(spall_writer.options);
  options.set("version", version);
  return written(*read.set, spall_writer, options);
}

}  // namespace

TEST_CASE("a span's time without its callees is a sample", "[spall]") {
  const Read trace(SpallTrace(1, one_ns).begin(10, "main").begin(12, "f").end(15).end(21));
  CHECK(trace.rows() == Rows{"10 0 2 main", "12 1 3 main;f", "15 1 6 main"});
  CHECK(trace.profile().value_types == std::vector<ValueType>{{.type = "wall", .unit = "nanoseconds"}});
  CHECK(trace.context.diagnostics().empty());
}

TEST_CASE("shared depth tells calls of one function apart", "[spall]") {
  const Read two(SpallTrace(1, one_ns).begin(0, "main").begin(0, "f").end(5).begin(5, "f").end(9).end(9));
  CHECK(two.rows() == Rows{"0 0 5 main;f", "5 1 4 main;f"});
  const Read roots(SpallTrace(1, one_ns).begin(0, "f").end(5).begin(5, "f").end(9));
  CHECK(roots.rows() == Rows{"0 0 5 f", "5 0 4 f"});
}

TEST_CASE("a span that lasts no time is a sample of 0", "[spall]") {
  const Read trace(SpallTrace(1, one_ns).begin(0, "a").begin(3, "b").begin(3, "c").end(3).end(3).end(7));
  CHECK(trace.rows() == Rows{"0 0 3 a", "3 1 0 a;b;c", "3 1 4 a"});
}

TEST_CASE("threads interleave and each has its own stack", "[spall]") {
  const Read trace(SpallTrace(1, one_ns).begin(0, "a", 1).begin(1, "x", 2).begin(2, "b", 1).end(4, 2).end(5).end(6));
  CHECK(trace.rows() == Rows{"0 0 2 a", "1 0 3 x", "2 1 3 a;b", "5 1 1 a"});
  const Samples& samples = trace.profile().samples;
  CHECK(trace.set->dictionary().thread(samples.thread_of(1)).tid == 2);
  CHECK(trace.set->dictionary().thread(samples.thread_of(2)).tid == 1);
}

TEST_CASE("a trace that is read and written again has the same spans", "[spall]") {
  SpallTrace trace(1, one_ns);
  trace.begin(0, "main")
      .begin(2, "f")
      .end(5)
      .begin(5, "f")
      .begin(6, "g")
      .end(7)
      .end(9)
      .end(9)
      .begin(12, "main")
      .end(20);
  CHECK(again(trace) == trace.bytes());
  CHECK(again(SpallTrace(1, 1.0).begin(0, "a").begin(1, "b").end(2).end(4)) ==
        SpallTrace(1, 1.0).begin(0, "a").begin(1, "b").end(2).end(4).bytes());
}

TEST_CASE("a tick that is the period of a rate stays one", "[spall]") {
  const double unit = 1e9 / (997 * 1000.0);
  SpallTrace trace(1, unit);
  trace.begin(0, "main").begin(3, "f").end(1000).end(1002);
  const Read read(trace);
  CHECK(read.rows()[1] == "3009027 1 999999973 main;f");
  CHECK(read.profile().metadata.period == 1003009);
  CHECK(has(read.said("spall.tick"), "counts as 1003009 ns"));
  CHECK(again(trace) == trace.bytes());
}

TEST_CASE("a tick stays one until a time no longer is a multiple of it", "[spall]") {
  const Read read(SpallTrace(1, 1.0).begin(0, "a").end(4));
  std::vector<Profile> profiles = ProfileSet(*read.set).release_profiles();
  profiles[0].samples.values[0][0] = 2500;
  const std::string bytes = written(ProfileSet(read.set->shared_dictionary(), profiles), spall_writer);
  CHECK(bytes == SpallTrace(1, one_ns).begin(0, "a").end(2500).bytes());
}

TEST_CASE("times that are no whole nanoseconds are rounded each for itself", "[spall]") {
  const Read third(SpallTrace(3, 1.0 / 3)
                       .buffer(1, std::string("\x03\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00"
                                              "a\x04\x64\x00\x00\x00\x00\x00\x00\x00",
                                              21)));
  CHECK(third.rows() == Rows{"0 0 33 a"});
  CHECK(third.profile().metadata.period == 0);
  CHECK(has(third.said("spall.rounded"), "rounded to whole nanoseconds"));
  const Read fractions(SpallTrace(1, 1.0).begin(0.25, "a").begin(1.5, "b").end(2.7501).end(3));
  CHECK(fractions.rows() == Rows{"250 0 1250 a", "1500 1 1250 a;b", "2750 1 250 a"});
  CHECK(fractions.profile().metadata.period == 0);
}

TEST_CASE("arguments are labels of the time that their span has for itself", "[spall]") {
  const Read trace(SpallTrace(1, one_ns).begin(0, "a", 1, "x=1").begin(0, "b", 1, "y=2").end(2).end(2));
  const auto labels = trace.set->dictionary().labels(trace.profile().samples.labels_of(0));
  REQUIRE(labels.size() == 1);
  CHECK(trace.set->dictionary().string(labels[0].key) == "args");
  CHECK(trace.set->dictionary().string(labels[0].text) == "y=2");
  CHECK(has(trace.said("spall.arguments"), "they are left out"));
  CHECK(trace.count("spall.arguments") == 1);
}

TEST_CASE("the span [no stack] is the empty stack", "[spall]") {
  const Read trace(
      SpallTrace(1, one_ns).begin(0, "[no stack]").end(2).begin(2, "a").begin(2, "[no stack]").end(5).end(5));
  CHECK(trace.rows() == Rows{"0 0 2 ", "2 0 3 a;[no stack]"});
}

TEST_CASE("ends without begins and begins without ends are said", "[spall]") {
  const Read trace(SpallTrace(1, one_ns).end(5).begin(10, "a").begin(12, "b").end(15).begin(15, "c"));
  CHECK(trace.rows() == Rows{"10 0 2 a", "12 1 3 a;b", "15 1 0 a;c"});
  CHECK(has(trace.said("spall.unmatched_end"), "test.spall: byte 32: an end without a begin is left out"));
  CHECK(has(trace.said("spall.unclosed"), "test.spall: byte 49: a span never ends"));
  CHECK(trace.count("spall.unclosed") == 2);
}

TEST_CASE("time does not run backwards on a thread", "[spall]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Read trace(SpallTrace(1, one_ns).begin(10, "a").begin(8, "b").end(15).end(nan));
  CHECK(trace.rows() == Rows{"10 0 5 a;b"});
  CHECK(has(trace.said("spall.backwards"), "byte 53"));
  CHECK(has(trace.said("spall.time"), "byte 91"));
}

TEST_CASE("a cut trace gives what is before the cut, and an error", "[spall]") {
  const std::string whole = SpallTrace(1, one_ns).begin(0, "a").end(5).bytes();
  const Read cut(whole + std::string("\x03\0\0", 3));
  CHECK(cut.rows() == Rows{"0 0 5 a"});
  CHECK(has(cut.said("spall.cut"), "test.spall: byte 70: the file ends within an event"));
  const Read buffer(SpallTrace(3, 1.0).number(0xFFFFFFFF, 4).number(1, 4).number(1, 4).number(0, 8).raw("\x04"));
  CHECK(has(buffer.said("spall.cut"), "within a buffer"));
}

TEST_CASE("an event of an unknown type ends a trace of version 1 and a buffer of version 3", "[spall]") {
  const Read first(SpallTrace(1, one_ns).begin(0, "a").end(5).raw("\x05").begin(7, "b").end(8));
  CHECK(first.rows() == Rows{"0 0 5 a"});
  CHECK(has(first.said("spall.unknown_event"), "byte 70: an event of type 5"));
  const std::string end("\x04\x02\0\0\0\0\0\0\0", 9);
  const std::string begin("\x03\0\0\0\0\0\0\0\0\x01\0a", 12);
  const Read third(SpallTrace(3, 1.0).buffer(1, begin + "\x06rest").buffer(1, end));
  CHECK(third.rows() == Rows{"0 0 2 a"});
  CHECK(has(third.said("spall.unknown_event"), "the rest of its buffer is left out"));
}

TEST_CASE("padding is skipped, and a size that is claimed costs nothing", "[spall]") {
  SpallTrace trace(1, one_ns);
  trace.begin(0, "a").number(7, 1).number(1'000'000, 4).raw(std::string(1'000'000, 'x')).end(5);
  CHECK(Read(trace).rows() == Rows{"0 0 5 a"});
  const Read cut(SpallTrace(1, one_ns).begin(0, "a").end(5).number(7, 1).number(0xFFFFFFFF, 4));
  CHECK(has(cut.said("spall.cut"), "within padding"));
}

TEST_CASE("what is no Spall trace that can be read is refused with a reason", "[spall]") {
  CHECK(has(error_of("[{\"ph\":\"B\"}]"), "that is Chrome's trace format"));
  CHECK(has(error_of("hello, world"), "expected a Spall trace, which begins with"));
  CHECK(has(error_of(SpallTrace(1, 1.0).bytes().substr(0, 20)), "ends within its header; expected 32 bytes"));
  CHECK(has(error_of(SpallTrace(0, 1.0).bytes()), "byte 8: a Spall trace of version 0"));
  CHECK(has(error_of(SpallTrace(2, 1.0).bytes()), "versions 1 and 3 can be read"));
  CHECK(has(error_of(SpallTrace(2, 1.0, 0xABADF00D).bytes() + "xx"), "a Spall auto-trace of version 2"));
  for (const double unit :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    INFO(unit);
    CHECK(has(error_of(SpallTrace(1, unit).bytes()), "test.spall: byte 16: expected how long a tick is"));
  }
}

TEST_CASE("a trace without spans is an empty profile", "[spall]") {
  const Read trace(SpallTrace(3, 1.0));
  CHECK(trace.rows().empty());
  CHECK(has(trace.said("spall.empty"), "no spans"));
}

TEST_CASE("Spall traces are known by their number", "[spall]") {
  CHECK(spall_reader.probe(spall_reader, SpallTrace(1, 1.0).bytes(), "").confidence == Confidence::magic);
  CHECK(spall_reader.probe(spall_reader, SpallTrace(3, 1.0, 0xABADF00D).bytes(), "").confidence == Confidence::magic);
  CHECK(spall_reader.probe(spall_reader, "\x0d\xf0\xad\x0b", "x.spall").confidence == Confidence::no);
  CHECK(spall_reader.probe(spall_reader, "main;a 1\n", "x.spall").confidence == Confidence::no);
}

}  // namespace profconv::test
