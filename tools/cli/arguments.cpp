// SPDX-License-Identifier: Apache-2.0
// CLI11, with our manners.
#include "tools/cli/arguments.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "profconv/errors.h"
#include "tools/cli/messages.h"

namespace profconv::cli {

namespace {

/// Usage, description, options, examples; CLI11 would begin with the description.
class Help : public CLI::Formatter {
 public:
  explicit Help(std::string usage) : usage_(std::move(usage)) { column_width(32); }
  std::string make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode mode) const override {
    return usage_ + "\n\n" + app->get_description() + "\n" + make_groups(app, mode) + "\n" + app->get_footer() + "\n";
  }

 private:
  std::string usage_;
};

}  // namespace

Flags::Flags(std::string usage, std::string description, std::string examples)
    : app_(std::move(description), "profconv") {
  app_.formatter(std::make_shared<Help>(std::move(usage)));
  app_.footer(std::move(examples));
  app_.set_help_flag("-h,--help", "Show this and exit");
  app_.allow_extras();
}

CLI::Option* Flags::repeatable(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return app_.add_option(names, values, help)->allow_extra_args(false);
}

UsageError Flags::unknown(const std::string& word) const {
  std::vector<std::string> known;
  for (const CLI::Option* option : app_.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::string flag = word.substr(0, word.find('='));
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view near = flag.starts_with("--") ? nearest(flag, names) : std::string_view();
  return UsageError("no such option: " + flag + (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                    " (profconv --help lists them)");
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
  for (const std::string& word : app_.remaining()) {
    if (!only_words && word == "--") {
      only_words = true;
    } else if (!only_words && word.size() > 1 && word.starts_with('-')) {
      throw unknown(word);
    } else if (word.empty()) {
      throw UsageError("a name is empty");
    } else {
      words_.push_back(word);
    }
  }
}

std::optional<int> Flags::parse(const Arguments& arguments) {
  try {
    app_.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    print_result(app_.help());
    return 0;
  } catch (const CLI::CallForVersion& version) {
    print_result(std::string(version.what()) + "\n");
    return 0;
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  refuse_empty();
  sort_remaining();
  return std::nullopt;
}

void ReadingFlags::declare(Flags& flags) {
  CLI::App& app = flags.app();
  app.add_option("-f,--from", from, "Read the input as this format, whatever it looks like")->option_text("FORMAT");
  flags.repeatable("--set", settings, "Set an option of a format (`profconv formats NAME` lists them); repeatable")
      ->option_text("[FORMAT.]OPTION=VALUE");
  app.add_option("--max-input", max_input_bytes, "Refuse inputs that are larger once decompressed (1 TiB)")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("BYTES");
  app.add_option("--max-line", max_line_bytes, "Refuse inputs with longer lines (16 MiB); 64MB and the like work too")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("BYTES");
  app.add_flag("-q,--quiet", quiet, "Say nothing but errors");
  app.add_option("--progress", progress, "never, auto (a line on a terminal) or json (one object a line on stderr)")
      ->option_text("HOW");
}

Limits ReadingFlags::limits() const {
  Limits limits;
  limits.max_input_bytes = max_input_bytes;
  limits.max_line_bytes = static_cast<std::size_t>(max_line_bytes);
  return limits;
}

ProgressStyle ReadingFlags::progress_style() const {
  const ProgressStyle style = parse_progress(progress);
  return quiet && style == ProgressStyle::automatic ? ProgressStyle::never : style;
}

std::vector<Setting> ReadingFlags::parsed_settings() const {
  std::vector<Setting> parsed;
  for (const std::string& text : settings) parsed.push_back(parse_setting(text));
  return parsed;
}

}  // namespace profconv::cli
