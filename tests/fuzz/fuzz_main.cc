// SPDX-License-Identifier: Apache-2.0
// The libFuzzer program of the target that the build names as PROFCONV_FUZZ_TARGET.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/fuzz_one.h"
#include "fuzz/mutators.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  profconv::test::fuzz(PROFCONV_FUZZ_TARGET, {reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  const std::string changed = profconv::test::mutate(PROFCONV_FUZZ_TARGET, {reinterpret_cast<const char*>(data), size},
                                                     most, seed, LLVMFuzzerMutate);
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}
