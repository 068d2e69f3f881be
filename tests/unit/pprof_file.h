// SPDX-License-Identifier: Apache-2.0
// What a pprof file says, read back for the tests: as messages, and as the model it was written from.
#pragma once

#include <string>

#include "profconv/profile.h"
#include "wire/pprof.pb.h"

namespace profconv::test {

/// The messages of an uncompressed file; throws std::runtime_error where it is no protobuf.
[[nodiscard]] wire::pprof::Profile parsed(const std::string& bytes);

/// The model, by the usual labels and the #profconv comment alone, as docs/formats/pprof.md has them. Mappings' has_
/// flags are left out: the file's are its own.
[[nodiscard]] ProfileSet restored(const wire::pprof::Profile& file);

}  // namespace profconv::test
