// SPDX-License-Identifier: Apache-2.0
// Cutting the name off.
#include "tools/lib/record/process_stat.h"

#include <fstream>

namespace profconv::record {

std::string process_stat(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text, '\0');
  const std::size_t name_end = text.rfind(") ");
  return name_end == text.npos ? std::string() : text.substr(name_end + 2);
}

}  // namespace profconv::record
