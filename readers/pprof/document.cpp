// SPDX-License-Identifier: Apache-2.0
// Words for damage.
#include "readers/pprof/document.h"

namespace profconv::pprof_in {

void Document::damaged(const Message& message, std::string_view what) const {
  fail(message.place(), "no pprof profile, or a damaged one: in " + std::string(what) + ", " + message.fault());
}

void Document::wrong_kind(const Field& field, std::string_view name, std::string_view expected) const {
  const char* const got = field.kind == Kind::number  ? "a number"
                          : field.kind == Kind::bytes ? "bytes"
                                                      : "a field of a kind that pprof does not use";
  fail(field.place, "expected " + std::string(expected) + " for " + std::string(name) + ", got " + got);
}

}  // namespace profconv::pprof_in
