// SPDX-License-Identifier: Apache-2.0
// Many inputs read by several threads: the result of one thread, its reports and its errors.
#include <filesystem>
#include <string>
#include <vector>

#include "profconv/conversion.h"
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

TEST_CASE("any number of threads merges many inputs into the same bytes", "[many_inputs]") {
  const Inputs inputs;
  Context one({}, 1);
  const ConversionReport expected = convert(inputs.request("one.pb.gz"), one);
  CHECK(said(one).size() == 9);
  REQUIRE(expected.inputs.size() == file_count);
  for (const std::size_t threads : {2U, 3U, 8U}) {
    INFO(threads << " threads");
    Context several({}, threads);
    const ConversionReport report = convert(inputs.request("several.pb.gz"), several);
    CHECK(inputs.bytes_of("several.pb.gz") == inputs.bytes_of("one.pb.gz"));
    CHECK(said(several) == said(one));
    REQUIRE(report.inputs.size() == file_count);
    for (std::size_t i = 0; i < file_count; ++i) {
      CHECK(report.inputs[i].name == expected.inputs[i].name);
      CHECK(report.inputs[i].samples == expected.inputs[i].samples);
    }
  }
}

TEST_CASE("a tap sees the inputs in their order, whatever the number of threads", "[many_inputs]") {
  const Inputs inputs;
  ConversionRequest request = inputs.request("tapped.pb");
  std::string tapped;
  request.tap = [&](std::string_view bytes) { tapped += bytes; };
  Context context({}, 8);
  convert(request, context);
  std::string all;
  for (const std::string& path : inputs.paths()) all += file_bytes(path);
  CHECK(tapped == all);
}

TEST_CASE("the first input that is wrong is reported, and nothing written", "[many_inputs]") {
  const Inputs inputs;
  write_file(inputs.paths()[20], "nothing of the kind\n");
  write_file(inputs.paths()[21], "nothing either\n");
  Context context({}, 4);
  CHECK_THAT(error_of(inputs.request("out.pb"), context), Catch::Matchers::StartsWith(inputs.paths()[20]));
  CHECK(said(context).size() == 4);
  CHECK(inputs.count() == file_count);
}

TEST_CASE("a cancelled merge stops and leaves nothing", "[many_inputs]") {
  const Inputs inputs;
  Context context({}, 4);
  std::size_t calls = 0;
  context.on_progress([&](std::uint64_t) {
    if (++calls == 20) context.cancel();
  });
  CHECK(error_of(inputs.request("out.pb"), context) == "cancelled");
  CHECK(calls < 2 * file_count);
  CHECK(inputs.count() == file_count);
}

}  // namespace profconv::test
