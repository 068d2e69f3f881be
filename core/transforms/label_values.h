// SPDX-License-Identifier: Apache-2.0
// Labels by key, where what the columns hold of process and thread counts as a label too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/errors.h"
#include "profconv/profile.h"

namespace profconv {

/// A column of Thread that a key may mean.
enum class LabelColumn : std::uint8_t { none, pid, tid, process, thread };

[[nodiscard]] LabelColumn label_column(std::string_view key);

/// The values of a key in one label set and thread, "a,b" or "64 bytes"; a label goes before the column of its name.
[[nodiscard]] std::optional<std::string> label_value(const Dictionary& dictionary, std::string_view key,
                                                     LabelSetId labels, ThreadId thread);

/// The label sets and threads that the samples of a profile have.
class LabelsInUse {
 public:
  LabelsInUse(const Dictionary& dictionary, const Profile& profile);

  [[nodiscard]] bool has(std::string_view key) const;
  /// Every key, those of labels first.
  [[nodiscard]] std::vector<std::string_view> keys() const;

 private:
  const Dictionary& dictionary_;
  std::vector<LabelSetId> label_sets_;
  std::vector<ThreadId> threads_;
};

/// Says of a key that no sample has which there are.
[[nodiscard]] UsageError no_such_label(std::string_view key, const std::vector<LabelsInUse>& in_use);

}  // namespace profconv
