// SPDX-License-Identifier: Apache-2.0
// Which of the settings given are meant for a card, and refusing those that are meant for none.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "profconv/profconv.h"

namespace profconv {

/// Notes in `usable` which settings a reader or writer would take, whatever their values.
template <class Card>
void note_usable(const Card& card, std::span<const Setting> settings, std::vector<bool>& usable) {
  const Options options(card.options);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::string& format = settings[i].format;
    const bool meant = format.empty() || format == card.name ||
                       std::find(card.aliases.begin(), card.aliases.end(), format) != card.aliases.end();
    if (meant && options.declares(settings[i].option)) usable[i] = true;
  }
}

/// The options of a reader or writer; `used` notes which settings it took.
template <class Card>
[[nodiscard]] Options options_of(const Card& card, std::span<const Setting> settings, std::vector<bool>& used) {
  return options_for(card.name, card.aliases, card.options, settings, used);
}

/// Throws UsageError for the first setting that is not used, saying why: no such format or option (with the nearest
/// name), or one of a format that takes no part.
void require_all_used(std::span<const Setting> settings, const std::vector<bool>& used,
                      std::span<const Reader* const> readers, std::span<const Writer* const> writers,
                      const Registry& registry);

}  // namespace profconv
