// SPDX-License-Identifier: Apache-2.0
// What all transforms of frames and stacks rest on.
#include "core/transforms/rewrite.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/model_dump.h"
#include "support/rich_profile.h"

namespace profconv::test {

namespace {

constexpr std::string_view left_out = "-";

/// One letter a frame: "abc" is a, which called b, which called c.
class Letters {
 public:
  explicit Letters(SampleOrder order = SampleOrder::merged) : builder_(order), profile_(builder_.add_profile("p")) {}

  ProfileBuilder& profile() { return profile_; }
  StackId stack(std::string_view letters) {
    StackId stack;
    for (const char letter : letters) {
      const FunctionId function = builder_.function({.name = builder_.string(std::string(1, letter))});
      stack = builder_.child(stack, builder_.frame({.function = function}));
    }
    return stack;
  }
  ThreadId thread(std::int64_t tid) { return builder_.thread({.pid = 1, .tid = tid}); }
  ProfileSet finish() { return std::move(builder_).finish(); }

 private:
  ProfileSetBuilder builder_;
  ProfileBuilder& profile_;
};

/// Each frame of `from` becomes the one with the letter in the same place of `to`, "-" leaves it out.
ProfileSet replaced(ProfileSet set, std::string_view from, std::string_view to, SampleOrder order, Context& context) {
  Rewriter rewriter(std::move(set), order, context);
  const StackMap stacks = rewriter.map_frames([&](const Frame& frame) -> std::optional<FrameId> {
    const std::string_view name = rewriter.from().string(rewriter.from().function(frame.function).name);
    const std::size_t at = from.find(name);
    if (at == std::string_view::npos) return rewriter.carry(frame, rewriter.carry(frame.function));
    if (to.substr(at, 1) == left_out) return std::nullopt;
    return rewriter.carry(frame, rewriter.into().function({.name = rewriter.into().string(to.substr(at, 1))}));
  });
  return std::move(rewriter).finish(stacks);
}

/// "abc 3" for each row, and behind a value the others of the row.
std::vector<std::string> rows_of(const ProfileSet& set) {
  std::vector<std::string> rows;
  const Dictionary& d = set.dictionary();
  const Samples& samples = set.profiles()[0].samples;
  std::vector<FrameId> frames;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    std::string text;
    d.root_first(samples.stack[row], frames);
    for (const FrameId frame : frames) text += d.string(d.function(d.frame(frame).function).name);
    for (const auto& column : samples.values) text += " " + std::to_string(column[row]);
    rows.push_back(text);
  }
  return rows;
}

using Rows = std::vector<std::string>;

ProfileSet identity(ProfileSet set) {
  Context context;
  return replaced(std::move(set), "", "", SampleOrder::merged, context);
}

}  // namespace

TEST_CASE("rewriting without a change keeps everything", "[rewrite]") {
  for (const bool module_names : {false, true}) {
    const ProfileSet set = rich_profile(module_names);
    CHECK(dump(identity(set)) == dump(set));
  }
}

TEST_CASE("rows that become equal add up by their aggregation", "[rewrite]") {
  Letters letters;
  ProfileBuilder& profile = letters.profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  profile.add_value_type({.type = "peak", .unit = "bytes", .aggregation = Aggregation::max});
  profile.add_value_type({.type = "least", .unit = "bytes", .aggregation = Aggregation::min});
  profile.add({.stack = letters.stack("abc")}, std::array<std::int64_t, 3>{1, 10, 10});
  profile.add({.stack = letters.stack("ax")}, std::array<std::int64_t, 3>{2, 20, 20});
  profile.add({.stack = letters.stack("adc")}, std::array<std::int64_t, 3>{4, 5, 5});
  Context context;
  const ProfileSet set = replaced(letters.finish(), "d", "b", SampleOrder::merged, context);
  CHECK(rows_of(set) == Rows{"abc 5 10 5", "ax 2 20 20"});
  CHECK(set.dictionary().stacks().size() == 5);
  CHECK(context.diagnostics().empty());
}

TEST_CASE("in the order of reading only neighbours merge", "[rewrite]") {
  Letters letters(SampleOrder::as_read);
  letters.profile().add_value_type({.type = "samples", .unit = "count"});
  for (const char* const stack : {"ab", "ac", "x", "ab"}) letters.profile().add({.stack = letters.stack(stack)}, 1);
  Context context;
  CHECK(rows_of(replaced(letters.finish(), "c", "b", SampleOrder::as_read, context)) == Rows{"ab 2", "x 1", "ab 1"});
}

TEST_CASE("where the last value counts, merging is reported as a loss", "[rewrite]") {
  Letters letters;
  letters.profile().add_value_type({.type = "average", .unit = "bytes", .aggregation = Aggregation::last});
  for (const char* const stack : {"a", "b", "c"}) letters.profile().add({.stack = letters.stack(stack)}, 7);
  Context context;
  CHECK(rows_of(replaced(letters.finish(), "bc", "aa", SampleOrder::merged, context)) == Rows{"a 7"});
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].severity == Severity::data_loss);
  CHECK(context.diagnostics()[0].kind == "rewrite.merged_last");
  CHECK_THAT(context.diagnostics()[0].message, contains("2 samples") && contains("average"));
}

TEST_CASE("a frame that is left out leaves its caller calling what it called", "[rewrite]") {
  Letters letters;
  letters.profile().add_value_type({.type = "samples", .unit = "count"});
  for (const char* const stack : {"abc", "ab", "b", "ac"}) letters.profile().add({.stack = letters.stack(stack)}, 1);
  Context context;
  CHECK(rows_of(replaced(letters.finish(), "b", "-", SampleOrder::merged, context)) == Rows{"ac 2", "a 1", " 1"});
}

TEST_CASE("samples whose stack goes nowhere are left out", "[rewrite]") {
  Letters letters;
  letters.profile().add_value_type({.type = "samples", .unit = "count"});
  const StackId gone = letters.stack("ab");
  for (const char* const stack : {"a", "ab", "ac"}) letters.profile().add({.stack = letters.stack(stack)}, 1);
  Context context;
  Rewriter rewriter(letters.finish(), SampleOrder::merged, context);
  StackMap stacks =
      rewriter.map_frames([&](const Frame& frame) { return rewriter.carry(frame, rewriter.carry(frame.function)); });
  stacks[gone.value].reset();
  CHECK(rows_of(std::move(rewriter).finish(stacks)) == Rows{"a 1", "ac 1"});
}

TEST_CASE("shared depths count the frames that are still there", "[rewrite]") {
  for (const char* const kept_by : {"in place", "row by row"}) {
    INFO(kept_by);
    Letters letters;
    letters.profile().add_value_type({.type = "samples", .unit = "count"});
    const auto add = [&](std::string_view stack, std::uint32_t shared, std::int64_t at) {
      letters.profile().add({.stack = letters.stack(stack), .start_ns = at, .shared_depth = shared}, 1);
    };
    add("abc", 0, 10);
    add("abcd", 3, 20);
    add("abd", 2, 30);
    if (std::string_view(kept_by) == "row by row") add("aed", 1, 40);
    Context context;
    const ProfileSet set = replaced(letters.finish(), "be", "--", SampleOrder::merged, context);
    const Samples& samples = set.profiles()[0].samples;
    const std::size_t rows = samples.size();
    CHECK(samples.shared_depth ==
          (rows == 3 ? std::vector<std::uint32_t>{0, 2, 1} : std::vector<std::uint32_t>{0, 2, 1, 1}));
    CHECK(rows_of(set)[1] == "acd 1");
    CHECK(samples.start_ns[2] == 30);
  }
}

TEST_CASE("what a sample that is left out had ended is not shared by the next of its thread", "[rewrite]") {
  Letters letters;
  letters.profile().add_value_type({.type = "samples", .unit = "count"});
  const auto add = [&](std::string_view stack, std::int64_t tid, std::uint32_t shared, std::int64_t at) {
    letters.profile().add(
        {.stack = letters.stack(stack), .thread = letters.thread(tid), .start_ns = at, .shared_depth = shared}, 1);
  };
  add("abc", 1, 0, 10);
  add("abc", 2, 0, 10);
  add("ax", 1, 1, 20);
  add("axb", 1, 2, 30);
  add("axc", 1, 2, 40);
  add("abc", 2, 3, 40);
  const StackId gone = letters.stack("ax");
  Context context;
  Rewriter rewriter(letters.finish(), SampleOrder::merged, context);
  StackMap stacks =
      rewriter.map_frames([&](const Frame& frame) { return rewriter.carry(frame, rewriter.carry(frame.function)); });
  stacks[gone.value].reset();
  const ProfileSet set = std::move(rewriter).finish(stacks);
  CHECK(rows_of(set) == Rows{"abc 1", "abc 1", "axb 1", "axc 1", "abc 1"});
  CHECK(set.profiles()[0].samples.shared_depth == std::vector<std::uint32_t>{0, 0, 1, 1, 3});
}

TEST_CASE("what no sample needs is not carried over", "[rewrite]") {
  Letters letters;
  letters.profile().add_value_type({.type = "samples", .unit = "count"});
  (void)letters.stack("xyz");
  letters.profile().add({.stack = letters.stack("ab")}, 1);
  const ProfileSet set = identity(letters.finish());
  CHECK(set.dictionary().stacks().size() == 3);
  CHECK(set.dictionary().functions().size() == 3);
}

TEST_CASE("a stack of a million frames is rewritten without recursion", "[rewrite][long]") {
  Letters letters;
  letters.profile().add_value_type({.type = "samples", .unit = "count"});
  letters.profile().add({.stack = letters.stack(std::string(1'000'000, 'a'))}, 1);
  Context context;
  const ProfileSet set = replaced(letters.finish(), "a", "b", SampleOrder::merged, context);
  CHECK(set.dictionary().depth(set.profiles()[0].samples.stack[0]) == 1'000'000);
}

TEST_CASE("rewriting can be cancelled", "[rewrite]") {
  Letters letters;
  letters.profile().add_value_type({.type = "samples", .unit = "count"});
  letters.profile().add({.stack = letters.stack("ab")}, 1);
  Context context;
  context.cancel();
  CHECK_THROWS_AS(replaced(letters.finish(), "a", "b", SampleOrder::merged, context), Cancelled);
}

}  // namespace profconv::test
