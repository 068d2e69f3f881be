// SPDX-License-Identifier: Apache-2.0
// Reading from memory.
#include "tools/lib/record/recorded_text.h"

#include <string>

#include "profconv/conversion.h"

namespace profconv::record {

ProfileSet read_text(const Backend& backend, const Tracing& plan, std::string_view text, SampleOrder order,
                     Context& context) {
  const Reader& reader = builtin_registry().reader(plan.reader);
  Input input = Input::from_memory(std::string(backend.name), text, context);
  return read_profiles(reader, input, options_for(reader, plan.settings), order);
}

}  // namespace profconv::record
