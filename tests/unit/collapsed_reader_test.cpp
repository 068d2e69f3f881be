// SPDX-License-Identifier: Apache-2.0
// Reading collapsed stacks: what a line may look like, and what is said of lines that are none.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profconv/comparison.h"
#include "profconv/convert.h"
#include "readers/collapsed/decimal.h"
#include "readers/readers.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Rows = std::vector<std::pair<std::string, std::int64_t>>;

/// A profile set and what was said while it was read.
struct Read {
  Context context;
  std::optional<ProfileSet> set;

  [[nodiscard]] const Profile& profile() const { return set->profiles().at(0); }
  /// The samples with frames joined by '|', and the value of one column.
  [[nodiscard]] Rows rows(std::size_t column = 0) const {
    Rows all;
    std::vector<FrameId> frames;
    for (std::size_t row = 0; row < profile().samples.size(); ++row) {
      std::string text;
      set->dictionary().root_first(profile().samples.stack[row], frames);
      for (const FrameId id : frames) {
        const Function& function = set->dictionary().function(set->dictionary().frame(id).function);
        text += (text.empty() ? "" : "|") + std::string(set->dictionary().string(function.name));
      }
      all.emplace_back(text, profile().samples.values.at(column)[row]);
    }
    return all;
  }
  /// Whether each sample is one of a comparison's base.
  [[nodiscard]] std::vector<bool> in_base() const {
    const BaseSamples is_base(set->dictionary());
    std::vector<bool> all;
    for (const LabelSetId labels : profile().samples.labels) all.push_back(is_base(labels));
    return all;
  }
  [[nodiscard]] const Diagnostic* said(const std::string& kind) const {
    for (const Diagnostic& d : context.diagnostics()) {
      if (d.kind == kind) return &d;
    }
    return nullptr;
  }
};

void read_into(Read& result, const std::string& text, const Settings& settings = {},
               SampleOrder order = SampleOrder::merged) {
  Options options(collapsed_reader.options);
  for (const auto& [name, value] : settings) options.set(name, value);
  Input input = Input::from_memory("test.folded", text, result.context);
  result.set.emplace(read_profiles(collapsed_reader, input, options, order));
}

Rows rows_of(const std::string& text) {
  Read file;
  read_into(file, text);
  CHECK(file.context.diagnostics().empty());
  return file.rows();
}

std::string error_of(const std::string& text) {
  Read result;
  try {
    read_into(result, text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

Confidence confidence(const std::string& head) {
  return collapsed_reader.probe(collapsed_reader, head, "x").confidence;
}

}  // namespace

TEST_CASE("a collapsed line is a stack from the root, a blank and a number", "[collapsed]") {
  CHECK(rows_of("main;parse;read 41\nmain 1\n") == Rows{{"main|parse|read", 41}, {"main", 1}});
  Read file;
  read_into(file, "main 1\n");
  CHECK(file.profile().value_types == std::vector<ValueType>{{.type = "samples", .unit = "count"}});
  CHECK(file.profile().metadata.source_format == "collapsed");
  CHECK_FALSE(file.profile().metadata.module_names);
}

TEST_CASE("names keep their blanks: the number stands behind the last one", "[collapsed]") {
  CHECK(rows_of("a b;c d e 3\n") == Rows{{"a b|c d e", 3}});
  CHECK(rows_of("std::function<int ;f  3\n") == Rows{{"std::function<int |f ", 3}});
  CHECK(rows_of("a;  3\n") == Rows{{"a| ", 3}});
  CHECK(rows_of("lib`f;lib`g 3\n") == Rows{{"lib`f|lib`g", 3}});
}

TEST_CASE("line ends, indentation, trailing blanks and empty lines do not matter", "[collapsed]") {
  CHECK(rows_of("a;b 1\r\n\r\n  a;c 2 \t\n\n\ta;d\t3\n") == Rows{{"a|b", 1}, {"a|c", 2}, {"a|d", 3}});
}

TEST_CASE("equal stacks add up, or only neighbours where the order counts", "[collapsed]") {
  const std::string text = "a;b 1\na;c 2\na;b 4\na;b 8\n";
  CHECK(rows_of(text) == Rows{{"a|b", 13}, {"a|c", 2}});
  Read ordered;
  read_into(ordered, text, {}, SampleOrder::as_read);
  CHECK(ordered.rows() == Rows{{"a|b", 1}, {"a|c", 2}, {"a|b", 12}});
}

TEST_CASE("names of any length are told apart by each of their bytes", "[collapsed]") {
  std::vector<std::string> names;
  for (std::size_t size = 1; size <= 34; ++size) {
    names.emplace_back(size, 'a');
    for (std::size_t at = 0; at < size; ++at) {
      for (const char c : {'b', '\0', '\x80', ':'}) {
        names.push_back(std::string(size, 'a').replace(at, 1, 1, c));
      }
    }
  }
  std::string text;
  Rows expected;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& next = names[(i * 7 + 3) % names.size()];
    text.append(names[i]).append(";").append(next).append(";a 1\n");
    expected.emplace_back(names[i] + "|" + next + "|a", 1);
  }
  Read file;
  read_into(file, text);
  CHECK(file.rows() == expected);
  CHECK(file.set->dictionary().functions().size() == names.size() + 1);
}

TEST_CASE("a stack that begins like the line before is that stack", "[collapsed]") {
  CHECK(rows_of("aaaaaaaaaa;bbbbbbbbbb;c 1\naaaaaaaaaa;bbbbbbbbbb 2\naaaaaaaaaa;bbbb 3\naaaaaaaaaa;bbbbbbbbbb;cd 4\n"
                "aaaaaaaaaa;bbbbbbbbbb;c 5\naaaaaaaaaab 6\naaaaaaaaaa 7\n") == Rows{{"aaaaaaaaaa|bbbbbbbbbb|c", 6},
                                                                                    {"aaaaaaaaaa|bbbbbbbbbb", 2},
                                                                                    {"aaaaaaaaaa|bbbb", 3},
                                                                                    {"aaaaaaaaaa|bbbbbbbbbb|cd", 4},
                                                                                    {"aaaaaaaaaab", 6},
                                                                                    {"aaaaaaaaaa", 7}});
}

TEST_CASE("[no stack] and a number alone behind a blank are the empty stack", "[collapsed]") {
  CHECK(rows_of("[no stack] 7\n 3\nx 1\n") == Rows{{"", 10}, {"x", 1}});
  CHECK(rows_of("a;[no stack] 7\n") == Rows{{"a|[no stack]", 7}});
}

TEST_CASE("marks behind names are kinds of frames", "[collapsed]") {
  Read file;
  read_into(file, "main;in_[i];jit_[j];sys_[k];both_[k]_[i];wake_[w];_[k] 1\n");
  std::vector<FrameId> frames;
  const Dictionary& dictionary = file.set->dictionary();
  dictionary.root_first(file.profile().samples.stack.at(0), frames);
  const auto frame = [&](std::size_t i) { return dictionary.frame(frames.at(i)); };
  CHECK(file.rows()[0].first == "main|in|jit|sys|both|wake_[w]|_[k]");
  CHECK(frame(1).inlined);
  CHECK(frame(2).kind == FrameKind::jit);
  CHECK(frame(3).kind == FrameKind::kernel);
  CHECK(frame(4).kind == FrameKind::kernel);
  CHECK(frame(4).inlined);
  CHECK(frame(5).kind == FrameKind::user);
  CHECK(frame(6).kind == FrameKind::user);
}

TEST_CASE("frames without a name are kept and noted", "[collapsed]") {
  Read file;
  read_into(file, "a;;b 2\n;a 1\n");
  CHECK(file.rows() == Rows{{"a|[unknown]|b", 2}, {"[unknown]|a", 1}});
  REQUIRE(file.said("collapsed.nameless") != nullptr);
  CHECK(file.said("collapsed.nameless")->message.ends_with(": 2"));
}

TEST_CASE("fractions are integers with a scale for the whole file", "[collapsed]") {
  Read file;
  read_into(file, "a 1\nb 2.50\nc 0.125\na 1e2\n");
  CHECK(file.profile().value_types[0].scale == -3);
  CHECK(file.rows() == Rows{{"a", 101'000}, {"b", 2'500}, {"c", 125}});
}

TEST_CASE("whole numbers written as fractions need no scale", "[collapsed]") {
  Read file;
  read_into(file, "a 30.0\nb 1.5e1\n");
  CHECK(file.profile().value_types[0].scale == 0);
  CHECK(file.rows() == Rows{{"a", 30}, {"b", 15}});
}

TEST_CASE("numbers are read exactly", "[collapsed]") {
  const auto number = [](const std::string& text) {
    const auto parsed = parse_number(text);
    REQUIRE(parsed);
    return *parsed;
  };
  CHECK(number("9223372036854775807").digits == INT64_MAX);
  CHECK(number("-9223372036854775808").digits == INT64_MIN);
  CHECK(number("9223372036854775808").saturated);
  CHECK(number("-99999999999999999999").digits == -INT64_MAX);
  CHECK(number("1e400").saturated);
  CHECK(number("+5").digits == 5);
  CHECK(number("0.1234567894").digits == 123456789);
  CHECK(number("0.1234567895").digits == 123456790);
  CHECK(number("0.1234567895").rounded);
  CHECK(number("0.0000000004").digits == 0);
  CHECK(number("0.0000000005").digits == 1);
  CHECK(number("1e-400").digits == 0);
  CHECK(number("1e-400").rounded);
  CHECK(number("0.30000000000000000000000000").places == 1);
  CHECK(number("1844674407370.95516159").digits == INT64_MAX);
  CHECK_FALSE(number("1844674407.37095516159").saturated);
  CHECK(number("1844674407.37095516159").digits == 1844674407370955162);
  for (const std::string text : {"", "-", ".", "1.2.3", "1e", "e5", "0x10", "1,5", "nan", "12a", "1e99999", "--1"}) {
    INFO(text);
    CHECK_FALSE(parse_number(text));
  }
}

TEST_CASE("numbers that do not fit are said with their line", "[collapsed]") {
  Read file;
  read_into(file, "a 1\nb 18446744073709551615\n");
  CHECK(file.rows()[1].second == INT64_MAX);
  REQUIRE(file.said("collapsed.saturated") != nullptr);
  CHECK(file.said("collapsed.saturated")->where.line == 2);
  CHECK(error_of("a 9223372036854775807\nb 1\na 1\n") ==
        "test.folded:3: adding up the values of a stack overflows a 64-bit integer");
  CHECK(error_of("a 9223372036854775807\nb 0.5\n") ==
        "test.folded:2: with all their decimal places the numbers of the file do not fit into 64 bits");
}

TEST_CASE("two numbers in every line are a base and what is compared to it", "[collapsed]") {
  Read file;
  read_into(file, "a;b 1 2\na;c 3 -4\n 5 0\n");
  CHECK(file.rows() == Rows{{"a|b", 2}, {"a|b", -1}, {"a|c", -4}, {"a|c", -3}, {"", -5}});
  CHECK(file.in_base() == std::vector<bool>{false, true, false, true, true});
  CHECK(file.said("collapsed.two_columns") != nullptr);
  Read cut;
  read_into(cut, "a;b 1 2\na;c 3");
  CHECK(cut.rows() == Rows{{"a|b", 2}, {"a|b", -1}});
  CHECK(cut.said("collapsed.bad_line") != nullptr);
}

TEST_CASE("lines that begin with # and a blank are comments, unless they are stacks", "[collapsed]") {
  Read file;
  read_into(file,
            "# austin: 3.6.0\n# interval: 100\n# made by hand\nmain;f 2\n# f 3\n#g 4\n# a;b: 5\n# duration: 7\r\n");
  CHECK(file.rows() == Rows{{"main|f", 2}, {"# f", 3}, {"#g", 4}, {"# a|b:", 5}});
  CHECK(file.profile().metadata.comments ==
        std::vector<std::string>{"austin: 3.6.0", "interval: 100", "made by hand", "duration: 7"});
  CHECK(file.context.diagnostics().empty());
  Read two;
  read_into(two, "# a diff of two runs\na;b 1 2\na;c 3 4\n");
  CHECK(two.in_base() == std::vector<bool>{false, true, false, true});
  CHECK(confidence("# mode: wall\n# interval: 100\n# memory: no\nmain;a 1\nmain;b 22\n") == Confidence::likely);
}

TEST_CASE("a number at the end of some names is no second column", "[collapsed]") {
  CHECK(rows_of("thread 1 7\nmain 2\n") == Rows{{"thread 1", 7}, {"main", 2}});
  CHECK(rows_of("main;648  31557 1\n") == Rows{{"main|648  31557", 1}});
  Read one;
  read_into(one, "thread 1 7\n", {{"columns", "1"}});
  CHECK(one.rows() == Rows{{"thread 1", 7}});
  Read two;
  read_into(two, "a 1 7\nb 8\n", {{"columns", "2"}});
  CHECK(two.rows() == Rows{{"a", 7}, {"a", -1}});
  CHECK(two.said("collapsed.bad_line") != nullptr);
}

TEST_CASE("what the numbers are can be told", "[collapsed]") {
  Read file;
  read_into(file, "a 5\n", {{"type", "cpu"}, {"unit", "nanoseconds"}});
  CHECK(file.profile().value_types[0] == ValueType{.type = "cpu", .unit = "nanoseconds"});
}

TEST_CASE("a bad line is an error with its number, and the rest is kept", "[collapsed]") {
  Read file;
  read_into(file, "a;b 1\nnonsense\na;c x\na;d 2\n42\n");
  CHECK(file.rows() == Rows{{"a|b", 1}, {"a|d", 2}});
  const Diagnostic* const bad = file.said("collapsed.bad_line");
  REQUIRE(bad != nullptr);
  CHECK(bad->severity == Severity::error);
  CHECK(bad->where.line == 2);
  CHECK(bad->count == 3);
  CHECK(bad->message == "expected 'frame;frame number', got 'nonsense'");
}

TEST_CASE("an input without a single good line is refused", "[collapsed]") {
  CHECK(error_of("") == "test.folded: the input is empty; expected lines of 'frame;frame number'");
  CHECK(error_of("\n \n") == "test.folded: the input is empty; expected lines of 'frame;frame number'");
  CHECK(error_of("\nhello\n") ==
        "test.folded:2: expected 'frame;frame number', got 'hello'; no line of the input is a collapsed stack");
}

TEST_CASE("a last line without an end is read and noted, since the file may be cut", "[collapsed]") {
  Read file;
  read_into(file, "a;b 1\na;c 15");
  CHECK(file.rows() == Rows{{"a|b", 1}, {"a|c", 15}});
  const Diagnostic* const truncated = file.said("collapsed.truncated");
  REQUIRE(truncated != nullptr);
  CHECK(truncated->severity == Severity::note);
  CHECK(truncated->where.line == 2);
}

TEST_CASE("a deep stack is read without recursion, up to the limit", "[collapsed]") {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "f;";
  Read file;
  read_into(file, deep + "g 1\n");
  CHECK(file.set->dictionary().depth(file.profile().samples.stack.at(0)) == 1'000'001);
  CHECK(error_of(deep + deep + "g 1\n").starts_with("test.folded:1: more than 1048576 frames in one stack"));
}

TEST_CASE("collapsed stacks are known by their lines", "[collapsed]") {
  CHECK(confidence("main;a 1\nmain;b 22\nmain 3\n") == Confidence::likely);
  CHECK(confidence("main;a 1.5\r\nmain;b 2 3\r\n") == Confidence::likely);
  CHECK(confidence("main 1\nidle 7\n") == Confidence::weak);
  CHECK(confidence("warning: lost events\nmain;a 1\nmain;b 2\n") == Confidence::weak);
  CHECK(collapsed_reader.probe(collapsed_reader, "main;a 1\n", "").reason == "1 of 1 lines are 'frame;frame number'");
}

TEST_CASE("other text is not taken for collapsed stacks", "[collapsed]") {
  CHECK(confidence("") == Confidence::no);
  CHECK(confidence("Chapter 1\nIt was a dark night; the rain fell in 1830\nand so on.\nThe end.\n") == Confidence::no);
  CHECK(confidence("root:x:0:0:root:/root:/bin/bash\nbin:x:1:1:bin:/bin:/sbin\n") == Confidence::no);
  CHECK(confidence("name,count\na;b,7\nc,8\n") == Confidence::no);
  CHECK(confidence("name;count\na;7\nb;8\n") == Confidence::no);
  CHECK(confidence("{\"a\":1,\n\"b\": 2,\n\"c\": [1, 2]\n}\n") == Confidence::no);
  CHECK(confidence("\n\n              libc.so.6`read+0x10\n              a.out`main+0x2\n               12\n") ==
        Confidence::no);
  CHECK(confidence("  bash                   12\n  sshd                    3\n") == Confidence::no);
  CHECK(confidence(std::string("a;b 1\n\0\n", 8)) == Confidence::no);
  CHECK(confidence("\x89PNG\r\n\x1a\n") == Confidence::no);
}

}  // namespace profconv::test
