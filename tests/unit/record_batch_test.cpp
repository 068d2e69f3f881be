// SPDX-License-Identifier: Apache-2.0
// Records that are handed on several at once.
#include "readers/dtrace/forms/record_batch.h"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "readers/dtrace/forms/record.h"
#include "support/catch.h"

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

void read(dtrace::RecordBatch& batch, std::uint64_t line) {
  CHECK(batch.open().line == 0);
  batch.open().line = line;
  batch.end_record();
}

}  // namespace

TEST_CASE("a batch hands on every record once, in order", "[dtrace]") {
  for (std::uint64_t count = 0; count < 100; ++count) {
    Lines taken;
    dtrace::RecordBatch batch(taken);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t line = 1; line <= count; ++line) {
      read(batch, line);
      expected.push_back(line);
    }
    batch.settle();
    batch.settle();
    CHECK(taken.lines == expected);
  }
}

TEST_CASE("a record that was made elsewhere comes before the one that is open", "[dtrace]") {
  Lines taken;
  dtrace::RecordBatch batch(taken);
  std::vector<std::uint64_t> expected;
  for (std::uint64_t line = 1; line <= 100; line += 2) {
    dtrace::Record& open = batch.open();
    open.line = line + 1;
    dtrace::Record other;
    other.line = line;
    batch.add(other);
    CHECK(&batch.open() == &open);
    batch.end_record();
    expected.insert(expected.end(), {line, line + 1});
  }
  batch.settle();
  CHECK(taken.lines == expected);
}

TEST_CASE("a batch hands nothing on behind a record that was refused", "[dtrace]") {
  Lines taken;
  taken.refused = 3;
  dtrace::RecordBatch batch(taken);
  for (std::uint64_t line = 1; line <= 5; ++line) read(batch, line);
  CHECK_THROWS(batch.settle());
  batch.settle();
  CHECK(taken.lines == std::vector<std::uint64_t>{1, 2});
}

}  // namespace profconv::test
