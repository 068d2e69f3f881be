// SPDX-License-Identifier: Apache-2.0
// The table of profiles and the commands below it.
#include "tools/cli/choices.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

constexpr std::size_t columns = 5;
constexpr std::size_t longest_name = 60;
constexpr std::size_t most_profiles = 20;  ///< in the table
using Row = std::array<std::string, columns>;

std::vector<Row> rows_of(const std::vector<ProfileChoice>& choices) {
  std::uint64_t all = 0;
  for (const ProfileChoice& choice : choices) all += choice.samples;
  std::vector<Row> rows{{"number", "name", "value type", "samples", "share"}};
  for (const ProfileChoice& choice : choices) {
    if (rows.size() > most_profiles) break;
    const std::string name = choice.name.empty() ? "(none)" : inert(choice.name, longest_name);
    const double share = all == 0 ? 0 : 100.0 * static_cast<double>(choice.samples) / static_cast<double>(all);
    rows.push_back({std::to_string(rows.size()), name, inert(choice.value_types), grouped(choice.samples),
                    std::to_string(static_cast<int>(share + 0.5)) + "%"});
  }
  return rows;
}

/// Numbers to the right.
std::string table(const std::vector<Row>& rows) {
  constexpr std::array<bool, columns> is_number{true, false, false, true, true};
  std::array<std::size_t, columns> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < columns; ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      text.append("  ").append(is_number[i] ? blanks + row[i] : row[i] + blanks);
    }
    text += "\n";
  }
  return text;
}

std::string command_line(const Arguments& words) {
  std::string text = program_name();
  for (const std::string& word : words) text.append(" ").append(inert(in_shell(word)));
  return text;
}

/// The same command with outputs in a directory, of words that name none.
Arguments with_directory(const Arguments& arguments, const std::string& format) {
  Arguments words;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "-o" || word == "--output" || word == "-t" || word == "--to") {
      ++i;
    } else if (!word.starts_with("-o") && !word.starts_with("--output=") && !word.starts_with("-t") &&
               !word.starts_with("--to=")) {
      words.push_back(word);
    }
  }
  words.insert(std::find(words.begin(), words.end(), "--"), {"-o", "profiles/", "-t", format});
  return words;
}

Arguments with(const Arguments& arguments, const std::string& flag, const std::string& value) {
  Arguments words = arguments;
  words.insert(std::find(words.begin(), words.end(), "--"), {flag, value});
  return words;
}

/// Whether the command writes into directories.
bool takes_directory(const Arguments& arguments) {
  const bool is_named = !arguments.empty() && (arguments.front() == "diff" || arguments.front() == "dtrace2spall");
  return std::string_view(program_name()) == "profconv" && !is_named;
}

}  // namespace

void show_choices(const SeveralProfilesError& error, const Arguments& arguments, const Messages& messages) {
  messages.error(error.what());
  const std::vector<ProfileChoice>& choices = error.choices();
  std::string text = table(rows_of(choices));
  if (choices.size() > most_profiles) text += "  ... and " + grouped(choices.size() - most_profiles) + " more\n";
  const auto largest = std::max_element(choices.begin(), choices.end(),
                                        [](const auto& a, const auto& b) { return a.samples < b.samples; });
  const std::string number = std::to_string(largest - choices.begin() + 1);
  text += "one: " + command_line(with(arguments, "--only", number)) + "\n";
  if (takes_directory(arguments)) {
    text += "all: " + command_line(with_directory(arguments, error.format())) + "\n";
    if (!error.setting().empty()) text += "all: " + command_line(with(arguments, "--set", error.setting())) + "\n";
  }
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace profconv::cli
