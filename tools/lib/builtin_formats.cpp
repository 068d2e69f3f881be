// SPDX-License-Identifier: Apache-2.0
// The lists of readers and writers as one registry.
#include <vector>

#include "profconv/conversion.h"
#include "readers/readers.h"
#include "writers/writers.h"

namespace profconv {

const Registry& builtin_registry() {
  static const Registry registry({std::begin(all_readers), std::end(all_readers)},
                                 {std::begin(all_writers), std::end(all_writers)});
  return registry;
}

}  // namespace profconv
