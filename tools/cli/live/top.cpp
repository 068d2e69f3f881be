// SPDX-License-Identifier: Apache-2.0
// A line that says how far the recording is, and the table of the top format.
#include "tools/cli/live/top.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "profconv/conversion.h"
#include "tools/cli/live/standing.h"
#include "tools/cli/terminal.h"

namespace profconv::cli::live {

namespace {

constexpr std::string_view clear_screen = "\x1b[H\x1b[2J";
constexpr std::string_view first_line = "\x1b[H";
constexpr std::string_view clear_rest_of_line = "\x1b[K";
constexpr std::string_view clear_rest = "\x1b[J";
constexpr std::size_t lines_around =
    4;  ///< of the rows of the table, beside the state: a blank, two headings, the cursor's

std::string table_of(const record::LiveProfile& profile, std::size_t functions) {
  const Writer& writer = builtin_registry().writer("top");
  const std::vector<Setting> settings{{.format = "top", .option = "n", .value = std::to_string(functions)}};
  std::string text;
  Output output = Output::to_memory(&text);
  Context context;
  write_profiles(profile.set(), writer, options_for(writer, settings), output, context);
  return text;
}

/// The beginning of a line of UTF-8.
std::string_view first_columns(std::string_view line, std::size_t columns) {
  const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80; };
  std::size_t at = 0;
  for (; at < line.size(); ++at) {
    if (!begins(line[at])) continue;
    if (columns == 0) break;
    --columns;
  }
  return line.substr(0, at);
}

}  // namespace

std::string top_text(const State& state, std::size_t columns, std::size_t rows) {
  std::string whole = standing_of(state);
  const std::size_t used = lines_around + static_cast<std::size_t>(std::count(whole.begin(), whole.end(), '\n'));
  if (!state.profile.set().profiles().empty()) whole += "\n" + table_of(state.profile, std::max(rows, used + 1) - used);
  std::string text;
  std::string_view rest = whole;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    text.append(first_columns(line, columns)).append(clear_rest_of_line).append("\n");
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return text;
}

void Top::wait(std::chrono::milliseconds duration) { std::this_thread::sleep_for(duration); }

void Top::show(const State& state) {
  const TerminalSize size = stderr_size();
  const bool is_first = std::exchange(is_first_, false);
  std::string text(is_first ? clear_screen : first_line);
  text.append(top_text(state, size.columns, size.rows)).append(clear_rest);
  // A terminal that is gone is no reason to end the recording.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

}  // namespace profconv::cli::live
