// SPDX-License-Identifier: Apache-2.0
// What an output leaves out, and nobody asked it to.
#pragma once

#include <vector>

#include "profconv/losses.h"
#include "profconv/transforms.h"

namespace profconv {

/// losses(), less the labels that are frames now, and less what a setting of the user says "no" to, as modules=no.
[[nodiscard]] std::vector<Loss> unwanted_losses(const ProfileSet& set, const Writer& writer, const Options& options,
                                                const LabelFrames& frames);

}  // namespace profconv
