// SPDX-License-Identifier: Apache-2.0
// The samples of profiles that are merged, in one growing table. Equal rows become one at once; columns are kept in the
// units they came in until all are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/model/dictionary_builder.h"
#include "core/tables/id_table.h"
#include "core/transforms/content_order.h"
#include "core/transforms/merge_types.h"
#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv {

/// Rows of one profile to be. Their ids are those of the merged dictionary.
class MergedRows {
 public:
  /// `combines`: equal rows become one.
  explicit MergedRows(bool combines) : combines_(combines) {}

  /// Adds the samples of a profile, whose ids `maps` leads to the merged dictionary.
  void add(const Profile& profile, std::span<const TypeKey> keys, const IdMaps& maps, const Context& context);

  /// The columns of these value types, in their units, sorted by what the rows say. Throws OverflowError naming the
  /// stack in the merged dictionary.
  [[nodiscard]] Samples sorted(std::span<const TypeKey> keys, std::span<const ValueType> types,
                               const Dictionary& dictionary, const ContentOrder& order) const;

  /// The value type of each column as it came; several columns may have one key.
  struct Column {
    TypeKey key;
    ValueType type;
    std::vector<Wide> values;
  };
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// Whether maxima of several inputs became one, as Metadata::merged_maxima has it.
  [[nodiscard]] bool merged_maxima() const { return merged_maxima_; }

 private:
  std::size_t column(const TypeKey& key, const ValueType& type);
  std::size_t row(const SampleKey& key);
  [[nodiscard]] bool same(std::size_t row, const SampleKey& key) const;
  /// Whether a row has a value that is not 0, in whatever unit.
  [[nodiscard]] bool has_value(std::size_t row, const TypeKey& key) const;
  [[nodiscard]] Wide value_of(std::size_t row, const TypeKey& key, const ValueType& type) const;
  [[nodiscard]] std::vector<std::int64_t> values(const TypeKey& key, const ValueType& type,
                                                 const Dictionary& dictionary) const;
  [[nodiscard]] std::vector<std::uint32_t> order(const std::vector<std::vector<std::int64_t>>& values,
                                                 const ContentOrder& by) const;

  bool combines_;
  bool merged_maxima_ = false;
  std::uint32_t max_rows_ = Limits{}.max_samples;
  IdTable index_;  ///< ids are row + 1
  std::vector<SampleKey> rows_;
  std::vector<Column> columns_;
  std::map<TypeKey, std::vector<std::size_t>> columns_of_;  ///< places in columns_
};

}  // namespace profconv
