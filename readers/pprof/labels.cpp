// SPDX-License-Identifier: Apache-2.0
// From pprof's labels to the model's.
#include "readers/pprof/labels.h"

#include <algorithm>
#include <string>

namespace profconv::pprof_in {

namespace {

constexpr std::array<std::string_view, 6> usual_keys{"pid",         "tid",          "comm",
                                                     "thread_comm", "timestamp_ns", "shared_depth"};

}  // namespace

Labels::Labels(const Document& document, const ProfileFile& file, const Facts& facts, ProfileSetBuilder& builder,
               Context& context)
    : document_(document),
      file_(file),
      facts_(facts),
      builder_(builder),
      context_(context),
      keys_(file.strings.size()) {
  const auto has_key = [&](std::string_view key) {
    return std::find(file.strings.begin(), file.strings.end(), key) != file.strings.end();
  };
  has_times_ = has_key(usual_keys[timestamp_ns]);
  has_depths_ = has_key(usual_keys[shared_depth]);
}

const Labels::Key& Labels::key_of(std::int64_t index) {
  Key& key = keys_[static_cast<std::size_t>(index)];
  if (key.is_known) return key;
  key.is_known = true;
  const std::string_view text = file_.strings[static_cast<std::size_t>(index)];
  if (const auto fact = facts_.labels.find(text); fact != facts_.labels.end()) {
    key.fact = &fact->second;
  } else {
    key.role = static_cast<Role>(std::find(usual_keys.begin(), usual_keys.end(), text) - usual_keys.begin());
  }
  return key;
}

/// A text that is empty looks like a number that is 0: nothing of either is in the file. What else is labelled by the
/// key tells.
bool Labels::has_texts(std::int64_t key) {
  if (texts_of_.empty()) find_texts();
  return texts_of_[static_cast<std::size_t>(key)];
}

void Labels::find_texts() {
  texts_of_.resize(file_.strings.size());
  for (const std::string_view sample : file_.samples) {
    document_.for_each_field(sample, "a sample", [&](const Field& field) {
      if (field.number != 3) return;
      std::int64_t key = 0;
      std::int64_t text = 0;
      document_.for_each_field(document_.text(field, "Sample.label"), "a label", [&](const Field& inner) {
        if (inner.number == 1) key = document_.integer(inner, "Label.key");
        if (inner.number == 2) text = document_.integer(inner, "Label.str");
      });
      static_cast<void>(file_.string(key, field.place, "Label.key"));
      if (text != 0) texts_of_[static_cast<std::size_t>(key)] = true;
    });
  }
}

void Labels::add(const Field& field) {
  Entry entry{.place = field.place};
  std::int64_t text = 0;
  std::int64_t unit = 0;
  document_.for_each_field(document_.text(field, "Sample.label"), "a label", [&](const Field& inner) {
    if (inner.number == 1) entry.key = document_.integer(inner, "Label.key");
    if (inner.number == 2) text = document_.integer(inner, "Label.str");
    if (inner.number == 3) entry.number = document_.integer(inner, "Label.num");
    if (inner.number == 4) unit = document_.integer(inner, "Label.num_unit");
  });
  static_cast<void>(file_.string(entry.key, field.place, "Label.key"));
  entry.text = file_.string(text, field.place, "Label.str");
  entry.unit = file_.string(unit, field.place, "Label.num_unit");
  const bool is_bare = text == 0 && entry.number == 0 && unit == 0;
  entry.role = key_of(entry.key).role;
  entry.is_number = text == 0 && !(is_bare && entry.role == plain && has_texts(entry.key));
  if (!entry.is_number) entry.unit = {};
  if (!has_usual_form(entry)) entry.role = plain;
  entries_.push_back(entry);
  report_odd(entry, text != 0, entry.number != 0 || unit != 0);
}

void Labels::report_odd(const Entry& entry, bool has_text, bool has_number) {
  if (has_text && has_number) {
    context_.data_loss("pprof.label_both", document_.at(entry.place),
                       "a label has a text and a number; the number was left "
                       "out, as go tool pprof does");
  } else if (!has_text && !has_number && entry.is_number && entry.role == plain) {
    context_.note("pprof.label_zero", document_.at(entry.place),
                  "a label has no value: taken for the number 0, which go tool "
                  "pprof leaves out");
  }
}

bool Labels::has_usual_form(const Entry& entry) const {
  const bool is_count = entry.is_number && (entry.unit.empty() || entry.unit == "count");
  switch (entry.role) {
    case pid:
    case tid:
      return is_count && entry.number != Thread::unknown;
    case comm:
    case thread_comm:
      return !entry.is_number && !entry.text.empty();
    case timestamp_ns:
      return entry.is_number && (entry.unit.empty() || entry.unit == "nanoseconds");
    case shared_depth:
      return is_count && entry.number >= 0 && entry.number <= UINT32_MAX;
    default:
      return true;
  }
}

void Labels::find_duplicates() {
  count_of_role_.fill(0);
  for (const Entry& entry : entries_) ++count_of_role_[entry.role];
}

void Labels::fill_column(const Entry& entry, SampleKey& key) {
  switch (entry.role) {
    case pid:
      return void(thread_.pid = entry.number);
    case tid:
      return void(thread_.tid = entry.number);
    case comm:
      return void(thread_.process_name = builder_.string(entry.text));
    case thread_comm:
      return void(thread_.thread_name = builder_.string(entry.text));
    case timestamp_ns:
      return void(key.start_ns = entry.number);
    default:
      return void(key.shared_depth = static_cast<std::uint32_t>(entry.number));
  }
}

void Labels::add_plain(const Entry& entry) {
  LabelText label{.key = file_.strings[static_cast<std::size_t>(entry.key)],
                  .text = entry.text,
                  .unit = entry.unit,
                  .number = entry.is_number ? entry.number : 0,
                  .is_number = entry.is_number};
  if (const LabelFact* const fact = keys_[static_cast<std::size_t>(entry.key)].fact; fact != nullptr) {
    if (fact->key) label.key = *fact->key;
    if (fact->unit && label.is_number) label.unit = *fact->unit;
  }
  if (!label.is_number && facts_.empty_text && label.text == *facts_.empty_text) label.text = {};
  plain_.push_back(label);
}

void Labels::fill(const LabelColumns& columns, SampleKey& key) {
  if (entries_.empty()) return;
  find_duplicates();
  thread_ = {};
  plain_.clear();
  for (const Entry& entry : entries_) {
    const bool has_column = (entry.role != timestamp_ns || columns.start_ns) &&
                            (entry.role != shared_depth || columns.shared_depth) && entry.role != plain;
    if (has_column && count_of_role_[entry.role] == 1) {
      fill_column(entry, key);
    } else {
      add_plain(entry);
    }
  }
  if (thread_ != Thread{}) key.thread = builder_.thread(thread_);
  if (!plain_.empty()) key.labels = builder_.labels(plain_);
}

LabelColumns Labels::find_columns(const std::string_view* begin, const std::string_view* end) {
  LabelColumns columns;
  columns.start_ns = has_times_ && begin != end;
  columns.shared_depth = has_depths_ && begin != end;
  for (; begin != end && (columns.start_ns || columns.shared_depth); ++begin) {
    begin_sample();
    document_.for_each_field(*begin, "a sample", [&](const Field& field) {
      if (field.number == 3) add(field);
    });
    find_duplicates();
    columns.start_ns = columns.start_ns && count_of_role_[timestamp_ns] == 1;
    columns.shared_depth = columns.shared_depth && count_of_role_[shared_depth] == 1;
    for (const Entry& entry : entries_) {
      if (entry.role != timestamp_ns) continue;
      columns.first_ns = std::min(columns.first_ns, entry.number);
      columns.last_ns = std::max(columns.last_ns, entry.number);
    }
  }
  return columns;
}

}  // namespace profconv::pprof_in
