// SPDX-License-Identifier: Apache-2.0
// Naming keys, and proposing names for them.
#include "readers/dtrace/aggregations/keys.h"

#include <algorithm>

namespace profconv::dtrace {

namespace {

constexpr std::int64_t most_pids = std::int64_t{1} << 22;
/// A time in nanoseconds since the system started, a second or more ago.
constexpr std::int64_t least_time = 1'000'000'000;

const char* kind_name(ColumnKind kind) { return kind == ColumnKind::text ? "text" : "number"; }

std::string columns_found(const Record& record) {
  if (record.columns.empty()) return "no scalar key";
  std::string text;
  for (const Column& column : record.columns) text.append(text.empty() ? "" : ",").append(kind_name(column.kind));
  return std::to_string(record.columns.size()) + (record.columns.size() == 1 ? " scalar key (" : " scalar keys (") +
         text + ")";
}

std::string columns_named(const std::vector<KeyName>& names) {
  std::string text;
  for (const KeyName& name : names) text.append(text.empty() ? "" : ",").append(name.name.empty() ? "-" : name.name);
  return text;
}

}  // namespace

void KeyColumns::check_count(const Record& record) const {
  if (names_.empty() || names_.size() == record.columns.size()) return;
  report_.fail(record.line, "found a record with " + columns_found(record) + ", expected " +
                                std::to_string(names_.size()) + " for dtrace.keys=" + columns_named(names_));
}

std::int64_t KeyColumns::number(const Record& record, std::size_t column) const {
  if (record.columns[column].kind == ColumnKind::text) {
    report_.fail(record.line, "found the text '" + std::string(record.text_of(record.columns[column]).substr(0, 80)) +
                                  "' as key " + std::to_string(column + 1) + ", expected a number for '" +
                                  names_[column].name + "' of dtrace.keys=" + columns_named(names_));
  }
  return record.columns[column].number.value;
}

StringId KeyColumns::label_key(std::size_t column) {
  if (column >= label_keys_.size()) label_keys_.resize(column + 1);
  StringId& key = label_keys_[column];
  if (!key) {
    const bool is_named = !names_.empty() && names_[column].role == KeyRole::label && !names_[column].name.empty();
    key = builder_.string(is_named ? names_[column].name : "key" + std::to_string(column + 1));
  }
  return key;
}

void KeyColumns::add_label(const Record& record, std::size_t column, std::vector<Label>& labels) {
  const Column& c = record.columns[column];
  Label label{.key = label_key(column)};
  if (c.kind == ColumnKind::text) {
    label.text = builder_.string(record.text_of(c));
  } else {
    label.number = c.number.value;
    label.is_number = true;
  }
  labels.push_back(label);
}

void KeyColumns::apply(const Record& record, SampleKey& key, std::vector<Label>& labels) {
  check_count(record);
  Thread thread;
  for (std::size_t i = 0; i < record.columns.size(); ++i) {
    switch (names_.empty() ? KeyRole::label : names_[i].role) {
      case KeyRole::pid:
        thread.pid = number(record, i);
        break;
      case KeyRole::tid:
        thread.tid = number(record, i);
        break;
      case KeyRole::execname:
        thread.process_name = builder_.string(record.text_of(record.columns[i]));
        break;
      case KeyRole::timestamp:
      case KeyRole::walltimestamp:
        // What `%Y` printed is a date of a time zone that is not known.
        if (record.columns[i].kind == ColumnKind::text && record.format != 0) {
          add_label(record, i, labels);
        } else {
          key.start_ns = number(record, i);
        }
        break;
      case KeyRole::perhaps_timestamp:
      case KeyRole::label:
        add_label(record, i, labels);
        break;
    }
  }
  set_thread(thread, key);
}

void KeyColumns::set_thread(const Thread& thread, SampleKey& key) {
  if (thread != last_thread_) {
    last_thread_ = thread;
    last_thread_id_ = builder_.thread(thread);
  }
  key.thread = last_thread_id_;
}

void KeyColumns::describe(Metadata& metadata) const {
  for (const KeyName& name : names_) {
    if (name.role == KeyRole::timestamp) metadata.clock = Clock::monotonic;
    if (name.role == KeyRole::walltimestamp) metadata.clock = Clock::epoch;
  }
}

void KeyGuess::observe(const Record& record) {
  columns_.resize(std::max(columns_.size(), record.columns.size()));
  for (std::size_t i = 0; i < record.columns.size(); ++i) {
    const Column& column = record.columns[i];
    const std::int64_t value = column.number.value;
    Seen& seen = columns_[i];
    seen.kind = column.kind;
    if (records_ == 0) {
      seen.least = seen.most = value;
    } else if (value > seen.last) {
      ++seen.rises;
    }
    seen.least = std::min(seen.least, value);
    seen.most = std::max(seen.most, value);
    seen.last = value;
    const bool has_next = i + 1 < record.columns.size();
    seen.below_next = seen.below_next && has_next && value <= record.columns[i + 1].number.value && value < most_pids;
  }
  ++records_;
}

/// Times are large, mostly rise, and are apart from one another.
bool KeyGuess::looks_like_time(const Seen& seen) const {
  constexpr std::int64_t least_gap = 1'000;
  return seen.kind == ColumnKind::quad && seen.least >= least_time && seen.rises * 2 >= records_ &&
         (seen.most - seen.least) / least_gap >= static_cast<std::int64_t>(records_) - 1;
}

/// Process ids are small; threads have larger ones, if not on all systems, and of 8 bytes on some.
bool KeyGuess::looks_like_pid(const Seen& seen, const Seen& next, bool after_time) {
  if (seen.kind != ColumnKind::word || seen.least <= 0 || next.least <= 0) return false;
  if (next.kind == ColumnKind::word) return seen.below_next || after_time;
  return next.kind == ColumnKind::quad && after_time;
}

std::string KeyGuess::proposal() const {
  if (records_ < 2) return {};
  std::string names;
  bool has_time = false;
  bool has_pid = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Seen& seen = columns_[i];
    std::string name = "-";
    if (!has_time && looks_like_time(seen)) {
      name = "timestamp";
      has_time = true;
    } else if (!has_pid && i + 1 < columns_.size() && looks_like_pid(seen, columns_[i + 1], has_time)) {
      names.append(names.empty() ? "" : ",").append("pid");
      name = "tid";
      has_pid = true;
      ++i;
    }
    names.append(names.empty() ? "" : ",").append(name);
  }
  return has_time || has_pid ? names : std::string();
}

}  // namespace profconv::dtrace
