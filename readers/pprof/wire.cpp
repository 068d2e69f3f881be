// SPDX-License-Identifier: Apache-2.0
// Skipping groups, which no profile has: fields up to a tag that ends them.
#include "readers/pprof/wire.h"

namespace profconv::pprof_in {

bool Message::skip_group(Field& field) {
  field.kind = Kind::other;
  std::size_t open = 1;
  while (open != 0) {
    Field inner;
    inner.place = at_;
    std::uint64_t tag = 0;
    if (!take_varint(at_, end_, tag)) return cut(field.place, "a group has no end");
    const auto wire_type = static_cast<unsigned>(tag & 7U);
    if (wire_type == 3) {
      ++open;
    } else if (wire_type == 4) {
      --open;
    } else if (!take_value(wire_type, inner)) {
      return false;
    }
  }
  return true;
}

}  // namespace profconv::pprof_in
