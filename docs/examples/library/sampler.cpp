// SPDX-License-Identifier: Apache-2.0
// sampler OUTPUT: writes the samples of two threads, taken 1,000 times a second, as a Spall trace.

#include <profconv/conversion.h>
#include <iostream>

using namespace profconv;

int main(int, char** argv) try {
  constexpr std::int64_t period_ns = 1'000'000;
  ProfileSetBuilder builder(SampleOrder::as_read);
  const auto frame = [&](std::string_view name) {
    return builder.frame({.function = builder.function({.name = builder.string(name)})});
  };
  const FrameId main_loop = frame("main_loop"), draw = frame("draw"), worker = frame("worker"), load = frame("load");
  const ThreadId first = builder.thread({.pid = 1, .tid = 1, .thread_name = builder.string("main")});
  const ThreadId second = builder.thread({.pid = 1, .tid = 2, .thread_name = builder.string("loader")});

  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "cpu", .unit = "nanoseconds"});
  profile.metadata().period = period_ns;
  profile.metadata().period_type = {.type = "cpu", .unit = "nanoseconds"};
  for (std::int64_t tick = 0; tick < 100; ++tick) {
    const std::int64_t now = tick * period_ns;
    const StackId top = builder.child({}, main_loop);
    const StackId drawing = tick % 10 < 7 ? builder.child(top, draw) : top;
    const StackId loading = builder.child(builder.child({}, worker), load);
    profile.add({.stack = drawing, .thread = first, .start_ns = now}, period_ns);
    profile.add({.stack = loading, .thread = second, .start_ns = now}, period_ns);
  }

  Context context;
  const Writer& spall = builtin_registry().writer("spall");
  Options options(spall.options);
  options.set("version", "3");  // version 1 cannot hold the names of threads
  const ProfileSet set = std::move(builder).finish();
  for (const Loss& lost : losses(set, spall, options)) std::cout << "lost: " << describe(lost) << "\n";
  Output output = Output::to_path(argv[1]);
  write_profiles(set, spall, options, output, context);
} catch (const Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
