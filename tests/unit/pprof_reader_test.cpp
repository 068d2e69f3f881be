// SPDX-License-Identifier: Apache-2.0
// What the pprof reader makes of each field, what it refuses, and what it survives. Google's CheckValid decides which
// is which.
#include <functional>
#include <string>
#include <vector>

#include "pprof_maker.h"
#include "profconv/errors.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

namespace pb = wire::pprof;
using Change = std::function<void(pb::Profile&)>;

/// A way to damage small_pprof(), and what the error must say.
struct Damage {
  const char* what;
  Change change;
  const char* words;
};

Outcome read_changed(const Change& change) {
  PprofMaker file = small_pprof();
  change(file.message);
  return read_pprof(file.bytes());
}

const std::vector<Damage>& damages() {
  static const std::vector<Damage> all{
      {"no types", [](pb::Profile& p) { p.clear_sample_type(); }, "no sample type"},
      {"no strings", [](pb::Profile& p) { p.clear_string_table(); }, "no string table"},
      {"string 0", [](pb::Profile& p) { p.set_string_table(0, "x"); }, "the first string of the table is not empty"},
      {"value missing", [](pb::Profile& p) { p.mutable_sample(1)->clear_value(); },
       "sample 2 has 0 values, expected one for each sample type: 2"},
      {"value too many", [](pb::Profile& p) { p.mutable_sample(0)->add_value(1); }, "sample 1 has 3 values"},
      {"location 0", [](pb::Profile& p) { p.mutable_sample(0)->set_location_id(0, 0); }, "sample 1 has location 0"},
      {"no location", [](pb::Profile& p) { p.mutable_sample(1)->set_location_id(0, 9); },
       "sample 2 has location 9, which the file does not have"},
      {"mapping 0", [](pb::Profile& p) { p.mutable_mapping(0)->set_id(0); }, "a mapping has the id 0"},
      {"location id 0", [](pb::Profile& p) { p.mutable_location(0)->set_id(0); }, "a location has the id 0"},
      {"function id 0", [](pb::Profile& p) { p.mutable_function(0)->set_id(0); }, "a function has the id 0"},
      {"twice a mapping", [](pb::Profile& p) { *p.add_mapping() = p.mapping(0); }, "two mappings have the id 1"},
      {"twice a location", [](pb::Profile& p) { p.mutable_location(1)->set_id(1); }, "two locations have the id 1"},
      {"twice a function", [](pb::Profile& p) { p.mutable_function(1)->set_id(1); }, "two functions have the id 1"},
      {"no function", [](pb::Profile& p) { p.mutable_location(0)->mutable_line(0)->set_function_id(7); },
       "function 7, which the file does not have"},
      {"line without function", [](pb::Profile& p) { p.mutable_location(0)->mutable_line(0)->set_function_id(0); },
       "function 0, which the file does not have"},
      {"no type name", [](pb::Profile& p) { p.mutable_sample_type(0)->set_type(99); }, "ValueType.type is string 99"},
      {"no name", [](pb::Profile& p) { p.mutable_function(0)->set_name(-1); }, "Function.name is string -1"},
      {"no comment", [](pb::Profile& p) { p.add_comment(50); }, "a comment is string 50"},
      {"no label", [](pb::Profile& p) { p.mutable_sample(0)->add_label()->set_key(77); }, "Label.key is string 77"},
  };
  return all;
}

const Profile& only_profile(const Outcome& outcome) {
  INFO(outcome.error);
  REQUIRE(outcome.set);
  REQUIRE(outcome.set->profiles().size() == 1);
  return outcome.set->profiles()[0];
}

std::vector<std::string> kinds(const Outcome& outcome) {
  std::vector<std::string> all;
  for (const Diagnostic& d : outcome.diagnostics) all.push_back(d.kind);
  return all;
}

bool has_line(const Outcome& outcome, std::string_view line) {
  return ("\n" + outcome.text()).find("\n" + std::string(line) + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("pprof: what Google's CheckValid refuses is an error that says where", "[pprof]") {
  REQUIRE(read_pprof(small_pprof().bytes()).set);
  for (const Damage& damage : damages()) {
    INFO(damage.what);
    const Outcome outcome = read_changed(damage.change);
    CHECK_FALSE(outcome.set);
    CHECK(outcome.error.starts_with("pprof/in.pb"));
    INFO(outcome.error);
    CHECK(outcome.error.find(damage.words) != std::string::npos);
  }
}

TEST_CASE("pprof: damaged protobuf is an error with the byte", "[pprof]") {
  const std::string good = small_pprof().bytes();
  const auto error = [&](std::string_view more) { return read_pprof(good + std::string(more)).error; };
  CHECK(error(std::string_view("\x12\x7f", 2)) ==
        "pprof/in.pb: byte " + std::to_string(good.size()) +
            ": no pprof profile, or a damaged one: in the profile, a field is longer than what is left: cut short?");
  CHECK(error(std::string_view("\x48\xff", 2)).find("cut short") != std::string::npos);
  CHECK(error(std::string_view("\x00\x01", 2)).find("the number 0") != std::string::npos);
  CHECK(error(std::string_view("\x4e\x01", 2)).find("protobuf does not have") != std::string::npos);
  CHECK(error("\x0b").find("a group has no end") != std::string::npos);
  CHECK(error(std::string_view("\x4a\x00", 2)).find("expected a number for time_nanos, got bytes") !=
        std::string::npos);
  CHECK(error("\x10\x01").find("expected text or a message for sample, got a number") != std::string::npos);
  CHECK(error(std::string_view("\x6a\x01\xff", 3)).find("comment ends within a number") != std::string::npos);
}

TEST_CASE("pprof: profiles put one behind the other are refused", "[pprof]") {
  PprofMaker file = small_pprof();
  file.message.set_time_nanos(5);
  CHECK(read_pprof(file.bytes()).set);
  CHECK(read_pprof(file.bytes() + "\x48\x01").error.find("several profiles were put into one file") !=
        std::string::npos);
}

TEST_CASE("pprof: fields of newer schemas and groups are skipped", "[pprof]") {
  const std::string good = small_pprof().bytes();
  const std::string text = read_pprof(good).text();
  // Field 16 as a number, 17 as 8 bytes, 18 as 4, 19 as text, and a group 20 with a group in it.
  const std::string more =
      "\x80\x01\x05\x89\x01zzzzzzzz\x95\x01zzzz\x9a\x01\x02hi\xa3\x01\xa3\x01\x08\x01\xa4\x01\xa4\x01";
  CHECK(read_pprof(good + more).text() == text);
  CHECK(read_pprof(more + good).text() == text);
}

TEST_CASE("pprof: repeated numbers may be packed or not", "[pprof]") {
  PprofMaker file = small_pprof();
  const std::string packed = read_pprof(file.bytes()).text();
  file.message.clear_sample();
  // Locations 1 2 and values 3 30, then location 2 and values 1 10; each number by itself.
  const std::string samples = "\x12\x08\x08\x01\x08\x02\x10\x03\x10\x1e\x12\x06\x08\x02\x10\x01\x10\x0a";
  CHECK(read_pprof(file.bytes() + samples).text() == packed);
}

TEST_CASE("pprof: an empty profile has its sample types and no samples", "[pprof]") {
  const Outcome outcome = read_changed([](pb::Profile& p) { p.clear_sample(); });
  CHECK(only_profile(outcome).samples.size() == 0);
  CHECK(only_profile(outcome).value_types.size() == 2);
}

TEST_CASE("pprof: the header is the profile's metadata", "[pprof]") {
  PprofMaker file = small_pprof();
  pb::Profile& p = file.message;
  p.set_time_nanos(1'700'000'000'000'000'000);
  p.set_duration_nanos(5);
  p.set_period(10'000'000);
  p.mutable_period_type()->set_type(file.text("cpu"));
  p.mutable_period_type()->set_unit(file.text("nanoseconds"));
  p.add_comment(file.text("one"));
  p.add_comment(file.text("#two"));
  p.set_doc_url(file.text("https://example.org"));
  p.set_drop_frames(file.text("malloc"));
  p.set_keep_frames(file.text("main"));
  p.set_default_sample_type(file.text("samples"));
  const Metadata m = only_profile(read_pprof(file.bytes())).metadata;
  CHECK(m.source_format == "pprof");
  CHECK(m.start_ns == 1'700'000'000'000'000'000);
  CHECK(m.duration_ns == 5);
  CHECK(m.period == 10'000'000);
  CHECK(m.period_type == ValueType{.type = "cpu", .unit = "nanoseconds"});
  CHECK(m.comments == std::vector<std::string>{"one", "#two"});
  CHECK(m.doc_url == "https://example.org");
  CHECK(m.drop_frames == "malloc");
  CHECK(m.keep_frames == "main");
  CHECK(m.default_type == "samples");
}

TEST_CASE("pprof: a default type that is none is said and left out", "[pprof]") {
  PprofMaker file = small_pprof();
  file.message.set_default_sample_type(file.text("none"));
  const Outcome outcome = read_pprof(file.bytes());
  CHECK(only_profile(outcome).metadata.default_type.empty());
  CHECK(kinds(outcome) == std::vector<std::string>{"pprof.default_type"});
}

TEST_CASE("pprof: of a location's lines the first is the innermost, and all but the last are inlined", "[pprof]") {
  PprofMaker file = small_pprof();
  pb::Location& location = *file.message.mutable_location(0);
  location.set_address(0x1234);
  location.mutable_line(0)->set_line(7);
  pb::Line& outer = *location.add_line();
  outer.set_function_id(2);
  outer.set_line(8);
  outer.set_column(9);
  const Outcome outcome = read_pprof(file.bytes());
  const std::string stack =
      "  sample samples=3 cpu=30\n"
      "    \"main\" module=\"/usr/bin/app\"\n"
      "    \"main\" line=8 column=9 address=0x1234 module=\"/usr/bin/app\"\n"
      "    \"leaf\" line=7 address=0x1234 module=\"/usr/bin/app\" inlined (a line)";
  CHECK(has_line(outcome, stack));
}

TEST_CASE("pprof: a location with very many lines is an error that names the limit", "[pprof]") {
  const auto with_lines = [](int lines) {
    return read_changed([&](pb::Profile& p) {
      for (int i = 1; i < lines; ++i) p.mutable_location(0)->add_line()->set_function_id(1);
    });
  };
  CHECK(with_lines(1 << 14).set);
  CHECK(with_lines((1 << 14) + 1).error.find("a location has more than 16384 lines") != std::string::npos);
}

TEST_CASE("pprof: mappings and functions are read with all they have", "[pprof]") {
  PprofMaker file = small_pprof();
  pb::Mapping& mapping = *file.message.mutable_mapping(0);
  mapping.set_memory_start(0x1000);
  mapping.set_memory_limit(0x2000);
  mapping.set_file_offset(0x10);
  mapping.set_build_id(file.text("c0ffee"));
  mapping.set_has_functions(true);
  mapping.set_has_filenames(true);
  mapping.set_has_line_numbers(true);
  mapping.set_has_inline_frames(true);
  pb::Function& function = *file.message.mutable_function(1);
  function.set_system_name(file.text("_main"));
  function.set_filename(file.text("main.c"));
  function.set_start_line(3);
  CHECK(has_line(read_pprof(file.bytes()),
                 "    \"main\" system=\"_main\" file=\"main.c\" start_line=3 module=\"/usr/bin/app\" "
                 "build_id=\"c0ffee\" range=0x1000-0x2000@0x10 has=fnli"));
}

TEST_CASE("pprof: ids may be any numbers but 0, in any order", "[pprof]") {
  const std::string expected = read_pprof(small_pprof().bytes()).text();
  const Outcome outcome = read_changed([](pb::Profile& p) {
    p.mutable_sample(0)->set_location_id(0, UINT64_MAX);
    p.mutable_location(0)->set_id(UINT64_MAX);
    p.mutable_function(0)->set_id(2);
    p.mutable_function(1)->set_id(1);
    p.mutable_location(0)->mutable_line(0)->set_function_id(2);
    p.mutable_location(1)->mutable_line(0)->set_function_id(1);
    p.mutable_mapping(0)->set_id(0x7f0000000000);
    for (pb::Location& location : *p.mutable_location()) location.set_mapping_id(0x7f0000000000);
  });
  CHECK(outcome.text() == expected);
}

TEST_CASE("pprof: a mapping that is not there is none, as in Google's pprof, and said", "[pprof]") {
  const Outcome outcome = read_changed([](pb::Profile& p) { p.mutable_location(0)->set_mapping_id(5); });
  CHECK(has_line(outcome, "    \"leaf\""));
  CHECK(kinds(outcome) == std::vector<std::string>{"pprof.no_mapping"});
  CHECK(outcome.diagnostics[0].severity == Severity::error);
}

TEST_CASE("pprof: a location without a line is its address, and one without anything is [unknown]", "[pprof]") {
  const Outcome outcome = read_changed([](pb::Profile& p) {
    p.mutable_location(0)->clear_line();
    p.mutable_location(0)->set_address(0x42);
    p.mutable_location(1)->clear_line();
    p.mutable_location(1)->clear_mapping_id();
  });
  CHECK(has_line(outcome, "    - address=0x42 module=\"/usr/bin/app\""));
  CHECK(has_line(outcome, "    \"[unknown]\""));
  CHECK(kinds(outcome) == std::vector<std::string>{"pprof.unknown"});
}

TEST_CASE("pprof: a mark that the model has not is said to be lost", "[pprof]") {
  const Outcome outcome = read_changed([](pb::Profile& p) { p.mutable_location(0)->set_is_folded(true); });
  CHECK(kinds(outcome) == std::vector<std::string>{"pprof.folded"});
  CHECK(outcome.diagnostics[0].severity == Severity::data_loss);
}

TEST_CASE("pprof: samples that agree become one, and values are 64 bits", "[pprof]") {
  PprofMaker file = small_pprof();
  file.sample({2}, {INT64_MAX - 1, -7});
  const Profile merged = only_profile(read_pprof(file.bytes()));
  CHECK(merged.samples.values[0] == std::vector<std::int64_t>{3, INT64_MAX});
  CHECK(merged.samples.values[1] == std::vector<std::int64_t>{30, 3});
  const Outcome as_read = read_pprof(file.bytes(), {.projection = SampleOrder::as_read});
  CHECK(only_profile(as_read).samples.size() == 2);
  file.sample({2}, {1, 0});
  CHECK(read_pprof(file.bytes()).error.find("overflows a 64-bit integer in ") != std::string::npos);
}

TEST_CASE("pprof: text that is no UTF-8 is kept as it is", "[pprof]") {
  std::string bytes = small_pprof().bytes();
  bytes.replace(bytes.find("leaf"), 4, "lea\xff");
  CHECK(has_line(read_pprof(bytes), "    \"lea\\xff\" module=\"/usr/bin/app\""));
}

}  // namespace profconv::test
