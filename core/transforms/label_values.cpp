// SPDX-License-Identifier: Apache-2.0
// Looking labels up.
#include "core/transforms/label_values.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>
#include <utility>

namespace profconv {

namespace {

constexpr std::array<std::pair<std::string_view, LabelColumn>, 5> columns{{{"pid", LabelColumn::pid},
                                                                           {"tid", LabelColumn::tid},
                                                                           {"execname", LabelColumn::process},
                                                                           {"comm", LabelColumn::process},
                                                                           {"thread", LabelColumn::thread}}};

template <class IdType>
std::vector<IdType> distinct(const std::vector<IdType>& column, std::size_t table_size) {
  std::vector<bool> seen(table_size);
  std::vector<IdType> ids;
  for (const IdType id : column) {
    if (!id || seen[id.value]) continue;
    seen[id.value] = true;
    ids.push_back(id);
  }
  return ids;
}

std::string number_text(std::int64_t number) { return number == Thread::unknown ? "" : std::to_string(number); }

/// Empty: the thread does not say.
std::string column_text(const Dictionary& dictionary, LabelColumn column, ThreadId id) {
  const Thread& thread = dictionary.thread(id);
  switch (column) {
    case LabelColumn::none:
      return {};
    case LabelColumn::pid:
      return number_text(thread.pid);
    case LabelColumn::tid:
      return number_text(thread.tid);
    case LabelColumn::process:
      return std::string(dictionary.string(thread.process_name));
    case LabelColumn::thread:
      return std::string(dictionary.string(thread.thread_name));
  }
  return {};
}

/// A set's labels are sorted by key.
std::span<const Label> labels_of_key(const Dictionary& dictionary, LabelSetId set, std::string_view key) {
  const auto all = dictionary.labels(set);
  const auto begin = std::lower_bound(all.begin(), all.end(), key, [&](const Label& label, std::string_view wanted) {
    return dictionary.string(label.key) < wanted;
  });
  const auto end =
      std::find_if(begin, all.end(), [&](const Label& label) { return dictionary.string(label.key) != key; });
  return {begin, end};
}

}  // namespace

LabelColumn label_column(std::string_view key) {
  const auto* const found = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.first == key; });
  return found == columns.end() ? LabelColumn::none : found->second;
}

std::optional<std::string> label_value(const Dictionary& dictionary, std::string_view key, LabelSetId labels,
                                       ThreadId thread) {
  std::optional<std::string> text;
  for (const Label& label : labels_of_key(dictionary, labels, key)) {
    if (text) {
      text->append(",");
    } else {
      text.emplace();
    }
    text->append(label.is_number ? std::to_string(label.number) : std::string(dictionary.string(label.text)));
    if (label.is_number && label.unit) text->append(" ").append(dictionary.string(label.unit));
  }
  if (text) return text;
  std::string of_column = column_text(dictionary, label_column(key), thread);
  if (of_column.empty()) return std::nullopt;
  return of_column;
}

LabelsInUse::LabelsInUse(const Dictionary& dictionary, const Profile& profile)
    : dictionary_(dictionary),
      label_sets_(distinct(profile.samples.labels, dictionary.label_set_count())),
      threads_(distinct(profile.samples.thread, dictionary.threads().size())) {}

bool LabelsInUse::has(std::string_view key) const {
  const LabelColumn column = label_column(key);
  return std::any_of(label_sets_.begin(), label_sets_.end(),
                     [&](LabelSetId set) { return !labels_of_key(dictionary_, set, key).empty(); }) ||
         std::any_of(threads_.begin(), threads_.end(),
                     [&](ThreadId thread) { return !column_text(dictionary_, column, thread).empty(); });
}

std::vector<std::string_view> LabelsInUse::keys() const {
  std::vector<std::string_view> keys;
  for (const LabelSetId set : label_sets_) {
    for (const Label& label : dictionary_.labels(set)) keys.push_back(dictionary_.string(label.key));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  const auto end_of_labels = static_cast<std::ptrdiff_t>(keys.size());
  for (const auto& [key, column] : columns) {
    const bool is_label = std::binary_search(keys.begin(), keys.begin() + end_of_labels, key);
    if (key != "comm" && !is_label && has(key)) keys.push_back(key);
  }
  return keys;
}

UsageError no_such_label(std::string_view key, const std::vector<LabelsInUse>& in_use) {
  constexpr std::size_t most = 20;
  std::unordered_set<std::string_view> keys;
  std::string known;
  for (const LabelsInUse& labels : in_use) {
    for (const std::string_view other : labels.keys()) {
      if (!keys.insert(other).second || keys.size() > most) continue;
      known.append(known.empty() ? "there are: " : ", ").append(other);
    }
  }
  if (keys.size() > most) known.append(" and " + std::to_string(keys.size() - most) + " more");
  return UsageError("no sample has a label '" + one_line(key) + "' (" +
                    (known.empty() ? "none has any" : one_line(known)) + ")");
}

}  // namespace profconv
