// SPDX-License-Identifier: Apache-2.0
// The pprof writer, case by case.
#include <algorithm>
#include <array>
#include <vector>

#include "pprof_file.h"
#include "profconv/convert.h"
#include "profconv/errors.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace pb = wire::pprof;

/// A set with one profile of samples/count that tests fill.
struct Draft {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();

  explicit Draft(ValueType type = {.type = "samples", .unit = "count"}) { profile.add_value_type(std::move(type)); }

  FrameId frame(std::string_view name, Frame rest = {}) {
    rest.function = builder.function({.name = builder.string(name)});
    return builder.frame(rest);
  }
  MappingId mapping(std::string_view file, std::uint64_t start = 0, std::uint64_t limit = 0) {
    return builder.mapping({.file = builder.string(file), .start = start, .limit = limit});
  }
  void sample(std::initializer_list<FrameId> root_first, std::int64_t value = 1) {
    profile.add({.stack = builder.root_first(std::vector<FrameId>(root_first))}, value);
  }
};

Options with(std::string_view option, std::string_view value) {
  Options options(pprof_writer.options);
  options.set(option, value);
  return options;
}

/// A file and what the writer found.
struct Written {
  pb::Profile file;
  std::vector<Diagnostic> diagnostics;

  [[nodiscard]] const std::string& text(std::int64_t index) const { return file.string_table(static_cast<int>(index)); }
  [[nodiscard]] const std::string& function(std::uint64_t id) const {
    return text(file.function(static_cast<int>(id - 1)).name());
  }
  [[nodiscard]] const pb::Location& location(std::uint64_t id) const { return file.location(static_cast<int>(id - 1)); }
  /// The names of a sample's stack, leaf first; inlined ones joined to theirs by '+'.
  [[nodiscard]] std::vector<std::string> stack(int sample) const {
    std::vector<std::string> names;
    for (const std::uint64_t id : file.sample(sample).location_id()) {
      std::string& name = names.emplace_back();
      for (const pb::Line& line : location(id).line()) name += (name.empty() ? "" : "+") + function(line.function_id());
    }
    return names;
  }
  /// "key=text" or "key=number unit" of a sample's labels.
  [[nodiscard]] std::vector<std::string> labels(int sample) const {
    std::vector<std::string> all;
    for (const pb::Label& label : file.sample(sample).label()) {
      const std::string number = std::to_string(label.num()) + " " + text(label.num_unit());
      all.push_back(text(label.key()) + "=" + (label.str() != 0 ? text(label.str()) : number));
    }
    return all;
  }
  [[nodiscard]] bool found(std::string_view kind) const {
    return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& d) { return d.kind == kind; });
  }
};

Written write(const ProfileSet& set, const Options& options = Options(pprof_writer.options)) {
  Context context;
  std::string bytes;
  Output output = Output::to_memory(&bytes);
  write_profiles(set, pprof_writer, options, output, context);
  return {.file = parsed(bytes), .diagnostics = {context.diagnostics().begin(), context.diagnostics().end()}};
}

Written write(Draft& draft, const Options& options = Options(pprof_writer.options)) {
  return write(std::move(draft.builder).finish(), options);
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("pprof stacks are leaf first, one location a frame, each frame once", "[pprof]") {
  Draft draft;
  const FrameId main = draft.frame("main");
  draft.sample({main, draft.frame("read")}, 3);
  draft.sample({main}, 4);
  const Written written = write(draft);
  CHECK(written.stack(0) == Names{"read", "main"});
  CHECK(written.stack(1) == Names{"main"});
  CHECK(written.file.sample(0).value(0) == 3);
  CHECK(written.file.location_size() == 2);
  CHECK(written.diagnostics.empty());
}

TEST_CASE("pprof gets no comment where it has a field for everything", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("main", {.mapping = draft.mapping("/bin/app")})});
  const Written written = write(draft);
  CHECK(written.file.comment_size() == 0);
  CHECK(written.file.period() == 0);
  CHECK_FALSE(written.file.has_period_type());
  CHECK(written.file.time_nanos() == 0);
}

TEST_CASE("a stack without frames is one frame [no stack] in pprof", "[pprof]") {
  Draft draft;
  draft.sample({}, 7);
  const Written written = write(draft);
  CHECK(written.stack(0) == Names{"[no stack]"});
  CHECK(written.file.sample(0).value(0) == 7);
}

TEST_CASE("inlined frames are locations of their own, or lines of the frame they were inlined into", "[pprof]") {
  Draft draft;
  const Frame at{.address = 0x10, .line = 3};
  const Frame inlined{.address = 0x10, .line = 4, .inlined = true};
  const FrameId outer = draft.frame("outer", at);
  const FrameId middle = draft.frame("middle", inlined);
  const FrameId inner = draft.frame("inner", inlined);
  draft.sample({draft.frame("main"), outer, middle, inner, draft.frame("leaf")});
  draft.sample({draft.frame("main"), outer, middle});
  const ProfileSet set = std::move(draft.builder).finish();
  CHECK(write(set).stack(0) == Names{"leaf", "inner", "middle", "outer", "main"});
  const Written lines = write(set, with("inline", "lines"));
  CHECK(lines.stack(0) == Names{"leaf", "inner+middle+outer", "main"});
  CHECK(lines.stack(1) == Names{"middle+outer", "main"});
  CHECK(lines.location(lines.file.sample(0).location_id(1)).address() == 0x10);
}

TEST_CASE("frames at different addresses are never lines of one location", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("outer", {.address = 0x10}), draft.frame("inner", {.address = 0x20, .inlined = true})});
  CHECK(write(draft, with("inline", "lines")).stack(0) == Names{"inner", "outer"});
}

TEST_CASE("pprof names a frame without a function by module and address", "[pprof]") {
  Draft draft;
  const MappingId libc = draft.mapping("/lib/libc.so.6");
  draft.sample({draft.builder.frame({.address = 0xabc}), draft.builder.frame({.mapping = libc, .address = 0x12})});
  const Written written = write(draft);
  CHECK(written.stack(0) == Names{"libc.so.6`0x12", "0xabc"});
  CHECK(written.location(written.file.sample(0).location_id(0)).address() == 0x12);
}

TEST_CASE("pprof names show modules where the source does, or where the option says so", "[pprof]") {
  for (const bool shown : {false, true}) {
    Draft draft;
    draft.profile.metadata().module_names = shown;
    draft.sample({draft.frame("open", {.mapping = draft.mapping("/lib/libc.so.6")})});
    const ProfileSet set = std::move(draft.builder).finish();
    CHECK(write(set).stack(0) == Names{shown ? "libc.so.6`open" : "open"});
    CHECK(write(set, with("modules", "yes")).stack(0) == Names{"libc.so.6`open"});
    CHECK(write(set, with("modules", "no")).stack(0) == Names{"open"});
  }
}

TEST_CASE("a function in two modules is two functions where modules are shown", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("init", {.mapping = draft.mapping("a.so")})});
  draft.sample({draft.frame("init", {.mapping = draft.mapping("b.so")})});
  const ProfileSet set = std::move(draft.builder).finish();
  CHECK(write(set).file.function_size() == 1);
  const Written shown = write(set, with("modules", "yes"));
  CHECK(shown.stack(0) == Names{"a.so`init"});
  CHECK(shown.stack(1) == Names{"b.so`init"});
}

TEST_CASE("pprof keeps the mangled name only where it differs, or its viewer would cut the name", "[pprof]") {
  Draft draft;
  ProfileSetBuilder& b = draft.builder;
  const auto frame = [&](std::string_view name, std::string_view mangled) {
    return b.frame({.function = b.function({.name = b.string(name), .system_name = b.string(mangled)})});
  };
  draft.sample({frame("f<int>(char)", "_Z1fIiEvc"), frame("g<int>()", "g<int>()"), frame("", "_Z1hv")});
  const Written written = write(draft);
  CHECK(written.stack(0) == Names{"_Z1hv", "g<int>()", "f<int>(char)"});
  const auto mangled = [&](int i) { return written.text(written.file.function(i).system_name()); };
  CHECK(mangled(0) == "_Z1fIiEvc");
  CHECK(mangled(1) == "");
  CHECK(mangled(2) == "");
}

TEST_CASE("the first mapping is the program: of the command, else with main, else with the most frames", "[pprof]") {
  const auto first_mapping = [](std::string_view command, bool has_main) {
    Draft draft;
    draft.profile.metadata().command = command;
    const MappingId libc = draft.mapping("/lib/libc.so.6");
    const MappingId tool = draft.mapping("/opt/tool");
    draft.sample({draft.frame("start", {.mapping = libc}), draft.frame(has_main ? "main" : "run", {.mapping = tool}),
                  draft.frame("read", {.mapping = libc})});
    const Written written = write(draft);
    CHECK(written.file.mapping(0).has_functions());
    return written.text(written.file.mapping(0).filename()) + " of " + std::to_string(written.file.mapping_size());
  };
  CHECK(first_mapping("tool --fast", false) == "/opt/tool of 2");
  CHECK(first_mapping("'./other one' x", true) == "./other one of 3");
  CHECK(first_mapping("", true) == "/opt/tool of 2");
  CHECK(first_mapping("", false) == "/lib/libc.so.6 of 2");
}

TEST_CASE("pprof has a mapping even where no module is known", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("main")});
  const Written written = write(draft);
  REQUIRE(written.file.mapping_size() == 1);
  CHECK(written.file.mapping(0).has_functions());
  CHECK(written.file.mapping(0).filename() == 0);
  CHECK(written.file.location(0).mapping_id() == 0);
}

TEST_CASE("an address outside of its mapping stays, as pprof reads it", "[pprof]") {
  Draft draft;
  const MappingId app = draft.mapping("/bin/app", 0x1000, 0x2000);
  draft.sample(
      {draft.frame("in", {.mapping = app, .address = 0x1800}), draft.frame("out", {.mapping = app, .address = 9})});
  const Written written = write(draft);
  CHECK(written.location(written.file.sample(0).location_id(1)).address() == 0x1800);
  CHECK(written.location(written.file.sample(0).location_id(0)).address() == 9);
}

TEST_CASE("addresses relative to a file become those of the process, if its mapping has them", "[pprof]") {
  Draft draft;
  const MappingId app = draft.builder.mapping({.file = draft.builder.string("/bin/app"),
                                               .start = 0x7000,
                                               .limit = 0x8000,
                                               .offset = 0x100,
                                               .relative_addresses = true});
  draft.sample(
      {draft.frame("in", {.mapping = app, .address = 0x134}), draft.frame("out", {.mapping = app, .address = 0x34})});
  const Written written = write(draft);
  CHECK(written.location(written.file.sample(0).location_id(1)).address() == 0x7034);
  CHECK(written.location(written.file.sample(0).location_id(0)).address() == 0);
  CHECK(written.found("pprof.unmapped"));
}

TEST_CASE("offsets in one function make functions with their offsets in their names", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("f", {.offset = 0x1f}), draft.frame("f", {.offset = 0x20}), draft.frame("f")});
  CHECK(write(draft).stack(0) == Names{"f", "f+0x20", "f+0x1f"});
}

TEST_CASE("a period without a type stays the period", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("f")});
  draft.profile.metadata().period = 99;
  const Written written = write(draft);
  CHECK(written.file.period() == 99);
  CHECK_FALSE(written.file.has_period_type());
}

TEST_CASE("threads and times are labels under their usual keys, sorted, and a pid of 0 stays", "[pprof]") {
  Draft draft;
  const ThreadId thread = draft.builder.thread({.pid = 0,
                                                .tid = 12,
                                                .process_name = draft.builder.string("swapper"),
                                                .thread_name = draft.builder.string("idle")});
  const std::array labels{LabelText{.key = "probe", .text = "tick"}};
  draft.profile.add({.thread = thread, .labels = draft.builder.labels(labels), .start_ns = 0, .shared_depth = 2}, 1);
  CHECK(write(draft).labels(0) == Names{"comm=swapper", "pid=0 count", "probe=tick", "shared_depth=2 count",
                                        "thread_comm=idle", "tid=12 count", "timestamp_ns=0 nanoseconds"});
}

TEST_CASE("labels that pprof cannot hold under one key get another one, and that is said", "[pprof]") {
  Draft draft;
  const std::array first{LabelText{.key = "size", .unit = "bytes", .number = 1, .is_number = true},
                         LabelText{.key = "size", .text = "small"}};
  const std::array second{LabelText{.key = "size", .unit = "pages", .number = 0, .is_number = true},
                          LabelText{.key = "pprof::x", .text = ""}, LabelText{.key = "n", .is_number = true}};
  draft.profile.add({.labels = draft.builder.labels(first)}, 1);
  draft.profile.add({.labels = draft.builder.labels(second)}, 1);
  const Written written = write(draft);
  Names all = written.labels(0);
  const Names more = written.labels(1);
  all.insert(all.end(), more.begin(), more.end());
  CHECK(std::count(all.begin(), all.end(), "labelpprof::x=\"\"") == 1);
  CHECK(std::count(all.begin(), all.end(), "n=0 count") == 1);
  const auto keys = std::count_if(all.begin(), all.end(), [](const std::string& l) { return l.starts_with("size"); });
  CHECK(keys == 3);
  CHECK(written.found("pprof.label_key"));
}

TEST_CASE("fractions are rounded half away from zero, once, and that is said", "[pprof]") {
  Draft draft({.type = "wall", .unit = "seconds", .scale = -3});
  const std::array values{1499, 1500, -1500, -1499, 2000};
  for (int i = 0; i < 5; ++i) draft.sample({draft.frame("f" + std::to_string(i))}, values[static_cast<std::size_t>(i)]);
  const Written written = write(draft);
  Names rounded;
  for (const pb::Sample& sample : written.file.sample()) rounded.push_back(std::to_string(sample.value(0)));
  CHECK(rounded == Names{"1", "2", "-2", "-1", "2"});
  CHECK(written.found("pprof.rounded"));
}

TEST_CASE("a value that overflows a 64-bit integer when its power of ten is taken in is an error", "[pprof]") {
  Draft draft({.type = "wall", .unit = "seconds", .scale = 10});
  draft.sample({draft.frame("f")}, 1'000'000'000);
  CHECK_THROWS_AS(write(draft), OverflowError);
}

TEST_CASE("fractions far below one are zero, and a scaled zero stays zero", "[pprof]") {
  for (const int scale : {-40, 400}) {
    Draft draft({.type = "wall", .unit = "seconds", .scale = scale});
    draft.sample({draft.frame("f")}, scale < 0 ? 9 : 0);
    CHECK(write(draft).file.sample(0).value(0) == 0);
  }
}

TEST_CASE("value types without a name or a unit get one, and no name occurs twice", "[pprof]") {
  Draft draft({.type = "", .unit = ""});
  draft.profile.add_value_type({.type = "value", .unit = "bytes"});
  draft.profile.metadata().default_type = "value";
  draft.profile.add({.stack = draft.builder.root_first(std::array{draft.frame("f")})},
                    std::array<std::int64_t, 2>{1, 2});
  const Written written = write(draft);
  CHECK(written.text(written.file.sample_type(0).type()) == "value");
  CHECK(written.text(written.file.sample_type(0).unit()) == "count");
  CHECK(written.text(written.file.sample_type(1).type()) == "value_2");
  CHECK(written.text(written.file.default_sample_type()) == "value_2");
  CHECK(written.found("pprof.type_name"));
}

TEST_CASE("a total that overflows a 64-bit integer is reported", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("f")}, INT64_MAX);
  draft.sample({draft.frame("g")}, 1);
  CHECK(write(draft).found("pprof.total"));
}

TEST_CASE("names that are no UTF-8 are repaired, and that is said", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("gr\xFC\xDF"
                            "e"),
                draft.frame("gr\xC3\xBC\xC3\x9F"
                            "e")});
  const Written written = write(draft);
  CHECK(written.stack(0) == Names{"gr\xC3\xBC\xC3\x9F"
                                  "e",
                                  "gr\xEF\xBF\xBD\xEF\xBF\xBD"
                                  "e"});
  CHECK(written.found("pprof.utf8"));
}

TEST_CASE("several profiles stand side by side as sample types where that is asked for", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("f")}, 5);
  ProfileBuilder& other = draft.builder.add_profile("latency");
  other.add_value_type({.type = "samples", .unit = "count"});
  other.add({.stack = draft.builder.root_first(std::array{draft.frame("g")})}, 6);
  const ProfileSet set = std::move(draft.builder).finish();
  CHECK_THROWS_AS(write(set), UsageError);
  const Written written = write(set, with("profiles", "all"));
  REQUIRE(written.file.sample_type_size() == 2);
  CHECK(written.text(written.file.sample_type(1).type()) == "samples_2");
  CHECK(written.file.sample(0).value(0) == 5);
  CHECK(written.file.sample(0).value(1) == 0);
  CHECK(written.file.sample(1).value(0) == 0);
  CHECK(written.file.sample(1).value(1) == 6);
}

TEST_CASE("a pprof file holds only what its samples refer to", "[pprof]") {
  Draft draft;
  draft.sample({draft.frame("used")});
  static_cast<void>(draft.frame("unused", {.mapping = draft.mapping("/unused.so")}));
  const Written written = write(draft);
  CHECK(written.file.function_size() == 1);
  CHECK(written.file.mapping_size() == 1);
  const auto& strings = written.file.string_table();
  CHECK(std::find(strings.begin(), strings.end(), "unused") == strings.end());
}

TEST_CASE("a stack of a million inlined frames, sampled everywhere, is written in one breath", "[pprof][long]") {
  Draft draft;
  StackId stack;
  const FrameId outer = draft.frame("outer");
  stack = draft.builder.child(stack, outer);
  for (int i = 0; i < 1'000'000; ++i) {
    stack = draft.builder.child(stack, draft.frame("inner", {.line = i, .inlined = true}));
  }
  draft.profile.add({.stack = stack}, 1);
  const Written written = write(draft, with("inline", "lines"));
  REQUIRE(written.file.location_size() == 1);
  CHECK(written.file.location(0).line_size() == 1'000'001);
}

}  // namespace profconv::test
