// SPDX-License-Identifier: Apache-2.0
// Telling comments apart. What a comment says of ids holds as long as nobody
// has numbered the tables anew.
#include "readers/pprof/comments.h"

#include <algorithm>
#include <utility>

namespace profconv::pprof_in {

namespace {

constexpr std::size_t most_ranges = 16;  ///< of a table; profconv writes one for each kind of entry

template <class Range>
bool lie_within(const std::vector<Range>& ranges, std::size_t count) {
  return ranges.size() <= most_ranges &&
         std::all_of(ranges.begin(), ranges.end(), [&](const Range& range) { return range.last <= count; });
}

/// Whether the profiles share out what the file has; "" or what does not fit.
std::string misfit(const Facts& facts, const ProfileFile& file) {
  if (!lie_within(facts.locations, file.locations.size()) || !lie_within(facts.functions, file.functions.size()) ||
      !lie_within(facts.made_mappings, file.mappings.size())) {
    return "it speaks of ids that the file does not have, or of too many";
  }
  std::uint64_t samples = 0;
  std::uint64_t types = 0;
  for (const ProfileFact& fact : facts.profiles) {
    const std::uint64_t own_types = fact.sample_types.value_or(file.sample_types.size());
    const std::uint64_t own_samples = fact.samples.value_or(file.samples.size());
    if (own_types > file.sample_types.size() - types || own_samples > file.samples.size() - samples) {
      return "its profiles have more samples or values than the file";
    }
    if (!fact.value_types.empty() && fact.value_types.size() != own_types) return "it counts other sample types";
    types += own_types;
    samples += own_samples;
  }
  if (facts.profiles.empty() || (types == file.sample_types.size() && samples == file.samples.size())) return {};
  return "its profiles have fewer samples or values than the file";
}

/// Leaves what does not depend on ids and on the order of samples.
void forget_ids(Facts& facts) {
  facts.locations.clear();
  facts.functions.clear();
  facts.made_mappings.clear();
  if (facts.profiles.size() != 1) facts.profiles.clear();
}

Facts checked_facts(std::string_view text, const Document& document, const ProfileFile& file, Context& context) {
  std::string fault;
  std::optional<Facts> facts = parse_facts(text, fault);
  if (facts && !file.has_comments_before_strings) {
    forget_ids(*facts);
    context.note("pprof.rewritten", document.whole(),
                 "another program has rewritten this file of profconv: the marks of inlined, kernel and unnamed frames "
                 "are lost");
  }
  if (facts) fault = misfit(*facts, file);
  if (fault.empty()) return *std::move(facts);
  context.error("pprof.comment", document.whole(), "the comment #profconv is not used: " + fault);
  return {};
}

}  // namespace

Comments read_comments(const Document& document, const ProfileFile& file, Context& context) {
  Comments comments;
  for (const std::int64_t index : file.comments) {
    comments.of_people.emplace_back(file.string(index, nullptr, "a comment"));
  }
  const auto is_ours = [](const std::string& comment) { return comment.starts_with(facts_mark); };
  const auto last = std::find_if(comments.of_people.rbegin(), comments.of_people.rend(), is_ours);
  if (last != comments.of_people.rend()) {
    comments.facts = checked_facts(std::string_view(*last).substr(facts_mark.size()), document, file, context);
    comments.of_people.erase(std::next(last).base());
  }
  if (comments.facts.profiles.empty()) comments.facts.profiles.emplace_back();
  return comments;
}

}  // namespace profconv::pprof_in
