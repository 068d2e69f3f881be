// SPDX-License-Identifier: Apache-2.0
// Each trap in DTrace's text that other converters fall into, with the right answer. The inputs are fixtures.
#include <algorithm>
#include <string>
#include <vector>

#include "readers/readers.h"
#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

using Lines = std::vector<std::string>;

Outcome read_trap(std::string_view name, DTraceSettings settings = {}) {
  return read_dtrace(file_bytes(data_folder() / "dtrace" / (std::string(name) + ".txt")), settings);
}

/// The stacks of the only profile of a trap.
Lines stacks_of_trap(std::string_view name) {
  const Outcome outcome = read_trap(name);
  INFO(outcome.error);
  REQUIRE(outcome.set.has_value());
  REQUIRE(outcome.set->profiles().size() == 1);
  return stacks_of(*outcome.set);
}

}  // namespace

TEST_CASE("an annotation is a frame of its own that knows its file and line", "[dtrace]") {
  const Outcome outcome = read_trap("annotated");
  REQUIRE(outcome.set.has_value());
  CHECK(stacks_of(*outcome.set) == Lines{"python`main;[ ./func_slow.py:16 (func_b) ];libpython`PyEval_EvalFrame 2"});
  const Dictionary& dictionary = outcome.set->dictionary();
  const auto frames = dictionary.frames();
  const auto made = std::find_if(frames.begin(), frames.end(), [](const Frame& f) { return f.line == 16; });
  REQUIRE(made != frames.end());
  CHECK(made->kind == FrameKind::synthetic);
  CHECK(dictionary.string(dictionary.function(made->function).file) == "./func_slow.py");
}

TEST_CASE("a count above what 64 bits with a sign hold saturates and says so", "[dtrace]") {
  const Outcome outcome = read_trap("count-over-u64");
  REQUIRE(outcome.set.has_value());
  CHECK(stacks_of(*outcome.set) == Lines{"m`a;m`b 9223372036854775807"});
  const Diagnostic* const saturated = finding(outcome, "dtrace.saturated");
  REQUIRE(saturated != nullptr);
  CHECK(saturated->severity == Severity::data_loss);
  CHECK(saturated->where.line == 6);
}

TEST_CASE("lines that end in CR LF read as any other", "[dtrace]") {
  CHECK(stacks_of_trap("crlf") == Lines{"m`a;m`b 3"});
}

TEST_CASE("records that differ only in offsets are one stack and no repeated key", "[dtrace]") {
  const Outcome outcome = read_trap("dup-records");
  REQUIRE(outcome.set.has_value());
  CHECK(stacks_of(*outcome.set) == Lines{"m`a;m`b 7"});
  CHECK(outcome.diagnostics.empty());
}

TEST_CASE("an empty DTrace output is an error that says so", "[dtrace]") {
  const Outcome outcome = read_dtrace("");
  CHECK_FALSE(outcome.set.has_value());
  CHECK(outcome.error.find("in.dtrace: the input is empty") == 0);
}

TEST_CASE("an empty stack keeps its value", "[dtrace]") {
  CHECK(stacks_of_trap("empty-stack") == Lines{" 7", "m`a 3"});
}

TEST_CASE("what dtrace says of an exited process is no frame", "[dtrace]") {
  CHECK(stacks_of_trap("exited-line") == Lines{"m`a;m`b 3"});
}

TEST_CASE("bytes that are no UTF-8 stay as they are", "[dtrace]") {
  CHECK(stacks_of_trap("invalid-utf8") == Lines{"m`a;m`\xff\xfe"
                                                "b 3"});
}

TEST_CASE("a module whose name begins with L keeps it", "[dtrace]") {
  CHECK(stacks_of_trap("module-starting-L") == Lines{"LLVM.dylib`f;LaunchServices`_LSCopy 1"});
}

TEST_CASE("a negative sum ends its record", "[dtrace]") {
  CHECK(stacks_of_trap("negative-sum") == Lines{"m`a;m`b -5", "m`a;m`c 7"});
}

TEST_CASE("a value at the end of a file without newline counts", "[dtrace]") {
  CHECK(stacks_of_trap("no-final-newline") == Lines{"m`a;m`b 3"});
}

TEST_CASE("without heading and empty lines the first record is whole", "[dtrace]") {
  CHECK(stacks_of_trap("no-header-quiet") == Lines{"m`main;m`low;m`mid;m`leaf 9", "m`main;m`x 2"});
  CHECK(stacks_of_trap("one-blank-quiet") == Lines{"m`main;m`low;m`mid;m`leaf 9"});
}

TEST_CASE("operators keep their names", "[dtrace]") {
  CHECK(stacks_of_trap("operator-arrow") == Lines{"m`main;m`Ptr<A>::operator->() const 1"});
  CHECK(stacks_of_trap("operator-call") == Lines{"m`foo::operator<(A, B);m`foo::Bar::operator()(int) 1"});
  CHECK(stacks_of_trap("operator-plus-leaf") == Lines{"m`main;m`A::operator+(A const&) 1"});
}

TEST_CASE("what the program printed before the results is left out and counted", "[dtrace]") {
  const Outcome outcome = read_trap("progout-mixed");
  REQUIRE(outcome.set.has_value());
  CHECK(stacks_of(*outcome.set) == Lines{"m`a;m`b 3"});
  CHECK(outcome.set->profiles()[0].name.empty());
  REQUIRE(finding(outcome, "dtrace.text_numbers") != nullptr);
  CHECK(finding(outcome, "dtrace.text_numbers")->message.find("'result 42'") != std::string::npos);
}

TEST_CASE("a semicolon within a name is no separator", "[dtrace]") {
  CHECK(stacks_of_trap("semicolon-java") == Lines{"Foo.main([Ljava/lang/String;)V;libjvm.so`Lcom/x/Y;::z 1"});
}

TEST_CASE("a sum that overflows a 64-bit integer is an error that names the line", "[dtrace]") {
  const Outcome outcome = read_trap("sum-overflow-u64", {{"prints", "add"}});
  CHECK_FALSE(outcome.set.has_value());
  CHECK(outcome.error.find("in.dtrace:10: ") == 0);
}

TEST_CASE("an arrow within a name is no separator", "[dtrace]") {
  CHECK(stacks_of_trap("swift-arrow") ==
        Lines{"m`main;m`thunk for @escaping @callee_guaranteed (@guaranteed NIOThread) -> () 1"});
}

TEST_CASE("templates and arguments stay whole", "[dtrace]") {
  CHECK(stacks_of_trap("template-method") ==
        Lines{"m`f(std::pair<int,int>);m`(anonymous namespace)::f(int);"
              "m`std::vector<int, std::allocator<int> >::push_back(int const&);"
              "m`tokio::runtime::task::harness::Harness<T,S>::poll::h6096748dfbf63e3f 1"});
}

TEST_CASE("of a file that was cut everything complete is kept, and the rest reported", "[dtrace]") {
  const Outcome outcome = read_trap("truncated-mid-stack");
  REQUIRE(outcome.set.has_value());
  CHECK(stacks_of(*outcome.set) == Lines{"m`a;m`b 3"});
  const Diagnostic* const cut = finding(outcome, "dtrace.truncated");
  REQUIRE(cut != nullptr);
  CHECK(cut->severity == Severity::data_loss);
  CHECK(cut->where.line == 8);
}

TEST_CASE("aggregations of different keys are profiles of their own", "[dtrace]") {
  const Outcome outcome = read_trap("two-aggs-printed");
  REQUIRE(outcome.set.has_value());
  REQUIRE(outcome.set->profiles().size() == 2);
  CHECK(stacks_of(*outcome.set, 0) == Lines{"m`main;m`leaf 9", "m`main;m`x 2"});
  CHECK(stacks_of(*outcome.set, 1) == Lines{" 4", " 5"});
  CHECK(labels_of(*outcome.set, 1, 0) == "key1=bash");
  CHECK(labels_of(*outcome.set, 1, 1) == "key1=node");
  CHECK(finding(outcome, "dtrace.printed_again")->where.line == 10);
}

TEST_CASE("a count of zero is a sample", "[dtrace]") { CHECK(stacks_of_trap("zero-count") == Lines{"m`a;m`b 0"}); }

TEST_CASE("keys and values that both rise leave open where the next aggregation begins", "[dtrace]") {
  const std::string program =
      "#pragma D option quiet\n"
      "syscall:::entry { @a[arg0] = count(); @b[arg0] = sum(arg1); @c[arg0] = count(); }\n";
  const auto record = [](std::int64_t key, std::string_view value) { return number_key(key, 16) + value_line(value); };
  const std::string ends = record(1, "120") + record(90, "160") + record(0, "1");
  // The 50 may be the last of @a or the first of @b.
  const Outcome open = read_with(program, "\n" + record(1, "1") + record(17, "50") + ends);
  CHECK(finding(open, "dtrace.alike") != nullptr);
  const Outcome sure = read_with(program, "\n" + record(1, "1") + record(17, "130") + ends);
  CHECK(finding(sure, "dtrace.alike") == nullptr);
  CHECK(profiles_of(sure) == Lines{"a: 1=1 17=130", "b: 1=120 90=160", "c: 0=1"});
}

}  // namespace profconv::test
