// SPDX-License-Identifier: Apache-2.0
// The library's front: one call from files to files, detection, and what a profile holds in numbers.
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string>

#include "profconv/conversion.h"
#include "profconv/summary.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/model_dump.h"
#include "support/scratch.h"
#include "tools/lib/foreign.h"
#include "tools/lib/merged_rows.h"

namespace profconv::test {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view stacks = "main;parse;read 30\nmain;eval 100\nmain;parse;read 2\nmain;eval;eval 5\n";

/// A directory that is gone at the end of the test.
class Folder {
 public:
  [[nodiscard]] std::string operator/(std::string_view name) const { return (folder_.path() / name).string(); }
  [[nodiscard]] std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

 private:
  Scratch folder_;
};

template <Confidence confidence>
Probe sure(const Reader&, std::string_view head, std::string_view /*file_name*/) {
  return head.starts_with("x") ? Probe{.confidence = confidence, .reason = "begins with x"} : Probe{};
}

Reader reader_called(std::string_view name, std::span<const std::string_view> extensions,
                     Probe (*probe)(const Reader&, std::string_view, std::string_view)) {
  Reader reader = *builtin_registry().readers().front();
  reader.name = name;
  reader.aliases = {};
  reader.extensions = extensions;
  reader.probe = probe;
  return reader;
}

std::string detected(const Registry& registry, const std::string& name, std::string_view text) {
  Context context;
  Input input = Input::from_memory(name, text, context);
  return std::string(detect(input, registry).reader->name);
}

std::string message_of(const ConversionRequest& request) {
  Context context;
  try {
    convert(request, context);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// main -> f -> f (recursion) 4, main -> g 6, nothing 1; the second value is a maximum.
ProfileSet small_profile() {
  ProfileSetBuilder builder;
  const auto frame = [&](std::string_view name) {
    return builder.frame({.function = builder.function({.name = builder.string(name)})});
  };
  ProfileBuilder& profile = builder.add_profile("p");
  profile.add_value_type({.type = "samples", .unit = "count"});
  profile.add_value_type({.type = "latency", .unit = "nanoseconds", .aggregation = Aggregation::max});
  const std::array deep{frame("main"), frame("f"), frame("f")};
  const std::array flat{frame("main"), frame("g")};
  const ThreadId thread = builder.thread({.pid = 1, .tid = 2});
  const LabelText label{.key = "queue", .text = "a"};
  profile.add({.stack = builder.root_first(deep), .thread = thread}, std::array<std::int64_t, 2>{4, 70});
  profile.add({.stack = builder.root_first(flat), .labels = builder.labels({&label, 1})},
              std::array<std::int64_t, 2>{6, 20});
  profile.add({}, std::array<std::int64_t, 2>{1, 5});
  return std::move(builder).finish();
}

const FrameSummary& called(const std::vector<FrameSummary>& frames, std::string_view name) {
  const auto found = std::find_if(frames.begin(), frames.end(), [&](const FrameSummary& f) { return f.name == name; });
  REQUIRE(found != frames.end());
  return *found;
}

}  // namespace

TEST_CASE("one call converts a file into several, and says what it did", "[library]") {
  const Folder folder;
  write_file(folder / "a.folded", stacks);
  Context context;
  const ConversionReport report =
      convert({.inputs = {folder / "a.folded"}, .outputs = {folder / "b.folded", folder / "b.pb.gz"}}, context);
  REQUIRE(report.inputs.size() == 1);
  CHECK(report.inputs[0].reader->name == "collapsed");
  CHECK(report.inputs[0].samples == 3);
  REQUIRE(report.outputs.size() == 2);
  CHECK(report.outputs[0].written);
  CHECK(report.outputs[0].bytes == fs::file_size(folder / "b.folded"));
  CHECK(report.outputs[1].writer->name == "pprof");
  CHECK(report.outputs[1].compression == Compression::gzip);
  CHECK_FALSE(report.lossy);
  CHECK(file_bytes(folder / "b.folded") == "main;eval 100\nmain;eval;eval 5\nmain;parse;read 32\n");
}

TEST_CASE("value types in a given order, with another as the default, are dhat-pprof's mapping", "[library]") {
  const Folder folder;
  Context context;
  const std::vector<std::string> types{"alloc_objects", "alloc_space", "inuse_objects", "inuse_space"};
  convert({.inputs = {(data_folder() / "dhat/valgrind_three_sites.json").string()},
           .outputs = {folder / "b.pb.gz"},
           .settings = {{.format = "dhat", .option = "inuse", .value = "site-max"}},
           .types = types,
           .default_type = "inuse_space"},
          context);
  const ReadResult read = read_file(folder / "b.pb.gz", {}, context);
  const Profile& profile = read.set.profiles().at(0);
  std::vector<std::string> found;
  for (const ValueType& type : profile.value_types) found.push_back(type.type);
  CHECK(found == types);
  CHECK(profile.metadata.default_type == "inuse_space");
  ConversionRequest wrong{.inputs = {(data_folder() / "dhat/valgrind_three_sites.json").string()},
                          .outputs = {folder / "c.pb.gz"}};
  wrong.default_type = "cpu";
  CHECK_THROWS_AS(convert(wrong, context), UsageError);
}

TEST_CASE("a failed conversion leaves what was there, and nothing else", "[library]") {
  const Folder folder;
  write_file(folder / "a.folded", stacks);
  write_file(folder / "old.spall", "old");
  CHECK_THAT(message_of({.inputs = {folder / "a.folded"},
                         .outputs = {folder / "old.spall", folder / "new.folded"},
                         .types = {"no such type"}}),
             Catch::Matchers::Contains("no such type"));
  CHECK(file_bytes(folder / "old.spall") == "old");
  CHECK(folder.file_count() == 2);
}

TEST_CASE("a cancelled conversion leaves nothing", "[library]") {
  const Folder folder;
  write_file(folder / "a.folded", stacks);
  Context context;
  context.on_progress([&](std::uint64_t) { context.cancel(); });
  CHECK_THROWS_AS(convert({.inputs = {folder / "a.folded"}, .outputs = {folder / "b.folded"}}, context), Cancelled);
  CHECK(folder.file_count() == 1);
}

TEST_CASE("a conversion says what it is at, and can be cancelled while it writes", "[library]") {
  const Folder folder;
  write_file(folder / "a.folded", stacks);
  write_file(folder / "b.folded", stacks);
  std::string told;
  Context context;
  ConversionRequest request{.inputs = {folder / "a.folded", folder / "b.folded"},
                            .outputs = {folder / "c.folded", folder / "d.spall"}};
  request.on_stage = [&](const Stage& stage) {
    if (stage.kind == Stage::Kind::working) {
      told += "working\n";
    } else if (stage.bytes == 0) {
      told += std::string(stage.kind == Stage::Kind::reading ? "reading " : "writing ") +
              fs::path(stage.name).filename().string() + " " + std::to_string(stage.number) + " of " +
              std::to_string(stage.count) + "\n";
    }
    if (stage.number == 2 && stage.bytes > 0) context.cancel();
  };
  CHECK_NOTHROW(convert({.inputs = request.inputs, .outputs = request.outputs}, context));
  fs::remove(folder / "c.folded");
  fs::remove(folder / "d.spall");
  CHECK_THROWS_AS(convert(request, context), Cancelled);
  CHECK(told ==
        "reading a.folded 1 of 2\nreading b.folded 2 of 2\nworking\nwriting c.folded 1 of 2\nwriting d.spall 2 of 2\n");
  CHECK(folder.file_count() == 2);
}

TEST_CASE("a strict conversion accepts the loss of details", "[library]") {
  const Folder folder;
  write_file(folder / "a.folded", "# a comment\na;b 2\n");
  ConversionRequest request{.inputs = {folder / "a.folded"}, .outputs = {folder / "b.folded"}};
  request.strict = true;
  Context context;
  const ConversionReport report = convert(request, context);
  CHECK_FALSE(report.lossy);
  CHECK(report.outputs[0].written);
  CHECK(report.outputs[0].losses.size() == 1);
}

TEST_CASE("a strict conversion that loses values or labels writes nothing, a dry run never does", "[library]") {
  const Folder folder;
  write_file(folder / "a.out",
             "\n      123  bash\n              libc.so.6`read\n              prog`main\n               30\n");
  ConversionRequest request{.inputs = {folder / "a.out"}, .outputs = {folder / "b.folded"}};
  request.from = "dtrace";
  request.strict = true;
  Context context;
  const ConversionReport strict = convert(request, context);
  CHECK(strict.lossy);
  CHECK_FALSE(strict.outputs[0].written);
  CHECK(std::any_of(strict.outputs[0].losses.begin(), strict.outputs[0].losses.end(),
                    [](const Loss& loss) { return loss.feature == Feature::labels; }));
  request.strict = false;
  request.dry_run = true;
  const ConversionReport dry = convert(request, context);
  CHECK_FALSE(dry.outputs[0].written);
  CHECK(dry.outputs[0].bytes > 0);
  CHECK(folder.file_count() == 1);
}

TEST_CASE("outputs that want their samples in different orders each get their own", "[library]") {
  const std::string text = "a;b 1\na;c 2\na;b 3\n";
  const auto read = [&](SampleOrder order) {
    Context context;
    Input input = Input::from_memory("x.folded", text, context);
    const Reader& reader = builtin_registry().reader("collapsed");
    return read_profiles(reader, input, Options(reader.options), order);
  };
  const ProfileSet as_read = read(SampleOrder::as_read);
  REQUIRE(as_read.profiles()[0].samples.size() == 3);
  CHECK(dump(merged_rows(as_read)) == dump(read(SampleOrder::merged)));
}

TEST_CASE("the surest reader wins, then the extension, and a tie is told", "[library]") {
  constexpr std::array<std::string_view, 1> ab{".ab"};
  const Reader likely = reader_called("likely", {}, sure<Confidence::likely>);
  const Reader named = reader_called("named", ab, sure<Confidence::likely>);
  const Reader magic = reader_called("magic", {}, sure<Confidence::magic>);
  CHECK(detected(Registry({&likely, &magic, &named}, {}), "f.ab", "x") == "magic");
  CHECK(detected(Registry({&likely, &named}, {}), "f.ab", "x") == "named");
  CHECK(detected(Registry({&likely, &named}, {}), "f.ab.gz", "x") == "named");
  CHECK_THROWS_WITH(detected(Registry({&likely, &named}, {}), "f.cd", "x"), Catch::Matchers::Contains("likely") &&
                                                                                Catch::Matchers::Contains("named") &&
                                                                                Catch::Matchers::Contains("--from"));
  CHECK_THROWS_WITH(detected(Registry({&likely, &named}, {}), "f.ab", "%PDF-1.7"),
                    "f.ab: found a PDF document, expected a likely or named profile; give the profile itself");
}

TEST_CASE("whatever bytes a file begins with, it is called something", "[library]") {
  for (int first = 0; first < 256; ++first) {
    for (const std::string_view rest : {"", "\n", "abc", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"}) {
      const Foreign kind = identify_foreign(std::string(1, static_cast<char>(first)) + std::string(rest), "f");
      CHECK_FALSE(kind.what.empty());
      CHECK_FALSE(kind.advice.empty());
    }
  }
  CHECK(identify_foreign("", "f").what == "an empty file");
}

TEST_CASE("a summary adds what adds, takes the largest of what does not, and counts recursion once", "[library]") {
  const ProfileSet set = small_profile();
  const Summary summary = summarize(set, 0);
  CHECK(summary.samples == 3);
  CHECK(summary.stacks == 3);
  CHECK(summary.max_depth == 3);
  REQUIRE(summary.values.size() == 2);
  CHECK(summary.values[0].total == 11);
  CHECK(summary.values[1].total == 70);
  CHECK(summary.threads.size() == 1);
  REQUIRE(summary.labels.size() == 1);
  CHECK(summary.labels[0].key == "queue");
  CHECK(summary.labels[0].samples == 1);
  CHECK(summary.ranked_by == 0U);
  CHECK(called(summary.top_total, "main").total == 10);
  CHECK(called(summary.top_total, "f").total == 4);
  CHECK(called(summary.top_self, "f").self == 4);
  CHECK(called(summary.top_self, "g").self == 6);
  CHECK(called(summary.top_total, "[no stack]").total == 1);
}

TEST_CASE("a summary of a stack of a million frames takes no recursion", "[library][long]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FrameId frame = builder.frame({.function = builder.function({.name = builder.string("f")})});
  StackId stack;
  for (int depth = 0; depth < 1'000'000; ++depth) {
    stack = builder.child(stack, frame);
    if (depth % 100 == 0) profile.add({.stack = stack}, 1);
  }
  const ProfileSet set = std::move(builder).finish();
  const Summary summary = summarize(set, 0);
  CHECK(summary.stacks == 10'000);
  CHECK(called(summary.top_total, "f").total == 10'000);
}

TEST_CASE("a total that 64 bits do not hold is left out of a summary", "[library]") {
  ProfileSetBuilder builder(SampleOrder::as_read);
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const ThreadId thread = builder.thread({.pid = 1, .tid = 1});
  profile.add({}, std::numeric_limits<std::int64_t>::max());
  profile.add({.thread = thread}, 1);
  const ProfileSet set = std::move(builder).finish();
  CHECK_FALSE(summarize(set, 0).values[0].total.has_value());
}

namespace {

/// A format of a program that uses the library: its functions find on their card what they need.
struct CountReader : Reader {
  std::string value_type;
};

Features carries_counts(const Reader&, const Options&) { return {}; }

Probe probe_counts(const Reader& card, std::string_view head, std::string_view) {
  const std::string& type = static_cast<const CountReader&>(card).value_type;
  return {.confidence = head.starts_with(type) ? Confidence::certain : Confidence::no, .reason = "begins with " + type};
}

void read_counts(const Reader& card, Input& input, const Options&, ProfileSetBuilder& builder, Context&) {
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = static_cast<const CountReader&>(card).value_type, .unit = "count"});
  std::int64_t lines = 0;
  LineReader reader(input);
  for (std::string_view line; reader.next(line);) ++lines;
  profile.add({}, lines);
}

CountReader counts_of(std::string_view name, std::string value_type) {
  return {{.name = name, .carries = carries_counts, .probe = probe_counts, .read = read_counts}, std::move(value_type)};
}

}  // namespace

TEST_CASE("a registry refuses a reader without a probe", "[library]") {
  CountReader incomplete = counts_of("incomplete", "apple");
  incomplete.probe = nullptr;
  CHECK_THROWS_WITH(Registry({&incomplete}, {}), "the reader 'incomplete' has no probe");
}

TEST_CASE("a card derived from Reader holds what its functions need", "[library]") {
  const CountReader apples = counts_of("apples", "apple");
  const CountReader pears = counts_of("pears", "pear");
  const Registry registry({&apples, &pears}, {});
  Context context;
  Input input = Input::from_memory("in", "pear\npear\n", context);
  const Detection found = detect(input, registry);
  REQUIRE(found.reader == &pears);
  CHECK(found.probe.reason == "begins with pear");
  const ProfileSet set = read_profiles(*found.reader, input, Options(), SampleOrder::merged);
  CHECK(set.profiles()[0].value_types[0].type == "pear");
  CHECK(total(set.profiles()[0], 0) == 2);
}

}  // namespace profconv::test
