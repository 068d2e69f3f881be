// SPDX-License-Identifier: Apache-2.0
// Losses that the user has not chosen.
#include "unwanted_losses.h"

#include <algorithm>
#include <string>

namespace profconv {

namespace {

/// Whether the user has said "no" to what the loss's hint would keep.
bool is_chosen(const Loss& loss, const Options& options) {
  if (loss.hint.empty()) return false;
  const std::string name = parse_setting(loss.hint).option;
  const auto specs = options.specs();
  return std::any_of(specs.begin(), specs.end(), [&](const Option& option) {
    return option.name == name && options.is_set(option) && options.text(option) == "no";
  });
}

}  // namespace

std::vector<Loss> unwanted_losses(const ProfileSet& set, const Writer& writer, const Options& options,
                                  const LabelFrames& frames) {
  std::vector<Loss> lost = losses_beside(frames, set, losses(set, writer, options));
  std::erase_if(lost, [&](const Loss& loss) { return is_chosen(loss, options); });
  return lost;
}

}  // namespace profconv
