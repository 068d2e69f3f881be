// SPDX-License-Identifier: Apache-2.0
// Planning label keys once for all samples, then writing labels row by row.
#include "writers/pprof/labels.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "profconv/comparison.h"
#include "wire/pprof.pb.h"
#include "writers/pprof/unique_names.h"

namespace profconv::pprof {

namespace {

/// What a column is called, and the unit of a column of numbers.
struct ColumnName {
  std::string_view key;
  std::string_view unit;
};
/// Keys that pprof takes for the unit of their numbers; Go's heap profiles have `bytes`.
bool says_its_unit(std::string_view key) {
  constexpr std::array<std::string_view, 3> keys{"bytes", "request", "alignment"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

constexpr std::array<ColumnName, 6> column_names{{{"pid", "count"},
                                                  {"tid", "count"},
                                                  {"comm", ""},
                                                  {"thread_comm", ""},
                                                  {"timestamp_ns", "nanoseconds"},
                                                  {"shared_depth", "count"}}};
constexpr std::string_view reserved_prefix = "pprof::";

/// Keys that pprof keeps for itself, but for the one by which it tells a comparison's base, as we do.
bool is_reserved(std::string_view key) { return key.starts_with(reserved_prefix) && key != base_label_key; }

bool is_column_name(std::string_view key) {
  return std::any_of(column_names.begin(), column_names.end(), [&](const ColumnName& c) { return c.key == key; });
}

}  // namespace

Labels::Labels(const Dictionary& dictionary, std::span<const Profile> profiles, bool as_read, StringTable& strings)
    : dictionary_(dictionary),
      as_read_(as_read),
      strings_(strings),
      keys_(column_count),
      set_begin_(dictionary.label_set_count()) {
  find_columns(profiles);
  find_kinds(profiles);
  const auto texts = dictionary.strings();
  while (std::find(texts.begin(), texts.end(), empty_text_) != texts.end()) empty_text_ += "\"";
  if (as_read) {
    keep_keys();
  } else {
    name_keys();
  }
  rank_keys();
}

void Labels::find_columns(std::span<const Profile> profiles) {
  std::vector<bool> seen(dictionary_.threads().size());
  for (const Profile& profile : profiles) {
    keys_[timestamp_ns].is_used |= !profile.samples.start_ns.empty();
    keys_[shared_depth].is_used |= !profile.samples.shared_depth.empty();
    for (const ThreadId thread : profile.samples.thread) seen[thread.value] = true;
  }
  for (std::uint32_t i = 0; i < seen.size(); ++i) {
    if (!seen[i]) continue;
    const Thread& thread = dictionary_.thread(ThreadId{i});
    keys_[pid].is_used |= thread.pid != Thread::unknown;
    keys_[tid].is_used |= thread.tid != Thread::unknown;
    keys_[comm].is_used |= bool(thread.process_name);
    keys_[thread_comm].is_used |= bool(thread.thread_name);
  }
}

void Labels::find_kinds(std::span<const Profile> profiles) {
  std::vector<bool> seen(dictionary_.label_set_count());
  for (const Profile& profile : profiles) {
    for (const LabelSetId set : profile.samples.labels) {
      if (!set || seen[set.value]) continue;
      seen[set.value] = true;
      add_kinds(set);
    }
  }
}

void Labels::add_kinds(LabelSetId set) {
  set_begin_[set.value] = key_of_label_.size();
  Kind kind;
  for (const Label& label : dictionary_.labels(set)) {
    kind.occurrence = kind.key == label.key ? kind.occurrence + 1 : 0;
    kind.key = label.key;
    kind.is_number = label.is_number;
    kind.unit = label.is_number ? label.unit : StringId{};
    const auto [place, is_new] = key_of_kind_.try_emplace(kind, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) keys_.push_back({.kind = kind, .is_used = true});
    key_of_label_.push_back(place->second);
  }
}

/// Programs that write threads and times write them without units.
void Labels::keep_keys() {
  for (std::uint32_t i = 0; i < column_count; ++i) keys_[i].text = column_names[i].key;
  for (std::size_t i = column_count; i < keys_.size(); ++i) {
    Key& key = keys_[i];
    key.text = dictionary_.string(key.kind.key);
    key.unit = strings_[key.kind.unit];
  }
}

void Labels::name_keys() {
  UniqueNames names;
  for (std::uint32_t i = 0; i < column_count; ++i) {
    Key& key = keys_[i];
    key.text = column_names[i].key;
    if (!key.is_used) continue;
    key.unit = strings_.of(column_names[i].unit);
    key.text = names.take(key.text);
  }
  for (std::size_t i = column_count; i < keys_.size(); ++i) {
    names.reserve(std::string(dictionary_.string(keys_[i].kind.key)));
  }
  for (std::size_t i = column_count; i < keys_.size(); ++i) {
    Key& key = keys_[i];
    key.text = dictionary_.string(key.kind.key);
    if (key.text.empty() || is_reserved(key.text)) key.text.insert(0, "label");
    key.text = names.take(key.text);
    if (!key.kind.is_number || (!key.kind.unit && says_its_unit(key.text))) continue;
    key.unit = key.kind.unit ? strings_[key.kind.unit] : strings_.of("count");
  }
}

void Labels::rank_keys() {
  std::vector<std::uint32_t> order(keys_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return keys_[a].text < keys_[b].text; });
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) keys_[order[rank]].rank = rank;
  for (Key& key : keys_) key.index = key.is_used ? strings_.of(key.text) : 0;
}

void Labels::add_thread(ThreadId id) {
  if (!id) return;
  const Thread& thread = dictionary_.thread(id);
  if (thread.pid != Thread::unknown) entries_.push_back({.key = pid, .number = thread.pid});
  if (thread.tid != Thread::unknown) entries_.push_back({.key = tid, .number = thread.tid});
  if (thread.process_name) entries_.push_back({.key = comm, .text = strings_[thread.process_name]});
  if (thread.thread_name) entries_.push_back({.key = thread_comm, .text = strings_[thread.thread_name]});
}

void Labels::add_set(LabelSetId id) {
  std::size_t at = set_begin_[id.value];
  for (const Label& label : dictionary_.labels(id)) {
    Entry entry{.key = key_of_label_[at++], .number = label.number};
    if (!label.is_number) {
      const bool needs_word = !label.text && !as_read_;
      has_empty_text_ |= needs_word;
      entry.text = needs_word ? strings_.of(empty_text_) : strings_[label.text];
      entry.number = 0;
    }
    entries_.push_back(entry);
  }
}

void Labels::append(const Samples& samples, std::size_t row, WireBytes& sample) {
  entries_.clear();
  add_thread(samples.thread_of(row));
  add_set(samples.labels_of(row));
  if (!samples.start_ns.empty()) entries_.push_back({.key = timestamp_ns, .number = samples.start_ns[row]});
  if (!samples.shared_depth.empty()) entries_.push_back({.key = shared_depth, .number = samples.shared_depth[row]});
  std::sort(entries_.begin(), entries_.end(),
            [&](const Entry& a, const Entry& b) { return keys_[a.key].rank < keys_[b.key].rank; });
  for (const Entry& entry : entries_) {
    const Key& key = keys_[entry.key];
    label_.clear();
    label_.field(wire::pprof::Label::kKeyFieldNumber, static_cast<std::uint64_t>(key.index));
    label_.field(wire::pprof::Label::kStrFieldNumber, static_cast<std::uint64_t>(entry.text));
    label_.field(wire::pprof::Label::kNumFieldNumber, static_cast<std::uint64_t>(entry.number));
    if (entry.text == 0) label_.field(wire::pprof::Label::kNumUnitFieldNumber, static_cast<std::uint64_t>(key.unit));
    sample.field(wire::pprof::Sample::kLabelFieldNumber, label_.view());
  }
}

void Labels::report(Context& context) const {
  for (std::size_t i = column_count; i < keys_.size(); ++i) {
    const std::string_view key = dictionary_.string(keys_[i].kind.key);
    if (keys_[i].text == key) continue;
    context.note("pprof.label_key", {},
                 "some labels '" + std::string(key) + "' are written as '" + keys_[i].text +
                     "': pprof holds one value and one unit a key");
  }
}

nlohmann::json Labels::facts() const {
  nlohmann::json facts;
  if (as_read_) return facts;
  for (std::size_t i = column_count; i < keys_.size(); ++i) {
    const Key& key = keys_[i];
    const std::string_view source_key = dictionary_.string(key.kind.key);
    const bool has_other_unit = key.unit != strings_[key.kind.unit];
    if (key.text == source_key && !has_other_unit && !is_column_name(key.text)) continue;
    nlohmann::json fact = nlohmann::json::object();
    if (key.text != source_key) fact["key"] = source_key;
    if (has_other_unit) fact["unit"] = dictionary_.string(key.kind.unit);
    facts[key.text] = std::move(fact);
  }
  return facts;
}

}  // namespace profconv::pprof
