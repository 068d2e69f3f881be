// SPDX-License-Identifier: Apache-2.0
// Files of /proc.
#include "tools/lib/record/process_stat.h"

#include <fstream>

namespace profconv::record {

namespace {

std::string whole_file(pid_t pid, const char* name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/" + name);
  std::string text;
  std::getline(file, text, '\0');
  return text;
}

}  // namespace

std::string process_stat(pid_t pid) {
  const std::string text = whole_file(pid, "stat");
  const std::size_t name_end = text.rfind(") ");
  return name_end == text.npos ? std::string() : text.substr(name_end + 2);
}

std::string process_name(pid_t pid) {
  std::string name = whole_file(pid, "comm");
  if (name.ends_with('\n')) name.pop_back();
  return name;
}

}  // namespace profconv::record
