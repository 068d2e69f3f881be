// SPDX-License-Identifier: Apache-2.0
// Work done ahead by several threads, and what merges make of it: nothing that one thread would not.
#include "tools/lib/read_ahead.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "profconv/profconv.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/scratch.h"

namespace profconv::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t file_count = 60;

/// Small inputs in a directory that is gone at the end of the test; every seventh has a line that is no stack.
class Inputs {
 public:
  Inputs() {
    for (std::size_t i = 0; i < file_count; ++i) {
      std::string text;
      for (std::size_t line = 0; line <= i % 13; ++line) {
        text += "main;f" + std::to_string(line * i % 5) + ";g" + std::to_string(i % 4) + " " + std::to_string(i) + "\n";
      }
      if (i % 7 == 0) text += "no stack\n";
      paths_.push_back(in_folder("run" + std::to_string(i) + ".folded"));
      write_file(paths_.back(), text);
    }
  }

  [[nodiscard]] ConversionRequest request(const std::string& output) const {
    return {.inputs = paths_, .outputs = {in_folder(output)}, .from = "collapsed"};
  }
  [[nodiscard]] const std::vector<std::string>& paths() const { return paths_; }
  [[nodiscard]] std::string bytes_of(const std::string& output) const { return file_bytes(in_folder(output)); }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

 private:
  [[nodiscard]] std::string in_folder(const std::string& name) const { return (folder_ / name.c_str()).string(); }

  Scratch folder_;
  std::vector<std::string> paths_;
};

std::vector<std::string> said(const Context& context) {
  std::vector<std::string> all;
  for (const Diagnostic& d : context.diagnostics()) {
    all.push_back(d.kind + " " + to_string(d.where) + " " + d.message + " " + std::to_string(d.count));
  }
  return all;
}

std::string error_of(const ConversionRequest& request, Context& context) {
  try {
    convert(request, context);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("results come in the order of the work, whoever did it first", "[read_ahead]") {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    ReadAhead<std::size_t> ahead(200, threads, [](std::size_t i) -> std::optional<std::size_t> {
      if (i % 3 == 0) std::this_thread::yield();
      if (i % 5 == 0) return std::nullopt;
      return i * i;
    });
    for (std::size_t i = 0; i < 200; ++i) {
      CHECK(ahead.next() == (i % 5 == 0 ? std::nullopt : std::optional(i * i)));
    }
  }
}

TEST_CASE("no more is done ahead than two results a thread", "[read_ahead]") {
  std::atomic<std::size_t> begun = 0;
  std::size_t most = 0;
  {
    ReadAhead<std::size_t> ahead(1000, 3, [&](std::size_t i) -> std::optional<std::size_t> { return ++begun, i; });
    for (std::size_t taken = 1; taken <= 100; ++taken) {
      CHECK(ahead.next() == taken - 1);
      most = std::max(most, begun - taken);
    }
  }
  CHECK(most <= 6);
  CHECK(begun <= 106);
}

TEST_CASE("what the work throws is thrown where its result would be", "[read_ahead]") {
  ReadAhead<std::size_t> ahead(9, 2, [](std::size_t i) -> std::optional<std::size_t> {
    if (i == 4) throw UsageError("four");
    return i;
  });
  for (std::size_t i = 0; i < 4; ++i) CHECK(ahead.next() == i);
  CHECK_THROWS_AS(ahead.next(), UsageError);
  CHECK(ahead.next() == 5);
}

TEST_CASE("without threads all is left to who asks", "[read_ahead]") {
  ReadAhead<int> ahead(3, 0, [](std::size_t) -> std::optional<int> { return 1; });
  CHECK_FALSE(ahead.next());
}

TEST_CASE("files read ahead merge as files read one by one", "[read_ahead]") {
  const Inputs inputs;
  Context context;
  const ConversionReport report = convert(inputs.request("ahead.pb"), context);
  ConversionRequest one_by_one = inputs.request("one_by_one.pb");
  std::uint64_t tapped = 0;
  one_by_one.tap = [&](std::string_view bytes) { tapped += bytes.size(); };
  Context other;
  const ConversionReport expected = convert(one_by_one, other);
  CHECK(tapped != 0);
  CHECK(inputs.bytes_of("ahead.pb") == inputs.bytes_of("one_by_one.pb"));
  CHECK(said(context) == said(other));
  CHECK(said(context).size() == 9);
  REQUIRE(report.inputs.size() == file_count);
  for (std::size_t i = 0; i < file_count; ++i) {
    CHECK(report.inputs[i].name == expected.inputs[i].name);
    CHECK(report.inputs[i].samples == expected.inputs[i].samples);
  }
}

TEST_CASE("of files read ahead the first that is wrong is told, and nothing written", "[read_ahead]") {
  const Inputs inputs;
  write_file(inputs.paths()[20], "nothing of the kind\n");
  write_file(inputs.paths()[21], "nothing either\n");
  Context context;
  CHECK_THAT(error_of(inputs.request("out.pb"), context), Catch::Matchers::StartsWith(inputs.paths()[20]));
  CHECK(said(context).size() == 4);
  CHECK(inputs.count() == file_count);
}

TEST_CASE("a cancelled merge stops and leaves nothing", "[read_ahead]") {
  const Inputs inputs;
  Context context;
  std::size_t calls = 0;
  context.on_progress([&](std::uint64_t) {
    if (++calls == 20) context.cancel();
  });
  CHECK(error_of(inputs.request("out.pb"), context) == "cancelled");
  CHECK(calls < 2 * file_count);
  CHECK(inputs.count() == file_count);
}

}  // namespace profconv::test
