// SPDX-License-Identifier: Apache-2.0
// Reading them.
#include "support/stacks.h"

#include "profconv/convert.h"
#include "readers/readers.h"

namespace profconv::test {

ProfileSet stacks(std::string_view lines) {
  Context context;
  Input input = Input::from_memory("stacks", lines, context);
  return read_profiles(collapsed_reader, input, Options(collapsed_reader.options), SampleOrder::merged);
}

}  // namespace profconv::test
