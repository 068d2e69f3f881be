// SPDX-License-Identifier: Apache-2.0
// Suspicions that hold for every format, and profiles that must not raise them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "pprof_maker.h"
#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "support/checking.h"
#include "tools/lib/suspicions.h"

namespace profconv::test {

namespace {

constexpr std::string_view upright =
    "main;parse;read 30\nmain;parse 2\nmain;eval;call;call 100\n_start;__libc_start_main;main;idle 5\n";

/// The same stacks, leaf first.
std::string reversed(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.rfind(' ');
    std::istringstream stack(line.substr(0, blank));
    std::vector<std::string> frames;
    for (std::string frame; std::getline(stack, frame, ';');) frames.push_back(frame);
    std::reverse(frames.begin(), frames.end());
    for (const std::string& frame : frames) all += (&frame == &frames.front() ? "" : ";") + frame;
    all += line.substr(blank) + "\n";
  }
  return all;
}

std::string found(std::string_view text) { return places(checked(text, "collapsed")); }

/// `count` stacks of `depth` frames with as many different roots.
std::string stacks(int count, int depth, const std::string& root) {
  std::string all;
  for (int i = 0; i < count; ++i) {
    all += root.empty() ? "f" + std::to_string(i) : root;
    for (int frame = 1; frame < depth; ++frame) all += ";g" + std::to_string(i % 3) + "_" + std::to_string(frame);
    all += ";leaf" + std::to_string(i) + " 1\n";
  }
  return all;
}

/// What is said of twelve sites of a heap's recording being cut, each a call of `operator new` by another function.
/// Some have one or two frames inlined there: entries of DHAT's frame table with the same address.
std::string cut_heap(bool is_cut, bool has_inlined) {
  constexpr std::size_t sites = 12;
  std::vector<std::string> table{"[root]", "0x10: operator new (in vg)", "0x20: main (a.cpp:1)"};
  nlohmann::json points = nlohmann::json::array();
  for (std::size_t i = 0; i < sites; ++i) {
    std::vector<std::size_t> stack{1};
    const std::string number = std::to_string(100 + i);
    const auto add = [&](const std::string& name) {
      stack.push_back(table.size());
      table.push_back("0x" + number + ": " + name + number + " (a.cpp:2)");
    };
    if (has_inlined && i % 3 > 0) add("allocate");
    if (has_inlined && i % 3 > 1) add("push_back");
    add("work");
    if (!is_cut) stack.push_back(2);
    points.push_back({{"tb", 8}, {"tbk", 1}, {"fs", stack}});
  }
  const nlohmann::json file{
      {"dhatFileVersion", 2}, {"mode", "rust-heap"}, {"verb", "Allocated"}, {"bklt", false}, {"bkacc", false},
      {"tu", "us"},           {"Mtu", "s"},          {"cmd", "a"},          {"pid", 1},      {"te", 9},
      {"pps", points},        {"ftbl", table}};
  const CheckResult result = checked(file.dump(), "dhat");
  CHECK(result.is_valid());
  return places_of(result, "check.cut_stacks");
}

}  // namespace

TEST_CASE("check: a profile that hangs from its leaves is upside down", "[check]") {
  CHECK(found(upright) == "");
  CHECK(reversed(reversed(upright)) == upright);
  CHECK(found(reversed(upright)) == "warning check.upside_down\n");
  CHECK(found(reversed("prog`main+0x1f;libc.so`malloc 3\nlibc.so`start_thread;work 2\n")) ==
        "warning check.upside_down\n");
  CHECK(found("<alloc::alloc::Global as core::alloc::Allocator>::allocate;app::main 3\nread;app::main 1\n") ==
        "warning check.upside_down\n");
}

TEST_CASE("check: names of roots at a leaf are no proof by themselves", "[check]") {
  CHECK(found("main;spawn;clone 3\nmain;run 2\n") == "");
  CHECK(found("main 3\nclone 2\nmalloc 7\n") == "");
  CHECK(found("program;main 3\n") == "");
  CHECK(found("worker;clone 3\nworker;a 2\nworker;b 1\n") == "");
}

TEST_CASE("check: stacks of one depth that begin anywhere were cut", "[check]") {
  CHECK(found(stacks(12, 5, "")) == "warning check.cut_stacks\n");
  CHECK(found(stacks(12, 5, "main")) == "");
  CHECK(found(stacks(4, 5, "")) == "");
  CHECK(found(stacks(9, 5, "") + "a 1\nb 1\nc;d 2\n") == "warning check.cut_stacks\n");
}

TEST_CASE("check: stacks cut at so many return addresses, with any number of inlined frames in each", "[check]") {
  CHECK(cut_heap(true, true) == "warning");
  CHECK(cut_heap(true, false) == "warning");
  CHECK(cut_heap(false, true) == "");
  CHECK(cut_heap(false, false) == "");
}

TEST_CASE("check: a million nested calls are looked at once each", "[check][long]") {
  // Expanding each sample's stack would take 5 * 10^11 steps.
  constexpr int deepest = 1'000'000;
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FrameId frame = builder.frame({.function = builder.function({.name = builder.string("0x1000")})});
  StackId stack;
  for (int i = 0; i < deepest; ++i) {
    stack = builder.child(stack, frame);
    profile.add({.stack = stack}, 1);
  }
  Context context;
  find_suspicions(std::move(builder).finish(), {.file = "in"}, context);
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics().front().kind == "check.addresses");
}

TEST_CASE("check: frames that are addresses, all of them", "[check]") {
  CHECK(found("0x1000;0x2000 3\n0x1000 1\n") == "warning check.addresses\n");
  CHECK(found("prog`0x1000;0x2000 3\n") == "warning check.addresses\n");
  CHECK(found("0x1000;known 3\n") == "");
}

TEST_CASE("check: dates and durations", "[check]") {
  PprofMaker file = small_pprof();
  file.message.mutable_mapping(0)->set_has_functions(true);
  const auto said = [&](std::string_view kind) { return places_of(checked(file.bytes(), "pprof"), kind); };
  file.message.set_time_nanos(1'700'000'000'000'000'000);
  CHECK(said("check.date") == "");
  file.message.set_time_nanos(1'700'000'000'000'000);
  CHECK(said("check.date") == "warning");
  file.message.set_time_nanos(8'000'000'000'000'000'000);
  CHECK(said("check.date") == "warning");

  for (int i = 0; i < 2; ++i) {
    PprofMaker::number_label(*file.message.mutable_sample(i), file.text("timestamp_ns"), 1 + i * 60'000'000'000LL,
                             file.text("nanoseconds"));
  }
  file.message.set_duration_nanos(60'000'000'000);
  CHECK(said("check.duration") == "");
  file.message.set_duration_nanos(30'000'000'000);
  CHECK(said("check.duration") == "warning");
  file.message.set_duration_nanos(-1);
  CHECK(said("check.duration") == "warning");
}

TEST_CASE("check: sums that 64 bits do not hold", "[check]") {
  CHECK(found("a;b 9223372036854775807\na;c 1\n") == "warning check.overflow\n");
  CHECK(found("a;b 9223372036854775806\na;c 1\n") == "");
}

TEST_CASE("check: what dhat-pprof makes of a heap is upside down and dated 1970", "[check]") {
  // It takes DHAT's stacks, leaf first, for root first, and the time of the peak in instructions for microseconds.
  PprofMaker file;
  for (const char* type : {"alloc_objects", "inuse_objects"}) file.sample_type(type, "count");
  for (const char* type : {"alloc_space", "inuse_space"}) file.sample_type(type, "bytes");
  file.function(1, "malloc");
  file.function(2, "parse");
  file.function(3, "main");
  for (std::uint64_t id = 1; id <= 3; ++id) file.location(id, id);
  file.sample({3, 2, 1}, {5, 2, 500, 200});
  file.sample({3, 1}, {1, 1, 100, 100});
  file.message.set_time_nanos(6'193'000);
  file.message.set_duration_nanos(9'000'000);
  const CheckResult result = checked(file.bytes(), "pprof");
  CHECK(places_of(result, "check.upside_down") == "warning");
  CHECK(places_of(result, "check.date") == "warning");
  CHECK(result.is_valid());
}

}  // namespace profconv::test
