// SPDX-License-Identifier: Apache-2.0
// The labels of samples. Those under the keys that perf_to_profile made usual
// and profconv writes are threads and times, where that is certain:
// docs/formats/pprof.md says when.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile_builder.h"
#include "readers/pprof/facts.h"
#include "readers/pprof/profile_file.h"

namespace profconv::pprof_in {

/// Which columns of the model the labels of all samples of a profile can fill.
struct LabelColumns {
  bool start_ns = false;
  bool shared_depth = false;
  std::int64_t first_ns = INT64_MAX;
  std::int64_t last_ns = INT64_MIN;
};

/// Reads the labels of one sample after the other.
class Labels {
 public:
  /// All must outlive the labels.
  Labels(const Document& document, const ProfileFile& file, const Facts& facts, ProfileSetBuilder& builder,
         Context& context);

  void begin_sample() { entries_.clear(); }
  /// A field Sample.label.
  void add(const Field& field);
  /// Puts what has been added into a key; without a column, a label stays a
  /// label.
  void fill(const LabelColumns& columns, SampleKey& key);

  /// Looks at the labels of all these samples.
  [[nodiscard]] LabelColumns find_columns(const std::string_view* begin, const std::string_view* end);

 private:
  /// What the labels of a key are.
  enum Role : std::uint8_t { pid, tid, comm, thread_comm, timestamp_ns, shared_depth, plain };
  /// A string of the table as a key.
  struct Key {
    bool is_known = false;
    Role role = plain;
    const LabelFact* fact = nullptr;
  };
  /// One label, checked.
  struct Entry {
    const char* place = nullptr;
    std::int64_t key = 0;
    Role role = plain;
    std::string_view text;
    std::string_view unit;
    std::int64_t number = 0;
    bool is_number = false;
  };

  [[nodiscard]] const Key& key_of(std::int64_t index);
  [[nodiscard]] bool has_texts(std::int64_t key);
  void find_texts();
  [[nodiscard]] bool has_usual_form(const Entry& entry) const;
  void find_duplicates();
  void fill_column(const Entry& entry, SampleKey& key);
  void add_plain(const Entry& entry);
  void report_odd(const Entry& entry, bool has_text, bool has_number);

  const Document& document_;
  const ProfileFile& file_;
  const Facts& facts_;
  ProfileSetBuilder& builder_;
  Context& context_;
  std::vector<Key> keys_;       ///< by index of the string
  std::vector<bool> texts_of_;  ///< whether a label of the key has a text; empty: not looked at
  bool has_times_ = false;
  bool has_depths_ = false;
  std::vector<Entry> entries_;
  std::array<unsigned, plain + 1> count_of_role_{};
  Thread thread_;
  std::vector<LabelText> plain_;
};

}  // namespace profconv::pprof_in
