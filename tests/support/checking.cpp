// SPDX-License-Identifier: Apache-2.0
// Findings in short.
#include "support/checking.h"

#include <array>

namespace profconv::test {

namespace {

std::string place(const Location& where) {
  if (where.line != 0) return " :" + std::to_string(where.line);
  return where.has_byte ? " @" + std::to_string(where.byte) : "";
}

std::string_view word(Severity severity) {
  constexpr std::array<std::string_view, 3> words{"note", "warning", "error"};
  return words[static_cast<std::size_t>(severity)];
}

}  // namespace

CheckResult checked(std::string_view bytes, const std::string& from, const std::string& name) {
  Context context;
  return check_input(Input::from_memory(name, bytes, context), {.from = from});
}

std::string places(const CheckResult& result) {
  std::string all;
  for (const Diagnostic& finding : result.findings) {
    all.append(word(finding.severity)).append(" ").append(finding.kind).append(place(finding.where)).append("\n");
  }
  return all;
}

std::string places_of(const CheckResult& result, std::string_view kind) {
  std::string all;
  for (const Diagnostic& finding : result.findings) {
    if (finding.kind != kind) continue;
    all.append(all.empty() ? "" : ", ").append(word(finding.severity)).append(place(finding.where));
  }
  return all;
}

}  // namespace profconv::test
