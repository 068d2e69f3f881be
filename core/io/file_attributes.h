// SPDX-License-Identifier: Apache-2.0
// What a file keeps when another is written beside it and takes its place.
#pragma once

#include <sys/stat.h>

#include <string>

namespace profconv {

/// Gives the open file `descriptor` the owner, group, permissions, access control list and extended attributes of the
/// file at `path`, whose status is `replaced`. Skips what the system refuses; never grants more than `replaced` did.
void copy_attributes(int descriptor, const std::string& path, const struct stat& replaced);

}  // namespace profconv
