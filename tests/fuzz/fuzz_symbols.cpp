// SPDX-License-Identifier: Apache-2.0
// Fuzzing what --symbols takes.
#include <array>
#include <fstream>
#include <ios>
#include <stdexcept>
#include <string>

#include "fuzz/fuzz_one.h"
#include "profconv/profile_builder.h"
#include "readers/readers.h"
#include "support/round_trip.h"
#include "support/scratch.h"
#include "tools/lib/symbolize/symbolize.h"

namespace profconv::test {

namespace {

constexpr std::array<std::string_view, 3> functions{"main", "work", "?"};

/// Frames in each of the ways in which a recording places them: a sample for each address, on a caller at the next.
ProfileSet recording(const std::string& module) {
  constexpr std::uint64_t most_code = 0x2000;
  constexpr std::uint64_t step = 0x18;
  constexpr std::array<std::uint64_t, 3> starts{0, 0x401000, 0xFFFFFFFF81000000};
  ProfileSetBuilder set;
  const MappingId mapping = set.mapping({.file = set.string(module)});
  const MappingId table = set.mapping({.file = set.string("/tmp/perf-7.map")});
  ProfileBuilder& profile = set.add_profile("");
  profile.add_value_type({.type = "samples", .unit = "count"});
  profile.metadata().source_format = "perf";
  const ThreadId thread = set.thread({.pid = 7, .tid = 7});
  const auto add = [&](Frame frame) {
    const std::array frames{set.frame(frame), set.frame({.mapping = mapping, .address = frame.address + step})};
    profile.add({.stack = set.leaf_first(frames), .thread = thread}, 1);
  };
  for (const std::uint64_t start : starts) {
    const FrameKind kind = start == starts.back() ? FrameKind::kernel : FrameKind::user;
    for (std::uint64_t at = 1; at < most_code; at += step) {
      for (const MappingId where : {MappingId{}, mapping, table}) {
        add({.mapping = where, .address = start + at, .kind = kind});
      }
    }
  }
  for (const std::string_view name : functions) {
    const FunctionId function = set.function({.name = set.string(name)});
    for (std::uint64_t offset = 0; offset < most_code; offset += step) {
      add({.function = function, .mapping = mapping, .address = offset, .offset = offset});
    }
  }
  return std::move(set).finish();
}

}  // namespace

void fuzz_symbols(std::string_view bytes) {
  const Scratch folder;
  const std::string path = folder / "fuzzed";
  std::ofstream(path, std::ios::binary) << bytes;
  Context context(fuzz_limits);
  ProfileSet set = recording(path);
  const std::int64_t samples = total(set.profiles().front(), 0);
  try {
    symbolize::Modules modules({.local = false, .debuginfod = false, .paths = {path}}, context);
    set = symbolize::with_symbols(std::move(set), modules, {.reader = perf_reader}, context);
  } catch (const Error&) {
    return;  // no file of any kind, or stacks that are too deep
  }
  if (total(set.profiles().front(), 0) != samples) throw std::logic_error("looking up symbols changed the samples");
  if (const std::string fault = round_trip_fault(set, fuzz_limits); !fault.empty()) throw std::logic_error(fault);
}

}  // namespace profconv::test
