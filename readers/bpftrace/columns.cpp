// SPDX-License-Identifier: Apache-2.0
// Finding columns, and naming them.
#include "readers/bpftrace/columns.h"

#include <algorithm>

#include "core/text/counted.h"
#include "core/text/excerpts.h"
#include "profconv/errors.h"

namespace profconv::bpftrace {

namespace {

bool names_stacks(const std::vector<KeyName>& names) {
  return std::any_of(names.begin(), names.end(), [](const KeyName& name) { return name.is_stack(); });
}

}  // namespace

Columns::Columns(Input& input, ProfileSetBuilder& builder, FrameLines& frames, const Settings& settings,
                 const MapRecords& map)
    : input_(input), builder_(builder), frames_(frames), map_(map), names_(settings.keys_of(map.name)) {
  if (names_ != nullptr && (names_->empty() || !map.has_keys)) names_ = nullptr;
  count_columns();
  name_columns();
  find_owners();
}

/// A string with separators has more parts than there are keys: the record with the fewest has none. Where that does
/// not explain all records, those with fewer parts lack some.
void Columns::count_columns() {
  std::size_t least = map_.records.front().part_count;
  std::size_t most = least;
  for (const Record& record : map_.records) {
    least = std::min<std::size_t>(least, record.part_count);
    most = std::max<std::size_t>(most, record.part_count);
  }
  if (names_ != nullptr && names_stacks(*names_)) least = std::min(least, names_->size());
  columns_.resize(least);
  look_at_parts();
  if (least == most || aligns_all()) return;
  input_.context().data_loss("bpftrace.keys", input_.at_line(map_.records.front().line),
                             "elements of " + map_.name + " have from " + std::to_string(least) + " to " +
                                 std::to_string(most) + " keys: the last are taken to be missing");
  columns_.assign(most, {});
  look_at_parts();
}

bool Columns::aligns_all() {
  return std::all_of(map_.records.begin(), map_.records.end(), [&](const Record& record) {
    return record.part_count == columns_.size() || shortened(map_.parts_of(record));
  });
}

void Columns::look_at_parts() {
  for (const Record& record : map_.records) {
    if (record.part_count > columns_.size()) continue;
    const std::span<const Part> parts = map_.parts_of(record);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].kind == PartKind::stack) columns_[i].is_stack = true;
      if (parts[i].kind == PartKind::text) columns_[i].is_number = false;
    }
  }
}

void Columns::refuse_count(std::size_t scalars, std::size_t stacks) const {
  throw ReadError(input_.at_line(map_.records.front().line),
                  "found " + counted(scalars, "key") + " and " + counted(stacks, "stack") + " in " + map_.name +
                      ", but bpftrace.keys has " + counted(names_->size(), "name") + "; " + map_.name +
                      "=... names those of this map alone");
}

void Columns::name_columns() {
  const bool names_all = names_ != nullptr && names_stacks(*names_);
  const auto stacks = static_cast<std::size_t>(
      std::count_if(columns_.begin(), columns_.end(), [](const Column& column) { return column.is_stack; }));
  const std::size_t scalars = columns_.size() - stacks;
  if (names_ != nullptr && names_->size() != (names_all ? columns_.size() : scalars)) refuse_count(scalars, stacks);
  std::size_t scalar = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    const KeyName* name = nullptr;
    if (names_all) name = &(*names_)[i];
    if (names_ != nullptr && !names_all && !column.is_stack) name = &(*names_)[scalar];
    // A stack that is empty in every record is not seen to be one.
    if (name != nullptr && column.is_stack != name->is_stack()) {
      const bool is_empty = name->is_stack() && column.is_number;
      if (!is_empty) refuse_count(scalars, stacks);
      column.is_stack = true;
    }
    has_stacks_ = has_stacks_ || column.is_stack;
    if (column.is_stack) {
      if (name != nullptr) column.role = name->role;
      continue;
    }
    ++scalar;
    if (name != nullptr) column.role = name->role;
    const bool is_named = name != nullptr && !name->name.empty();
    column.label = builder_.string(is_named ? name->name : "key" + std::to_string(scalar));
  }
}

/// A stack is the kernel's if it has frames that only the kernel has; of two one is the kernel's.
void Columns::find_owners() {
  std::vector<std::int64_t> weights(columns_.size());
  for (const Record& record : map_.records) {
    if (record.part_count > columns_.size()) continue;
    const std::span<const Part> parts = map_.parts_of(record);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].kind == PartKind::stack) weights[i] += frames_.ownership(parts[i].stack());
    }
  }
  std::vector<std::size_t> stacks;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].is_stack) continue;
    stacks.push_back(i);
    const bool is_named = columns_[i].role != KeyRole::label;
    const bool is_kernel = is_named ? columns_[i].role == KeyRole::kstack : weights[i] > 0;
    columns_[i].owner = is_kernel ? FrameKind::kernel : FrameKind::user;
  }
  if (stacks.size() != 2 || columns_[stacks[0]].role != KeyRole::label) return;
  const std::int64_t difference = weights[stacks[0]] - weights[stacks[1]];
  const bool first_is_kernel = difference >= 0;
  columns_[stacks[0]].owner = first_is_kernel ? FrameKind::kernel : FrameKind::user;
  columns_[stacks[1]].owner = first_is_kernel ? FrameKind::user : FrameKind::kernel;
  if (difference != 0) return;
  input_.context().note("bpftrace.stack_order", input_.at_line(map_.records.front().line),
                        "neither stack of " + map_.name +
                            " shows whose it is: the first is read as kstack; name them with bpftrace.keys");
}

bool Columns::has_times() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return column.role == KeyRole::nsecs; });
}

bool Columns::fits(std::span<const Part> parts) const {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartKind kind = parts[i].kind;
    if (kind != PartKind::empty && columns_[i].is_stack != (kind == PartKind::stack)) return false;
    if (kind == PartKind::text && columns_[i].is_number) return false;
  }
  return true;
}

std::string Columns::text_of_part(const Part& part) const {
  if (part.kind == PartKind::number) return std::to_string(part.number);
  if (part.kind != PartKind::text) return {};
  return std::string(builder_.dictionary().string(StringId{static_cast<std::uint32_t>(part.number)}));
}

/// With the parts too many put together in one column.
std::optional<std::vector<Part>> Columns::joined(std::span<const Part> parts, std::size_t column) {
  const std::size_t extra = parts.size() - columns_.size();
  const std::span<const Part> together = parts.subspan(column, extra + 1);
  if (std::any_of(together.begin(), together.end(), [](const Part& part) { return part.kind == PartKind::stack; })) {
    return std::nullopt;
  }
  std::string text;
  for (std::size_t i = 0; i < together.size(); ++i) {
    text.append(i == 0 ? std::string_view() : text_of(map_.separator)).append(text_of_part(together[i]));
  }
  std::vector<Part> all(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(column));
  all.push_back({PartKind::text, 0, builder_.string(text).value});
  all.insert(all.end(), parts.begin() + static_cast<std::ptrdiff_t>(column + extra + 1), parts.end());
  return fits(all) ? std::optional(std::move(all)) : std::nullopt;
}

std::optional<std::vector<Part>> Columns::shortened(std::span<const Part> parts) {
  std::size_t tries = 16;
  for (std::size_t column = 0; column < columns_.size() && tries != 0; ++column) {
    if (columns_[column].is_stack || columns_[column].is_number) continue;
    --tries;
    if (auto all = joined(parts, column)) return all;
  }
  return std::nullopt;
}

std::vector<Part> Columns::aligned(const Record& record) {
  const std::span<const Part> parts = map_.parts_of(record);
  if (parts.size() <= columns_.size()) {
    std::vector<Part> all(parts.begin(), parts.end());
    all.resize(columns_.size());
    return all;
  }
  input_.context().data_loss("bpftrace.joined_keys", input_.at_line(record.line),
                             "a key of " + map_.name + " holds '" + std::string(text_of(map_.separator)) +
                                 "', which separates keys: it may begin or end elsewhere");
  if (auto all = shortened(parts)) return std::move(*all);
  throw ReadError(input_.at_line(record.line), "found " + std::to_string(parts.size()) + " keys in this element of " +
                                                   map_.name + ", expected " + std::to_string(columns_.size()) +
                                                   " as bpftrace.keys names them");
}

std::int64_t Columns::number(const Part& part, const Record& record, std::size_t column) const {
  if (part.kind == PartKind::number) return part.number;
  throw ReadError(input_.at_line(record.line),
                  "found " + in_quotes(text_of_part(part)) + " as key " + std::to_string(column + 1) + " of " +
                      map_.name + ", expected a number for '" +
                      std::string(builder_.dictionary().string(columns_[column].label)) + "' of bpftrace.keys");
}

void Columns::add_label(const Part& part, std::size_t column, std::vector<Label>& labels) {
  Label label{.key = columns_[column].label};
  if (part.kind == PartKind::number && columns_[column].is_number) {
    label.number = part.number;
    label.is_number = true;
  } else {
    label.text = builder_.string(text_of_part(part));
  }
  labels.push_back(label);
}

void Columns::apply(std::span<const Part> parts, const Record& record, SampleKey& key, std::vector<Label>& labels) {
  Thread thread;
  kernel_.clear();
  stack_.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Column& column = columns_[i];
    if (column.is_stack) {
      const bool is_kernel = column.owner == FrameKind::kernel;
      if (parts[i].kind == PartKind::stack) {
        frames_.append(parts[i].stack(), column.owner, is_kernel ? kernel_ : stack_);
      }
    } else if (column.role == KeyRole::pid) {
      thread.pid = number(parts[i], record, i);
    } else if (column.role == KeyRole::tid) {
      thread.tid = number(parts[i], record, i);
    } else if (column.role == KeyRole::comm) {
      thread.thread_name = builder_.string(text_of_part(parts[i]));
    } else if (column.role == KeyRole::nsecs) {
      key.start_ns = number(parts[i], record, i);
    } else if (parts[i].kind != PartKind::empty || i < record.part_count) {
      add_label(parts[i], i, labels);
    }
  }
  // Leaf first: the kernel's frames were called by the program's.
  kernel_.insert(kernel_.end(), stack_.begin(), stack_.end());
  key.stack = builder_.leaf_first(kernel_);
  if (thread != Thread{}) key.thread = builder_.thread(thread);
}

}  // namespace profconv::bpftrace
