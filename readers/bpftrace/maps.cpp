// SPDX-License-Identifier: Apache-2.0
// Taking keys apart and keeping values.
#include "readers/bpftrace/maps.h"

#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "core/text/integers.h"
#include "profconv/errors.h"

namespace profconv::bpftrace {

void Maps::begin_recording() {
  ++recordings_;
  begin_run();
}

bool Maps::has(std::string_view map) const {
  const auto place = index_.lower_bound({std::string(map), ValueKind::number, false});
  return place != index_.end() && std::get<0>(place->first) == map;
}

MapRecords& Maps::map_of(const Element& element, ValueKind kind) {
  if (last_ != nullptr && last_->name == element.map && last_->kind == kind && last_->has_keys == element.has_key) {
    return *last_;
  }
  const auto [place, is_new] = index_.try_emplace({std::string(element.map), kind, element.has_key}, nullptr);
  if (is_new) {
    place->second = &maps_.emplace_back();
    place->second->name = element.map;
    place->second->kind = kind;
    place->second->has_keys = element.has_key;
    place->second->separator = separator_;
  }
  return *place->second;
}

Record& Maps::begin_record(MapRecords& map, const Element& element) {
  if (&map != last_) begin_run();
  last_ = &map;
  if (map.runs_begun != runs_) ++map.runs;
  map.runs_begun = runs_;
  Record record{.line = element.line,
                .key_hash = hash_bytes(element.key),
                .parts = map.parts.size(),
                .values = map.kind == ValueKind::distribution ? map.buckets.size() : map.numbers.size(),
                .run = map.runs,
                .recording = recordings_};
  if (element.has_key) {
    split_key(element.key, separator_, key_parts_);
    part_line_ = element.line;
    for (const KeyPart& part : key_parts_) map.parts.push_back(part_of(part, element));
    record.part_count = static_cast<std::uint32_t>(key_parts_.size());
  }
  return map.records.emplace_back(record);
}

Part Maps::part_of(const KeyPart& part, const Element& element) {
  if (part.is_stack) return stack_of(part.text, element);
  if (part.text.empty()) return {};
  // A number with leading zeros is a text, as its zeros mean something.
  const auto number = parse_integer<std::int64_t>(part.text);
  if (number && std::to_string(*number) == part.text) return {PartKind::number, 0, *number};
  if (part.text.find('\n') != std::string_view::npos) look_for_lines(part.text, element.line);
  return {PartKind::text, 0, builder_.string(part.text).value};
}

/// Reports a frame in the text of a key, and a number that is wrapped. A tuple may hold a stack.
void Maps::look_for_lines(std::string_view text, std::uint64_t line) {
  const bool is_tuple = text.starts_with('(') || text.starts_with('{') || text.starts_with('[');
  bool is_number = true;
  bool is_found = is_tuple;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view each = rest.substr(0, rest.find('\n'));
    const std::string_view inside = without_blanks_around(each);
    is_number = is_number && parse_integer<std::uint64_t>(inside);
    const bool is_below = each.data() != text.data();
    if (is_below) ++part_line_;
    rest.remove_prefix(std::min(each.size() + 1, rest.size()));
    const bool is_indented = each.starts_with("    ") || each.starts_with('\t');
    if (is_found || !is_below || !is_indented || !looks_like_frame(inside)) continue;
    is_found = true;
    input_.context().data_loss(
        "bpftrace.text_in_key", input_.at_line(line),
        in_quotes(inside, 40) + " looks like a frame, but is read as text: a line above it may be other text");
  }
  if (text.ends_with('\n')) ++part_line_;
  if (is_number && !is_found) {
    input_.context().data_loss("bpftrace.text_in_key", input_.at_line(line),
                               in_quotes(text, 40) + " in a key may be one number on two lines: it is read as text");
  }
}

Part Maps::stack_of(std::string_view text, const Element& element) {
  const bool is_json = separator_ == Separator::comma;
  frames_.begin_stack();
  std::string_view rest = text.substr(1);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++part_line_;
    if (is_json && lacks_blanks(line)) {
      input_.context().data_loss(
          "bpftrace.blanks", input_.at_line(element.line),
          "this bpftrace leaves the blanks out of JSON's keys: names are joined; its text has them");
    }
    const std::string_view frame = without_blanks_around(line);
    if (!frame.empty()) frames_.add(frame, {is_json ? element.line : part_line_, line.front()});
  }
  if (text.ends_with('\n')) ++part_line_;
  const StackLines stack = frames_.stack();
  if (frames_.has_failure(stack)) {
    input_.context().data_loss("bpftrace.unwind", input_.at_line(element.line),
                               "'<unwind failure>' in a stack: its frames towards the root are missing");
  }
  return {PartKind::stack, stack.size, static_cast<std::int64_t>(stack.begin)};
}

void Maps::report_saturated(Number number, std::uint64_t line) {
  if (!number.saturated) return;
  input_.context().data_loss("bpftrace.saturated", input_.at_line(line),
                             "a value overflows a signed 64-bit integer; the nearest value is used");
}

void Maps::add_number(MapRecords& map, Record& record, Number number) {
  report_saturated(number, record.line);
  map.numbers.push_back(number.value);
  ++record.value_count;
}

void Maps::add(const Element& element, Number number, ValueKind kind) {
  MapRecords& map = map_of(element, kind);
  add_number(map, begin_record(map, element), number);
}

void Maps::add(const Element& element, const Stats& stats) {
  MapRecords& map = map_of(element, ValueKind::stats);
  Record& record = begin_record(map, element);
  add_number(map, record, stats.count);
  add_number(map, record, stats.total);
}

void Maps::add(const Element& element, std::span<const Bucket> buckets) {
  MapRecords& map = map_of(element, ValueKind::distribution);
  Record& record = begin_record(map, element);
  for (const Bucket& bucket : buckets) {
    report_saturated(bucket.count, record.line);
    map.buckets.push_back(bucket);
    ++record.value_count;
  }
}

}  // namespace profconv::bpftrace
