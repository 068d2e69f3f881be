// SPDX-License-Identifier: Apache-2.0
// Records that printa() printed with formats, among others in default form.
#include "readers/dtrace/forms/printa_lines.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/errors.h"
#include "profconv/input.h"
#include "readers/dtrace/forms/grammar.h"
#include "readers/dtrace/program/clears.h"
#include "readers/dtrace/program/d_program.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;
using dtrace::PrintaFormat;
using dtrace::Record;
using Strings = std::vector<std::string>;

/// Keeps what it is given, and says each in a line.
class Records final : public dtrace::RecordSink {
 public:
  explicit Records(const dtrace::FrameLines& frames) : frames_(frames) {}

  void add(const Record& record) override {
    all.push_back(record);
    lines.push_back(described(record));
  }

  std::vector<Record> all;
  Strings lines;

 private:
  /// "1: 4 bash (read main) = 18": the format's number, the keys in order, the values or the sum of the table.
  [[nodiscard]] std::string described(const Record& record) const {
    std::string text = std::to_string(record.format) + ":";
    std::size_t column = 0;
    std::size_t stack = 0;
    for (const char kind : record.shape) {
      text += ' ';
      if (kind == dtrace::stack_letter) {
        text += stack_text(record, stack++);
        continue;
      }
      const dtrace::Column& key = record.columns[column++];
      text += kind == 't' ? std::string(record.text_of(key)) : std::to_string(key.number.value);
    }
    text += " =";
    if (record.format == 0 && !record.is_table) text += " " + std::to_string(record.value.value);
    for (const auto& value : record.values) text += " " + std::to_string(value.value);
    if (record.is_table) text += " table " + std::to_string(sum_of(record));
    return text;
  }

  [[nodiscard]] std::string stack_text(const Record& record, std::size_t stack) const {
    const std::size_t end = stack + 1 < record.stacks.size() ? record.stacks[stack + 1] : record.frames.size();
    std::string text;
    for (std::size_t i = record.stacks[stack]; i < end; ++i) {
      text += (text.empty() ? "" : " ") + frames_.text(record.frames[i]);
    }
    return "(" + text + ")";
  }

  static std::int64_t sum_of(const Record& record) {
    std::int64_t sum = 0;
    for (const auto& row : record.rows) sum += row.count.value;
    return sum;
  }

  const dtrace::FrameLines& frames_;
};

/// Reads a text by formats.
struct PrintaReading {
  Context context;
  dtrace::FrameLines frames;
  Records records{frames};

  PrintaReading(const std::vector<PrintaFormat>& formats, std::string_view text, Limits limits = {}) : context(limits) {
    Input input = Input::from_memory("in.dtrace", text, context);
    dtrace::Report report(input, context);
    LineReader lines(input);
    dtrace::InputLines source(lines);
    dtrace::PrintaLines printa(formats, dtrace::no_prints(), frames, source, report);
    dtrace::Grammar grammar(printa, frames, records, report);
    grammar.read();
    try {
      grammar.finish();
    } catch (const ReadError&) {
      // It holds none in default form, which is the point.
    }
  }

  [[nodiscard]] std::size_t found(std::string_view kind) const {
    for (const Diagnostic& each : context.diagnostics()) {
      if (each.kind == kind) return each.count;
    }
    return 0;
  }
};

Strings records_of(std::initializer_list<std::string_view> written, std::string_view text) {
  std::vector<PrintaFormat> formats;
  for (const std::string_view each : written) formats.emplace_back(each);
  return PrintaReading(formats, text).records.lines;
}

}  // namespace

TEST_CASE("a value may stand before its stack, behind it, or between", "[dtrace]") {
  CHECK(records_of({"TID:%d COUNT:%@u\\n%k\\n"}, "TID:1 COUNT:17\n\na`f+0x1\na`main\n\nTID:2 COUNT:4\n\na`main\n\n") ==
        Strings{"1: 1 (a`f+0x1 a`main) = 17", "1: 2 (a`main) = 4"});
  CHECK(records_of({"%d %d %d%k%@d\\n"}, "1 2 99\na`f\n0x1f\n3\n1 2 100\na`g\n1\n") ==
        Strings{"1: 1 2 99 (a`f 0x1f) = 3", "1: 1 2 100 (a`g) = 1"});
  CHECK(records_of({"%k|%d|%@d\\n"}, "\na`f\n|7|1\n\n|8|2\n") == Strings{"1: (a`f) 7 = 1", "1: () 8 = 2"});
  CHECK(records_of({"%@d %d%k"}, "3 1\na`f\na`g\n4 2\na`f\n") == Strings{"1: 1 (a`f a`g) = 3", "1: 2 (a`f) = 4"});
}

TEST_CASE("stacks are indented and told apart as the format says", "[dtrace]") {
  CHECK(records_of({"%-8k%d %@d\\n---\\n"}, "\n        a`f\n        helper's name\n7 1\n---\n") ==
        Strings{"1: (a`f helper's name) 7 = 1"});
  CHECK(records_of({"%10k%@d\\n"}, "\n       a`f\na`longer_name\n1\n") == Strings{"1: (a`f a`longer_name) = 1"});
  CHECK(records_of({"%s%k%k%@d\\n"}, "bash\nvmlinux`f\n\na`g\n5\n") == Strings{"1: bash (vmlinux`f) (a`g) = 5"});
  CHECK(records_of({"%k%@d\\n"}, "\na`f\n  [ ./a.py:16 (f) ]\na`main\n5\n") ==
        Strings{"1: (a`f [ ./a.py:16 (f) ] a`main) = 5"});
}

TEST_CASE("a distribution's table stands for its value", "[dtrace]") {
  const std::string table = table_head() + table_row("1", "0") + table_row("2", "5") + table_row("4", "0");
  CHECK(records_of({"[%s]%@d\\n"}, "[a]\n" + table + "\n[b]\n" + table + "\n") ==
        Strings{"1: a = table 5", "1: b = table 5"});
  CHECK(records_of({"%d %@d %@d\\n"}, "1 7 \n" + table + "\n2 8 9\n") == Strings{"1: 1 = 7 table 5", "1: 2 = 8 9"});
  CHECK(records_of({"%d %@d %@d\\n"}, "1 \n" + table + " 8\n") == Strings{"1: 1 = 8 table 5"});
  const PrintaReading two({PrintaFormat("%@d%@d\\n")}, "\n" + table + "\n" + table + "\n");
  CHECK(two.found("dtrace.tables") == 1);
}

TEST_CASE("values beyond the aggregations printed repeat the last", "[dtrace]") {
  const PrintaReading one({PrintaFormat("%d %@d %@x\\n", 1)}, "1 18 12\n");
  CHECK(one.records.lines == Strings{"1: 1 = 18"});
  const PrintaReading two({PrintaFormat("%d %@d %@d %@d\\n", 2)}, "1 18 12 12\n");
  CHECK(two.records.lines == Strings{"1: 1 = 18 12"});
}

TEST_CASE("of several formats the one that fits the whole record reads it", "[dtrace]") {
  CHECK(records_of({"%s %@d\\n", "%s %d %@d\\n"}, "bash 4 1\nbash 5\n") == Strings{"2: bash 4 = 1", "1: bash = 5"});
  CHECK(records_of({"%k|%@d\\n", "%k %@d\\n"}, "\na`f\n|1\n\na`f\n 2\n") == Strings{"1: (a`f) = 1", "2: (a`f) = 2"});
  CHECK(records_of({"%d %@d\\n", "%d %@d\\n%k\\n"}, "1 2\n3 4\n\na`f\na`g\na`h\n\n5 6\n7 8\n") ==
        Strings{"1: 1 = 2", "2: 3 (a`f a`g a`h) = 4", "1: 5 = 6", "1: 7 = 8"});
}

TEST_CASE("records without a newline share a line", "[dtrace]") {
  CHECK(records_of({"%4s %@4d;"}, "  ab    2;  cd    4;\n") == Strings{"1: ab = 2", "1: cd = 4"});
  CHECK(records_of({"%d=%@d, "}, "1=2, 3=4, and so on\n5=6, \n") == Strings{"1: 1 = 2", "1: 3 = 4", "1: 5 = 6"});
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "name=" + std::to_string(i) + ";";
  CHECK(records_of({"%s=%@d;"}, many + "\n").size() == 20'000);
}

TEST_CASE("records in default form between those with a format are read as ever", "[dtrace]") {
  const std::string stack = "\n" + frame_line("a`f+0x1") + frame_line("a`main") + value_line("3");
  const Strings expected{"0: (a`f+0x1 a`main) = 3", "0: (a`f+0x1 a`main) = 3"};
  for (const std::string_view format : {"%k|%d|%@d\\n", "\\n%d %@d\\n", "%s%k|%@d\\n", "%k%@d\\n"}) {
    CAPTURE(format);
    CHECK(records_of({format}, "\n" + stack + stack) == expected);
  }
  CHECK(records_of({"%k|%@d\\n"}, "\na`f\n|9\n\n" + stack + stack) ==
        Strings{"1: (a`f) = 9", expected[0], expected[1]});
}

TEST_CASE("keys in default form are no text of a format", "[dtrace]") {
  const std::string line = text_key("sum") + number_key(0, 8) + " 1844674407370955093\n";
  CHECK(records_of({"%s %d %@d\\n"}, "sum 0 -67\n\n" + line) ==
        Strings{"1: sum 0 = -67", "0: sum 0 = 1844674407370955093"});
}

TEST_CASE("what the lines of a record are is known by their numbers", "[dtrace]") {
  const PrintaReading reading({PrintaFormat("%d%k%@d\\n")}, "text\n1\na`f\na`g\n5\n2\na`f\n6\n");
  REQUIRE(reading.records.all.size() == 2);
  CHECK(reading.records.all[0].line == 2);
  CHECK(reading.records.all[0].value_line == 5);
  CHECK(reading.records.all[1].line == 6);
  CHECK(reading.records.all[0].shape == "qS");
  CHECK(reading.records.all[0].starts_print);
  CHECK_FALSE(reading.records.all[1].starts_print);
}

TEST_CASE("other output between and within records does no harm to them", "[dtrace]") {
  CHECK(records_of({"%d %@d\\n"}, "hello\n1 2\ndone 5 6 7\n3 4\n") == Strings{"1: 1 = 2", "1: 3 = 4"});
  CHECK(records_of({"%d%k%@d\\n"}, "1\na`f\ndone 22268\na`g\n5\n2\na`f\n6\n") ==
        Strings{"1: 1 (a`f a`g) = 5", "1: 2 (a`f) = 6"});
  CHECK(records_of({"%d%k%@d\\n"}, "1\na`f\ndtrace: 5 drops on CPU 0\na`g\n5\n") == Strings{"1: 1 (a`f a`g) = 5"});
  CHECK(records_of({"%d\\n%s: %@d\\n"}, "1\nlost\n2\nkey: 6\n") == Strings{"1: 2 key = 6"});
}

TEST_CASE("a frame that names no module is taken and said", "[dtrace]") {
  const PrintaReading reading({PrintaFormat("%k%@d\\n")}, "\nInterpreter\nStubRoutines (1)\nlibjvm.so`main\n4\n");
  CHECK(reading.records.lines == Strings{"1: (Interpreter StubRoutines (1) libjvm.so`main) = 4"});
  CHECK(reading.found("dtrace.unnamed_frames") == 2);
}

TEST_CASE("behind what dtrace prints for a probe a record begins as well", "[dtrace]") {
  const std::string probe = "  1   3973                         :tick-2s ";
  CHECK(records_of({"%4d %@d\\n"}, probe + "   1 2\n   3 4\n\n") == Strings{"1: 1 = 2", "1: 3 = 4"});
  CHECK(records_of({"%k%@d\\n"}, probe + "\na`f\n2\n") == Strings{"1: (a`f) = 2"});
}

TEST_CASE("at the end of the input a record may lack empty lines and nothing else", "[dtrace]") {
  CHECK(records_of({"%d %@d\\n%k\\n"}, "1 2\n\na`f\na`g") == Strings{"1: 1 (a`f a`g) = 2"});
  CHECK(records_of({"%d %@d\\n", "%d %@d\\n%k|\\n"}, "1 2\n\na`f").front() == "1: 1 = 2");
  CHECK(records_of({"%d%k%@d\\n"}, "1\na`f\n2\n3\na`f\n").front() == "1: 1 (a`f) = 2");
}

TEST_CASE("a stack above the limit is refused", "[dtrace]") {
  std::string text = "1\n";
  for (int i = 0; i < 100; ++i) text += "a`f\n";
  CHECK_THROWS_AS(PrintaReading({PrintaFormat("%d%k%@d\\n")}, text, {.max_stack_depth = 50}), LimitError);
}

TEST_CASE("lines that begin records again and again and end none are read in time", "[dtrace]") {
  std::string text = "1 1\n";
  for (int i = 0; i < 200'000; ++i) text += "a`f 1\n";
  CHECK(records_of({"%s %@d\\n", "%s %@d\\n%k|\\n", "%s%k|%@d\\n"}, text + "1 1\n").size() < 200'002);
}

namespace {

/// A recording with the formats of its own program.
struct Recording {
  std::string text;
  dtrace::DProgram program;
  std::vector<PrintaFormat> formats;

  explicit Recording(const std::string& name) {
    const fs::path folder = corpus_folder() / "own" / "dtrace";
    if (corpus_folder().empty() || !fs::is_directory(folder)) return;
    text = file_bytes(folder / (name + ".out"));
    program = dtrace::parse_d_program(file_bytes(folder / (name + ".d")));
    for (const auto& action : program.actions) {
      if (action.kind != dtrace::DAction::Kind::printa || !action.format) continue;
      formats.emplace_back(*action.format, action.aggregations.size());
    }
  }

  [[nodiscard]] bool is_there() const {
    if (text.empty()) WARN("skipped: PROFCONV_CORPUS names no folder with own/dtrace");
    return !text.empty();
  }

  /// How often a line fits an expression, and the sum of its first group.
  [[nodiscard]] std::pair<std::size_t, std::int64_t> counted(const std::string& line) const {
    std::pair<std::size_t, std::int64_t> result;
    const std::regex expression(line);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      std::smatch match;
      const std::string each = text.substr(begin, end - begin);
      if (std::regex_match(each, match, expression)) {
        ++result.first;
        result.second += std::stoll(match[1].str());
      }
      begin = end + 1;
    }
    return result;
  }
};

/// How many records a format printed, and the sum of their first values, or of their tables.
std::pair<std::size_t, std::int64_t> read_of(const PrintaReading& reading, std::size_t format) {
  std::pair<std::size_t, std::int64_t> result;
  for (const Record& record : reading.records.all) {
    if (record.format != format) continue;
    ++result.first;
    if (!record.is_table) result.second += record.value.value;
    for (const auto& row : record.rows) result.second += row.count.value;
  }
  return result;
}

}  // namespace

TEST_CASE("recordings with formats are read whole", "[dtrace][corpus]") {
  const Recording periodic("printa-periodic-clear");
  if (!periodic.is_there()) return;
  CHECK(clears(periodic.program, "@stacks") == dtrace::Clears::each_time);
  const PrintaReading cleared(periodic.formats, periodic.text);
  CHECK(read_of(cleared, 1) == periodic.counted("TID:\\d+ COUNT:(\\d+)"));
  CHECK(cleared.found("dtrace.unnamed_frames") == 0);

  const Recording timestamps("pid-tid-timestamp-printa");
  const PrintaReading timed(timestamps.formats, timestamps.text);
  CHECK(read_of(timed, 1) == timestamps.counted("(\\d+)"));
  CHECK(read_of(timed, 1).first == timestamps.counted("(\\d+) \\d+ \\d+").first);
}

TEST_CASE("a recording with seven formats is read by each of its own", "[dtrace][corpus]") {
  const Recording formats("printa-formats");
  if (!formats.is_there()) return;
  REQUIRE(formats.formats.size() == 8);
  const PrintaReading reading(formats.formats, formats.text);
  CHECK(read_of(reading, 1) == formats.counted("job-\\d \\d+ (\\d+)"));
  CHECK(read_of(reading, 2) == formats.counted("job-\\d +\\| +\\d+\\| +(\\d+)\\|.*"));
  CHECK(read_of(reading, 3) == std::pair(std::size_t{4}, formats.counted(" +-?\\d+ \\|[@ ]*(\\d+) *").second));
  CHECK(read_of(reading, 4) == formats.counted("\\|\\d+\\|(\\d+)"));
  CHECK(read_of(reading, 5) == formats.counted("\\d+ (\\d+)"));
  CHECK(read_of(reading, 6) == formats.counted(" (\\d+)"));
  CHECK(read_of(reading, 7).first == 0);
  CHECK(read_of(reading, 8) == read_of(reading, 1));
  CHECK(read_of(reading, 0) == read_of(reading, 1));
}

TEST_CASE("several aggregations of one printa with a format are one record", "[dtrace][corpus]") {
  const Recording several("printa-multi-agg");
  if (!several.is_there()) return;
  const PrintaReading reading(several.formats, several.text);
  CHECK(read_of(reading, 1) == several.counted(" {3}\\d{5} +(\\d+) +\\d+ +\\d+ +\\d+"));
  for (const Record& record : reading.records.all) {
    if (record.format != 0) CHECK(record.values.size() == (record.format == 1 ? 4 : 1));
  }
  // Each table is printed again in default form, and sums up to the count beside it.
  const auto rows = several.counted(" +-?\\d+ \\|[@ ]*(\\d+) *").second;
  std::int64_t sum = 0;
  for (const Record& record : reading.records.all) {
    if (record.format != 2) continue;
    std::int64_t table = 0;
    for (const auto& row : record.rows) table += row.count.value;
    CHECK(table == record.value.value);
    sum += table;
  }
  CHECK(sum == rows / 2);
}

}  // namespace profconv::test
