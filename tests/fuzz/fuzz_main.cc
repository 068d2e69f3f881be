// SPDX-License-Identifier: Apache-2.0
// The libFuzzer target: one for each reader, whose constant the build gives as PROFCONV_FUZZ_READER.
#include <cstddef>
#include <cstdint>

#include "fuzz/fuzz_one.h"
#include "readers/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  profconv::test::fuzz_one(profconv::PROFCONV_FUZZ_READER, {reinterpret_cast<const char*>(data), size});
  return 0;
}
