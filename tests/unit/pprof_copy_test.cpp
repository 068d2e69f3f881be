// SPDX-License-Identifier: Apache-2.0
// What another program has written as pprof is written again as it was: what its samples, locations, mappings and
// header say, and what they leave open. tests/clients/pprof_read asks pprof itself.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "pprof_file.h"
#include "pprof_maker.h"
#include "profconv/filters.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace pb = wire::pprof;

/// A file as text in which ids are what they stand for, so that two files compare whatever their tables' order.
class Meaning {
 public:
  explicit Meaning(const pb::Profile& file) : file_(file) {}

  [[nodiscard]] std::string text() const {
    std::string all = header();
    all += file_.mapping().empty() ? "no program\n" : "program " + mapping(file_.mapping(0)) + "\n";
    for (const pb::Sample& sample : file_.sample()) all += this->sample(sample);
    return all;
  }

 private:
  [[nodiscard]] std::string string(std::int64_t index) const {
    return "'" + file_.string_table(static_cast<int>(index)) + "'";
  }

  [[nodiscard]] std::string header() const {
    std::string all;
    for (const pb::ValueType& type : file_.sample_type()) {
      all += "type " + string(type.type()) + " " + string(type.unit()) + "\n";
    }
    all += "default " + string(file_.default_sample_type()) + " period " + std::to_string(file_.period()) + " " +
           string(file_.period_type().type()) + " " + string(file_.period_type().unit()) + "\n";
    all += "time " + std::to_string(file_.time_nanos()) + " " + std::to_string(file_.duration_nanos()) + "\n";
    all += "drop " + string(file_.drop_frames()) + " keep " + string(file_.keep_frames()) + "\n";
    for (const std::int64_t comment : file_.comment()) all += "comment " + string(comment) + "\n";
    return all;
  }

  [[nodiscard]] std::string mapping(const pb::Mapping& m) const {
    return string(m.filename()) + string(m.build_id()) + " " + std::to_string(m.memory_start()) + "-" +
           std::to_string(m.memory_limit()) + "+" + std::to_string(m.file_offset()) + " " +
           std::to_string(m.has_functions()) + std::to_string(m.has_filenames()) +
           std::to_string(m.has_line_numbers()) + std::to_string(m.has_inline_frames());
  }

  template <class Table>
  static const auto& at(const Table& table, std::uint64_t id) {
    return *std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.id() == id; });
  }

  [[nodiscard]] std::string location(std::uint64_t id) const {
    const pb::Location& l = at(file_.location(), id);
    std::string all = "  at " + std::to_string(l.address());
    if (l.mapping_id() != 0) all += " in " + mapping(at(file_.mapping(), l.mapping_id()));
    for (const pb::Line& line : l.line()) {
      const pb::Function& f = at(file_.function(), line.function_id());
      all += "\n    " + string(f.name()) + string(f.system_name()) + string(f.filename()) + " " +
             std::to_string(f.start_line()) + " line " + std::to_string(line.line()) + ":" +
             std::to_string(line.column());
    }
    return all + "\n";
  }

  [[nodiscard]] std::string sample(const pb::Sample& sample) const {
    std::string all = "sample";
    for (const std::int64_t value : sample.value()) all += " " + std::to_string(value);
    std::vector<std::string> labels;
    for (const pb::Label& label : sample.label()) {
      labels.push_back(" [" + string(label.key()) + string(label.str()) + std::to_string(label.num()) +
                       string(label.num_unit()) + "]");
    }
    std::sort(labels.begin(), labels.end());
    for (const std::string& label : labels) all += label;
    all += "\n";
    for (const std::uint64_t id : sample.location_id()) all += location(id);
    return all;
  }

  const pb::Profile& file_;
};

std::string meaning(const std::string& bytes) {
  const pb::Profile file = parsed(bytes);
  return Meaning(file).text();
}

ProfileSet set_of(const std::string& bytes) {
  Outcome outcome = read_pprof(bytes, {.projection = SampleOrder::as_read});
  INFO(outcome.error);
  REQUIRE(outcome.set);
  return *std::move(outcome.set);
}

std::string copy_of(const std::string& bytes) { return written(set_of(bytes), pprof_writer); }

/// Two lines in one location, the way a compiler that inlines has them.
PprofMaker inlining(std::uint64_t address) {
  PprofMaker file = small_pprof();
  file.message.mutable_location(0)->set_address(address);
  file.message.mutable_location(0)->add_line()->set_function_id(2);
  return file;
}

void check_copied(const PprofMaker& file) {
  CHECK(first_difference(meaning(file.bytes()), meaning(copy_of(file.bytes()))) == "");
}

/// labels.pb and odd_tables.pb hold what is read with a warning: values that are left out, ids that do not exist.
bool is_copied_whole(const Fixture& fixture) {
  const std::string name = fixture.path.filename().string();
  return !name.starts_with("own_") && name != "labels.pb" && name != "odd_tables.pb" && !name.ends_with(".gz");
}

}  // namespace

TEST_CASE("pprof: files of other programs are copied with all they mean", "[pprof]") {
  std::size_t copied = 0;
  for (const Fixture& fixture : fixtures(pprof_reader)) {
    if (!is_copied_whole(fixture)) continue;
    INFO(fixture.name());
    CHECK(first_difference(meaning(fixture.bytes), meaning(copy_of(fixture.bytes))) == "");
    ++copied;
  }
  CHECK(copied >= 5);
}

TEST_CASE("pprof: addresses stay to be symbolised", "[pprof]") {
  PprofMaker file = small_pprof();
  for (pb::Location& location : *file.message.mutable_location()) {
    location.clear_line();
    location.set_address(0x1000 + location.id());
  }
  file.message.clear_function();
  check_copied(file);
}

TEST_CASE("pprof: inlined functions stay lines of one location, with and without an address", "[pprof]") {
  check_copied(inlining(0x1234));
  check_copied(inlining(0));
}

TEST_CASE("pprof: lines become locations of their own where that is asked for", "[pprof]") {
  Options options(pprof_writer.options);
  options.set("inline", "frames");
  const pb::Profile file = parsed(written(set_of(inlining(0x1234).bytes()), pprof_writer, options));
  for (const pb::Location& location : file.location()) CHECK(location.line_size() == 1);
}

TEST_CASE("pprof: a line whose caller is hidden is the line of a location alone", "[pprof]") {
  // leaf is inlined into main, and called by a main of its own; no address tells the two apart.
  PprofMaker file = inlining(0);
  file.function(3, "start");
  file.location(3, 3);
  file.message.clear_sample();
  file.sample({1, 3}, {1, 1});
  StackFilter filter;
  filter.hide = "^main$";
  Context context;
  const pb::Profile copied =
      parsed(written(filter_stacks(set_of(file.bytes()), filter, {}, SampleOrder::merged, context).set, pprof_writer));
  REQUIRE(copied.sample_size() == 1);
  CHECK(copied.sample(0).location_id_size() == 2);
  for (const pb::Location& location : copied.location()) CHECK(location.line_size() == 1);
}

TEST_CASE("pprof: the program stays the first mapping, also where no sample lies in it", "[pprof]") {
  PprofMaker file = small_pprof();
  pb::Mapping program;
  program.set_id(7);
  program.set_filename(file.text("/usr/bin/java"));
  program.set_build_id(file.text("c0ffee"));
  program.set_memory_start(0x400000);
  program.set_memory_limit(0x401000);
  program.set_has_filenames(true);
  *file.message.add_mapping() = program;
  file.message.mutable_mapping()->SwapElements(0, file.message.mapping_size() - 1);
  check_copied(file);
  Context context;
  const std::string disguised = written(anonymize(set_of(file.bytes()), context), pprof_writer);
  CHECK(disguised.find("java") == std::string::npos);
  CHECK(disguised.find("c0ffee") == std::string::npos);
}

TEST_CASE("pprof: mappings keep their flags, and none is made", "[pprof]") {
  PprofMaker file = small_pprof();
  file.message.mutable_mapping(0)->set_has_functions(false);
  file.message.mutable_mapping(0)->set_has_inline_frames(true);
  check_copied(file);
  file.message.clear_mapping();
  for (pb::Location& location : *file.message.mutable_location()) location.clear_mapping_id();
  check_copied(file);
}

TEST_CASE("pprof: system names stay, also where they are the names", "[pprof]") {
  PprofMaker file = small_pprof();
  pb::Function& same = *file.message.mutable_function(0);
  same.set_system_name(same.name());
  file.message.mutable_function(1)->set_system_name(file.text("_Z4mainv"));
  check_copied(file);
}

TEST_CASE("pprof: labels keep their keys, units and values", "[pprof]") {
  PprofMaker file = small_pprof();
  pb::Sample& sample = *file.message.mutable_sample(0);
  PprofMaker::number_label(sample, file.text("size"), 8);
  PprofMaker::number_label(sample, file.text("size"), 16);
  PprofMaker::number_label(sample, file.text("size"), 32, file.text("kilobytes"));
  PprofMaker::number_label(sample, file.text("bytes"), 64);
  PprofMaker::text_label(sample, file.text("size"), file.text("large"));
  PprofMaker::text_label(sample, file.text("user"), file.text("alice"));
  PprofMaker::text_label(*file.message.mutable_sample(1), file.text("user"), 0);
  PprofMaker::number_label(*file.message.mutable_sample(1), file.text("pid"), 17);
  check_copied(file);
}

TEST_CASE("pprof: what the header leaves out stays out, and what is odd in it stays", "[pprof]") {
  PprofMaker file = small_pprof();
  pb::Profile& p = file.message;
  p.clear_default_sample_type();
  p.clear_period_type();
  p.set_period(100);
  p.set_time_nanos(-5);
  p.set_duration_nanos(-1);
  p.mutable_sample_type(0)->set_unit(0);
  p.mutable_sample_type(1)->set_type(p.sample_type(0).type());
  check_copied(file);
  p.mutable_period_type()->set_type(file.text("cpu"));
  p.mutable_sample(0)->clear_location_id();
  check_copied(file);
}

}  // namespace profconv::test
