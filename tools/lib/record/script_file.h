// SPDX-License-Identifier: Apache-2.0
// The user's own program for dtrace or bpftrace.
#pragma once

#include <string>

namespace profconv::record {

/// Whether a program is for dtrace (.d) or bpftrace (.bt): the name of the backend. Throws UsageError for another name.
[[nodiscard]] std::string backend_of_script(const std::string& path);

/// The text of a script. Throws RecordError.
/// Whether a D program names the process that dtrace's -p or -c give it.
[[nodiscard]] bool names_target(const std::string& path);
[[nodiscard]] std::string text_of_script(const std::string& path);

}  // namespace profconv::record
