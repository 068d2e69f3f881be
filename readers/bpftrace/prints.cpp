// SPDX-License-Identifier: Apache-2.0
// Telling prints that hold one another from those that begin again.
#include "readers/bpftrace/prints.h"

#include <algorithm>
#include <limits>
#include <span>
#include <unordered_map>

namespace profconv::bpftrace {

namespace {

/// What bpftrace sorts the elements of a print by: the number, the average of stats(), the counts of a distribution.
std::int64_t weight_of(const MapRecords& map, const Record& record) {
  if (map.kind == ValueKind::stats) {
    const std::span<const std::int64_t> stats = map.numbers_of(record);
    return stats[0] > 0 ? stats[1] / stats[0] : 0;
  }
  if (map.kind != ValueKind::distribution) return map.numbers_of(record)[0];
  std::int64_t sum = 0;
  for (const Bucket& bucket : map.buckets_of(record)) {
    if (__builtin_add_overflow(sum, bucket.count.value, &sum)) return std::numeric_limits<std::int64_t>::max();
  }
  return sum;
}

/// Whether records may be of several prints, each of which holds the keys of the one before.
bool may_be_prints(std::span<const Record> records) {
  std::unordered_map<std::uint64_t, std::size_t> prints;  // the last in which a key was, from 1
  std::size_t current = 1;
  std::size_t size = 0;
  std::size_t held = 0;  // of the keys of the print before
  std::size_t size_before = 0;
  for (const Record& record : records) {
    std::size_t& print = prints[record.key_hash];
    if (print == current) {
      if (held != size_before) return false;
      size_before = size;
      size = held = 0;
      ++current;
    }
    if (print != 0 && print + 1 == current) ++held;
    print = current;
    ++size;
  }
  return current != 1 && held == size_before;
}

/// Splits the records of one run.
class RunSplit {
 public:
  RunSplit(const MapRecords& map, std::size_t begin, std::size_t end, Prints prints)
      : map_(map), begin_(begin), end_(end), prints_(prints) {}

  void append_ends(PrintEnds& ends) {
    std::unordered_map<std::uint64_t, std::size_t> times;
    std::size_t most = 0;
    for (std::size_t i = begin_; i < end_; ++i) most = std::max(most, ++times[map_.records[i].key_hash]);
    if (most > 1) {
      const PrintEnds within = has_stacks() ? ends_with_stacks(times) : ends_of_scalars(most);
      ends.insert(ends.end(), within.begin(), within.end());
    }
    ends.push_back(end_);
  }

 private:
  using Times = std::unordered_map<std::uint64_t, std::size_t>;

  /// Whether a part is a stack, or may be one that is empty.
  [[nodiscard]] bool has_stacks() const {
    const auto is_scalar = [](const Part& part) {
      return part.kind == PartKind::number || part.kind == PartKind::text;
    };
    for (std::size_t i = begin_; i < end_; ++i) {
      const std::span<const Part> parts = map_.parts_of(map_.records[i]);
      if (!std::all_of(parts.begin(), parts.end(), is_scalar)) return true;
    }
    return false;
  }

  [[nodiscard]] PrintEnds ends_of_scalars(std::size_t most) const {
    PrintEnds falls = ends_at_falls();
    return falls.size() + 1 == most && keys_differ(falls) ? falls : ends_at_repeats();
  }

  /// Values that never fall are those of one print, unless all its keys come again as often.
  [[nodiscard]] PrintEnds ends_with_stacks(const Times& times) const {
    PrintEnds falls = ends_at_falls();
    if (!falls.empty()) return falls;
    if (prints_ == Prints::last && may_be_prints(std::span(map_.records).subspan(begin_, end_ - begin_))) {
      return ends_at_repeats();
    }
    if (times.size() < 2) return falls;
    const std::size_t prints = times.begin()->second;
    const auto is_same = [&](const auto& key) { return key.second == prints; };
    if (!std::all_of(times.begin(), times.end(), is_same)) return falls;
    PrintEnds repeats = ends_at_repeats();
    return repeats.size() + 1 == prints ? repeats : falls;
  }

  [[nodiscard]] PrintEnds ends_at_falls() const {
    PrintEnds ends;
    for (std::size_t i = begin_ + 1; i < end_; ++i) {
      if (weight_of(map_, map_.records[i]) < weight_of(map_, map_.records[i - 1])) ends.push_back(i);
    }
    return ends;
  }

  [[nodiscard]] PrintEnds ends_at_repeats() const {
    PrintEnds ends;
    std::unordered_map<std::uint64_t, std::size_t> prints;  // the last in which a key was, from 1
    for (std::size_t i = begin_; i < end_; ++i) {
      std::size_t& print = prints[map_.records[i].key_hash];
      if (print == ends.size() + 1) ends.push_back(i);
      print = ends.size() + 1;
    }
    return ends;
  }

  [[nodiscard]] bool keys_differ(const PrintEnds& ends) const {
    std::unordered_map<std::uint64_t, std::size_t> prints;
    auto next = ends.begin();
    std::size_t current = 1;
    for (std::size_t i = begin_; i < end_; ++i) {
      if (next != ends.end() && *next == i) {
        ++current;
        ++next;
      }
      std::size_t& print = prints[map_.records[i].key_hash];
      if (print == current) return false;
      print = current;
    }
    return true;
  }

  const MapRecords& map_;
  std::size_t begin_;
  std::size_t end_;
  Prints prints_;
};

/// The prints of one recording.
class Recording {
 public:
  Recording(const MapRecords& map, std::span<const std::size_t> ends, std::size_t begin)
      : map_(map), ends_(ends), begin_(begin) {}

  /// The first record of the first print that has a key of an earlier one; none: 0 is no such record.
  [[nodiscard]] std::size_t first_again() const {
    std::unordered_map<std::uint64_t, std::size_t> prints;
    for (std::size_t print = 0; print < ends_.size(); ++print) {
      for (std::size_t i = begin_of(print); i < ends_[print]; ++i) {
        const auto [place, is_new] = prints.try_emplace(map_.records[i].key_hash, print);
        if (!is_new && place->second != print) return begin_of(print);
      }
    }
    return 0;
  }

  /// Whether each print holds the one before: no key vanishes and no value falls, but one rises. Of two prints that are
  /// equal the second is that of the end.
  [[nodiscard]] bool never_falls() const {
    Values before = values_of(0);
    bool rises = ends_.size() == 2;
    for (std::size_t print = 1; print < ends_.size(); ++print) {
      Values now = values_of(print);
      rises = rises || now.size() > before.size();
      for (const auto& [key, value] : before) {
        const auto found = now.find(key);
        if (found == now.end() || falls(value, found->second)) return false;
        rises = rises || found->second.count > value.count;
      }
      before.swap(now);
    }
    return rises;
  }

  /// Leaves each key the records of the last print that has it.
  void keep_last(std::vector<bool>& counts) const {
    std::unordered_map<std::uint64_t, std::size_t> last;
    for (std::size_t print = ends_.size(); print-- > 0;) {
      for (std::size_t i = begin_of(print); i < ends_[print]; ++i) {
        counts[i] = last.try_emplace(map_.records[i].key_hash, print).first->second == print;
      }
    }
  }

 private:
  struct Value {
    std::int64_t count = 0;  ///< of stats() or a bucket, or the number
    std::int64_t total = 0;  ///< of stats()
  };
  using Values = std::unordered_map<std::uint64_t, Value>;

  /// A total may rise and fall, but not while nothing is counted.
  static bool falls(const Value& before, const Value& now) {
    return now.count < before.count || (now.count == before.count && now.total != before.total);
  }

  [[nodiscard]] std::size_t begin_of(std::size_t print) const { return print == 0 ? begin_ : ends_[print - 1]; }

  /// By key, and by bucket.
  [[nodiscard]] Values values_of(std::size_t print) const {
    Values values;
    for (std::size_t i = begin_of(print); i < ends_[print]; ++i) {
      const Record& record = map_.records[i];
      if (map_.kind == ValueKind::distribution) {
        for (const Bucket& bucket : map_.buckets_of(record)) {
          add(bucket.count.value, values[bucket_hash(record.key_hash, bucket)].count);
        }
        continue;
      }
      const std::span<const std::int64_t> numbers = map_.numbers_of(record);
      Value& value = values[record.key_hash];
      add(numbers.front(), value.count);
      if (numbers.size() > 1) add(numbers[1], value.total);
    }
    return values;
  }

  static std::uint64_t bucket_hash(std::uint64_t key, const Bucket& bucket) {
    constexpr std::int64_t open = std::numeric_limits<std::int64_t>::min();
    const std::uint64_t low = mix(key, static_cast<std::uint64_t>(bucket.low.value_or(open)));
    return mix(low, static_cast<std::uint64_t>(bucket.high.value_or(open)));
  }

  /// JSON's keys without their blanks may be equal.
  static void add(std::int64_t number, std::int64_t& sum) {
    if (__builtin_add_overflow(sum, number, &sum)) sum = std::numeric_limits<std::int64_t>::max();
  }

  const MapRecords& map_;
  std::span<const std::size_t> ends_;
  std::size_t begin_;
};

bool has_empty_stack(std::span<const Part> parts) {
  return std::any_of(parts.begin(), parts.end(), [](const Part& part) {
    return part.kind == PartKind::empty || (part.kind == PartKind::stack && part.size == 0);
  });
}

void find_repeats(const MapRecords& map, const PrintEnds& ends, CountedRecords& counted) {
  std::unordered_map<std::uint64_t, std::size_t> prints;  // the last in which a key was, from 1
  std::size_t begin = 0;
  for (std::size_t print = 1; print <= ends.size(); ++print) {
    const std::size_t first = begin;
    const std::size_t repeats = counted.repeats.count;
    for (; begin < ends[print - 1]; ++begin) {
      const Record& record = map.records[begin];
      std::size_t& last = prints[record.key_hash];
      if (last == print)
        (has_empty_stack(map.parts_of(record)) ? counted.empty_repeats : counted.repeats).add(record.line);
      last = print;
    }
    const bool may_be = counted.repeats.count != repeats && map.separator != Separator::comma &&
                        may_be_prints(std::span(map.records).subspan(first, begin - first));
    counted.may_be_prints = counted.may_be_prints || may_be;
  }
}

}  // namespace

PrintEnds print_ends(const MapRecords& map, Prints prints) {
  PrintEnds ends;
  const std::vector<Record>& records = map.records;
  for (std::size_t begin = 0; begin < records.size();) {
    std::size_t end = begin + 1;
    while (map.has_keys && end < records.size() && records[end].run == records[begin].run) ++end;
    if (map.separator == Separator::comma) {
      ends.push_back(end);
    } else {
      RunSplit(map, begin, end, prints).append_ends(ends);
    }
    begin = end;
  }
  return ends;
}

CountedRecords counted_records(const MapRecords& map, Prints prints) {
  CountedRecords counted{.counts = std::vector<bool>(map.records.size(), true)};
  const PrintEnds ends = print_ends(map, prints);
  find_repeats(map, ends, counted);
  std::size_t begin = 0;
  for (std::size_t first = 0; first < ends.size();) {
    std::size_t last = first + 1;
    const std::uint32_t number = map.records[begin].recording;
    while (last < ends.size() && map.records[ends[last] - 1].recording == number) ++last;
    const Recording recording(map, std::span(ends).subspan(first, last - first), begin);
    const std::size_t again = recording.first_again();
    if (again != 0) {
      if (counted.printed_again == 0) counted.printed_again = map.records[again].line;
      const bool is_last = prints == Prints::last || (prints == Prints::automatic && recording.never_falls());
      if (is_last) recording.keep_last(counted.counts);
      (is_last ? counted.is_last : counted.is_added) = true;
    }
    begin = ends[last - 1];
    first = last;
  }
  return counted;
}

}  // namespace profconv::bpftrace
