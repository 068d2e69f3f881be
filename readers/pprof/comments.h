// SPDX-License-Identifier: Apache-2.0
// The comments of a file, those of people and that of profconv.
#pragma once

#include <string>
#include <vector>

#include "profconv/context.h"
#include "readers/pprof/facts.h"
#include "readers/pprof/profile_file.h"

namespace profconv::pprof_in {

/// What the comments say: at least one profile in facts.profiles, and
/// everything agrees with the tables of the file.
struct Comments {
  Facts facts;
  std::vector<std::string> of_people;
};

[[nodiscard]] Comments read_comments(const Document& document, const ProfileFile& file, Context& context);

}  // namespace profconv::pprof_in
