// SPDX-License-Identifier: Apache-2.0
// Bytes as an output wraps them.
#pragma once

#include <string>
#include <string_view>

#include "profconv/output.h"

namespace profconv::test {

inline std::string compressed(std::string_view bytes, Compression compression) {
  std::string stored;
  Output output = Output::to_memory(&stored, compression);
  output.write(bytes);
  output.commit();
  return stored;
}

}  // namespace profconv::test
