// SPDX-License-Identifier: Apache-2.0
// Laws format by format: a section for each reader, named after it. ctest runs each section as a test of its own
// (tests/CMakeLists.txt), so that formats are tested side by side and a failure names one.
#pragma once

#include <string>
#include <vector>

#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"

namespace profconv::test {

/// Calls `check(reader)` for every reader.
template <class Check>
void for_each_reader(Check check) {
  for (const Reader* reader : all_readers) {
    DYNAMIC_SECTION(reader->name) { check(*reader); }
  }
}

/// Calls `check(fixture)` for every fixture.
template <class Check>
void for_each_fixture(Check check) {
  for_each_reader([&](const Reader& reader) {
    for (const Fixture& fixture : fixtures(reader)) check(fixture);
  });
}

}  // namespace profconv::test
