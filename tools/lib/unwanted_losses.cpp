// SPDX-License-Identifier: Apache-2.0
// Losses that the user has not chosen.
#include "unwanted_losses.h"

#include <algorithm>

namespace profconv {

namespace {

/// The loss names its setting as "collapsed.modules=source".
bool is_chosen(const Loss& loss, const Options& options) {
  const auto specs = options.specs();
  return std::any_of(specs.begin(), specs.end(), [&](const Option& option) {
    return options.is_set(option) && options.text(option) == "no" &&
           loss.hint.find("." + std::string(option.name) + "=") != std::string::npos;
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
