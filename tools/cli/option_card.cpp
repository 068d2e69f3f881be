// SPDX-License-Identifier: Apache-2.0
// What an option takes, and how it is shown.
#include "tools/cli/option_card.h"

#include <sstream>

namespace profconv::cli {

std::vector<std::string> OptionCard::choices() const {
  std::string list = value.starts_with("[=") ? value.substr(2, value.size() - 3) : value;
  if (list.find('|') == std::string::npos || list.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ=[") != std::string::npos) {
    return {};
  }
  std::vector<std::string> words;
  std::istringstream text(list);
  for (std::string word; std::getline(text, word, '|');) words.push_back(word);
  return words;
}

std::string OptionCard::spelled() const {
  std::string text = short_name.empty() ? "    " : short_name + ", ";
  text += long_name;
  if (!value.empty()) text.append(value.starts_with("[=") ? "" : " ").append(value);
  return text;
}

}  // namespace profconv::cli
