// SPDX-License-Identifier: Apache-2.0
// Labels shown as frames at the root and the leaf of stacks.
#include <array>
#include <string>
#include <vector>

#include "profconv/errors.h"
#include "profconv/transforms.h"
#include "support/catch.h"
#include "support/model_dump.h"
#include "support/rich_profile.h"

namespace profconv::test {

namespace {

using Rows = std::vector<std::string>;

/// A set that is filled sample by sample; the frames of a stack are its letters.
class Filling {
 public:
  Filling() { profile_->add_value_type({.type = "samples", .unit = "count"}); }

  ProfileSetBuilder& builder() { return builder_; }
  ProfileBuilder& profile() { return *profile_; }
  void next_profile() {
    profile_ = &builder_.add_profile();
    profile_->add_value_type({.type = "samples", .unit = "count"});
  }
  StackId stack(std::string_view letters) {
    StackId stack;
    for (const char letter : letters) {
      const FunctionId function = builder_.function({.name = builder_.string(std::string(1, letter))});
      stack = builder_.child(stack, builder_.frame({.function = function}));
    }
    return stack;
  }
  void add(std::string_view letters, const std::vector<LabelText>& labels, ThreadId thread = {}) {
    profile_->add({.stack = stack(letters), .thread = thread, .labels = builder_.labels(labels)}, 1);
  }
  ThreadId thread(std::int64_t pid, std::int64_t tid, std::string_view process, std::string_view name = {}) {
    return builder_.thread(
        {.pid = pid, .tid = tid, .process_name = builder_.string(process), .thread_name = builder_.string(name)});
  }
  ProfileSet finish() { return std::move(builder_).finish(); }

 private:
  ProfileSetBuilder builder_;
  ProfileBuilder* profile_ = &builder_.add_profile();
};

/// "a;b" for the stack of each sample of a profile.
Rows stacks_of(const ProfileSet& set, std::size_t profile = 0) {
  const Dictionary& d = set.dictionary();
  Rows rows;
  std::vector<FrameId> frames;
  for (const StackId stack : set.profiles()[profile].samples.stack) {
    d.root_first(stack, frames);
    std::string text;
    for (const FrameId frame : frames) {
      text.append(text.empty() ? "" : ";").append(d.string(d.function(d.frame(frame).function).name));
    }
    rows.push_back(text);
  }
  return rows;
}

ProfileSet shown(ProfileSet set, const LabelFrames& frames) {
  Context context;
  return with_label_frames(std::move(set), frames, context);
}

LabelText text(std::string_view key, std::string_view value) { return {.key = key, .text = value}; }

LabelText number(std::string_view key, std::int64_t value, std::string_view unit = {}) {
  return {.key = key, .unit = unit, .number = value, .is_number = true};
}

}  // namespace

TEST_CASE("the first key becomes the outermost frame, and the last of the leaves the innermost", "[label_frames]") {
  Filling fill;
  fill.add("xy", {text("a", "1"), text("b", "2"), text("c", "3"), text("d", "4")});
  const ProfileSet set = shown(fill.finish(), {.roots = {"b", "a"}, .leaves = {"d", "c"}});
  CHECK(stacks_of(set) == Rows{"2;1;x;y;4;3"});
  const Dictionary& d = set.dictionary();
  CHECK(d.frame(d.stack(set.profiles()[0].samples.stack[0]).frame).kind == FrameKind::synthetic);
  CHECK(d.labels(set.profiles()[0].samples.labels[0]).size() == 4);
}

TEST_CASE("numbers are shown with their unit, several values in one frame, and none as unknown", "[label_frames]") {
  Filling fill;
  fill.add("x", {number("size", 64, "bytes")});
  fill.add("x", {number("size", -1)});
  fill.add("x", {text("size", "small"), text("size", "odd")});
  fill.add("x", {text("other", "o")});
  fill.add("", {number("size", 5)});
  CHECK(stacks_of(shown(fill.finish(), {.roots = {"size"}})) ==
        Rows{"64 bytes;x", "-1;x", "odd,small;x", "[unknown];x", "5"});
}

TEST_CASE("process and thread are labels too, where no label has their key", "[label_frames]") {
  Filling fill;
  const ThreadId thread = fill.thread(7, 8, "prog", "worker");
  fill.add("x", {}, thread);
  fill.add("y", {text("tid", "T")}, thread);
  fill.add("z", {});
  const LabelFrames frames{.roots = {"execname", "comm", "pid", "tid", "thread"}};
  CHECK(stacks_of(shown(fill.finish(), frames)) == Rows{"prog;prog;7;8;worker;x", "prog;prog;7;T;worker;y",
                                                        "[unknown];[unknown];[unknown];[unknown];[unknown];z"});
}

TEST_CASE("a profile in which no sample has a key gets no frame for it", "[label_frames]") {
  Filling fill;
  fill.add("x", {text("a", "1")});
  fill.next_profile();
  fill.add("x", {text("b", "2")});
  const ProfileSet set = shown(fill.finish(), {.roots = {"a"}, .leaves = {"b"}});
  CHECK(stacks_of(set, 0) == Rows{"1;x"});
  CHECK(stacks_of(set, 1) == Rows{"x;2"});
}

TEST_CASE("a label that no sample has is an error that lists those there are", "[label_frames]") {
  Filling fill;
  fill.add("x", {text("b", "1"), text("a", "1")}, fill.thread(7, Thread::unknown, "prog"));
  const ProfileSet set = fill.finish();
  CHECK_THROWS_WITH(shown(set, {.roots = {"a", "tid"}}),
                    contains("no sample has a label 'tid' (there are: a, b, pid, execname)"));
  CHECK_THROWS_AS(shown(set, {.leaves = {""}}), UsageError);
  Filling many;
  std::vector<std::string> keys;
  for (int i = 100; i < 200; ++i) keys.push_back("k" + std::to_string(i));
  for (const std::string& key : keys) many.add("x", {text(key, "1")});
  CHECK_THROWS_WITH(shown(many.finish(), {.roots = {"k"}}), contains("k100, k101") && contains("k119 and 80 more)"));
  Filling bare;
  bare.add("x", {});
  CHECK_THROWS_WITH(shown(bare.finish(), {.roots = {"a"}}), contains("none has any"));
}

TEST_CASE("without keys nothing changes, and with them nothing but the stacks", "[label_frames]") {
  const ProfileSet set = rich_profile();
  CHECK(dump(shown(set, {})) == dump(set));
  const ProfileSet with = shown(set, {.roots = {"request"}});
  REQUIRE(with.profiles().size() == 2);
  const Samples& before = set.profiles()[0].samples;
  const Samples& after = with.profiles()[0].samples;
  CHECK(after.values == before.values);
  CHECK(after.start_ns == before.start_ns);
  CHECK(with.profiles()[0].metadata == set.profiles()[0].metadata);
  CHECK(stacks_of(with) ==
        Rows{"GET /;ns::run(int);ns::step;sys_read", "[unknown];ns::run(int);ns::step;sys_read", "[unknown]"});
}

TEST_CASE("shared depths count the frames of labels while these stay the same", "[label_frames]") {
  Filling fill;
  const ThreadId thread = fill.thread(1, 1, "p");
  std::int64_t at = 0;
  const auto add = [&](std::string_view letters, std::string_view value, std::uint32_t shared) {
    const std::array labels{text("a", value), text("b", "same")};
    fill.profile().add({.stack = fill.stack(letters),
                        .thread = thread,
                        .labels = fill.builder().labels(labels),
                        .start_ns = ++at,
                        .shared_depth = shared},
                       1);
  };
  add("xy", "1", 0);
  add("xz", "1", 1);
  add("xz", "2", 2);
  add("xz", "2", 2);
  add("xz", "2", 0);
  const ProfileSet set = shown(fill.finish(), {.roots = {"b", "a"}, .leaves = {"b"}});
  CHECK(set.profiles()[0].samples.shared_depth == std::vector<std::uint32_t>{0, 3, 1, 5, 2});
}

TEST_CASE("a stack of a million frames takes labels without recursion", "[label_frames][long]") {
  Filling fill;
  const std::string deep(1'000'000, 'a');
  fill.add(deep, {text("a", "1")});
  fill.add(deep, {text("a", "2")});
  const ProfileSet set = shown(fill.finish(), {.roots = {"a"}, .leaves = {"a"}});
  for (const StackId stack : set.profiles()[0].samples.stack) CHECK(set.dictionary().depth(stack) == 1'000'002);
}

TEST_CASE("what frames show is not lost", "[label_frames]") {
  Filling fill;
  const ThreadId thread = fill.thread(7, 8, "prog", "worker");
  fill.add("x", {text("a", "1")}, thread);
  fill.add("", {text("a", "1"), text("b", "1")}, thread);
  const ProfileSet set = fill.finish();
  const auto left = [&](const LabelFrames& frames) {
    std::string words;
    for (const Loss& loss : losses_beside(frames, set, features_used(set))) {
      words.append(words.empty() ? "" : ", ").append(describe(loss));
    }
    return words;
  };
  CHECK(left({}) == "a sample without a stack, a thread id, a process name, a thread name, 2 sample labels");
  CHECK(left({.roots = {"a"}}) == "a thread id, a process name, a thread name, a sample label");
  CHECK(left({.roots = {"a", "pid"}, .leaves = {"b", "execname"}}) == "a thread id, a thread name");
  CHECK(left({.roots = {"thread", "pid"}, .leaves = {"tid"}}) == "a process name, 2 sample labels");
}

TEST_CASE("adding frames of labels can be cancelled", "[label_frames]") {
  Filling fill;
  fill.add("x", {text("a", "1")});
  Context context;
  context.cancel();
  CHECK_THROWS_AS(with_label_frames(fill.finish(), {.roots = {"a"}}, context), Cancelled);
}

}  // namespace profconv::test
