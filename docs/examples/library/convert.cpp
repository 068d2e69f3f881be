// SPDX-License-Identifier: Apache-2.0
// convert INPUT OUTPUT: converts a file, as `profconv INPUT -o OUTPUT` does.

#include <profconv/conversion.h>
#include <iostream>

int main(int, char** argv) try {
  profconv::Context context;
  const auto report = profconv::convert({.inputs = {argv[1]}, .outputs = {argv[2]}}, context);
  std::cout << report.inputs[0].reader->name << " -> " << report.outputs[0].writer->name << "\n";
  for (const auto& lost : report.outputs[0].losses) std::cout << "lost: " << describe(lost) << "\n";
} catch (const profconv::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
