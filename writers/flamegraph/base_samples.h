// SPDX-License-Identifier: Apache-2.0
// Which samples of a comparison are those of its base: pprof's convention, a label `pprof::base` = `true` on samples
// with negated values.
#pragma once

#include <algorithm>
#include <vector>

#include "profconv/profile.h"

namespace profconv::flamegraph {

/// Tells the samples of a comparison's base by their labels. The dictionary is asked once.
class BaseSamples {
 public:
  explicit BaseSamples(const Dictionary& dictionary) : is_base_(dictionary.label_set_count()) {
    for (std::uint32_t i = 0; i < is_base_.size(); ++i) {
      const auto labels = dictionary.labels(LabelSetId{i});
      is_base_[i] = std::any_of(labels.begin(), labels.end(), [&](const Label& label) {
        return dictionary.string(label.key) == "pprof::base" && dictionary.string(label.text) == "true";
      });
    }
  }

  [[nodiscard]] bool operator()(LabelSetId labels) const { return is_base_[labels.value]; }
  /// Whether a profile has any, and so is a comparison.
  [[nodiscard]] bool any_in(const Profile& profile) const {
    const auto& labels = profile.samples.labels;
    return std::any_of(labels.begin(), labels.end(), [&](LabelSetId id) { return (*this)(id); });
  }

 private:
  std::vector<bool> is_base_;  ///< by label set
};

}  // namespace profconv::flamegraph
