// SPDX-License-Identifier: Apache-2.0
// Interning frames and stacks, as readers do for every line and every record.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "profconv/profile_builder.h"

namespace profconv {

namespace {

constexpr std::size_t function_count = 4000;
constexpr std::size_t depth = 30;

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < function_count; ++i) {
    names.push_back("library_" + std::to_string(i % 20) + "`namespace::function_" + std::to_string(i));
  }
  return names;
}

FrameId frame_of(ProfileSetBuilder& builder, std::string_view name) {
  return builder.frame({.function = builder.function({.name = builder.string(name)})});
}

std::vector<FrameId> frames_of(ProfileSetBuilder& builder) {
  std::vector<FrameId> frames;
  for (const std::string& name : function_names()) frames.push_back(frame_of(builder, name));
  return frames;
}

void frame_interning(benchmark::State& state) {
  const std::vector<std::string> names = function_names();
  ProfileSetBuilder builder;
  for ([[maybe_unused]] const auto& turn : state) {
    for (const std::string& name : names) benchmark::DoNotOptimize(frame_of(builder, name));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * names.size()));
}
BENCHMARK(frame_interning);

/// Argument: how many stacks have the same caller before another takes its turn.
void stack_interning(benchmark::State& state) {
  constexpr std::size_t stacks = 2000;
  const auto alike = static_cast<std::size_t>(state.range(0));
  std::vector<FrameId> stack(depth);
  for ([[maybe_unused]] const auto& turn : state) {
    state.PauseTiming();
    ProfileSetBuilder builder;
    const std::vector<FrameId> frames = frames_of(builder);
    state.ResumeTiming();
    for (std::size_t i = 0; i < stacks; ++i) {
      for (std::size_t level = 0; level < depth; ++level) {
        const std::size_t branch = level + 1 < depth ? i / alike : i;
        stack[level] = frames[(branch * 31 + level * 17) % function_count];
      }
      benchmark::DoNotOptimize(builder.root_first(stack));
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * stacks * depth));
}
BENCHMARK(stack_interning)->Arg(1)->Arg(10);

}  // namespace

}  // namespace profconv
