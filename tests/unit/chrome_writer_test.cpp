// SPDX-License-Identifier: Apache-2.0
// The text of Chrome traces.
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "profconv/errors.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "writers/chrome/trace_time.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

using nlohmann::json;

/// One profile; samples/count with a period of a millisecond where nothing else is asked for.
struct Maker {
  ProfileSetBuilder set;
  ProfileBuilder* profile = &set.add_profile();

  explicit Maker(ValueType type = {.type = "samples", .unit = "count"}, std::int64_t period_ns = 1'000'000) {
    profile->add_value_type(std::move(type));
    profile->metadata().period = period_ns;
    profile->metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
  }

  Maker& add(const std::vector<std::string>& root_first, std::int64_t value, ThreadId thread = {}) {
    SampleKey key;
    for (const std::string& name : root_first) {
      const FunctionId function = set.function({.name = set.string(name)});
      key.stack = set.child(key.stack, set.frame({.function = function}));
    }
    key.thread = thread;
    profile->add(key, value);
    return *this;
  }
  ThreadId thread(std::int64_t pid, std::int64_t tid, const std::string& process = {}, const std::string& name = {}) {
    return set.thread({pid, tid, set.string(process), set.string(name)});
  }
  ProfileSet finish() { return std::move(set).finish(); }
};

struct Written {
  std::string text;
  std::map<std::string, std::string> said;

  [[nodiscard]] json document() const { return json::parse(text); }
};

Written write(const ProfileSet& set, const std::map<std::string, std::string>& settings = {}) {
  Written written;
  Context context;
  Options options(chrome_writer.options);
  for (const auto& [name, value] : settings) options.set(name, value);
  Output output = Output::to_memory(&written.text);
  chrome_writer.write(chrome_writer, set, options, output, context);
  output.commit();
  for (const Diagnostic& d : context.diagnostics()) written.said[d.kind] = d.message;
  return written;
}

/// The names of the spans that begin, in order.
std::vector<std::string> begun(const Written& written) {
  std::vector<std::string> names;
  const json document = written.document();
  for (const json& event : document["traceEvents"]) {
    if (event["ph"] == "B") names.push_back(event["name"]);
  }
  return names;
}

std::string time_text(const Tick& tick, std::int64_t time) { return std::string(chrome::TraceTime(tick).text(time)); }

}  // namespace

TEST_CASE("a Chrome trace is an object with one event a line", "[chrome]") {
  Maker maker;
  maker.add({"main", "read"}, 3, maker.thread(7, 8, "sh", "worker"));
  CHECK(write(maker.finish()).text ==
        R"({"displayTimeUnit":"ms","traceEvents":[)"
        "\n"
        R"({"ph":"M","pid":7,"tid":8,"ts":0,"name":"process_name","args":{"name":"sh"}},)"
        "\n"
        R"({"ph":"M","pid":7,"tid":8,"ts":0,"name":"thread_name","args":{"name":"worker"}},)"
        "\n"
        R"({"ph":"B","pid":7,"tid":8,"ts":0,"name":"main"},)"
        "\n"
        R"({"ph":"B","pid":7,"tid":8,"ts":0,"name":"read"},)"
        "\n"
        R"({"ph":"E","pid":7,"tid":8,"ts":3000,"name":"read"},)"
        "\n"
        R"({"ph":"E","pid":7,"tid":8,"ts":3000,"name":"main"})"
        "\n]}\n");
}

TEST_CASE("every event has the fields that viewers ask for, and an end the name of its begin", "[chrome]") {
  Maker maker;
  maker.add({"a", "b"}, 1, maker.thread(1, 1, "p")).add({"a", "c"}, 2, maker.thread(1, 1, "p"));
  maker.add({"a"}, 1, maker.thread(1, 2, "p")).add({"d"}, 1, maker.thread(2, 2, "q"));
  std::map<std::pair<int, int>, std::vector<std::string>> open;
  const json document = write(maker.finish()).document();
  for (const json& event : document["traceEvents"]) {
    INFO(event.dump());
    for (const char* field : {"ph", "pid", "tid", "ts", "name"}) REQUIRE(event.contains(field));
    std::vector<std::string>& stack = open[{event["pid"], event["tid"]}];
    if (event["ph"] == "B") stack.push_back(event["name"]);
    if (event["ph"] != "E") continue;
    REQUIRE_FALSE(stack.empty());
    CHECK(stack.back() == event["name"]);
    stack.pop_back();
  }
  CHECK(open.size() == 3);
  for (const auto& [thread, stack] : open) CHECK(stack.empty());
}

TEST_CASE("an end differs from a begin of the same name and time, which speedscope would take for one span",
          "[chrome]") {
  Maker maker;
  maker.add({"main", "a", "x"}, 10).add({"main", "x"}, 20).add({"main", "y"}, 5);
  std::vector<std::string> ends;
  const json document = write(maker.finish()).document();
  for (const json& event : document["traceEvents"]) {
    if (event["ph"] == "B") CHECK_FALSE(event.contains("args"));
    if (event["ph"] == "E") ends.push_back(event["name"].get<std::string>() + event.value("args", json()).dump());
  }
  CHECK(ends == std::vector<std::string>{"x{}", "anull", "xnull", "ynull", "mainnull"});
}

TEST_CASE("ids that viewers read as 0 or round get free numbers, and that is reported", "[chrome]") {
  Maker maker;
  maker.add({"a"}, 1, maker.thread(7, 5'000'000'000)).add({"a"}, 1, maker.thread(-9, 1));
  const Written written = write(maker.finish());
  const json document = written.document();
  for (const json& event : document["traceEvents"]) {
    CHECK((event["pid"] == 7 ? event["tid"] == 4'294'967'295 : event["pid"] == 4'294'967'295));
  }
  CHECK(written.said.contains("chrome.thread_number"));
}

TEST_CASE("times of more digits than a double has are reported", "[chrome]") {
  constexpr std::int64_t most_ms = (std::int64_t{1} << 53) / 1'000'000;
  CHECK_FALSE(write(Maker().add({"a"}, most_ms).finish()).said.contains("chrome.precision"));
  CHECK(write(Maker().add({"a"}, most_ms + 1).finish()).said.contains("chrome.precision"));
}

TEST_CASE("stacks deeper than Perfetto shows are reported", "[chrome]") {
  const auto said = [](std::size_t depth) {
    return write(Maker().add(std::vector<std::string>(depth, "f"), 1).finish()).said;
  };
  CHECK_FALSE(said(512).contains("chrome.viewer"));
  CHECK(said(513).at("chrome.viewer").find("(the deepest has 513)") != std::string::npos);
}

TEST_CASE("a process is named once, by its first thread that is drawn", "[chrome]") {
  Maker maker;
  maker.add({"a"}, 0, maker.thread(7, 1, "shell")).add({"a"}, 1, maker.thread(7, 2, "shell"));
  maker.add({"a"}, 1, maker.thread(7, 3, "shell"));
  std::vector<json> names;
  const json document = write(maker.finish()).document();
  for (const json& event : document["traceEvents"]) {
    if (event["ph"] == "M") names.push_back(event);
  }
  REQUIRE(names.size() == 1);
  CHECK(names[0]["name"] == "process_name");
  CHECK(names[0]["tid"] == 2);
  CHECK(names[0]["args"]["name"] == "shell");
}

TEST_CASE("times are microseconds to the nanosecond, and no longer than they need be", "[chrome]") {
  CHECK(time_text({.numerator_ns = 1}, 0) == "0");
  CHECK(time_text({.numerator_ns = 1}, 1) == "0.001");
  CHECK(time_text({.numerator_ns = 1}, 1'003'009) == "1003.009");
  CHECK(time_text({.numerator_ns = 1}, 1'500'000) == "1500");
  CHECK(time_text({.numerator_ns = 1}, 1'500'010) == "1500.01");
  CHECK(time_text({.numerator_ns = 1e9}, 86'400) == "86400000000");
  CHECK(time_text({.numerator_ns = 1}, std::numeric_limits<std::int64_t>::max()) == "9223372036854775.807");
}

TEST_CASE("ticks that are no whole nanoseconds are rounded once, not added up", "[chrome]") {
  const Tick tick{.numerator_ns = 1e9, .denominator = 997};
  CHECK(time_text(tick, 1) == "1003.009");
  CHECK(time_text(tick, 2) == "2006.018");
  CHECK(time_text(tick, 996) == "998996.991");
  CHECK(time_text(tick, 997) == "1000000");
  CHECK(time_text(tick, 997'000'000'000) == "1000000000000000");
}

TEST_CASE("ticks below a nanosecond get the decimals that keep a span's length", "[chrome]") {
  CHECK(time_text({.numerator_ns = 1, .denominator = 10}, 1) == "0.0001");
  CHECK(time_text({.numerator_ns = 1, .denominator = 3}, 1) == "0.0003");
  CHECK(time_text({.numerator_ns = 1, .denominator = 3}, 2) == "0.0007");
  CHECK(time_text({.numerator_ns = 1e9, .denominator = 997e15}, 997'000'000'000) == "1");
}

TEST_CASE("a trace that 64 bits of nanoseconds do not hold is refused", "[chrome]") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK_NOTHROW(write(Maker().add({"a"}, most / 1'000'000).finish()));
  CHECK_THROWS_AS(write(Maker().add({"a"}, most / 1'000'000 + 1).finish()), WriteError);
  CHECK_THROWS_AS(time_text({.numerator_ns = 1e19}, 1), WriteError);
}

TEST_CASE("names are escaped as JSON wants it, and come back as they were", "[chrome]") {
  const std::vector<std::string> names{"a\"b", "back\\slash",     "tab\tnew\nline", std::string("nul\0!", 5),
                                       "<>&'", "gr\u00fcn\u2028", "\U0001F600"};
  for (const std::string& name : names) {
    Maker maker;
    maker.add({name}, 1, maker.thread(1, 1, name, name));
    const Written written = write(maker.finish());
    CHECK(begun(written) == std::vector{name});
    CHECK(written.document()["traceEvents"][0]["args"]["name"] == name);
    CHECK(written.document()["traceEvents"][1]["args"]["name"] == name);
  }
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD, which is said, and frames that then are one are one", "[chrome]") {
  Maker maker;
  maker.profile->metadata().period = 1000;
  const Written written = write(maker.add({"m", "caf\xe9!"}, 1).add({"m", "caf\xe8!"}, 2).finish());
  CHECK(begun(written) == std::vector<std::string>{"m", "caf\uFFFD!"});
  CHECK(written.said.at("chrome.utf8") == "names that are not UTF-8: 2; U+FFFD replaces what is malformed");
}

TEST_CASE("names of threads that a trace has no place for are said", "[chrome]") {
  Maker maker;
  maker.add({"a"}, 1, maker.thread(1, 1, "first", "x")).add({"a"}, 1, maker.thread(1, 1, "second", "y"));
  CHECK(write(maker.finish()).said.contains("chrome.renamed"));
}

TEST_CASE("a stack without frames is a span called so", "[chrome]") {
  CHECK(begun(write(Maker().add({}, 2).finish())) == std::vector<std::string>{"[no stack]"});
}

TEST_CASE("an empty profile is a valid trace without events", "[chrome]") {
  for (const ProfileSet& set : {Maker().finish(), Maker().add({"a"}, 0).finish()}) {
    CHECK(write(set).document()["traceEvents"].empty());
  }
}

TEST_CASE(
    "times are shown in nanoseconds where a tick is below a microsecond, so that chrome://tracing nests spans right",
    "[chrome]") {
  const auto unit_of = [](ValueType type, std::int64_t period_ns = 1'000'000) {
    return write(Maker(std::move(type), period_ns).add({"a"}, 1).finish())
        .document()["displayTimeUnit"]
        .get<std::string>();
  };
  CHECK(unit_of({.type = "samples", .unit = "count"}) == "ms");
  CHECK(unit_of({.type = "samples", .unit = "count"}, 1000) == "ms");
  CHECK(unit_of({.type = "samples", .unit = "count"}, 999) == "ns");
  CHECK(unit_of({.type = "wall", .unit = "microseconds"}) == "ms");
  CHECK(unit_of({.type = "wall", .unit = "nanoseconds"}) == "ns");
  CHECK(unit_of({.type = "alloc_space", .unit = "bytes"}) == "ns");
}

TEST_CASE("the layout says in which order samples without times are drawn", "[chrome]") {
  CHECK(sample_order(chrome_writer, Options(chrome_writer.options)) == SampleOrder::merged);
  Options input(chrome_writer.options);
  input.set("layout", "input");
  CHECK(sample_order(chrome_writer, input) == SampleOrder::as_read);
  const ProfileSet set = Maker().add({"m", "z"}, 1).add({"m", "a"}, 1).finish();
  CHECK(begun(write(set)) == std::vector<std::string>{"m", "a", "z"});
  CHECK(begun(write(set, {{"layout", "input"}})) == std::vector<std::string>{"m", "z", "a"});
}

TEST_CASE("attributes of the recording follow the events", "[chrome]") {
  Maker maker;
  maker.profile->metadata().attributes = {{"mode", "say \"heap\""}, {"pid", 17}};
  const json document = write(maker.add({"main"}, 1).finish()).document();
  CHECK(document["otherData"] == json{{"mode", "say \"heap\""}, {"pid", 17}});
  CHECK(document["traceEvents"].size() == 2);
}

}  // namespace profconv::test
