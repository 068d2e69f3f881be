// SPDX-License-Identifier: Apache-2.0
#include "readers/dtrace/forms/record_batch.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "readers/dtrace/forms/record.h"

namespace profconv::test {

namespace {

/// Keeps the lines of records; refuses one of them.
class Lines final : public dtrace::RecordSink {
 public:
  std::vector<std::uint64_t> lines;
  std::uint64_t refused = 0;

  void add(const dtrace::Record& record) override {
    if (record.line == refused) throw std::runtime_error("refused");
    lines.push_back(record.line);
  }
};

dtrace::Record record_of(std::uint64_t line) {
  dtrace::Record record;
  record.line = line;
  return record;
}

}  // namespace

TEST_CASE("a batch hands on every record once, in order", "[dtrace]") {
  for (std::uint64_t count = 0; count < 100; ++count) {
    Lines taken;
    dtrace::RecordBatch batch(taken);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t line = 1; line <= count; ++line) {
      batch.add(record_of(line));
      expected.push_back(line);
    }
    batch.settle();
    batch.settle();
    CHECK(taken.lines == expected);
  }
}

TEST_CASE("a batch that ends in an error hands nothing on behind it", "[dtrace]") {
  Lines taken;
  taken.refused = 3;
  dtrace::RecordBatch batch(taken);
  for (std::uint64_t line = 1; line <= 5; ++line) batch.add(record_of(line));
  CHECK_THROWS(batch.settle());
  batch.settle();
  CHECK(taken.lines == std::vector<std::uint64_t>{1, 2});
}

}  // namespace profconv::test
