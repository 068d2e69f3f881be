// SPDX-License-Identifier: Apache-2.0
// What recordings hardly ever hold and files may: sums at the ends of 64 bits, compressed files of formats that are
// never compressed, names and ranges that an output has no place for.
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "profconv/comparison.h"
#include "profconv/convert.h"
#include "readers/dtrace/forms/printa_format.h"
#include "readers/dtrace/program/d_program.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/checking.h"
#include "support/compressed.h"
#include "support/fixtures.h"
#include "support/scratch.h"
#include "support/stacks.h"
#include "unit/dtrace_reading.h"
#include "unit/pprof_maker.h"
#include "unit/spall_trace.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

/// What the error says with which a text is refused; "" where it is read.
std::string error_of(const Reader& reader, std::string_view text, std::string_view option = {},
                     std::string_view value = {}) {
  Context context;
  Options options(reader.options);
  if (!option.empty()) options.set(option, value);
  try {
    Input input = Input::from_memory("in", text, context);
    (void)read_profiles(reader, input, options, SampleOrder::merged);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// A sample of a comparison, with a stack of one frame or of two.
struct Row {
  std::string_view caller;
  std::string_view callee;
  bool is_base = false;
  std::int64_t value = 0;
};

ProfileSet comparison_of(std::initializer_list<Row> rows) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const auto frame = [&](std::string_view name) {
    return builder.frame({.function = builder.function({.name = builder.string(name)})});
  };
  const std::array label{LabelText{.key = base_label_key, .text = base_label_text}};
  for (const Row& row : rows) {
    StackId stack = builder.child({}, frame(row.caller));
    if (!row.callee.empty()) stack = builder.child(stack, frame(row.callee));
    profile.add({.stack = stack, .labels = row.is_base ? builder.labels(label) : LabelSetId()}, row.value);
  }
  return std::move(builder).finish();
}

/// What a writer reports under a kind; "" where it reports nothing of it.
std::string reported(const ProfileSet& set, const Writer& writer, const Options& options, std::string_view kind) {
  Context context;
  std::string bytes;
  Output output = Output::to_memory(&bytes);
  write_profiles(set, writer, options, output, context);
  for (const Diagnostic& d : context.diagnostics()) {
    if (d.kind == kind) return d.message;
  }
  return {};
}

bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a base whose negative overflows a 64-bit integer is refused when it is read and when it is written",
          "[edges]") {
  CHECK(has(error_of(collapsed_reader, "a -9223372036854775808 1\nb 1 2\n"), "the negative of a number"));
  CHECK(has(written(comparison_of({{"main", "", true, least}, {"main", "", false, 1}}), collapsed_writer),
            "the negative of a value of samples"));
}

TEST_CASE("tables refuse what comes to more than 64 bits", "[edges][top]") {
  constexpr std::int64_t half = most / 2;
  const auto table = [](const ProfileSet& set) { return written(set, top_writer); };
  const auto tree = [](const ProfileSet& set) {
    Options options(top_writer.options);
    options.set("view", "tree");
    return written(set, top_writer, options);
  };
  CHECK(has(table(stacks("a 9223372036854775807\nb 9223372036854775807\n")), "the sum of samples does not fit"));
  CHECK(has(table(stacks("a -9223372036854775808\nb 9223372036854775807\n")), "the sum of samples does not fit"));
  const Row less{"b", "", false, -half};
  CHECK(
      has(tree(comparison_of({{"a", "", true, half / 2 * 3}, less, {"a", "", false, half}})), "the total of a stack"));
  CHECK(
      has(tree(comparison_of({{"a", "x", true, half / 2 * 3}, less, {"a", "y", false, half}})), "the total of a call"));
}

TEST_CASE("a cpu time that overflows a 64-bit integer is refused at its line", "[edges][dtrace]") {
  const Scratch folder;
  const std::string script = (folder / "a.d").string();
  write_file(script, "profile-997 { @[ustack()] = count(); }");
  const std::string text = "\n\n              a.out`main+0x10\n        9223372036854775807\n";
  CHECK(has(error_of(dtrace_reader, text, "script", script),
            "in:4: the CPU time of a sample overflows a 64-bit integer"));
}

TEST_CASE("a sample has one time", "[edges][dtrace]") {
  CHECK(has(error_of(dtrace_reader, "\n", "keys", "timestamp,walltimestamp"), "a sample has one time"));
}

TEST_CASE("a key that overflows a 64-bit integer is the nearest that fits, and told", "[edges][dtrace]") {
  const Outcome outcome = read_dtrace("\n" + text_key("bash") + " 99999999999999999999" + value_line("4"));
  const Diagnostic* const told = finding(outcome, "dtrace.saturated_key");
  REQUIRE(told != nullptr);
  CHECK(to_string(told->where) == "in.dtrace:2");
  CHECK(labels_of(set_of(outcome), 0, 0) == "key1=bash;key2=9223372036854775807");
}

TEST_CASE("an output has 10,000 aggregations at most", "[edges][dtrace]") {
  const auto prints = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "\n" + stack_record(stack_a, "1");
    return read_dtrace(text, {{"prints", "apart"}});
  };
  CHECK(set_of(prints(10'000)).profiles().size() == 10'000);
  CHECK(has(prints(10'001).error, "more than 10000 aggregations, the limit (--max-profiles)"));
}

TEST_CASE("the last of prints that comes to more than 64 bits is refused", "[edges][dtrace]") {
  const auto read = [](std::string_view first, std::string_view second) {
    const std::string text = "\n" + stack_record(stack_a, first) + "\n" + stack_record(stack_a, second);
    return read_dtrace(text, {{"prints", "last"}});
  };
  CHECK(read("-9000000000000000000", "9000000000000000000").error == "");
  CHECK(has(read("9000000000000000000", "9000000000000000000").error, "overflows a 64-bit integer"));
}

TEST_CASE("a Spall trace of ten thousand functions is read", "[edges][spall]") {
  constexpr int spans = 10'000;
  SpallTrace trace(1, 1);
  for (int i = 0; i < spans; ++i) trace.begin(i, "a" + std::to_string(i)).end(i + 1);
  CHECK(error_of(spall_reader, trace.bytes()).empty());
}

TEST_CASE("little protobuf that pprof may have is likely pprof's, or weakly so", "[edges][pprof]") {
  PprofMaker file;
  file.message.clear_string_table();
  file.sample({1}, {1});
  CHECK(pprof_reader.probe(pprof_reader, file.bytes(), "file").confidence == Confidence::weak);
  for (int i = 0; i < 20; ++i) file.sample({1}, {1});
  CHECK(pprof_reader.probe(pprof_reader, file.bytes(), "file").confidence == Confidence::likely);
}

TEST_CASE("a period that is counted in tenths stays so in pprof", "[edges][pprof]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  profile.metadata().period_type = {.type = "cpu", .unit = "nanoseconds", .scale = 1};
  profile.metadata().period = 15;
  profile.add({}, 1);
  Context context;
  const std::string bytes = written(std::move(builder).finish(), pprof_writer);
  const ProfileSet back = read_written(pprof_reader, bytes, SampleOrder::merged, context);
  CHECK(back.profiles()[0].metadata.period_type == ValueType{.type = "cpu", .unit = "nanoseconds", .scale = 1});
  CHECK(back.profiles()[0].metadata.period == 15);
}

TEST_CASE("two times of a Spall thread that are more than 64 bits apart are refused", "[edges][spall]") {
  constexpr double one_ns = 0.001;
  const auto error = [&](double begin, double end) {
    return error_of(spall_reader, SpallTrace(1, one_ns).begin(begin, "a").end(end).bytes());
  };
  CHECK(has(error(-8e18, 8e18), "more than 2^63 ns apart"));
  CHECK(error(-4e18, 4e18).empty());
}

TEST_CASE("dtrace in a comment of D is no command, and a backslash takes the next letter", "[edges][dtrace]") {
  const auto program = dtrace::parse_d_program(
      "/* see dtrace -n 'BEGIN { @x = sum(1); }' */\ndtrace -n profile-97\\ '{ @[ustack()] = count(); }'\n");
  REQUIRE(program.aggregations.size() == 1);
  CHECK(program.aggregations[0].function == "count");
}

TEST_CASE("a precision in a format of printa() is passed over", "[edges][dtrace]") {
  CHECK(dtrace::PrintaFormat("%.3d %.*s %@d").steps().size() == dtrace::PrintaFormat("%d %s %@d").steps().size());
}

TEST_CASE("a compression that a format's readers do not know is told when a file is checked", "[edges][check]") {
  const std::string profile = file_bytes(data_folder() / "pprof" / "inline_lines.pb");
  CHECK(places_of(checked(compressed(profile, Compression::zstd)), "pprof.not_gzip") != "");
  CHECK(places_of(checked(compressed(profile, Compression::gzip)), "pprof.not_gzip") == "");
  const std::string trace = file_bytes(data_folder() / "spall" / "calls.spall");
  CHECK(places_of(checked(compressed(trace, Compression::gzip)), "spall.compressed") != "");
  CHECK(places_of(checked(trace), "spall.compressed") == "");
}

TEST_CASE("pprof: a mapping that ends before it starts loses its range, and a smallest value stays one", "[edges]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "latency", .unit = "nanoseconds", .aggregation = Aggregation::min});
  const MappingId mapping = builder.mapping({.file = builder.string("a.out"), .start = 2, .limit = 1});
  const FunctionId function = builder.function({.name = builder.string("main")});
  profile.add({.stack = builder.child({}, builder.frame({.function = function, .mapping = mapping}))}, 7);
  const ProfileSet set = std::move(builder).finish();
  CHECK(has(reported(set, pprof_writer, Options(pprof_writer.options), "pprof.mapping_range"), "without its range"));
  Context context;
  const ProfileSet back = read_written(pprof_reader, written(set, pprof_writer), SampleOrder::merged, context);
  CHECK(back.profiles()[0].value_types[0].aggregation == Aggregation::min);
}

TEST_CASE("Spall: of several names of one thread the first is shown, the others are told", "[edges][spall]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FunctionId function = builder.function({.name = builder.string("main")});
  const StackId stack = builder.child({}, builder.frame({.function = function}));
  for (const char* name : {"one", "two"}) {
    const ThreadId thread = builder.thread({.pid = 1, .tid = 2, .thread_name = builder.string(name)});
    profile.add({.stack = stack, .thread = thread}, 1);
  }
  Options options(spall_writer.options);
  options.set("version", "3");
  CHECK(has(reported(std::move(builder).finish(), spall_writer, options, "spall.renamed"), "1 names of threads"));
}

TEST_CASE("a profile without values cannot become pprof", "[pprof]") {
  ProfileSetBuilder builder;
  builder.add_profile();
  Context context;
  std::string bytes;
  Output output = Output::to_memory(&bytes);
  CHECK_THROWS_AS(
      write_profiles(std::move(builder).finish(), pprof_writer, Options(pprof_writer.options), output, context),
      WriteError);
}

TEST_CASE("pprof is written in gzip whatever the name of the file", "[pprof]") {
  CHECK(pprof_writer.compression == Compression::gzip);
  CHECK(pprof_writer.binary);
}

}  // namespace profconv::test
