// SPDX-License-Identifier: Apache-2.0
// Building it.
#include "support/rich_profile.h"

#include <array>

#include "profconv/profile_builder.h"

namespace profconv::test {

namespace {

FrameId physical_frame(ProfileSetBuilder& builder) {
  const MappingId mapping = builder.mapping({.file = builder.string("/usr/bin/app"),
                                             .build_id = builder.string("c0ffee"),
                                             .start = 0x400000,
                                             .limit = 0x500000,
                                             .offset = 0x1000});
  const FunctionId function = builder.function({.name = builder.string("ns::run(int)"),
                                                .system_name = builder.string("_ZN2ns3runEi"),
                                                .file = builder.string("/src/run.cc"),
                                                .start_line = 10});
  return builder.frame({.function = function, .mapping = mapping, .address = 0x401234, .line = 12, .column = 7});
}

FrameId inlined_frame(ProfileSetBuilder& builder) {
  const FunctionId function = builder.function({.name = builder.string("ns::step")});
  return builder.frame({.function = function, .line = 3, .inlined = true});
}

FrameId kernel_frame(ProfileSetBuilder& builder) {
  const FunctionId function = builder.function({.name = builder.string("sys_read")});
  return builder.frame({.function = function, .kind = FrameKind::kernel});
}

void fill_metadata(Metadata& m, bool module_names) {
  m.source_format = "test";
  m.clock = Clock::epoch;
  m.start_ns = 1'700'000'000'000'000'000;
  m.duration_ns = 2'000'000'000;
  m.period = 10'000'000;
  m.period_type = {.type = "cpu", .unit = "nanoseconds"};
  m.command = "app --run";
  m.comments = {"first comment", "second comment"};
  m.attributes = {{"host", "build-7"}, {"pid", 100}};
  m.doc_url = "https://example.org/doc";
  m.drop_frames = "malloc";
  m.keep_frames = "run";
  m.default_type = "samples";
  m.distribution = "quantize";
  m.module_names = module_names;
}

void fill_samples(ProfileSetBuilder& builder, ProfileBuilder& profile) {
  const ThreadId thread = builder.thread(
      {.pid = 100, .tid = 101, .process_name = builder.string("app"), .thread_name = builder.string("worker")});
  const std::array labels{LabelText{.key = "bucket_low", .unit = "bytes", .number = 64, .is_number = true},
                          LabelText{.key = "request", .text = "GET /"}};
  const StackId stack =
      builder.root_first(std::array{physical_frame(builder), inlined_frame(builder), kernel_frame(builder)});
  const auto at = [](std::int64_t n) { return 1'700'000'000'000'000'000 + n * 10'000'000; };
  profile.add(
      {.stack = stack, .thread = thread, .labels = builder.labels(labels), .start_ns = at(0), .shared_depth = 0},
      std::array<std::int64_t, 3>{2, 40, -5});
  profile.add({.stack = stack, .thread = thread, .start_ns = at(4), .shared_depth = 1},
              std::array<std::int64_t, 3>{1, 50, 5});
  profile.add({.start_ns = at(5), .shared_depth = 0}, std::array<std::int64_t, 3>{3, 60, 7});
}

}  // namespace

ProfileSet rich_profile(bool module_names) {
  ProfileSetBuilder builder;
  bool is_first = true;
  for (const char* const name : {"first", "second"}) {
    ProfileBuilder& profile = builder.add_profile(name);
    profile.add_value_type({.type = "samples", .unit = "count"});
    profile.add_value_type({.type = "peak", .unit = "bytes", .aggregation = Aggregation::max});
    profile.add_value_type({.type = "seconds", .unit = "seconds", .scale = -3});
    fill_metadata(profile.metadata(), module_names);
    if (!is_first) profile.metadata().clock = Clock::relative;
    is_first = false;
    fill_samples(builder, profile);
  }
  return std::move(builder).finish();
}

ProfileSet signed_profile() {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "memory", .unit = "bytes"});
  profile.add_value_type({.type = "resizings", .unit = "count"});
  profile.metadata().source_format = "test";
  const auto frame = [&](std::string_view name) {
    return builder.frame({.function = builder.function({.name = builder.string(name)})});
  };
  const FrameId main = frame("main");
  const StackId grown = builder.root_first(std::array{main, frame("grow")});
  const StackId freed = builder.root_first(std::array{main, frame("free")});
  const ThreadId one = builder.thread({.pid = 1, .tid = 1});
  const ThreadId two = builder.thread({.pid = 1, .tid = 2});
  profile.add({.stack = grown, .thread = one}, std::array<std::int64_t, 2>{4096, 1});
  profile.add({.stack = grown, .thread = two}, std::array<std::int64_t, 2>{-512, 1});
  profile.add({.stack = freed, .thread = two}, std::array<std::int64_t, 2>{-2048, 2});
  return std::move(builder).finish();
}

}  // namespace profconv::test
