// SPDX-License-Identifier: Apache-2.0
// The elements of maps, kept until the input ends: only then it shows which parts of keys are stacks, whose they are,
// and what several prints mean.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "profconv/input.h"
#include "profconv/profile_builder.h"
#include "readers/bpftrace/frame_lines.h"
#include "readers/bpftrace/key_text.h"
#include "readers/bpftrace/value_text.h"

namespace profconv::bpftrace {

enum class ValueKind : std::uint8_t { number, average, stats, distribution };
enum class PartKind : std::uint8_t { empty, number, text, stack };

/// A part of a key, taken apart.
struct Part {
  PartKind kind = PartKind::empty;
  std::uint32_t size = 0;   ///< of a stack: its lines
  std::int64_t number = 0;  ///< the number, the id of the text, or where the stack's lines begin

  [[nodiscard]] StackLines stack() const { return {static_cast<std::uint64_t>(number), size}; }
};

/// An element of a map as it was printed once.
struct Record {
  std::uint64_t line = 0;
  std::uint64_t key_hash = 0;
  std::uint64_t parts = 0;   ///< where its parts begin
  std::uint64_t values = 0;  ///< where its values begin: numbers, or the buckets of a distribution
  std::uint32_t part_count = 0;
  std::uint32_t value_count = 0;
  std::uint32_t run = 0;  ///< records of one run follow each other in the input
  std::uint32_t recording = 0;
};

/// The records of one map.
struct MapRecords {
  std::string name;  ///< "@bytes"
  ValueKind kind = ValueKind::number;
  bool has_keys = false;
  Separator separator = Separator::comma_blank;
  std::vector<Record> records;
  std::vector<Part> parts;
  std::vector<std::int64_t> numbers;  ///< of stats(): count and total
  std::vector<Bucket> buckets;
  std::uint32_t runs = 0;
  std::uint64_t runs_begun = 0;  ///< as of Maps::runs_

  [[nodiscard]] std::span<const Part> parts_of(const Record& record) const {
    return std::span(parts).subspan(record.parts, record.part_count);
  }
  [[nodiscard]] std::span<const std::int64_t> numbers_of(const Record& record) const {
    return std::span(numbers).subspan(record.values, record.value_count);
  }
  [[nodiscard]] std::span<const Bucket> buckets_of(const Record& record) const {
    return std::span(buckets).subspan(record.values, record.value_count);
  }
};

/// An element of a map as it is read.
struct Element {
  std::string_view map;
  std::string_view key;
  bool has_key = false;
  std::uint64_t line = 0;
};

/// All maps of an input, in the order of their appearance.
class Maps {
 public:
  Maps(Input& input, ProfileSetBuilder& builder, FrameLines& frames)
      : input_(input), builder_(builder), frames_(frames) {}

  /// Elements that follow belong to another print, even if they are of the same map.
  void begin_run() { ++runs_; }
  /// Elements that follow belong to another recording.
  void begin_recording();
  void set_separator(Separator separator) { separator_ = separator; }

  void add(const Element& element, Number number, ValueKind kind = ValueKind::number);
  void add(const Element& element, const Stats& stats);
  void add(const Element& element, std::span<const Bucket> buckets);

  [[nodiscard]] const std::deque<MapRecords>& all() const { return maps_; }
  /// Whether there is an element of the map, of any kind.
  [[nodiscard]] bool has(std::string_view map) const;
  [[nodiscard]] bool empty() const { return maps_.empty(); }

 private:
  MapRecords& map_of(const Element& element, ValueKind kind);
  Record& begin_record(MapRecords& map, const Element& element);
  [[nodiscard]] Part part_of(const KeyPart& text, const Element& element);
  [[nodiscard]] Part stack_of(std::string_view text, const Element& element);
  void look_for_lines(std::string_view text, std::uint64_t line);
  void add_number(MapRecords& map, Record& record, Number number);
  void report_saturated(Number number, std::uint64_t line);

  Input& input_;
  ProfileSetBuilder& builder_;
  FrameLines& frames_;
  std::deque<MapRecords> maps_;
  std::map<std::tuple<std::string, ValueKind, bool>, MapRecords*, std::less<>> index_;
  MapRecords* last_ = nullptr;
  Separator separator_ = Separator::comma_blank;
  std::uint64_t runs_ = 1;
  std::uint32_t recordings_ = 0;
  std::vector<KeyPart> key_parts_;
  std::uint64_t part_line_ = 0;  ///< the line in which a part of a key begins
};

}  // namespace profconv::bpftrace
