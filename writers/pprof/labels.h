// SPDX-License-Identifier: Apache-2.0
// The labels of samples: what the source said, and the threads and times for which pprof has no field, under the keys
// that perf_to_profile made usual: pid, tid, comm (of the process), thread_comm, timestamp_ns.
//
// pprof knows one value and one unit a key, either strings or numbers. Where there is no unit, it takes the key for
// one, and a 0 for no label. So a label that does not fit gets a key of its own (size, size_2), and a number without a
// unit the unit "count"; facts() says which.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "writers/pprof/string_table.h"
#include "writers/pprof/wire.h"

namespace profconv::pprof {

/// Writes the labels of the samples of some profiles that share a dictionary.
class Labels {
 public:
  /// The dictionary and the strings must outlive the labels. Labels `as_read` keep their keys and units as they are.
  Labels(const Dictionary& dictionary, std::span<const Profile> profiles, bool as_read, StringTable& strings);

  /// Appends the labels of one row, sorted by key, to a sample.
  void append(const Samples& samples, std::size_t row, WireBytes& sample);

  void report(Context& context) const;
  /// For each written key that stands for another key or unit, or that looks like a thread or a time and is none:
  /// what it stands for; null: there is none.
  [[nodiscard]] nlohmann::json facts() const;
  /// What is written for an empty text.
  [[nodiscard]] const std::string& empty_text() const { return empty_text_; }
  [[nodiscard]] bool has_empty_text() const { return has_empty_text_; }

 private:
  /// Keys that are written for columns of the samples; they come first in keys_.
  enum Column : std::uint32_t { pid, tid, comm, thread_comm, timestamp_ns, shared_depth, column_count };

  /// Source labels that pprof can hold under one key.
  struct Kind {
    StringId key;
    bool is_number = false;
    StringId unit;
    std::uint32_t occurrence = 0;  ///< of the key in its label set

    auto operator<=>(const Kind&) const = default;
  };
  /// A key as it is written.
  struct Key {
    Kind kind;  ///< of a source label
    bool is_used = false;
    std::string text;
    std::int64_t index = 0;  ///< in the string table
    std::int64_t unit = 0;
    std::uint32_t rank = 0;  ///< among the keys, by bytes
  };
  /// One label of the row that is being written.
  struct Entry {
    std::uint32_t key = 0;  ///< in keys_
    std::int64_t text = 0;
    std::int64_t number = 0;
  };

  void find_columns(std::span<const Profile> profiles);
  void find_kinds(std::span<const Profile> profiles);
  void add_kinds(LabelSetId set);
  void keep_keys();
  void name_keys();
  void rank_keys();
  void add_thread(ThreadId id);
  void add_set(LabelSetId id);

  const Dictionary& dictionary_;
  bool as_read_;
  StringTable& strings_;
  std::vector<Key> keys_;
  std::map<Kind, std::uint32_t> key_of_kind_;
  std::vector<std::size_t> set_begin_;       ///< by LabelSetId, in key_of_label_
  std::vector<std::uint32_t> key_of_label_;  ///< of the labels of used sets
  std::string empty_text_ = "\"\"";
  bool has_empty_text_ = false;
  std::vector<Entry> entries_;
  WireBytes label_;
};

}  // namespace profconv::pprof
