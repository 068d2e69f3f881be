// SPDX-License-Identifier: Apache-2.0
// A stack is hashed by the names of its functions, which every format keeps.
#include "fingerprint.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/names/frame_names.h"
#include "core/tables/id_table.h"
#include "core/text/units.h"
#include "core/transforms/merge_types.h"
#include "profconv/names.h"

namespace profconv {

namespace {

/// Fewer stacks than this may add up by chance.
constexpr std::size_t enough_stacks = 3;
/// What so many sums do not tell apart is one.
constexpr std::size_t most_sums = 1000;
/// Values in powers of ten are compared in this one.
constexpr int finest_scale = -18;

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
}

/// A frame's name without its module, demangled, and without characters that some format replaces.
std::string plain_name(std::string_view name) {
  name.remove_prefix(name.rfind('`') + 1);
  std::string plain = shown_name(name, {});
  plain.erase(std::remove_if(plain.begin(), plain.end(), [](char c) { return !is_word(c); }), plain.end());
  return plain;
}

/// Of values in this type to those that are compared, modulo 2^64.
std::uint64_t factor_of(const ValueType& type) {
  const Unit* const unit = find_unit(type.unit);
  std::uint64_t factor = unit == nullptr ? 1 : static_cast<std::uint64_t>(unit->factor);
  for (int scale = type.scale; scale > finest_scale; --scale) factor *= 10;
  return factor;
}

/// Sums of one type.
using Range = std::pair<std::vector<TypeSum>::const_iterator, std::vector<TypeSum>::const_iterator>;

Range range_at(std::vector<TypeSum>::const_iterator first, std::vector<TypeSum>::const_iterator end) {
  return {first, std::find_if(first, end, [&](const TypeSum& sum) { return !sum.is_of_type(*first); })};
}

bool share_value(Range a, Range b) {
  while (a.first != a.second && b.first != b.second) {
    if (a.first->value == b.first->value) return true;
    if (a.first->value < b.first->value) {
      ++a.first;
    } else {
      ++b.first;
    }
  }
  return false;
}

}  // namespace

bool agree(const Fingerprint& a, const Fingerprint& b) {
  auto of_a = a.sums.begin();
  auto of_b = b.sums.begin();
  while (of_a != a.sums.end() && of_b != b.sums.end()) {
    const Range types_a = range_at(of_a, a.sums.end());
    const Range types_b = range_at(of_b, b.sums.end());
    const bool is_shared = of_a->is_of_type(*of_b);
    // Of several profiles with this value type, one is enough.
    if (is_shared && !share_value(types_a, types_b)) return false;
    const bool is_a_next = is_shared || *of_a < *of_b;
    if (is_shared || !is_a_next) of_b = types_b.second;
    if (is_a_next) of_a = types_a.second;
  }
  return true;
}

std::size_t Fingerprinter::TextHash::operator()(std::string_view text) const { return hash_bytes(text); }

std::uint64_t Fingerprinter::hash_of(std::string_view name) {
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  return names_.emplace(name, hash_bytes(plain_name(name))).first->second;
}

std::vector<std::uint64_t> Fingerprinter::stack_hashes(const Dictionary& dictionary) {
  const FrameNames names(dictionary, false);
  std::vector<std::uint64_t> frames(dictionary.frames().size());
  for (std::uint32_t i = 1; i < frames.size(); ++i) frames[i] = hash_of(names[FrameId{i}]);
  std::vector<std::uint64_t> stacks(dictionary.stacks().size());
  for (std::size_t i = 1; i < stacks.size(); ++i) {
    const StackNode& node = dictionary.stacks()[i];
    stacks[i] = mix(stacks[node.parent.value], frames[node.frame.value]) | 1U;  // odd: no value is lost
  }
  stacks[0] = hash_bytes(no_stack_name);
  return stacks;
}

/// Of several profiles the first that tells a fact, and the earliest start.
void Fingerprinter::add_facts(const Metadata& metadata, Fingerprint& print) {
  auto& [start, duration, comments] = print.facts;
  const std::int64_t start_ns = metadata.start_ns.value_or(0);
  if (start_ns != 0 && (print.start_ns == 0 || start_ns < print.start_ns)) print.start_ns = start_ns;
  start = print.start_ns == 0 ? 0 : mix(hash_bytes("start"), static_cast<std::uint64_t>(print.start_ns));
  // Another run does not take as long to the microsecond; a round number is a setting.
  if (duration == 0 && metadata.duration_ns % 1'000'000 != 0) {
    duration = mix(hash_bytes("duration"), static_cast<std::uint64_t>(metadata.duration_ns / 1000));
  }
  if (comments == 0 && !metadata.comments.empty()) {
    comments = hash_bytes("comments");
    for (const std::string& comment : metadata.comments) comments = mix(comments, hash_bytes(comment));
  }
  if (const auto pid = metadata.attributes.find("pid"); pid != metadata.attributes.end()) {
    print.pid = hash_bytes(as_comment(*pid));
  }
  print.source = *sources_.insert(metadata.source_format).first;
}

Fingerprint Fingerprinter::of(const Reader& reader, const ProfileSet& set) {
  Fingerprint print{.format = reader.name};
  const std::vector<std::uint64_t> hashes = stack_hashes(set.dictionary());
  std::unordered_set<std::uint64_t> stacks;
  std::map<const SummedType*, std::uint64_t> sums;
  for (const Profile& profile : set.profiles()) {
    add_facts(profile.metadata, print);
    for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
      const ValueType& type = profile.value_types[i];
      if (type.aggregation != Aggregation::sum || type.scale < finest_scale) continue;
      std::uint64_t sum = 0;
      for (std::size_t row = 0; row < profile.samples.size(); ++row) {
        const std::uint64_t stack = hashes[profile.samples.stack[row].value];
        const std::int64_t value = profile.samples.values[i][row];
        sum += stack * static_cast<std::uint64_t>(value);
        if (stacks.size() < enough_stacks && value != 0) stacks.insert(stack);
      }
      sums[&*types_.insert({type.type, dimension_of(type.unit), profile.name}).first] += sum * factor_of(type);
    }
  }
  print.has_few_stacks = stacks.size() < enough_stacks;
  print.sums.reserve(sums.size());
  for (const auto& [type, sum] : sums) print.sums.push_back({type, sum});
  if (print.sums.size() > most_sums) {
    const auto by_name = [](const TypeSum& a, const TypeSum& b) { return *a.type < *b.type; };
    std::sort(print.sums.begin(), print.sums.end(), by_name);
    print.sums.resize(most_sums);
  }
  std::sort(print.sums.begin(), print.sums.end());
  return print;
}

}  // namespace profconv
