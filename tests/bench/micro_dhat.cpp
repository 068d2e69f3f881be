// SPDX-License-Identifier: Apache-2.0
// A DHAT file of 27 KB in memory to compressed pprof in memory: the whole, and its parts.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "profconv/conversion.h"

namespace profconv {

namespace {

const std::string& dhat_text() {
  static const std::string text = [] {
    std::ifstream file(PROFCONV_DHAT_27K, std::ios::binary);
    if (!file) throw std::runtime_error(PROFCONV_DHAT_27K ": cannot open");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  return text;
}

ProfileSet read_dhat(Context& context) {
  const Reader& reader = builtin_registry().reader("dhat");
  Input input = Input::from_memory("heap.json", dhat_text(), context);
  return read_profiles(reader, input, Options(reader.options), SampleOrder::merged);
}

std::string written(const ProfileSet& set, Context& context, Compression compression) {
  const Writer& writer = builtin_registry().writer("pprof");
  std::string bytes;
  Output output = Output::to_memory(&bytes, compression);
  write_profiles(set, writer, Options(writer.options), output, context);
  return bytes;
}

/// The same set again, from what was read of it: what reading takes beside the parsing.
ProfileSet rebuilt(const ProfileSet& set) {
  ProfileSetBuilder builder;
  const Dictionary& dictionary = set.dictionary();
  std::vector<FrameId> frames{{}};
  for (const Frame& frame : dictionary.frames().subspan(1)) {
    const Function& function = dictionary.function(frame.function);
    const FunctionId same = builder.function({.name = builder.string(dictionary.string(function.name)),
                                              .file = builder.string(dictionary.string(function.file))});
    frames.push_back(builder.frame({.function = same, .address = frame.address, .line = frame.line}));
  }
  std::vector<StackId> stacks{{}};
  for (const StackNode& node : dictionary.stacks().subspan(1)) {
    stacks.push_back(builder.child(stacks[node.parent.value], frames[node.frame.value]));
  }
  for (const Profile& profile : set.profiles()) {
    ProfileBuilder& to = builder.add_profile();
    for (const ValueType& type : profile.value_types) to.add_value_type(type);
    std::vector<std::int64_t> values(profile.value_types.size());
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
      for (std::size_t type = 0; type < values.size(); ++type) values[type] = profile.samples.values[type][row];
      to.add({.stack = stacks[profile.samples.stack[row].value]}, values);
    }
  }
  return std::move(builder).finish();
}

void parse_and_build(benchmark::State& state) {
  for ([[maybe_unused]] const auto& turn : state) {
    Context context;
    benchmark::DoNotOptimize(read_dhat(context));
  }
}

void build(benchmark::State& state) {
  Context context;
  const ProfileSet set = read_dhat(context);
  for ([[maybe_unused]] const auto& turn : state) benchmark::DoNotOptimize(rebuilt(set));
}

void write(benchmark::State& state) {
  Context context;
  const ProfileSet set = read_dhat(context);
  for ([[maybe_unused]] const auto& turn : state) {
    benchmark::DoNotOptimize(written(set, context, Compression::none));
  }
}

void gzip(benchmark::State& state) {
  Context context;
  const std::string plain = written(read_dhat(context), context, Compression::none);
  for ([[maybe_unused]] const auto& turn : state) {
    std::string bytes;
    Output output = Output::to_memory(&bytes, Compression::gzip);
    output.write(plain);
    output.commit();
    benchmark::DoNotOptimize(bytes);
  }
}

void whole(benchmark::State& state) {
  for ([[maybe_unused]] const auto& turn : state) {
    Context context;
    benchmark::DoNotOptimize(written(read_dhat(context), context, Compression::gzip));
  }
}

BENCHMARK(whole)->Name("dhat_27k/whole");
BENCHMARK(parse_and_build)->Name("dhat_27k/parse and build");
BENCHMARK(build)->Name("dhat_27k/build");
BENCHMARK(write)->Name("dhat_27k/write");
BENCHMARK(gzip)->Name("dhat_27k/gzip");

}  // namespace

}  // namespace profconv
