// SPDX-License-Identifier: Apache-2.0
// Grouping rows by thread, process or label.
#include "writers/top/groups.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/names/frame_names.h"
#include "profconv/errors.h"

namespace profconv::top {

namespace {

constexpr std::string_view without = "[none]";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text.empty() ? std::string(without) : text;
}

std::string process_name(const Dictionary& dictionary, ThreadId id) {
  const Thread& thread = dictionary.thread(id);
  std::string name(dictionary.string(thread.process_name));
  if (thread.pid != Thread::unknown) name.append(name.empty() ? "" : " ").append(std::to_string(thread.pid));
  return name.empty() ? std::string(without) : name;
}

/// The values of a key in a label set, "a, b"; numbers have their unit behind them.
std::string label_value(const Dictionary& dictionary, LabelSetId id, std::string_view key) {
  std::vector<std::string> values;
  for (const Label& label : dictionary.labels(id)) {
    if (dictionary.string(label.key) != key) continue;
    std::string value(label.is_number ? std::to_string(label.number) : dictionary.string(label.text));
    if (label.is_number && label.unit) value.append(" ").append(dictionary.string(label.unit));
    values.push_back(std::move(value));
  }
  return joined(values);
}

void require_key(const Dictionary& dictionary, const Profile& profile, std::string_view key) {
  std::set<std::string> keys{"process", "thread"};
  for (const LabelSetId id : profile.samples.labels) {
    for (const Label& label : dictionary.labels(id)) keys.emplace(dictionary.string(label.key));
  }
  if (keys.contains(std::string(key))) return;
  constexpr std::size_t most = 20;
  const std::size_t more = keys.size() - std::min(keys.size(), most);
  const std::vector<std::string> first(keys.begin(), std::next(keys.begin(), std::ptrdiff_t(keys.size() - more)));
  throw UsageError("no sample has a label '" + one_line(key) + "' to make tables of (there are: " +
                   one_line(joined(first)) + (more == 0 ? "" : " and " + std::to_string(more) + " more") + ")");
}

}  // namespace

std::vector<Group> groups(const Dictionary& dictionary, const Profile& profile, std::size_t type,
                          std::string_view per) {
  if (!per.empty()) require_key(dictionary, profile, per);
  const Samples& samples = profile.samples;
  const auto name_of = [&](std::size_t row) {
    if (per.empty()) return std::string();
    if (per == "thread") return joined(thread_frames(dictionary, samples.thread_of(row)));
    if (per == "process") return process_name(dictionary, samples.thread_of(row));
    return label_value(dictionary, samples.labels_of(row), per);
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
  std::map<std::string, std::size_t> by_name;
  std::vector<Group> all;
  for (std::size_t row = 0; row < samples.size(); ++row) {
    const auto [place, is_new] = known.try_emplace({samples.thread_of(row).value, samples.labels_of(row).value});
    if (is_new) {
      const auto [named, is_new_name] = by_name.try_emplace(name_of(row), all.size());
      if (is_new_name) all.push_back({.name = named->first, .rows = {}});
      place->second = named->second;
    }
    Group& group = all[place->second];
    group.rows.push_back(row);
    if (__builtin_add_overflow(group.total, samples.values[type][row], &group.total)) {
      throw OverflowError("the sum of " + profile.value_types[type].type + " does not fit into 64 bits");
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Group& a, const Group& b) { return a.total > b.total; });
  return all;
}

}  // namespace profconv::top
