// SPDX-License-Identifier: Apache-2.0
// CLI11, with our manners.
#include "tools/cli/arguments.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "profconv/errors.h"
#include "tools/cli/help_text.h"
#include "tools/cli/hints.h"
#include "tools/cli/memory_limit.h"
#include "tools/cli/messages.h"
#include "tools/cli/registry.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

/// What no JSON that people write comes near to, and every parser can count.
constexpr std::uint64_t most_nesting = 1'000'000'000;

/// More are a typing mistake.
constexpr std::size_t most_threads = 1024;

std::string name_of(const Setting& setting) {
  return "--set " + (setting.format.empty() ? "" : setting.format + ".") + setting.option;
}

/// The values of options by option and format, to find contradictions.
class GivenValues {
 public:
  void add(const Setting& setting) {
    const auto [place, is_new] = values_.try_emplace({setting.option, setting.format}, setting);
    require_equal(place->second, setting);
    if (!is_new) return;
    const auto unnamed = values_.find({setting.option, ""});
    if (unnamed != values_.end()) require_equal(unnamed->second, setting);
    if (!setting.format.empty()) return;
    for (auto other = place; other != values_.end() && other->first.first == setting.option; ++other) {
      require_equal(other->second, setting);
    }
  }

 private:
  static void require_equal(const Setting& a, const Setting& b) {
    if (a.value == b.value) return;
    throw UsageError(name_of(a) + "=" + a.value + " and " + name_of(b) + "=" + b.value +
                     " contradict: give one of them");
  }

  std::map<std::pair<std::string, std::string>, Setting> values_;
};

/// "profconv info" of "profconv info FILE...".
std::string command_of(std::string_view usage) {
  std::istringstream words{std::string(usage)};
  std::string command;
  for (std::string word;
       words >> word && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789") == word.npos;) {
    command.append(command.empty() ? "" : " ").append(word);
  }
  return command.starts_with(program_name()) ? command : std::string(program_name()) + " " + command;
}

}  // namespace

std::vector<Setting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<Setting> parsed;
  GivenValues values;
  for (const std::string& text : texts) values.add(parsed.emplace_back(parse_setting(text)));
  return parsed;
}

Flags::Flags(const Page& page) : page_(page), app_("", "profconv"), command_(command_of(page.usage)) {
  app_.set_help_flag("-h,--help", page.common.empty() ? "Show this help" : "Show the most used options and examples");
  CLI::Option* const all = app_.set_help_all_flag("--help-all", "Show all options");
  if (page.common.empty()) all->group("");
  app_.set_version_flag("-V,--version", "profconv " PROFCONV_VERSION, "Show the version");
  app_.allow_extras();
}

CLI::Option* Flags::repeatable(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return app_.add_option(names, values, help)->allow_extra_args(false);
}

std::vector<std::string> Flags::inputs(const char* missing) const {
  if (!words_.empty()) return words_;
  if (stdin_is_terminal()) throw UsageError(missing);
  return {"-"};
}

namespace {

/// CLI11's messages on values, in the words of the others.
std::string reworded(const std::string& what) {
  const std::string flag = what.substr(0, what.find(':'));
  if (what.find(": 1 required ") != std::string::npos) return flag + " needs a value";
  if (what.find(": At Most 1 required ") != std::string::npos) return flag + " is given more than once";
  constexpr std::string_view unit = " unit not recognized.";
  if (const std::size_t end = what.find(unit); end != std::string::npos) {
    const std::size_t begin = flag.size() + 2;
    return flag + ": '" + what.substr(begin, end - begin) + "' is not a number with a unit such as 64MB or 1GB";
  }
  constexpr std::string_view value = ": Value ";
  constexpr std::string_view range = " not in range ";
  const std::size_t end = what.find(range);
  if (end == std::string::npos || !what.substr(flag.size()).starts_with(value)) return what;
  const std::size_t begin = flag.size() + value.size();
  return flag + " takes a number from " + what.substr(end + range.size()) + ", not '" +
         what.substr(begin, end - begin) + "'";
}

}  // namespace

UsageError Flags::unknown(const std::string& word, const std::string& next) const {
  std::vector<std::string> known;
  for (const CLI::Option* option : app_.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::string flag = word.substr(0, word.find('='));
  const std::vector<std::string_view> names(known.begin(), known.end());
  std::string near = option_by_meaning(*this, word, next);
  if (near.empty() && flag.starts_with("--")) near = nearest(flag, names);
  return UsageError("no such option: " + flag + (near.empty() ? "" : "; did you mean " + near + "?") + " (" + command_ +
                    (page_.common.empty() ? " --help" : " --help-all") + " lists them)");
}

void Flags::refuse_empty() const {
  for (const CLI::Option* option : app_.get_options()) {
    for (const std::string& value : option->results()) {
      if (value.empty()) throw UsageError(option->get_name() + ": the value is empty");
    }
  }
}

void Flags::sort_remaining() {
  bool only_words = false;
  const std::vector<std::string> remaining = app_.remaining();
  for (std::size_t i = 0; i < remaining.size(); ++i) {
    const std::string& word = remaining[i];
    if (!only_words && word == "--") {
      only_words = true;
    } else if (!only_words && word.size() > 1 && word.starts_with('-')) {
      throw unknown(word, i + 1 < remaining.size() ? remaining[i + 1] : "");
    } else if (word.empty()) {
      throw UsageError("a file name is empty");
    } else {
      words_.push_back(word);
    }
  }
}

std::optional<int> Flags::parse(const Arguments& arguments) {
  try {
    app_.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    print_result(short_help(*this));
    return 0;
  } catch (const CLI::CallForAllHelp&) {
    print_result(full_help(*this));
    return 0;
  } catch (const CLI::CallForVersion& version) {
    print_result(std::string(version.what()) + "\n");
    return 0;
  } catch (const CLI::ParseError& error) {
    throw UsageError(reworded(error.what()));
  }
  refuse_empty();
  sort_remaining();
  return std::nullopt;
}

void ReadingFlags::declare(Flags& flags) {
  CLI::App& app = flags.app();
  app.add_option("-f,--from", from, "Read inputs as this format instead of detecting it")->option_text("FORMAT");
  flags.repeatable("--set", settings, "Set an option of a format (`profconv formats NAME`)")
      ->option_text("[FORMAT.]OPTION=VALUE");
  declare_plugins(flags);
  app.add_option("-j,--jobs", max_threads, "Use at most N threads (default: one per processor)")
      ->check(CLI::Range(std::size_t{1}, most_threads))
      ->option_text("N");
  app.add_flag("-q,--quiet", quiet, "Print only errors and skipped input");
  app.add_option("--progress", progress, "Show progress: on a terminal (auto, the default), as JSON or never")
      ->option_text("never|auto|json");
  declare_color(app);
  declare_limits(app);
}

void ReadingFlags::declare_symbols(Flags& flags) {
  flags.repeatable("--symbols", symbols, "Resolve addresses to functions, lines and inlined calls")
      ->option_text("auto|PATH|debuginfod|off");
}

void ReadingFlags::declare_color(CLI::App& app) {
  const auto choose = [](const std::string& word) { choose_colour(parse_colour(word)); };
  app.add_option_function<std::string>("--color,--colour", choose, "Color messages and tables (default: auto)")
      ->option_text("auto|always|never");
}

void ReadingFlags::declare_limits(CLI::App& app) {
  constexpr const char* group = "Limits (sizes accept units: 64MB)";
  const CLI::Validator no_sign(
      [](const std::string& text) { return text.starts_with('-') ? "takes no negative number" : std::string(); }, "");
  const auto of_bytes = [&](CLI::Option* option) {
    option->transform(CLI::AsSizeValue(false))->transform(no_sign)->option_text("BYTES")->group(group);
  };
  const auto bytes = [&](const char* name, auto& limit, const char* help) {
    of_bytes(app.add_option(name, limit, help));
  };
  const auto number = [&](const char* name, auto& limit, std::uint64_t most, const char* help) {
    app.add_option(name, limit, help)->check(CLI::Range(std::uint64_t{1}, most))->option_text("N")->group(group);
  };
  bytes("--max-input", limits.max_input_bytes, "Refuse larger inputs, after decompression (1 TiB)");
  bytes("--max-output", limits.max_output_bytes, "Refuse larger outputs, before compression (1 TiB)");
  bytes("--max-line", limits.max_line_bytes, "Refuse inputs with longer lines (16 MiB)");
  bytes("--max-string", limits.max_string_bytes, "Refuse longer names and other strings (16 MiB)");
  number("--max-nesting", limits.max_nesting, most_nesting, "Refuse JSON nested deeper (1024)");
  number("--max-stack-depth", limits.max_stack_depth, Limits::most_entries, "Refuse deeper stacks (1048576 frames)");
  number("--max-frames", limits.max_frames, Limits::most_entries, "Refuse more different frames (4294967294)");
  number("--max-stacks", limits.max_stacks, Limits::most_entries, "Refuse more different stacks (4294967294)");
  number("--max-samples", limits.max_samples, Limits{}.max_samples, "Refuse profiles with more samples (4294967293)");
  number("--max-profiles", limits.max_profiles, Limits::most_entries, "Refuse inputs with more profiles (10000)");
  of_bytes(app.add_option_function<std::uint64_t>("--max-memory", limit_memory,
                                                  "Fail if more memory is needed (default: no limit)"));
}

ProgressStyle ReadingFlags::progress_style() const {
  const ProgressStyle style = parse_progress(progress);
  return quiet && style == ProgressStyle::automatic ? ProgressStyle::never : style;
}

}  // namespace profconv::cli
