// SPDX-License-Identifier: Apache-2.0
// Plugins that read: what they can do, and what they are refused. Nothing that they claim crashes the host.
#include <array>
#include <cstdlib>
#include <limits>
#include <random>

#include "support/catch.h"
#include "support/compare.h"
#include "support/model_dump.h"
#include "support/plugins.h"
#include "tools/lib/plugins/job.h"

namespace profconv::test {

namespace {

const pc_host& host = plugins::host();

pc_string text(std::string_view words) { return {words.data(), words.size()}; }

constexpr pc_value_type count_type{.size = sizeof(pc_value_type), .type = {"samples", 7}, .unit = {"count", 5}};

/// A profile of one sample on main;work.
pc_status read_one(pc_job* job) {
  const std::array names{text("main"), text("work")};
  std::array<uint32_t, 2> frames{};
  host.add_named_frames(job, names.data(), sizeof(pc_string), 2, frames.data());
  const uint32_t depth = 2;
  uint32_t stack = 0;
  const pc_stacks stacks{
      .size = sizeof(stacks), .count = 1, .frames = frames.data(), .frame_count = 2, .depth = {&depth, 0}};
  host.add_stacks(job, &stacks, &stack);
  host.add_profile(job, nullptr, &count_type, sizeof(count_type), 1, nullptr);
  const int64_t value = 3;
  const pc_column values{&value, 0};
  const pc_samples samples{
      .size = sizeof(samples), .count = 1, .stack = {&stack, 0}, .values = &values, .value_count = 1};
  return host.add_samples(job, 0, &samples);
}

/// The error of a reader that does `lie` and then what a good one does.
template <class Lie>
std::string error_of(Lie lie) {
  MadePlugin made;
  made.on_read = [&](pc_job* job) {
    lie(job);
    return read_one(job);
  };
  const Outcome outcome = made.read("made\n1\n");
  CHECK(!outcome.set);
  constexpr std::string_view begin = "in: the plugin 'test' (/test.so) made a wrong call: ";
  return outcome.error.starts_with(begin) ? outcome.error.substr(begin.size()) : outcome.error;
}

}  // namespace

TEST_CASE("plugin: the built-in collapsed reader, rebuilt as a plugin, reads every fixture the same", "[plugin]") {
  const auto plugin = plugins::load_library(module_path("collapsed"));
  const Reader& reader = *plugin->readers().front();
  const std::vector<Fixture> all = fixtures(reader);
  REQUIRE(all.size() >= 10);
  for (const Fixture& fixture : all) {
    INFO(fixture.name());
    CHECK(first_difference(file_bytes(fixture.golden), read(fixture).text()).empty());
  }
}

TEST_CASE("plugin: a reader of a few calls", "[plugin]") {
  MadePlugin made;
  made.on_read = read_one;
  const Outcome outcome = made.read("made");
  CHECK(outcome.text() ==
        "profile 1\n  value: samples/count\n  source: made\n  sample samples=3\n    \"main\"\n    \"work\"\n");
}

TEST_CASE("plugin: options are read by index, lines and findings have their places", "[plugin]") {
  MadePlugin made;
  const std::array<const char*, 3> choices{"slow", "fast", nullptr};
  const std::array<pc_option_card, 4> options{
      {{.size = sizeof(pc_option_card),
        .name = "speed",
        .fallback = "fast",
        .summary = "s",
        .choices = choices.data(),
        .type = PC_CHOICE},
       {.size = sizeof(pc_option_card), .name = "on", .fallback = "yes", .summary = "s", .type = PC_BOOLEAN},
       {.size = sizeof(pc_option_card), .name = "part", .fallback = "0.5", .summary = "s", .type = PC_DECIMAL},
       {.size = sizeof(pc_option_card), .name = "word", .fallback = "x y", .summary = "s", .type = PC_TEXT}}};
  made.reader.options = options.data();
  made.reader.option_stride = sizeof(pc_option_card);
  made.reader.option_count = options.size();
  made.on_read = [](pc_job* job) {
    CHECK(host.option_number(job, 0) == 1);
    CHECK(host.option_number(job, 1) == 1);
    CHECK(host.option_number(job, 2) == 500'000);
    CHECK(std::string(host.option_text(job, 3).data, 3) == "x y");
    CHECK(host.option_is_set(job, 0) == 0);
    pc_string line{};
    int32_t ending = -1;
    CHECK(host.next_line(job, &line, &ending) == PC_OK);
    CHECK(std::string(line.data, line.size) == "made");
    CHECK(ending == 2);
    host.next_line(job, &line, &ending);
    CHECK(ending == 0);
    CHECK(host.next_line(job, &line, nullptr) == PC_OK);
    CHECK(line.data == nullptr);
    host.report(job, PC_SEVERITY_ERROR, "odd", 2, text("an odd\nline"));
    return read_one(job);
  };
  const Outcome outcome = made.read("made\r\nx");
  CHECK(outcome.error.empty());
  CHECK(dump(outcome.diagnostics) == "error made.odd in:2: an odd\\x0aline\n");
}

TEST_CASE("plugin: what it says of its input is the error, and everything after an error fails with it", "[plugin]") {
  MadePlugin made;
  made.on_read = [](pc_job* job) {
    CHECK(host.fail(job, PC_ERROR_READ, 7, text("the header is cut off")) == PC_ERROR_READ);
    CHECK(host.fail(job, PC_ERROR_LIMIT, 8, text("another")) == PC_ERROR_READ);
    CHECK(host.check(job) == PC_ERROR_READ);
    CHECK(read_one(job) == PC_ERROR_READ);
    return PC_OK;
  };
  CHECK(made.read("made").error == "in:7: the header is cut off");
  made.on_read = [](pc_job*) { return PC_ERROR_READ; };
  CHECK(made.read("made").error == "in: the plugin 'test' (/test.so) failed with PC_ERROR_READ and no message");
  made.on_read = [](pc_job*) { return 77; };
  CHECK(made.read("made").error == "in: the plugin 'test' (/test.so) failed with status 77 and no message");
  made.on_read = [](pc_job*) -> pc_status { throw 1; };
  CHECK(made.read("made").error == "the plugin 'test' (/test.so) let an exception escape");
}

TEST_CASE("plugin: an endless reader ends at a limit", "[plugin]") {
  MadePlugin made;
  made.on_read = [](pc_job* job) {
    for (int i = 0;; ++i) {
      const std::string name = std::to_string(i);
      const pc_string one = text(name);
      uint32_t frame = 0;
      if (const pc_status status = host.add_named_frames(job, &one, sizeof one, 1, &frame); status != PC_OK)
        return status;
    }
  };
  Limits limits;
  limits.max_frames = 1000;
  CHECK(made.read("made", limits).error.find("frames") != std::string::npos);
}

TEST_CASE("plugin: findings, comments and value types without end are refused", "[plugin]") {
  CHECK(error_of([](pc_job* job) {
          for (int i = 0; host.check(job) == PC_OK; ++i) host.report(job, 0, std::to_string(i).c_str(), 0, text("x"));
        }) == "it reports more than 100 kinds of findings");
  CHECK(error_of([](pc_job* job) {
          read_one(job);
          while (host.add_comment(job, 0, text("x")) == PC_OK) continue;
        }) == "in: a profile has more than 1000000 comments");
  const std::vector<pc_value_type> types(1001, count_type);
  CHECK(error_of([&](pc_job* job) {
          host.add_profile(job, nullptr, types.data(), sizeof(pc_value_type), types.size(), nullptr);
        }) == "in: a profile has more than 1000 value types");
}

TEST_CASE("plugin: ids, sizes, strides and pointers that are wrong are refused in words", "[plugin]") {
  uint32_t id = 0;
  const pc_string name = text("a");
  CHECK(error_of([&](pc_job* job) {
          const pc_frame frame{.size = sizeof frame, .function = 9};
          host.add_frames(job, &frame, sizeof frame, 1, &id);
        }) == "function 9 does not exist: there are 1");
  CHECK(error_of([&](pc_job* job) {
          const pc_frame frame{.size = sizeof frame, .kind = 17};
          host.add_frames(job, &frame, sizeof frame, 1, &id);
        }) == "frame kind 17 does not exist: there are 4");
  CHECK(error_of([&](pc_job* job) {
          const pc_frame frame{};
          host.add_frames(job, &frame, sizeof frame, 1, &id);
        }) == "frames->size is not set");
  CHECK(error_of([&](pc_job* job) {
          const pc_frame frame{.size = sizeof frame};
          host.add_frames(job, &frame, 16, 1, &id);
        }) == "frames have a stride of 16 bytes, less than one of them has");
  CHECK(error_of([&](pc_job* job) {
          std::array<uint32_t, 2> ids{};
          const std::size_t garbage = std::size_t{1} << 40;  // of an element whose size the plugin forgot
          const std::array frames{pc_frame{.size = sizeof(pc_frame)}, pc_frame{.size = garbage}};
          host.add_frames(job, frames.data(), sizeof(pc_frame), 2, ids.data());
        }) == "frames have a stride of " + std::to_string(sizeof(pc_frame)) + " bytes, less than one of them has");
  CHECK(error_of([&](pc_job* job) {
          const std::array<pc_frame, 2> frames{};
          host.add_frames(job, frames.data(), sizeof(pc_frame) + 1, 2, &id);
        }) == "frames are not aligned: their stride is " + std::to_string(sizeof(pc_frame) + 1) + " bytes");
  CHECK(error_of([&](pc_job* job) { host.add_strings(job, nullptr, sizeof(pc_string), 1, &id); }) == "strings is NULL");
  CHECK(error_of([&](pc_job* job) {
          const pc_string endless{"a", std::numeric_limits<std::size_t>::max()};
          host.add_strings(job, &endless, sizeof endless, 1, &id);
        }) == "a string has 18446744073709551615 bytes");
  CHECK(error_of([&](pc_job* job) {
          const pc_string nothing{nullptr, 5};
          host.add_strings(job, &nothing, sizeof nothing, 1, &id);
        }) == "a string has a size and no data");
  CHECK(error_of([&](pc_job* job) {
          const pc_mapping mapping{.size = sizeof mapping, .start = 100, .limit = 5};
          host.add_mappings(job, &mapping, sizeof mapping, 1, &id);
        }) == "a mapping ends before it starts");
  CHECK(error_of([&](pc_job* job) {
          const pc_value_type type{.size = sizeof type, .type = name, .unit = name, .scale = 100'000};
          host.add_profile(job, nullptr, &type, sizeof type, 1, nullptr);
        }) == "a value type has a scale of 100000");
  CHECK(error_of([&](pc_job* job) { host.add_strings(job, &name, sizeof name, 1, nullptr); }) == "ids is NULL");
  CHECK(error_of([&](pc_job* job) {
          host.add_strings(job, &name, sizeof name, std::numeric_limits<std::size_t>::max(), &id);
        }) == "a call adds 18446744073709551615 entries; at most 1048576 are allowed");
  CHECK(error_of([&](pc_job* job) { host.option_number(job, 3); }) == "option 3 does not exist: there are 0");
  CHECK(error_of([&](pc_job* job) { host.report(job, 9, "x", 0, name); }) == "severity 9 does not exist: there are 3");
  CHECK(error_of([&](pc_job* job) { host.report(job, 0, nullptr, 0, name); }) == "kind is NULL");
  CHECK(error_of([&](pc_job* job) { host.write(job, "x", 1); }) == "write() while reading");
  CHECK(error_of([&](pc_job* job) { host.read(job, nullptr, 10, nullptr); }) == "count is NULL");
  CHECK(error_of([&](pc_job* job) { host.add_comment(job, 5, name); }) == "profile 5 does not exist: there are 0");
  CHECK(error_of([&](pc_job* job) { host.add_profile(job, nullptr, nullptr, 0, 0, nullptr); }) ==
        "a profile needs a value type");
}

TEST_CASE("plugin: stacks and samples that do not fit together are refused in words", "[plugin]") {
  const uint32_t frame = 0, depth = 3, high = 1000;
  const int64_t value = 1;
  uint32_t id = 0;
  const auto stacks = [&](pc_stacks given) {
    return error_of([&](pc_job* job) {
      given.size = sizeof given;
      host.add_stacks(job, &given, &id);
    });
  };
  CHECK(stacks({.count = 1, .frames = &frame, .frame_count = 1, .depth = {&depth, 0}}) ==
        "the depths of stacks total more than stacks->frame_count");
  CHECK(stacks({.count = 0, .frames = &frame, .frame_count = 1, .depth = {&depth, 0}}) ==
        "the depths of stacks total less than stacks->frame_count");
  CHECK(stacks({.count = 1, .frame_count = 1, .depth = {&depth, 0}}) == "stacks->frames is NULL");
  CHECK(stacks({.count = 1}) == "stacks->depth.data is NULL");
  CHECK(stacks({.count = 1, .depth = {&frame, 0}, .parent = {&high, 0}}) == "stack 1000 does not exist: there are 1");
  CHECK(stacks({.count = 1, .depth = {&frame, 0}, .order = 2}) == "order 2 does not exist: there are 2");
  CHECK(stacks({.count = 1, .depth = {&frame, 2}}) == "stacks->depth has a stride of 2 bytes; a number has 4");
  CHECK(stacks({.count = 1, .depth = {&frame, 0}, .parent = {&frame, 1}}) ==
        "stacks->parent has a stride of 1 bytes; a number has 4");
  const auto samples = [&](pc_samples given) {
    return error_of([&](pc_job* job) {
      host.add_profile(job, nullptr, &count_type, sizeof(count_type), 1, nullptr);
      given.size = sizeof given;
      host.add_samples(job, 0, &given);
    });
  };
  const pc_column column{&value, 0}, none{};
  CHECK(samples({.count = 1, .stack = {&high, 0}, .values = &column, .value_count = 1}) ==
        "stack 1000 does not exist: there are 1");
  CHECK(samples({.count = 1, .stack = {&frame, 0}, .thread = {&high, 0}, .values = &column, .value_count = 1}) ==
        "thread 1000 does not exist: there are 1");
  CHECK(samples({.count = 1, .values = &column, .value_count = 1}) == "samples->stack.data is NULL");
  CHECK(samples({.count = 1, .stack = {&frame, 0}, .values = &none, .value_count = 1}) ==
        "samples->values[].data is NULL");
  CHECK(samples({.count = 1, .stack = {&frame, 0}}) == "there are 0 columns of values for 1 value types");
  const pc_column narrow{&value, sizeof(int32_t)};
  CHECK(samples({.count = 1, .stack = {&frame, 0}, .values = &narrow, .value_count = 1}) ==
        "samples->values[] has a stride of 4 bytes; a number has 8");
  CHECK(samples({.count = 1, .stack = {&frame, 0}, .start_ns = narrow, .values = &column, .value_count = 1}) ==
        "samples->start_ns has a stride of 4 bytes; a number has 8");
  CHECK(samples({.count = 1, .stack = {&frame, 3}, .values = &column, .value_count = 1}) ==
        "samples->stack has a stride of 3 bytes; a number has 4");
}

TEST_CASE("plugin: calls in any order with any arguments end in words", "[plugin]") {
  // Pointers are good or NULL: whether there is memory behind one, the host cannot know.
  std::mt19937 random(1);
  const auto any = [&](std::uint32_t most) { return static_cast<std::uint32_t>(random() % most); };
  std::array<std::uint64_t, 512> memory{};
  std::array<std::uint32_t, 64> ids{};
  const auto block = [&](auto type) {
    for (std::uint64_t& word : memory) word = any(3) == 0 ? any(200) : any(4);
    memory[0] = any(2) == 0 ? sizeof(type) : any(100);
    return any(12) == 0 ? nullptr : reinterpret_cast<const decltype(type)*>(memory.data());
  };
  const auto column = [&] { return pc_column{any(5) == 0 ? nullptr : ids.data(), any(2) * 4}; };
  const auto call = [&](pc_job* job) {
    const std::size_t count = any(3);
    const std::size_t stride = any(4) == 0 ? any(200) : 128;
    const pc_column column_of_values{any(5) == 0 ? nullptr : memory.data(), 8};
    const pc_stacks stacks{sizeof(pc_stacks),
                           count,
                           any(9) == 0 ? nullptr : ids.data(),
                           any(5),
                           column(),
                           any(3) == 0 ? column() : pc_column{},
                           static_cast<pc_order>(any(3))};
    const pc_samples rows{sizeof(pc_samples), count, column(), column(), column(), {}, {}, &column_of_values, any(3)};
    const pc_string name = {any(5) == 0 ? nullptr : "name", any(5)};
    for (std::uint32_t& each : ids) each = any(8) == 0 ? any(1000) : any(2);
    switch (any(13)) {
      case 0:
        return host.add_strings(job, &name, sizeof name, 1, ids.data());
      case 1:
        return host.add_mappings(job, block(pc_mapping{}), stride, count, ids.data());
      case 2:
        return host.add_functions(job, block(pc_function{}), stride, count, ids.data());
      case 3:
        return host.add_frames(job, block(pc_frame{}), stride, count, ids.data());
      case 4:
        return host.add_threads(job, block(pc_thread{}), stride, count, ids.data());
      case 5:
        return host.add_stacks(job, any(9) == 0 ? nullptr : &stacks, ids.data());
      case 6:
        return host.add_samples(job, any(2), any(9) == 0 ? nullptr : &rows);
      case 7:
        return host.add_profile(job, nullptr, &count_type, stride, any(2), nullptr);
      case 8:
        return host.add_comment(job, any(2), name);
      case 9:
        return host.next_line(job, nullptr, nullptr);
      case 10:
        return host.read(job, memory.data(), any(9), reinterpret_cast<std::size_t*>(ids.data()));
      case 11:
        return host.report(job, static_cast<pc_severity>(any(4)), "kind", any(9), name);
      default:
        return host.add_named_frames(job, &name, sizeof name, 1, ids.data());
    }
  };
  int failures = 0;
  for (int i = 0; i < 2000; ++i) {
    MadePlugin made;
    made.on_read = [&](pc_job* job) {
      pc_status status = PC_OK;
      for (int step = 0; step < 20 && status == PC_OK; ++step) status = call(job);
      return status;
    };
    const Outcome outcome = made.read("made\nline\n");
    failures += outcome.error.empty() ? 0 : 1;
  }
  CHECK(failures > 1000);
}

}  // namespace profconv::test
