// SPDX-License-Identifier: Apache-2.0
// Splitting text into lines, and reading the numbers in it.
#include <benchmark/benchmark.h>

#include <array>
#include <string>

#include "profconv/input.h"
#include "readers/collapsed/decimal.h"
#include "readers/pprof/wire.h"

namespace profconv {

namespace {

/// Lines as long as those of DTrace, a megabyte of them.
std::string lines_of_frames() {
  std::string text;
  for (std::size_t i = 0; text.size() < 1'000'000; ++i) {
    text.append(14, ' ').append("libprog.so.1`").append(20 + i * 7 % 80, 'f').append("+0x1f4\n");
  }
  return text;
}

void line_splitting(benchmark::State& state) {
  const std::string text = lines_of_frames();
  for ([[maybe_unused]] const auto& turn : state) {
    Context context;
    Input input = Input::from_memory("text", text, context);
    LineReader lines(input);
    std::size_t bytes = 0;
    for (std::string_view line; lines.next(line);) bytes += line.size();
    benchmark::DoNotOptimize(bytes);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(line_splitting);

void number_parsing(benchmark::State& state) {
  constexpr std::array<std::string_view, 4> numbers{"7", "1234", "987654321", "12.5"};
  for ([[maybe_unused]] const auto& turn : state) {
    for (const std::string_view number : numbers) benchmark::DoNotOptimize(parse_number(number));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * numbers.size()));
}
BENCHMARK(number_parsing);

void varint_reading(benchmark::State& state) {
  const std::string bytes("\x07\xac\x02\x80\x80\x04\xff\xff\xff\xff\x0f", 11);
  std::uint64_t count = 0;
  for ([[maybe_unused]] const auto& turn : state) {
    const char* at = bytes.data();
    for (std::uint64_t value = 0; pprof_in::take_varint(at, bytes.data() + bytes.size(), value); ++count) {
      benchmark::DoNotOptimize(value);
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(count));
}
BENCHMARK(varint_reading);

}  // namespace

}  // namespace profconv
