// SPDX-License-Identifier: Apache-2.0
// The bytes of Spall traces.
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/time/timeline_numbers.h"
#include "core/wire/spall.h"
#include "profconv/errors.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "writers/spall/viewer_limits.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

StackId stack_of(ProfileSetBuilder& set, const std::vector<std::string>& root_first) {
  StackId stack;
  for (const std::string& name : root_first) {
    Frame frame;
    frame.function = set.function({.name = set.string(name), .system_name = {}, .file = {}});
    stack = set.child(stack, set.frame(frame));
  }
  return stack;
}

/// One profile of samples/count.
struct Maker {
  ProfileSetBuilder set;
  ProfileBuilder* profile = &set.add_profile();

  explicit Maker(ValueType type = {.type = "samples", .unit = "count"}) { profile->add_value_type(std::move(type)); }

  Maker& add(const std::vector<std::string>& root_first, std::int64_t value, ThreadId thread = {}) {
    SampleKey key;
    key.stack = stack_of(set, root_first);
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
  std::string bytes;
  std::map<std::string, std::string> said;
};

Written write(const ProfileSet& set, const std::map<std::string, std::string>& settings = {}) {
  Written written;
  Context context;
  Options options(spall_writer.options);
  for (const auto& [name, value] : settings) options.set(name, value);
  Output output = Output::to_memory(&written.bytes);
  spall_writer.write(spall_writer, set, options, output, context);
  output.commit();
  for (const Diagnostic& d : context.diagnostics()) written.said[d.kind] = d.message;
  return written;
}

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
  T number = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    number =
        static_cast<T>(number | static_cast<T>(static_cast<T>(static_cast<unsigned char>(bytes[at + i])) << (8 * i)));
  }
  return number;
}

double unit_of(std::string_view bytes) { return std::bit_cast<double>(number_at<std::uint64_t>(bytes, 16)); }

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[static_cast<unsigned char>(c) >> 4U];
    text += digits[static_cast<unsigned char>(c) & 15U];
  }
  return text;
}

}  // namespace

TEST_CASE("Spall version 1 is a header and events that name their thread", "[spall]") {
  Maker maker;
  maker.profile->metadata().period = 1'000'000;
  maker.profile->metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
  maker.add({"ab"}, 3, maker.thread(7, 8));
  CHECK(hex(write(maker.finish()).bytes) ==
        "0df0ad0b00000000"
        "0100000000000000"
        "0000000000408f40"
        "0000000000000000"
        "0300"
        "0700000008000000"
        "0000000000000000"
        "0200"
        "6162"
        "04"
        "0700000008000000"
        "0000000000000840");
}

TEST_CASE("Spall version 3 is a header and buffers with names first", "[spall]") {
  Maker maker;
  maker.profile->metadata().period = 1'000'000;
  maker.profile->metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
  maker.add({"ab"}, 3, maker.thread(7, 8, "sh", "t"));
  CHECK(hex(write(maker.finish(), {{"version", "3"}}).bytes) ==
        "0df0ad0b00000000"
        "0300000000000000"
        "0000000080842e41"
        "0000000000000000"
        "1d000000"
        "0800000007000000"
        "0000000000000000"
        "08027368"
        "090174"
        "03"
        "0000000000000000"
        "0200"
        "6162"
        "04"
        "0300000000000000");
}

TEST_CASE("the unit of time is a sample: microseconds in version 1, nanoseconds in version 3", "[spall]") {
  Maker maker;
  maker.profile->metadata().period = 10'309'278;
  maker.profile->metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
  const ProfileSet set = maker.add({"a"}, 1).finish();
  CHECK(unit_of(write(set).bytes) == 1e6 / 97);
  CHECK(unit_of(write(set, {{"version", "3"}}).bytes) == 1e9 / 97);
}

TEST_CASE("a process is named once, in the buffer of its first thread that is drawn", "[spall]") {
  Maker maker;
  maker.add({"a"}, 0, maker.thread(7, 1, "shell")).add({"a"}, 1, maker.thread(7, 2, "shell"));
  maker.add({"a"}, 1, maker.thread(7, 3, "shell")).add({"a"}, 1, maker.thread(9, 1, "shell"));
  const std::string bytes = write(maker.finish(), {{"version", "3"}}).bytes;
  const std::string event = "\x08\x05shell";
  const std::size_t first = bytes.find(event);
  const std::size_t second = bytes.find(event, first + 1);
  REQUIRE(second != std::string::npos);
  CHECK(number_at<std::uint32_t>(bytes, first - 16) == 2);
  CHECK(number_at<std::uint32_t>(bytes, second - 12) == 9);
  CHECK(bytes.find(event, second + 1) == std::string::npos);
}

TEST_CASE("threads of a single process are called after it, as the viewer shows no process then", "[spall]") {
  const auto names_thread = [](std::int64_t other_pid, const std::string& own_name) {
    Maker maker;
    maker.add({"a"}, 1, maker.thread(7, 1, "shell", own_name)).add({"a"}, 1, maker.thread(other_pid, 2, "shell", "x"));
    return write(maker.finish(), {{"version", "3"}}).bytes.find("\x09\x05shell") != std::string::npos;
  };
  CHECK(names_thread(7, ""));
  CHECK_FALSE(names_thread(8, ""));
  CHECK_FALSE(names_thread(7, "worker"));
}

TEST_CASE("buffers of version 3 hold whole events and 4 MiB at most", "[spall]") {
  Maker maker;
  const std::string name(200, 'n');
  for (int i = 0; i < 30'000; ++i) maker.add({name + std::to_string(i)}, 1);
  const std::string bytes = write(maker.finish(), {{"version", "3"}}).bytes;
  std::size_t buffers = 0;
  std::size_t events = 0;
  std::uint64_t time = 0;
  for (std::size_t at = spall::header_bytes; at < bytes.size(); ++buffers) {
    const auto size = number_at<std::uint32_t>(bytes, at);
    REQUIRE(size + spall::v3::buffer_header_bytes <= (std::size_t{4} << 20U));
    REQUIRE(number_at<std::uint64_t>(bytes, at + 12) == number_at<std::uint64_t>(bytes, at + 21));
    at += spall::v3::buffer_header_bytes;
    const std::size_t end = at + size;
    for (; at < end; ++events) {
      REQUIRE(number_at<std::uint64_t>(bytes, at + 1) >= time);
      time = number_at<std::uint64_t>(bytes, at + 1);
      at += bytes[at] == 4 ? 9U : 11U + static_cast<unsigned char>(bytes[at + 9]);
    }
    REQUIRE(at == end);
  }
  CHECK(buffers > 1);
  CHECK(events == 60'000);
  CHECK(time == 30'000);
}

TEST_CASE("blocks of version 1 lose no event", "[spall]") {
  Maker maker;
  for (int i = 0; i < 50'000; ++i) maker.add({"function" + std::to_string(100'000 + i)}, 1);
  const std::string bytes = write(maker.finish()).bytes;
  CHECK(bytes.size() == 32 + 50'000 * (20 + 14 + 17));
  for (std::size_t at = 32; at < bytes.size(); at += 51) {
    REQUIRE(bytes[at] == 3);
    REQUIRE(bytes[at + 34] == 4);
  }
}

TEST_CASE("a trace longer than doubles can count is refused in version 1 and written in version 3", "[spall]") {
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  CHECK_NOTHROW(write(Maker().add({"a"}, limit).finish()));
  CHECK_THROWS_AS(write(Maker().add({"a"}, limit + 1).finish()), WriteError);
  CHECK_NOTHROW(write(Maker().add({"a"}, limit + 1).finish(), {{"version", "3"}}));
}

TEST_CASE("a stack without frames is called so", "[spall]") {
  CHECK(write(Maker().add({}, 2).finish()).bytes.find("[no stack]") != std::string::npos);
}

TEST_CASE("modules are shown as the source does, always or never", "[spall]") {
  for (const bool habit : {false, true}) {
    Maker maker;
    Mapping mapping;
    mapping.file = maker.set.string("/usr/lib/libc.so.6");
    Frame frame;
    frame.function = maker.set.function({.name = maker.set.string("read"), .system_name = {}, .file = {}});
    frame.mapping = maker.set.mapping(mapping);
    SampleKey key;
    key.stack = maker.set.child({}, maker.set.frame(frame));
    maker.profile->add(key, 1);
    maker.profile->metadata().module_names = habit;
    const ProfileSet set = maker.finish();
    const auto shows = [&](const std::string& choice) {
      return write(set, {{"modules", choice}}).bytes.find("libc.so.6`read") != std::string::npos;
    };
    CHECK(shows("source") == habit);
    CHECK(shows("yes"));
    CHECK_FALSE(shows("no"));
  }
}

TEST_CASE("an empty profile is a header that viewers load", "[spall]") {
  CHECK(write(Maker().finish()).bytes.size() == 32);
  CHECK(write(Maker().finish(), {{"version", "3"}}).bytes.size() == 32);
  CHECK(write(Maker().add({"a"}, 0).finish(), {{"version", "3"}}).bytes.size() == 32);
}

TEST_CASE("ids that 32 bits do not hold get free numbers, and that is said", "[spall]") {
  const std::vector<Track> tracks{{.pid = 7, .tid = 4'294'967'295, .process_name = {}, .thread_name = {}},
                                  {.pid = 7, .tid = 5'000'000'000, .process_name = {}, .thread_name = {}},
                                  {.pid = -9, .tid = 5'000'000'000, .process_name = {}, .thread_name = {}}};
  Context context;
  const auto numbers = number_tracks(tracks, "spall.thread_number", context);
  CHECK(numbers[0].pid == 7);
  CHECK(numbers[0].tid == 4'294'967'295);
  CHECK(numbers[1].tid == 4'294'967'294);
  CHECK(numbers[2].tid == 4'294'967'294);
  CHECK(numbers[2].pid == 4'294'967'295);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].count == 2);
  CHECK(context.diagnostics()[0].message.find("thread 5000000000 does not fit into 32 bits") == 0);
}

TEST_CASE("the web viewer's measured limits are those that are warned of", "[spall]") {
  const auto too_much = [](std::size_t processes, std::size_t threads, std::size_t depth) {
    spall::ViewerArena arena;
    for (std::size_t p = 0; p < processes; ++p) {
      for (std::size_t t = 0; t < threads; ++t) arena.add_thread(static_cast<std::uint32_t>(p), depth);
    }
    Context context;
    arena.report(context);
    return !context.diagnostics().empty();
  };
  CHECK_FALSE(too_much(1, 1, 4088));
  CHECK(too_much(1, 1, 4089));
  CHECK_FALSE(too_much(1, 67, 57));
  CHECK(too_much(1, 68, 57));
  CHECK_FALSE(too_much(1, 152, 25));
  CHECK(too_much(1, 153, 25));
  CHECK_FALSE(too_much(1, 381, 9));
  CHECK(too_much(1, 382, 9));
  CHECK_FALSE(too_much(1, 1016, 8));
  CHECK(too_much(1, 1017, 8));
  CHECK_FALSE(too_much(451, 1, 1));
  CHECK(too_much(452, 1, 1));
}

TEST_CASE("what version 3 carries and version 1 does not is names", "[spall]") {
  Options options(spall_writer.options);
  CHECK_FALSE(spall_writer.carries(spall_writer, options).has(Feature::thread_names));
  options.set("version", "3");
  CHECK(spall_writer.carries(spall_writer, options).has(Feature::thread_names));
  CHECK(spall_writer.carries(spall_writer, options).has(Feature::process_names));
}

TEST_CASE("the order of the input is asked for before reading", "[spall]") {
  Options options(spall_writer.options);
  CHECK(sample_order(spall_writer, options) == SampleOrder::merged);
  options.set("layout", "input");
  CHECK(sample_order(spall_writer, options) == SampleOrder::as_read);
}

}  // namespace profconv::test
