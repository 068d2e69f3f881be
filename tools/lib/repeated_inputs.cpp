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

/// Inputs whose samples are equal: the first of each recording, and of each pair of a format and what it was made from.
class RepeatedInputs::EqualParts {
 public:
  /// Gives the part before it that it is a copy or a conversion of; null: none is. Two runs of a program may give equal
  /// samples. A conversion keeps the time of the recording or comments such as the process id, or changes the format.
  const Part* add(const Part& part) {
    const Part* same = nullptr;
    for (const auto& [format, first] : formats_) {
      if (format != std::pair(part.format, std::string_view(part.source)) && earlier(first, same)) same = first;
    }
    formats_.try_emplace({part.format, part.source}, &part);
    const Part* const commented =
        part.comments.empty() ? &part : comments_.try_emplace(part.comments, &part).first->second;
    if (commented != &part) same = commented;
    const Part* const started = part.start_ns == 0 ? &part : starts_.try_emplace(part.start_ns, &part).first->second;
    if (started != &part) same = started;
    return same;
  }

 private:
  /// Both are of the same list.
  static bool earlier(const Part* a, const Part* b) { return b == nullptr || a < b; }

  std::map<std::pair<std::string_view, std::string_view>, const Part*> formats_;
  std::map<std::vector<std::string>, const Part*> comments_;
  std::map<std::int64_t, const Part*> starts_;
};

std::vector<const RepeatedInputs::Part*> RepeatedInputs::copied_from() const {
  using Entry = std::tuple<std::string_view, std::uint64_t, std::size_t>;  // a value type, its sum, a part
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const auto& [column, sum] : parts_[i].sums) {
      if (sum != 0) entries.emplace_back(column->type, sum, i);
    }
  }
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  std::vector<const Part*> same(parts_.size());
  const auto is_equal = [](const Entry& a, const Entry& b) {
    return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
  };
  for (auto group = entries.begin(), end = group; group != entries.end(); group = end) {
    end = std::find_if(group, entries.end(), [&](const Entry& entry) { return !is_equal(*group, entry); });
    if (end - group == 1) continue;
    EqualParts equal;
    for (; group != end; ++group) {
      const std::size_t part = std::get<2>(*group);
      if (const Part* const first = equal.add(parts_[part])) same[part] = first;
    }
  }
  return same;
}

bool RepeatedInputs::report_equal(Context& context) const {
  const std::vector<const Part*> same = copied_from();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (same[i] == nullptr) continue;
    const std::string& name = parts_[i].name;
    context.data_loss(
        "merge.repeated", {.file = name},
        "holds the same samples as " + same[i]->name + ": they count twice (did you mean -o " + name + "?)");
  }
  return std::any_of(same.begin(), same.end(), [](const Part* part) { return part != nullptr; });
}

/// A merge begins with the first of its inputs.
bool RepeatedInputs::begins_alone(const Part& part) const {
  return std::all_of(parts_.begin(), parts_.end(), [&](const Part& other) {
    return other.start_ns != 0 && (&other == &part || other.start_ns != part.start_ns);
  });
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
    if (begins_alone(part)) continue;
    context.data_loss(
        "merge.repeated", {.file = part.name},
        "holds the sum of the other inputs: their samples count twice (did you mean -o " + part.name + "?)");
  }
}

void RepeatedInputs::report(Context& context) const {
  if (!report_equal(context)) report_sum(context);
}

}  // namespace profconv
