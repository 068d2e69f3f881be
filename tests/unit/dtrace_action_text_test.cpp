// SPDX-License-Identifier: Apache-2.0
// Text and numbers that actions of the D program print beside the stacks of ustack().
#include <algorithm>
#include <string>

#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

/// A clause with these actions, and an aggregation.
std::string clause(const std::string& actions, const std::string& aggregation = "") {
  return "io:::start { " + actions + " " + aggregation + " }\n";
}

bool is_silent(const Outcome& outcome) {
  return std::none_of(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                      [](const Diagnostic& each) { return each.severity != Severity::note; });
}

}  // namespace

TEST_CASE("what trace() prints is no record of a format", "[dtrace]") {
  const std::string text =
      "CPU     ID                    FUNCTION:NAME\n  0   2899                      write:entry      " +
      std::string("           77\n\n") + row("sh", "5");
  CHECK(is_silent(read_with(clause("trace(arg2);", "@[execname] = count();"), text)));
  CHECK(warns(read_with(clause("", "@[execname] = count();"), text), "dtrace.text_numbers"));
}

}  // namespace profconv::test
