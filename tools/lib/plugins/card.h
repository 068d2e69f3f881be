// SPDX-License-Identifier: Apache-2.0
// The card of a plugin's format: words that are copied, checked, and kept for as long as the format exists.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/format.h"

namespace profconv::plugins {

/// Why a plugin is not loaded: words that follow the plugin's name.
class Refusal : public Error {
 public:
  using Error::Error;
};

/// What the card of an option says.
struct OptionWords {
  std::string name;
  OptionType type = OptionType::text;
  std::string fallback;
  std::string summary;
  std::vector<std::string> choices;
  std::int64_t min = Option{}.min;
  std::int64_t max = Option{}.max;
};

/// What the card of a format says, of a reader and of a writer.
struct CardWords {
  std::string name;
  std::string summary;
  std::vector<std::string> aliases;
  std::vector<std::string> extensions;
  std::vector<std::string> carries;  ///< names of features
  std::vector<OptionWords> options;
};

/// Words of a card in the form that Reader and Writer show. Throws Refusal where they are not those of a format.
class Card {
 public:
  explicit Card(CardWords words);
  Card(const Card&) = delete;
  Card& operator=(const Card&) = delete;

  [[nodiscard]] const Features& carries() const { return carries_; }

  /// Fills what readers and writers have in common; `format` must not outlive this card.
  template <class Format>
  void describe(Format& format) const {
    format.name = words_.name;
    format.aliases = aliases_;
    format.summary = words_.summary;
    format.extensions = extensions_;
    format.options = options_;
  }

 private:
  CardWords words_;
  std::vector<std::string_view> aliases_;
  std::vector<std::string_view> extensions_;
  std::deque<std::vector<std::string_view>> choices_;
  std::vector<Option> options_;
  Features carries_;
};

}  // namespace profconv::plugins
