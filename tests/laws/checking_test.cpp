// SPDX-License-Identifier: Apache-2.0
// What checking any format obeys: it finds what reading finds, says where, and no damage makes it crash or fall silent.
#include <algorithm>
#include <string>

#include "laws/formats.h"
#include "support/catch.h"
#include "support/checking.h"
#include "support/fixtures.h"

namespace profconv::test {

namespace {

const std::size_t places_damaged = sanitized ? 48 : is_full() ? 512 : 128;

std::size_t step_for(const Fixture& fixture) { return std::max<std::size_t>(1, fixture.bytes.size() / places_damaged); }

CheckResult check_as(const Fixture& fixture, std::string_view bytes) {
  return checked(bytes, std::string(fixture.reader->name), fixture.name());
}

/// "" where what was found is told as it should be.
std::string fault_of(const Fixture& fixture, const CheckResult& result) {
  std::uint64_t counted = 0;
  for (const Diagnostic& finding : result.findings) {
    if (finding.where.file != fixture.name()) return "a finding does not name the input: " + finding.message;
    if (finding.message.empty() || finding.message.find('\n') != std::string::npos) return "a finding is not one line";
    if (finding.kind.find('.') == std::string::npos) return "a finding has no kind";
    counted += finding.count;
  }
  return counted == result.errors + result.warnings + result.notes ? "" : "findings are not counted";
}

/// Whether it is read without settings, as it is checked here.
bool has_defaults(const Fixture& fixture) {
  const auto specs = fixture.options.specs();
  return std::none_of(specs.begin(), specs.end(), [&](const Option& o) { return fixture.options.is_set(o); });
}

/// Whether reading as a conversion does refuses these bytes.
bool is_refused(const Fixture& fixture, std::string_view bytes) { return !read(fixture, bytes).set.has_value(); }

}  // namespace

TEST_CASE("law: an input cut at any byte is a valid shorter one or an error", "[laws][format][check]") {
  for_each_fixture([&](const Fixture& fixture) {
    for (std::size_t cut = 0; cut < fixture.bytes.size(); cut += step_for(fixture)) {
      INFO(fixture.name() << " cut at byte " << cut);
      const std::string_view bytes = std::string_view(fixture.bytes).substr(0, cut);
      const CheckResult result = check_as(fixture, bytes);
      CHECK(fault_of(fixture, result) == "");
      if (has_defaults(fixture)) CHECK((result.is_valid() && is_refused(fixture, bytes)) == false);
    }
  });
}

TEST_CASE("law: a flipped bit is judged as reading judges it", "[laws][format][check]") {
  for_each_fixture([&](const Fixture& fixture) {
    for (std::size_t at = 0; at < fixture.bytes.size(); at += step_for(fixture)) {
      INFO(fixture.name() << " with bit " << at % 8 << " of byte " << at << " flipped");
      const std::string damaged = with_flipped_bit(fixture.bytes, at);
      const CheckResult result = check_as(fixture, damaged);
      CHECK(fault_of(fixture, result) == "");
      if (has_defaults(fixture)) CHECK((result.is_valid() && is_refused(fixture, damaged)) == false);
    }
  });
}

}  // namespace profconv::test
