// SPDX-License-Identifier: Apache-2.0
// Fingerprints: a stack is hashed by the names of its functions, which every format keeps.
#include "repeated_inputs.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/io/file_identity.h"
#include "core/names/frame_names.h"
#include "core/tables/id_table.h"
#include "profconv/names.h"

namespace profconv {

namespace {

/// Fewer stacks than this may add up by chance.
constexpr std::size_t enough_stacks = 3;

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

std::vector<std::uint64_t> stack_hashes(const Dictionary& dictionary, NameHashes& hashes) {
  const FrameNames names(dictionary, false);
  std::vector<std::uint64_t> frames(dictionary.frames().size());
  for (std::uint32_t i = 1; i < frames.size(); ++i) frames[i] = hashes.of(names[FrameId{i}]);
  std::vector<std::uint64_t> stacks(dictionary.stacks().size());
  for (std::size_t i = 1; i < stacks.size(); ++i) {
    const StackNode& node = dictionary.stacks()[i];
    stacks[i] = mix(stacks[node.parent.value], frames[node.frame.value]) | 1U;  // odd: no value is lost
  }
  stacks[0] = hash_bytes(no_stack_name);
  return stacks;
}

}  // namespace

std::set<std::string> report_named_twice(std::span<const std::string> paths, Context& context) {
  std::set<FileIdentity> known;
  std::set<std::string> twice;
  for (const std::string& path : paths) {
    const auto identity = path == "-" ? std::nullopt : identity_of(path);
    if (!identity || known.insert(*identity).second) continue;
    twice.insert(path);
    context.data_loss("merge.repeated", {.file = path}, "the same file is named twice: its samples count twice");
  }
  return twice;
}

std::size_t NameHashes::Hash::operator()(std::string_view text) const { return hash_bytes(text); }

std::uint64_t NameHashes::of(std::string_view name) {
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  return known_.emplace(name, hash_bytes(plain_name(name))).first->second;
}

void RepeatedInputs::add(const InputReport& input, const ProfileSet& set) {
  Part part{.name = input.name, .format = input.reader->name};
  const std::vector<std::uint64_t> hashes = stack_hashes(set.dictionary(), names_);
  std::unordered_set<std::uint64_t> stacks;
  for (const Profile& profile : set.profiles()) {
    part.source = profile.metadata.source_format;
    part.start_ns = profile.metadata.start_ns.value_or(0);
    part.comments = profile.metadata.comments;
    const Samples& samples = profile.samples;
    for (std::size_t type = 0; type < profile.value_types.size(); ++type) {
      if (profile.value_types[type].aggregation != Aggregation::sum) continue;
      std::uint64_t& sum = sum_of(part, profile.name, profile.value_types[type].type);
      for (std::size_t row = 0; row < samples.size(); ++row) {
        const std::uint64_t stack = hashes[samples.stack[row].value];
        sum += stack * static_cast<std::uint64_t>(samples.values[type][row]);
        if (stacks.size() < enough_stacks && samples.values[type][row] != 0) stacks.insert(stack);
      }
    }
  }
  part.stacks = stacks.size();
  parts_.push_back(std::move(part));
}

std::uint64_t& RepeatedInputs::sum_of(Part& part, const std::string& profile, const std::string& type) {
  const Column* const column = &*columns_.insert({profile, type}).first;
  const auto known = std::find_if(part.sums.begin(), part.sums.end(), [&](const Sum& s) { return s.column == column; });
  if (known != part.sums.end()) return known->value;
  return part.sums.emplace_back(Sum{column, 0}).value;
}

/// Two runs of a program may give equal profiles. A conversion changes the format, or keeps the time of the recording
/// or comments such as the process id.
bool RepeatedInputs::has_one_origin(const Part& a, const Part& b) {
  const bool is_one_recording =
      (a.start_ns != 0 && a.start_ns == b.start_ns) || (!a.comments.empty() && a.comments == b.comments);
  return is_one_recording || a.format != b.format || a.source != b.source;
}

bool RepeatedInputs::report_equal(Context& context) const {
  std::map<std::pair<std::string_view, std::uint64_t>, const Part*> known;
  bool found = false;
  for (const Part& part : parts_) {
    const Part* same = nullptr;
    for (const auto& [column, sum] : part.sums) {
      const Part* const first = sum == 0 ? nullptr : known.try_emplace({column->type, sum}, &part).first->second;
      if (first != nullptr && first != &part && has_one_origin(*first, part)) same = first;
    }
    if (same == nullptr) continue;
    found = true;
    context.data_loss(
        "merge.repeated", {.file = part.name},
        "holds the same samples as " + same->name + ": they count twice (did you mean -o " + part.name + "?)");
  }
  return found;
}

void RepeatedInputs::report_sum(Context& context) const {
  struct Total {
    std::uint64_t sum = 0;
    std::size_t parts = 0;
  };
  std::map<const Column*, Total> totals;
  for (const Part& part : parts_) {
    for (const auto& [column, sum] : part.sums) {
      totals[column].sum += sum;
      totals[column].parts += sum != 0 ? 1 : 0;
    }
  }
  for (const Part& part : parts_) {
    const auto is_whole = [&](const Sum& sum) {
      const Total& total = totals[sum.column];
      return sum.value != 0 && total.parts > 2 && sum.value * 2 == total.sum;
    };
    if (part.stacks < enough_stacks || std::none_of(part.sums.begin(), part.sums.end(), is_whole)) continue;
    context.data_loss(
        "merge.repeated", {.file = part.name},
        "holds the sum of the other inputs: their samples count twice (did you mean -o " + part.name + "?)");
  }
}

void RepeatedInputs::report(Context& context) const {
  if (!report_equal(context)) report_sum(context);
}

}  // namespace profconv
