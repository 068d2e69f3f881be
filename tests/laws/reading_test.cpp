// SPDX-License-Identifier: Apache-2.0
// What reading any format obeys: damage ends in a clear error or a diagnostic, never in silence or worse; and the same
// bytes give the same profile however they arrive.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "laws/formats.h"
#include "profconv/errors.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"

namespace profconv::test {

namespace {

/// Fixtures up to this size are damaged at every byte, larger ones at as many places spread over them.
const std::size_t places = sanitized ? 192 : is_full() ? 4096 : 1024;
/// Fixtures up to this size have each of their bits flipped, larger ones one bit at each place.
const std::size_t every_bit_bytes = sanitized ? 64 : is_full() ? 1024 : 256;

std::size_t step_for(const Fixture& fixture) {
  const std::size_t enough = fixture.bytes.size() > 4096 ? places / 8 : places;
  return std::max<std::size_t>(1, fixture.bytes.size() / enough);
}

/// "" where an error is one that a user can act on.
std::string fault_of_error(const Fixture& fixture, const Outcome& outcome) {
  if (outcome.set) return {};
  if (outcome.error.find(fixture.name()) == std::string::npos) return "the error does not name the input";
  if (outcome.error.find('\n') != std::string::npos) return "the error has several lines";
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; };
  if (std::any_of(outcome.error.begin(), outcome.error.end(), control)) return "the error holds control characters";
  return {};
}

using Sums = std::map<std::string, std::uint64_t>;

/// Sums by type, of values without their sign. Values are added as 128 bits would, in wrapping arithmetic: damage can
/// make any number.
Sums sums(const ProfileSet& set) {
  Sums all;
  for (const Profile& profile : set.profiles()) {
    for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
      for (const std::int64_t value : profile.samples.values[i]) {
        all[profile.value_types[i].type] += static_cast<std::uint64_t>(value < 0 ? -value : value);
      }
    }
  }
  return all;
}

bool nothing_new(const Outcome& whole, const Outcome& cut) {
  std::set<std::string> known;
  for (const Diagnostic& d : whole.diagnostics) known.insert(d.kind);
  return std::all_of(cut.diagnostics.begin(), cut.diagnostics.end(),
                     [&](const Diagnostic& d) { return known.contains(d.kind); });
}

/// A type's sum in the first bytes of a fixture; 0 where they are refused.
std::uint64_t sum_of_first(const Fixture& fixture, std::size_t bytes, const std::string& type) {
  const Outcome outcome = read(fixture, std::string_view(fixture.bytes).substr(0, bytes));
  return outcome.set ? sums(*outcome.set)[type] : 0;
}

/// The larger of a type's sums in the lines before a cut and in those up to the end of the line that is cut. Where
/// a stack has positive and negative values, it can be above that of the whole input.
std::uint64_t largest_sum_around(const Fixture& fixture, std::size_t cut, const std::string& type) {
  const std::size_t begin = cut == 0 ? 0 : fixture.bytes.rfind('\n', cut - 1) + 1;
  const std::size_t end = std::min(fixture.bytes.find('\n', cut), fixture.bytes.size() - 1) + 1;
  return std::max(sum_of_first(fixture, begin, type), sum_of_first(fixture, end, type));
}

/// A cut that nobody reports may end the input earlier; it never makes a value larger.
std::string fault_of_cut(const Fixture& fixture, const Outcome& whole, const Outcome& cut, std::size_t at) {
  if (!whole.set || !cut.set || !nothing_new(whole, cut)) return {};
  const Sums before = sums(*whole.set);
  for (const auto& [type, sum] : sums(*cut.set)) {
    const auto found = before.find(type);
    if (found == before.end()) return "a new value type " + type + " in silence";
    if (sum <= found->second || sum <= largest_sum_around(fixture, at, type)) continue;
    return "a larger sum of " + type + " in silence: " + std::to_string(sum) + ", and of the whole input " +
           std::to_string(found->second);
  }
  return {};
}

}  // namespace

TEST_CASE("law: an input cut at any byte gives a clear error or what was complete", "[laws][format]") {
  for_each_fixture([&](const Fixture& fixture) {
    const Outcome whole = read(fixture);
    for (std::size_t cut = 0; cut < fixture.bytes.size(); cut += step_for(fixture)) {
      INFO(fixture.name() << " cut at byte " << cut);
      const Outcome outcome = read(fixture, std::string_view(fixture.bytes).substr(0, cut));
      const std::string fault = fault_of_error(fixture, outcome) + fault_of_cut(fixture, whole, outcome, cut);
      INFO(outcome.error);
      CHECK(fault == "");
    }
  });
}

TEST_CASE("law: a flipped bit gives a clear error or a profile", "[laws][format]") {
  for_each_fixture([&](const Fixture& fixture) {
    const bool at_every_bit = fixture.bytes.size() <= every_bit_bytes;
    const std::size_t step = at_every_bit ? 1 : 8 * step_for(fixture);
    for (std::size_t bit = 0; bit < 8 * fixture.bytes.size(); bit += step) {
      const std::size_t at = bit / 8;
      const std::size_t of_byte = at_every_bit ? bit % 8 : at % 8;
      INFO(fixture.name() << " with bit " << of_byte << " of byte " << at << " flipped");
      std::string damaged = fixture.bytes;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (1U << of_byte));
      const Outcome outcome = read(fixture, damaged);
      const std::string fault = fault_of_error(fixture, outcome);
      INFO(outcome.error);
      CHECK(fault == "");
    }
  });
}

TEST_CASE("law: bytes that arrive one at a time give the same profile as all at once", "[laws][format]") {
  for_each_fixture([&](const Fixture& fixture) {
    for (const SampleOrder order : {SampleOrder::merged, SampleOrder::as_read}) {
      const std::string whole = read(fixture, fixture.bytes, {.projection = order}).text();
      for (const std::size_t chunk_bytes : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
        INFO(fixture.name() << " in pieces of " << chunk_bytes << " bytes");
        CHECK(first_difference(
                  whole, read(fixture, fixture.bytes, {.projection = order, .chunk_bytes = chunk_bytes}).text()) == "");
      }
    }
  });
}

TEST_CASE("law: an empty input is an error that names it", "[laws][format]") {
  for_each_fixture([&](const Fixture& fixture) {
    INFO(fixture.name());
    const Outcome outcome = read(fixture, "");
    CHECK_FALSE(outcome.set.has_value());
    CHECK(fault_of_error(fixture, outcome) == "");
  });
}

}  // namespace profconv::test
