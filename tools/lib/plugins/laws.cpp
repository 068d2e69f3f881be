// SPDX-License-Identifier: Apache-2.0
// The laws. Each reads or writes in memory; a crash or an endless loop is noticed from outside.
#include "laws.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "feature_names.h"
#include "profconv/conversion.h"
#include "profconv/convert.h"
#include "profconv/losses.h"
#include "program_failure.h"

namespace profconv::plugins {

namespace {

/// At how many places an input is cut or changed: of large ones at fewer.
std::size_t most_places(const Case& of) {
  constexpr std::size_t fewest = 8;
  constexpr std::size_t most = 500;
  constexpr std::size_t bytes_in_all = std::size_t{32} << 20;
  if (of.is_slow) return fewest;
  return std::clamp(bytes_in_all / std::max<std::size_t>(of.bytes.size(), 1), fewest, most);
}

ProfileSet read(const Case& of, const Reader& reader, std::string_view bytes, std::size_t chunk = Input::head_bytes) {
  Context context({}, 1);
  Input input = Input::from_memory(of.name, bytes, context, chunk);
  return read_profiles(reader, input, Options(reader.options), SampleOrder::as_read);
}

std::string written(const Writer& writer, const ProfileSet& set) {
  Context context({}, 1);
  std::string text;
  Output output = Output::to_memory(&text);
  write_profiles(set, writer, Options(writer.options), output, context);
  return text;
}

/// A set as text, to compare.
std::string dump(const ProfileSet& set) { return written(builtin_registry().writer("json"), set); }

void require_equal(const std::string& first, const std::string& second, std::string_view what) {
  if (first == second) return;
  const auto differs = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first - first.begin();
  throw Broken(std::string(what) + " differ from byte " + std::to_string(differs) + " on");
}

/// Reads what may be damaged: any error is fine, but no crash.
void survive(const Case& of, std::string_view bytes) {
  try {
    static_cast<void>(read(of, *of.reader, bytes));
  } catch (const ProgramBroke& error) {
    throw Broken(error.what());
  } catch (const Error&) {
    return;
  }
}

void is_detected(const Case& of) {
  Context context({}, 1);
  Input input = Input::from_memory(of.name, of.bytes, context);
  const Detection found = detect(input, of.registry);
  if (found.reader != of.reader) throw Broken("it is detected as " + std::string(found.reader->name));
}

void reads_it(const Case& of) {
  const ProfileSet set = read(of, *of.reader, of.bytes);
  if (set.profiles().empty()) throw Broken("there is no profile");
  for (const Profile& profile : set.profiles()) {
    if (profile.samples.size() != 0) return;
  }
  throw Broken("there is no sample");
}

void reads_the_same_again(const Case& of) {
  require_equal(dump(read(of, *of.reader, of.bytes)), dump(read(of, *of.reader, of.bytes)), "two readings");
}

void reads_byte_by_byte(const Case& of) {
  require_equal(dump(read(of, *of.reader, of.bytes)), dump(read(of, *of.reader, of.bytes, 1)),
                "a reading in one piece and one a byte at a time");
}

void carries_what_it_reads(const Case& of) {
  const Features declared = of.reader->carries(*of.reader, Options(of.reader->options));
  for (const Loss& used : features_used(read(of, *of.reader, of.bytes))) {
    if (declared.has(used.feature)) continue;
    throw Broken("it reads " + describe(used) + ", but its card does not carry " +
                 std::string(feature_names[static_cast<std::size_t>(used.feature)]));
  }
}

void survives_cuts(const Case& of) {
  const std::size_t step = std::max<std::size_t>(of.bytes.size() / most_places(of), 1);
  for (std::size_t size = 0; size < of.bytes.size(); size += step)
    survive(of, std::string_view(of.bytes).substr(0, size));
}

void survives_damage(const Case& of) {
  // The same damage in every run.
  std::uint64_t state = 1;
  const auto random = [&] {
    state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return state >> 33U;
  };
  std::string bytes = of.bytes;
  for (std::size_t i = 0; i < most_places(of) && !bytes.empty(); ++i) {
    const std::size_t place = random() % bytes.size();
    const char before = bytes[place];
    bytes[place] = static_cast<char>(random() % 256);
    survive(of, bytes);
    // Some damage stays.
    if (i % 4 != 0) bytes[place] = before;
  }
}

void refuses_nothing(const Case& of) {
  std::size_t profiles = 0;
  try {
    profiles = read(of, *of.reader, "").profiles().size();
  } catch (const ProgramBroke& error) {
    throw Broken(error.what());
  } catch (const Error&) {
    return;
  }
  if (profiles != 0) throw Broken("an empty input has a profile");
}

/// The profiles of the file that are given to the writer: as many as it holds.
ProfileSet input_of(const Case& of) {
  Context context({}, 1);
  Input input = Input::from_memory(of.name, of.bytes, context);
  const Detection found = detect(input, of.registry);
  const Options options(of.writer->options);
  ProfileSet set =
      read_profiles(*found.reader, input, Options(found.reader->options), sample_order(*of.writer, options));
  const bool holds_all = of.writer->carries(*of.writer, options).has(Feature::profiles);
  return set.profiles().size() > 1 && !holds_all ? select_profile(std::move(set), "1") : set;
}

void writes_the_same_again(const Case& of) {
  const ProfileSet set = input_of(of);
  const std::string first = written(*of.writer, set);
  if (first.empty()) throw Broken("the output is empty");
  require_equal(first, written(*of.writer, set), "two outputs");
}

/// A reading of an output loses no more than the writer's card says.
void require_carried(const ProfileSet& set, const ProfileSet& back, const Features& declared) {
  const auto left = features_used(back);
  for (const Loss& each : features_used(set)) {
    const bool stays =
        std::any_of(left.begin(), left.end(), [&](const Loss& other) { return other.feature == each.feature; });
    if (declared.has(each.feature) && !stays) {
      throw Broken("its card carries " + std::string(feature_names[static_cast<std::size_t>(each.feature)]) +
                   ", but it loses " + describe(each));
    }
  }
}

/// Whether the profiles have something that is declared to be lost and that a total is made of.
bool may_change_totals(const ProfileSet& set, const Features& declared) {
  const Features of_totals{Feature::aggregations, Feature::scales,      Feature::negative_values,
                           Feature::empty_stacks, Feature::comparisons, Feature::distributions};
  const auto used = features_used(set);
  return std::any_of(used.begin(), used.end(),
                     [&](const Loss& each) { return of_totals.has(each.feature) && !declared.has(each.feature); });
}

/// Of the value types that are there afterwards; of a single one, which may have another name, that of the shown one.
void require_same_totals(const Profile& before, const Profile& after) {
  for (std::size_t i = 0; i < after.value_types.size(); ++i) {
    const ValueType& type = after.value_types[i];
    const bool is_single = after.value_types.size() == 1;
    const auto same = is_single ? std::optional(before.default_type_index()) : before.find_type(type.type);
    if (!same || type.aggregation != Aggregation::sum) continue;
    const std::int64_t was = total(before, *same);
    const std::int64_t is = total(after, i);
    if (was == is) continue;
    throw Broken("the total of " + type.type + " was " + std::to_string(was) + ", and is " + std::to_string(is) +
                 " after writing and reading it");
  }
}

/// What is written, read and written again is the same, with the same totals.
void reads_what_it_writes(const Case& of) {
  const auto& readers = of.registry.readers();
  const auto found =
      std::find_if(readers.begin(), readers.end(), [&](const Reader* r) { return r->name == of.writer->name; });
  if (found == readers.end()) throw Skipped("nothing reads this format");
  const ProfileSet set = input_of(of);
  const std::string first = written(*of.writer, set);
  const ProfileSet back = read(of, **found, first);
  require_equal(first, written(*of.writer, back), "an output and what is written after reading it");
  const Features declared = of.writer->carries(*of.writer, Options(of.writer->options));
  require_carried(set, back, declared);
  if (back.profiles().size() != set.profiles().size()) {
    throw Broken("there were " + std::to_string(set.profiles().size()) + " profiles, and are " +
                 std::to_string(back.profiles().size()) + " after writing and reading them");
  }
  if (may_change_totals(set, declared)) return;
  for (std::size_t i = 0; i < set.profiles().size(); ++i) require_same_totals(set.profiles()[i], back.profiles()[i]);
}

constexpr std::array<Law, 8> for_readers{{
    {"detect", "is detected", is_detected},
    {"read", "is read", reads_it},
    {"again", "reads the same again", reads_the_same_again},
    {"bytes", "reads the same a byte at a time", reads_byte_by_byte},
    {"carries", "carries what it reads", carries_what_it_reads},
    {"cut", "survives an input that is cut off", survives_cuts},
    {"damage", "survives an input that is damaged", survives_damage},
    {"nothing", "refuses an empty input", refuses_nothing, false},
}};
constexpr std::array<Law, 2> for_writers{{
    {"write", "writes the same again", writes_the_same_again},
    {"round-trip", "reads what it writes", reads_what_it_writes},
}};

}  // namespace

std::span<const Law> reader_laws() { return for_readers; }
std::span<const Law> writer_laws() { return for_writers; }

}  // namespace profconv::plugins
