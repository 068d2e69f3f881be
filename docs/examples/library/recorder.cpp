// SPDX-License-Identifier: Apache-2.0
// recorder [BACKEND]: samples itself while it computes, and prints where.

#include <profconv/recorder.h>
#include <chrono>
#include <cmath>
#include <iostream>
#include <map>

using namespace profconv;
using Timer = std::chrono::steady_clock;

/// Sums that nobody needs, for half a second.
[[gnu::noinline]] double compute() {
  double sum = 0;
  for (const auto end = Timer::now() + std::chrono::milliseconds(500); Timer::now() < end;) {
    for (int i = 0; i < 10'000; ++i) sum += std::sqrt(i + sum);
  }
  return sum;
}

int main(int count, char** words) try {
  Recorder recorder({.backend = count > 1 ? words[1] : "auto", .frequency = 199});
  recorder.start();
  std::map<std::string, std::int64_t> hottest;
  double sum = 0;
  for (int round = 0; round < 4; ++round) {
    sum += compute();
    if (round == 3) recorder.stop();
    for (const RecordedSample& sample : recorder.take_samples()) {
      if (!sample.frames.empty()) hottest[sample.frames.back().function] += sample.count;
    }
  }
  for (const auto& [function, samples] : hottest) std::cout << samples << " " << function << "\n";
  return sum > 0 ? 0 : 1;
} catch (const Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
