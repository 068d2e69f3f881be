// SPDX-License-Identifier: Apache-2.0
// two_threads INPUT OUTPUT INPUT OUTPUT: two conversions at the same time, each with its own context.

#include <profconv/conversion.h>
#include <array>
#include <iostream>
#include <thread>

int main(int, char** argv) {
  std::array<std::string, 2> results;
  const auto convert = [&](int number) {
    try {
      profconv::Context context({}, 1);  // one thread for each conversion
      const auto report =
          profconv::convert({.inputs = {argv[2 * number + 1]}, .outputs = {argv[2 * number + 2]}}, context);
      results[number] = std::to_string(report.inputs[0].samples) + " samples";
    } catch (const std::exception& error) {
      results[number] = error.what();
    }
  };
  std::thread first(convert, 0);
  std::thread second(convert, 1);
  first.join();
  second.join();
  for (const std::string& result : results) std::cout << result << "\n";
}
