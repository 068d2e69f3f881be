// SPDX-License-Identifier: Apache-2.0
// What the handles of the C interface hold.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "calls.h"
#include "profconv/conversion.h"
#include "profconv/profconv.h"

struct pc_context {
  explicit pc_context(const profconv::Limits& limits, std::size_t max_threads) : context(limits, max_threads) {}

  profconv::Context context;
  std::string reason;       ///< of the last detection
  std::string compression;  ///< and of its input
};

/// Why a set was read as its format.
struct pc_source {
  std::string_view reader;
  std::string reason;
  std::string compression;
  profconv::Confidence confidence = profconv::Confidence::no;
};

struct pc_set {
  pc_set(profconv::ProfileSet made, profconv::SampleOrder samples, std::optional<pc_source> from = {})
      : own(std::move(made)), set(*own), order(samples), source(std::move(from)) {}
  /// Of profiles that live longer.
  explicit pc_set(const profconv::ProfileSet& viewed) : set(viewed) {}
  pc_set(const pc_set&) = delete;
  pc_set& operator=(const pc_set&) = delete;
  ~pc_set() = default;

  std::optional<profconv::ProfileSet> own;  ///< nothing: another's
  const profconv::ProfileSet& set;
  profconv::SampleOrder order = profconv::SampleOrder::merged;
  std::optional<pc_source> source;
};

struct pc_builder {
  pc_builder(profconv::SampleOrder samples, const profconv::Limits& limits)
      : builder(std::in_place, profconv::Projection(samples), limits), order(samples) {}

  std::optional<profconv::ProfileSetBuilder> builder;  ///< empty once it has finished
  profconv::SampleOrder order;
};

struct pc_cursor {
  const profconv::Profile* profile = nullptr;
  std::size_t batch_rows = 0;
  std::size_t next = 0;  ///< row
  std::vector<pc_column> values;
};

struct pc_report {
  explicit pc_report(profconv::ConversionReport made) : report(std::move(made)) {
    for (const profconv::OutputReport& output : report.outputs) {
      auto& words = descriptions.emplace_back();
      for (const profconv::Loss& loss : output.losses) words.push_back(describe(loss));
    }
  }

  profconv::ConversionReport report;
  std::vector<std::vector<std::string>> descriptions;  ///< of each output's losses
};

namespace profconv::c {

/// Throws UsageError for a builder that has finished.
inline ProfileSetBuilder& building(pc_builder* builder) {
  auto& found = required(builder, "builder").builder;
  if (!found) throw UsageError("the builder has finished");
  return *found;
}

}  // namespace profconv::c
