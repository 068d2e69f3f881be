// SPDX-License-Identifier: Apache-2.0
// The values of samples as pprof's sample types: those of one profile, or of several side by side, where a sample has
// zeros in the columns of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "wire/pprof.pb.h"
#include "writers/pprof/string_table.h"
#include "writers/pprof/wire.h"

namespace profconv::pprof {

/// All columns of values of a file.
class Columns {
 public:
  /// The profiles must outlive the columns. Throws WriteError where there is no value at all. Names `as_read` may be
  /// empty and occur twice.
  Columns(std::span<const Profile> profiles, bool as_read);

  void write_types(wire::pprof::Profile& out, StringTable& strings) const;
  /// Says which sample type is shown first.
  void write_default(wire::pprof::Profile& out, StringTable& strings) const;
  /// Appends the values of one row. Throws OverflowError where a scaled value overflows a 64-bit integer.
  void append(std::size_t profile, std::size_t row, WireBytes& out);

  void report(Context& context) const;
  /// What the sample types of one profile cannot say, one entry a type; null: nothing.
  [[nodiscard]] nlohmann::json facts(std::size_t profile) const;

 private:
  /// A value type under the words that are written.
  struct Column {
    std::string type;
    std::string unit;
    bool adds = true;  ///< over samples
    std::int64_t total = 0;
    bool has_overflow = false;  ///< of the total
  };

  [[nodiscard]] std::int64_t unscaled(std::int64_t value, const ValueType& type);

  std::span<const Profile> profiles_;
  bool as_read_;
  std::vector<Column> columns_;
  std::vector<std::size_t> first_;  ///< column of each profile
  std::uint64_t rounded_ = 0;       ///< values that lost a fraction
};

}  // namespace profconv::pprof
