// SPDX-License-Identifier: Apache-2.0
// Looking samples up by stack, thread, labels and time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/tables/id_table.h"
#include "profconv/profile_builder.h"

namespace profconv::dtrace {

struct SampleKeyHash {
  std::size_t operator()(const SampleKey& key) const {
    const std::uint64_t where = mix(mix(key.stack.value, key.thread.value), key.labels.value);
    return mix(where, static_cast<std::uint64_t>(key.start_ns.value_or(0)));
  }
};

struct SampleKeyEqual {
  bool operator()(const SampleKey& a, const SampleKey& b) const {
    return a.stack == b.stack && a.thread == b.thread && a.labels == b.labels && a.start_ns == b.start_ns;
  }
};

/// The key of a row.
[[nodiscard]] inline SampleKey key_of(const Samples& samples, std::size_t row) {
  SampleKey key{.stack = samples.stack[row], .thread = samples.thread_of(row), .labels = samples.labels_of(row)};
  if (!samples.start_ns.empty()) key.start_ns = samples.start_ns[row];
  return key;
}

}  // namespace profconv::dtrace
