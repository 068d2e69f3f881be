// SPDX-License-Identifier: Apache-2.0
// The rules of pprof beyond CheckValid: one file that breaks each.
#include <string>

#include "pprof_maker.h"
#include "support/catch.h"
#include "support/checking.h"

namespace profconv::test {

namespace pb = wire::pprof;

namespace {

/// A file that no reader minds, but for not being compressed.
PprofMaker good() {
  PprofMaker file = small_pprof();
  file.message.mutable_mapping(0)->set_has_functions(true);
  return file;
}

/// Findings without the one that all these files have.
std::string found(const PprofMaker& file) {
  std::string all;
  for (const Diagnostic& finding : checked(file.bytes(), "pprof").findings) {
    if (finding.kind == "pprof.not_gzip") continue;
    all += std::string(finding.severity == Severity::error       ? "error "
                       : finding.severity == Severity::data_loss ? "warning "
                                                                 : "note ") +
           finding.kind + "\n";
  }
  return all;
}

}  // namespace

TEST_CASE("check: a good file of pprof has nothing to find", "[check][pprof]") {
  CHECK(places(checked(good().bytes(), "pprof")) == "note pprof.not_gzip\n");
}

TEST_CASE("check: what CheckValid refuses is one error, with its byte", "[check][pprof]") {
  PprofMaker no_location = good();
  no_location.message.mutable_sample(0)->set_location_id(0, 9);
  PprofMaker no_function = good();
  no_function.message.mutable_location(0)->mutable_line(0)->set_function_id(9);
  PprofMaker values = good();
  values.message.mutable_sample(0)->add_value(1);
  PprofMaker zero = good();
  zero.message.mutable_location(1)->set_id(0);
  PprofMaker twice = good();
  twice.message.mutable_location(1)->set_id(1);
  PprofMaker text = good();
  text.message.mutable_function(0)->set_name(99);
  for (const PprofMaker* file : {&no_location, &no_function, &values, &zero, &twice, &text}) {
    const CheckResult result = checked(file->bytes(), "pprof");
    CHECK(result.errors == 1);
    CHECK(places_of(result, "check.unreadable").find("error @") == 0);
  }
}

TEST_CASE("check: a mapping that is not there", "[check][pprof]") {
  PprofMaker file = good();
  file.message.mutable_location(0)->set_mapping_id(9);
  CHECK(found(file) == "error pprof.no_mapping\n");
}

TEST_CASE("check: ids that are not 1 to n", "[check][pprof]") {
  PprofMaker file = good();
  file.message.mutable_mapping(0)->set_id(7);
  for (pb::Location& location : *file.message.mutable_location()) location.set_mapping_id(7);
  CHECK(found(file) == "warning pprof.ids\n");
}

TEST_CASE("check: sample types", "[check][pprof]") {
  PprofMaker nameless = good();
  nameless.message.mutable_sample_type(0)->set_type(0);
  CHECK(found(nameless) == "warning pprof.type_words\n");
  PprofMaker twice = good();
  twice.message.mutable_sample_type(1)->set_type(twice.message.sample_type(0).type());
  CHECK(found(twice) == "warning pprof.repeated_type\n");
  PprofMaker none = good();
  none.message.set_default_sample_type(none.text("main"));
  CHECK(found(none) == "warning pprof.default_type\n");
}

TEST_CASE("check: the header", "[check][pprof]") {
  PprofMaker period = good();
  period.message.set_period(10);
  CHECK(found(period) == "warning pprof.period\n");
  PprofMaker expression = good();
  expression.message.set_drop_frames(expression.text("a(b"));
  CHECK(found(expression) == "error pprof.expression\n");
  PprofMaker keep = good();
  keep.message.set_keep_frames(keep.text("ma.*"));
  CHECK(found(keep) == "warning pprof.keep_frames\n");
  PprofMaker seconds = good();
  seconds.message.set_time_nanos(1'700'000'000);
  CHECK(found(seconds) == "warning check.date\n");
}

TEST_CASE("check: strings", "[check][pprof]") {
  PprofMaker file = good();
  // Protobuf itself would not serialise such a text.
  std::string bytes = file.bytes();
  bytes[bytes.find("leaf")] = '\xFF';
  CHECK(places_of(checked(bytes, "pprof"), "pprof.utf8") == "error @" + std::to_string(bytes.find('\xFF')));
  file.message.add_string_table("main");
  CHECK(found(file) == "note pprof.repeated_string\n");
}

TEST_CASE("check: mappings", "[check][pprof]") {
  PprofMaker ends = good();
  ends.message.mutable_mapping(0)->set_memory_start(0x2000);
  ends.message.mutable_mapping(0)->set_memory_limit(0x1000);
  CHECK(found(ends) == "error pprof.mapping_range\n");
  PprofMaker overlap = good();
  overlap.message.mutable_mapping(0)->set_memory_limit(0x2000);
  pb::Mapping& second = *overlap.message.add_mapping();
  second.set_id(2);
  second.set_memory_start(0x1FFF);
  second.set_memory_limit(0x3000);
  CHECK(found(overlap) == "warning pprof.mapping_overlap\n");
  second.set_memory_start(0x2000);
  CHECK(found(overlap) == "");
  CHECK(found(small_pprof()) == "warning pprof.has_functions\n");
}

TEST_CASE("check: locations and functions", "[check][pprof]") {
  PprofMaker outside = good();
  outside.message.mutable_mapping(0)->set_memory_limit(0x2000);
  outside.message.mutable_location(0)->set_address(0x2001);
  CHECK(found(outside) == "warning pprof.outside_mapping\n");
  PprofMaker unused = good();
  unused.location(3, 1);
  unused.function(3, "nobody");
  CHECK(found(unused) == "note pprof.unused_location\nnote pprof.unused_function\n");
  PprofMaker bare = good();
  bare.message.mutable_location(0)->clear_line();
  CHECK(found(bare) == "warning pprof.no_line\nnote pprof.unused_function\n");
  bare.message.mutable_mapping(0)->set_has_functions(false);
  bare.message.mutable_location(0)->set_address(0x10);
  CHECK(places_of(checked(bare.bytes(), "pprof"), "pprof.no_line").find("note @") == 0);
  PprofMaker nameless = good();
  nameless.message.mutable_function(0)->set_name(0);
  CHECK(found(nameless) == "warning pprof.nameless_function\n");
}

TEST_CASE("check: samples", "[check][pprof]") {
  PprofMaker negative = good();
  negative.message.mutable_sample(0)->set_value(1, -1);
  CHECK(found(negative) == "warning pprof.negative\n");
  PprofMaker comparison = negative;
  PprofMaker::text_label(*comparison.message.mutable_sample(0), comparison.text("pprof::base"),
                         comparison.text("true"));
  CHECK(found(comparison) == "");
  negative.message.set_default_sample_type(negative.message.sample_type(0).type());
  CHECK(found(negative) == "");
}

TEST_CASE("check: labels", "[check][pprof]") {
  PprofMaker twice = good();
  pb::Sample& sample = *twice.message.mutable_sample(0);
  const std::int64_t key = twice.text("request");
  PprofMaker::text_label(sample, key, twice.text("a"));
  CHECK(found(twice) == "");
  PprofMaker::text_label(sample, key, twice.text("b"));
  CHECK(found(twice) == "warning pprof.repeated_label\n");

  PprofMaker kinds = good();
  PprofMaker::text_label(*kinds.message.mutable_sample(0), kinds.text("size"), kinds.text("a"));
  PprofMaker::number_label(*kinds.message.mutable_sample(1), kinds.text("size"), 7);
  CHECK(found(kinds) == "warning pprof.label_kind\n");

  PprofMaker units = good();
  PprofMaker::number_label(*units.message.mutable_sample(0), units.text("size"), 7, units.text("bytes"));
  PprofMaker::number_label(*units.message.mutable_sample(1), units.text("size"), 7, units.text("pages"));
  CHECK(found(units) == "warning pprof.label_units\n");

  PprofMaker zero = good();
  PprofMaker::number_label(*zero.message.mutable_sample(0), zero.text("pid"), 0);
  CHECK(found(zero) == "warning pprof.label_value\n");

  PprofMaker keys = good();
  PprofMaker::text_label(*keys.message.mutable_sample(0), 0, keys.text("a"));
  PprofMaker::text_label(*keys.message.mutable_sample(1), keys.text("pprof::other"), keys.text("a"));
  CHECK(found(keys) == "warning pprof.label_key\nwarning pprof.label_key\n");
}

}  // namespace profconv::test
