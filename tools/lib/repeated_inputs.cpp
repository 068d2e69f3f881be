// SPDX-License-Identifier: Apache-2.0
// Two runs of a program may give equal samples. A copy keeps facts about the recording, a conversion changes the
// format.
#include "repeated_inputs.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

#include "core/io/file_identity.h"

namespace profconv {

namespace {

bool is_other_run(const Fingerprint& a, const Fingerprint& b) {
  return (a.start_ns != 0 && b.start_ns != 0 && a.start_ns != b.start_ns) ||
         (a.pid != 0 && b.pid != 0 && a.pid != b.pid);
}

using Inputs = std::vector<const Fingerprint*>;

/// Inputs that have a sum in common, but are no copies of each other.
class EqualInputs {
 public:
  void add(const Fingerprint& input) {
    for (const std::uint64_t fact : input.facts) {
      if (fact != 0) by_fact_[fact].push_back(&input);
    }
    by_format_[{input.format, input.source}].push_back(&input);
  }

  /// The one that this input is a copy or a conversion of; null: none is. `compared` were before, and gets what is now.
  [[nodiscard]] const Fingerprint* find_original(const Fingerprint& input,
                                                 std::set<const Fingerprint*>& compared) const {
    const auto is_same = [&](const Fingerprint* other) {
      return compared.insert(other).second && agree(*other, input);
    };
    for (const std::uint64_t fact : input.facts) {
      const auto known = by_fact_.find(fact);
      if (known == by_fact_.end()) continue;
      const auto same = std::find_if(known->second.begin(), known->second.end(), is_same);
      if (same != known->second.end()) return *same;
    }
    for (const auto& [format, others] : by_format_) {
      if (format == std::pair(input.format, input.source)) continue;
      const auto is_conversion = [&](const Fingerprint* other) {
        return !is_other_run(*other, input) && is_same(other);
      };
      const auto same = std::find_if(others.begin(), others.end(), is_conversion);
      if (same != others.end()) return *same;
    }
    return nullptr;
  }

 private:
  std::map<std::uint64_t, Inputs> by_fact_;
  std::map<std::pair<std::string_view, std::string_view>, Inputs> by_format_;
};

/// The sum of an input by type and dimension, in all of its profiles.
std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> totals_of(const Fingerprint& input) {
  std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> totals;
  for (const auto& [type, sum] : input.sums) totals[{type->type, type->dimension}] += sum;
  return totals;
}

}  // namespace

std::set<std::string> report_named_twice(std::span<const std::string> paths, Context& context) {
  std::set<FileIdentity> known;
  std::set<std::string> twice;
  for (const std::string& path : paths) {
    const auto identity = path == "-" ? identity_of_standard_input() : identity_of(path);
    if (!identity || known.insert(*identity).second) continue;
    twice.insert(path);
    const std::string name = path == "-" ? "<stdin>" : path;
    context.data_loss("merge.repeated", {.file = name}, "the same file is named twice: its samples count twice");
  }
  return twice;
}

std::vector<const Fingerprint*> RepeatedInputs::originals() const {
  struct Entry {
    TypeSum sum;
    std::size_t input;

    bool operator==(const Entry& other) const { return sum == other.sum && input == other.input; }
    bool operator<(const Entry& other) const { return std::tie(sum, input) < std::tie(other.sum, other.input); }
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    for (const TypeSum& sum : inputs_[i].sums) {
      if (sum.value != 0) entries.push_back({sum, i});
    }
  }
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  std::deque<EqualInputs> groups;
  std::map<std::size_t, std::vector<EqualInputs*>> groups_of;  // by input
  for (auto group = entries.begin(), end = group; group != entries.end(); group = end) {
    end = std::find_if(group, entries.end(), [&](const Entry& entry) { return !(entry.sum == group->sum); });
    if (end - group == 1) continue;
    groups.emplace_back();
    for (; group != end; ++group) groups_of[group->input].push_back(&groups.back());
  }
  std::vector<const Fingerprint*> originals(inputs_.size());
  for (const auto& [i, of_input] : groups_of) {
    std::set<const Fingerprint*> compared;
    for (const EqualInputs* group : of_input) {
      if (originals[i] == nullptr) originals[i] = group->find_original(inputs_[i], compared);
    }
    if (originals[i] != nullptr) continue;
    for (EqualInputs* group : of_input) group->add(inputs_[i]);
  }
  return originals;
}

/// A merge begins with the first of its inputs.
bool RepeatedInputs::begins_alone(const Fingerprint& input) const {
  return std::all_of(inputs_.begin(), inputs_.end(), [&](const Fingerprint& other) {
    return other.start_ns != 0 && (&other == &input || other.start_ns != input.start_ns);
  });
}

std::size_t RepeatedInputs::count_others(const Fingerprint& input, const std::vector<bool>& chosen) const {
  std::size_t others = 0;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const auto is_shared = [&](const TypeSum& sum) {
      const auto is_type = [&](const TypeSum& other) { return other.value != 0 && other.is_of_type(sum); };
      return sum.value != 0 && std::any_of(inputs_[i].sums.begin(), inputs_[i].sums.end(), is_type);
    };
    if (!chosen[i] || &inputs_[i] == &input) continue;
    others += std::any_of(input.sums.begin(), input.sums.end(), is_shared) ? 1 : 0;
  }
  return others;
}

std::vector<bool> RepeatedInputs::are_merges(const std::vector<bool>& chosen) const {
  std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> all;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!chosen[i]) continue;
    for (const auto& [type, sum] : totals_of(inputs_[i])) all[type] += sum;
  }
  std::vector<bool> merges(inputs_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Fingerprint& input = inputs_[i];
    if (!chosen[i] || input.has_few_stacks) continue;
    const auto totals = totals_of(input);
    const auto is_half = [&](const auto& total) { return total.second * 2 == all.at(total.first); };
    merges[i] =
        std::all_of(totals.begin(), totals.end(), is_half) && count_others(input, chosen) > 1 && !begins_alone(input);
  }
  return merges;
}

void RepeatedInputs::report(std::span<const InputReport> all, bool to_stdout, Context& context) const {
  const auto name = [&](std::size_t i) -> const std::string& { return all[places_[i]].name; };
  const auto advice = [&](std::size_t i) {
    return to_stdout ? " (did you mean -o " + name(i) + "?)" : "; leave it out";
  };
  const std::vector<const Fingerprint*> original = originals();
  std::vector<bool> is_original(inputs_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    is_original[i] = original[i] == nullptr;
    if (is_original[i]) continue;
    const auto first = static_cast<std::size_t>(original[i] - inputs_.data());
    context.data_loss("merge.repeated", {.file = name(i)},
                      "holds the same samples as " + name(first) + ": they count twice" + advice(i));
  }
  const std::vector<bool> of_all = are_merges(std::vector<bool>(inputs_.size(), true));
  const std::vector<bool> of_originals = are_merges(is_original);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (!is_original[i] || !(of_all[i] || of_originals[i])) continue;
    context.data_loss("merge.repeated", {.file = name(i)},
                      "holds the sum of the other inputs: their samples count twice" + advice(i));
  }
}

}  // namespace profconv
