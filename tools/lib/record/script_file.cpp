// SPDX-License-Identifier: Apache-2.0
// Reading scripts.
#include "tools/lib/record/script_file.h"

#include <fstream>
#include <sstream>

#include "profconv/errors.h"
#include "tools/lib/record/errors.h"

namespace profconv::record {

std::string backend_of_script(const std::string& path) {
  if (path.ends_with(".d")) return "dtrace";
  if (path.ends_with(".bt")) return "bpftrace";
  throw UsageError("--script: " + path + ": dtrace programs end in .d, bpftrace programs in .bt");
}

std::string text_of_script(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw RecordError(path + ": cannot read this script");
  return text.str();
}

bool names_target(const std::string& path) { return text_of_script(path).find("$target") != std::string::npos; }

}  // namespace profconv::record
