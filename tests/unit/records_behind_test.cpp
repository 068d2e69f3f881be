// SPDX-License-Identifier: Apache-2.0
// Records handed on by another thread: nothing comes out that one thread would not make.
#include "readers/dtrace/records_behind.h"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "readers/dtrace/read_text.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

using dtrace::Record;
using dtrace::RecordsBehind;

template <std::size_t lines_a_batch>
Outcome read_in_batches(Fixture fixture, std::string_view text) {
  Reader reader = dtrace_reader;
  reader.read = [](Input& input, const Options& options, ProfileSetBuilder& builder, Context& context) {
    dtrace::read_text(input, options, builder, context, lines_a_batch);
  };
  fixture.reader = &reader;
  return read(fixture, text);
}

constexpr auto read_alone = read_in_batches<0>;
/// With a thread for each record, and with one for every few.
constexpr auto read_one_by_one = read_in_batches<1>;
constexpr auto read_few_at_once = read_in_batches<50>;

Fixture of_text() { return {.reader = &dtrace_reader, .options = Options(dtrace_reader.options)}; }

/// Keeps the lines of the records that it is given, and throws at one of them.
class LinesTaken final : public dtrace::RecordSink {
 public:
  explicit LinesTaken(std::uint64_t refused = 0) : refused_(refused) {}

  void add(const Record& record) override {
    if (record.line == refused_) throw std::runtime_error("refused " + std::to_string(record.line));
    all.push_back(record.line);
    threads.push_back(std::this_thread::get_id());
  }

  std::vector<std::uint64_t> all;
  std::vector<std::thread::id> threads;

 private:
  std::uint64_t refused_;
};

void add_records(RecordsBehind& behind, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t line = first; line <= last; ++line) {
    Record record;
    record.line = line;
    behind.add(record);
  }
}

std::vector<std::uint64_t> counted(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t line = first; line <= last; ++line) all.push_back(line);
  return all;
}

}  // namespace

TEST_CASE("what is read does not depend on how many records a thread takes", "[dtrace][records_behind]") {
  for (const Fixture& fixture : fixtures(dtrace_reader)) {
    INFO(fixture.name());
    const std::string alone = read_alone(fixture, fixture.bytes).text();
    CHECK(read_one_by_one(fixture, fixture.bytes).text() == alone);
    CHECK(read_few_at_once(fixture, fixture.bytes).text() == alone);
  }
}

TEST_CASE("names that come while records are taken are those of their frames", "[dtrace][records_behind]") {
  std::string text;
  for (int i = 0; i < 3'000; ++i) {
    const std::string number = std::to_string(i);
    text += stack_record(frame_line("m`f" + number + "+0x1") + frame_line(i % 3 == 0 ? "vmlinux`k" + number : "m`main"),
                         number);
  }
  CHECK(read_few_at_once(of_text(), text).text() == read_alone(of_text(), text).text());
}

TEST_CASE("of two errors the one further up is reported", "[dtrace][records_behind]") {
  const std::string large = "9223372036854775807";
  const std::string overflow = stack_record(stack_a, large) + stack_record(stack_a, large);
  const std::string long_line = stack_record(stack_c, "1") + std::string(Limits{}.max_line_bytes + 1, 'x');
  CHECK(read_alone(of_text(), long_line).error.find(":5: the line is longer") != std::string::npos);
  const Outcome alone = read_alone(of_text(), overflow + long_line);
  CHECK(alone.error.find(":8: the sum of samples overflows") != std::string::npos);
  CHECK(read_one_by_one(of_text(), overflow + long_line).text() == alone.text());
  CHECK(read_few_at_once(of_text(), overflow + long_line).text() == alone.text());
}

TEST_CASE("findings of lines and of records come in the order of the text", "[dtrace][records_behind]") {
  const std::string again = stack_record(stack_a, "3") + stack_record(stack_a, "4");
  const std::string cut = "\n" + frame_line("m`bdone 22268") + "+0x7\n" + frame_line("m`a+0x2") + value_line("5");
  const Outcome alone = read_alone(of_text(), again + cut);
  REQUIRE(alone.diagnostics.size() >= 2);
  CHECK(alone.diagnostics[0].kind == "dtrace.repeated_keys");
  CHECK(alone.diagnostics[1].kind == "dtrace.mended");
  CHECK(read_few_at_once(of_text(), again + cut).text() == alone.text());
}

TEST_CASE("whole batches are handed on by a thread", "[records_behind]") {
  LinesTaken lines;
  RecordsBehind behind(lines, 5);
  add_records(behind, 1, 8);
  behind.settle();
  CHECK(lines.all == counted(1, 8));
  CHECK(lines.threads[4] != std::this_thread::get_id());
  CHECK(lines.threads[5] == std::this_thread::get_id());
}

TEST_CASE("without batches each record is handed on at once", "[records_behind]") {
  LinesTaken lines;
  RecordsBehind behind(lines, 0);
  add_records(behind, 1, 8);
  CHECK(lines.all == counted(1, 8));
}

TEST_CASE("what is in no batch comes in its turn", "[records_behind]") {
  LinesTaken lines;
  RecordsBehind behind(lines, 100);
  add_records(behind, 1, 8);
  Record table;
  table.line = 9;
  table.is_table = true;
  behind.add(table);
  CHECK(lines.all == counted(1, 9));
  add_records(behind, 10, 12);
  behind.settle();
  CHECK(lines.all == counted(1, 12));
}

TEST_CASE("behind a record that is refused none is handed on", "[records_behind]") {
  LinesTaken lines(7);
  RecordsBehind behind(lines, 4);
  CHECK_THROWS_WITH(add_records(behind, 1, 100), "refused 7");
  behind.settle();
  CHECK(lines.all == counted(1, 6));
}

TEST_CASE("batches that nobody waits for do no harm", "[records_behind]") {
  LinesTaken lines;
  {
    RecordsBehind behind(lines, 10);
    add_records(behind, 1, 25);
  }
  CHECK(lines.all.size() <= 20);
}

}  // namespace profconv::test
