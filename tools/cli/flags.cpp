// SPDX-License-Identifier: Apache-2.0
// CLI11, with our manners.
#include "tools/cli/flags.h"

#include <CLI/CLI.hpp>
#include <iomanip>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

#include "core/text/integers.h"
#include "tools/cli/help_text.h"
#include "tools/cli/hints.h"
#include "tools/cli/messages.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

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

/// CLI11's messages on values, in the words of the others.
std::string reworded(const std::string& what) {
  const std::string flag = what.substr(0, what.find(':'));
  if (what.find(": 1 required ") != std::string::npos) return flag + " needs a value";
  if (what.find(": At Most 1 required ") != std::string::npos) return flag + " is given more than once";
  if (what.find(": takes ") == flag.size()) return flag + what.substr(flag.size() + 1);
  constexpr std::string_view unit = " unit not recognized.";
  const std::size_t end = what.find(unit);
  if (end == std::string::npos) return what;
  const std::size_t begin = flag.size() + 2;
  return flag + ": '" + what.substr(begin, end - begin) + "' is not a number with a unit such as 64MB or 1GB";
}

template <class Integer>
UsageError out_of_range(const std::string& name, Integer least, Integer most, const std::string& text) {
  const bool is_open = most == std::numeric_limits<Integer>::max();
  return UsageError(name + " takes a number from " + std::to_string(least) +
                    (is_open ? std::string(" on") : " to " + std::to_string(most)) + ", not '" + text + "'");
}

/// "--frequency" of "-F,--frequency".
std::string long_name(const std::string& names) { return names.substr(names.find("--")); }

}  // namespace

void Flag::group(const char* heading) const { option_.group(heading); }
void Flag::take_last() const { option_.take_last(); }

Flags::Flags(const Page& page)
    : page_(page), app_(std::make_unique<CLI::App>("", "profconv")), command_(command_of(page.usage)) {
  app_->set_help_flag("-h,--help", page.common.empty() ? "Show this help" : "Show the most used options and examples");
  CLI::Option* const all = app_->set_help_all_flag("--help-all", "Show all options");
  if (page.common.empty()) all->group("");
  app_->set_version_flag("-V,--version", "profconv " PROFCONV_VERSION, "Show the version");
  app_->allow_extras();
}

Flags::~Flags() = default;

Flag Flags::flag(const char* names, bool& is_given, const char* help) {
  return Flag(*app_->add_flag(names, is_given, help));
}

Flag Flags::text(const char* names, std::string& text, const char* value, const char* help) {
  return Flag(*app_->add_option(names, text, help)->option_text(value));
}

Flag Flags::optional_text(const char* names, std::string& text, const char* value, const char* help) {
  return Flag(*app_->add_flag(names, text, help)->option_text(value));
}

Flag Flags::repeatable(const char* names, std::vector<std::string>& texts, const char* value, const char* help) {
  return Flag(*app_->add_option(names, texts, help)->allow_extra_args(false)->option_text(value));
}

Flag Flags::each(const char* names, std::function<void(const std::string&)> take, const char* value, const char* help) {
  const auto take_all = [take = std::move(take)](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) take(text);
  };
  CLI::Option* const option = app_->add_option_function<std::vector<std::string>>(names, take_all, help);
  return Flag(*option->allow_extra_args(false)->option_text(value));
}

template <class Integer>
Flag Flags::number(const char* names, Integer& number, std::type_identity_t<Integer> least,
                   std::type_identity_t<Integer> most, const char* value, const char* help) {
  const auto take = [=, &number, name = long_name(names)](const std::string& text) {
    const auto parsed = parse_integer<Integer>(text);
    if (!parsed || *parsed < least || *parsed > most) throw out_of_range(name, least, most, text);
    number = *parsed;
  };
  return Flag(*app_->add_option_function<std::string>(names, take, help)->option_text(value));
}

template Flag Flags::number(const char*, int&, int, int, const char*, const char*);
template Flag Flags::number(const char*, unsigned&, unsigned, unsigned, const char*, const char*);
template Flag Flags::number(const char*, long&, long, long, const char*, const char*);
template Flag Flags::number(const char*, unsigned long&, unsigned long, unsigned long, const char*, const char*);
template Flag Flags::number(const char*, long long&, long long, long long, const char*, const char*);
template Flag Flags::number(const char*, unsigned long long&, unsigned long long, unsigned long long, const char*,
                            const char*);

Flag Flags::number(const char* names, double& number, double most, const char* value, const char* help) {
  const auto take = [=, &number, name = long_name(names)](const std::string& text) {
    if (CLI::detail::lexical_cast(text, number) && number >= 0 && number <= most) return;
    std::ostringstream range;
    range << std::fixed << std::setprecision(0) << most;
    throw UsageError(name + " takes a number from 0 to " + range.str() + ", not '" + text + "'");
  };
  return Flag(*app_->add_option_function<std::string>(names, take, help)->option_text(value));
}

template <class Integer>
Flag Flags::bytes(const char* names, Integer& bytes, std::uint64_t most, const char* help) {
  const auto take = [=, &bytes, name = long_name(names)](std::uint64_t size) {
    if (size > most) throw out_of_range(name, std::uint64_t{0}, most, std::to_string(size));
    bytes = static_cast<Integer>(size);
  };
  return this->bytes(names, take, help);
}

template Flag Flags::bytes(const char*, unsigned long&, std::uint64_t, const char*);
template Flag Flags::bytes(const char*, unsigned long long&, std::uint64_t, const char*);

Flag Flags::bytes(const char* names, std::function<void(std::uint64_t)> take, const char* help) {
  const CLI::Validator no_sign(
      [](const std::string& text) { return text.starts_with('-') ? "takes no negative number" : std::string(); }, "");
  // Made where the option is given: it is a table of all units.
  const CLI::Validator size([](std::string& text) { return CLI::AsSizeValue(false)(text); }, "");
  CLI::Option* const option = app_->add_option_function<std::uint64_t>(names, std::move(take), help);
  return Flag(*option->transform(size)->transform(no_sign)->option_text("BYTES"));
}

void Flags::remove(const char* name) { app_->remove_option(app_->get_option(name)); }

bool Flags::has(const std::string& name) const { return app_->get_option_no_throw(name) != nullptr; }

bool Flags::is_given(const std::string& name) const { return app_->count(name) != 0; }

std::vector<OptionCard> Flags::cards() const {
  std::vector<OptionCard> cards;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    if (option->get_group().empty() || option->get_lnames().empty()) continue;
    const auto& shorts = option->get_snames();
    cards.push_back({.short_name = shorts.empty() ? "" : "-" + shorts.front(),
                     .long_name = "--" + option->get_lnames().front(),
                     .value = option->get_option_text(),
                     .help = option->get_description(),
                     .group = option->get_group()});
  }
  return cards;
}

std::vector<std::string> Flags::inputs(const char* missing) const {
  if (!words_.empty()) return words_;
  if (stdin_is_terminal()) throw UsageError(missing);
  return {"-"};
}

UsageError Flags::unknown(const std::string& word, const std::string& next) const {
  std::vector<std::string> known;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
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
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    for (const std::string& value : option->results()) {
      if (value.empty()) throw UsageError(option->get_name() + ": the value is empty");
    }
  }
}

void Flags::sort_remaining() {
  bool only_words = false;
  const std::vector<std::string> remaining = app_->remaining();
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
    app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
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

}  // namespace profconv::cli
