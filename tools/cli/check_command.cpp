// SPDX-License-Identifier: Apache-2.0
// profconv check FILE...: judges each file, and prints what was found, for people or for programs.
#include "profconv/check.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "core/text/json_text.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/progress.h"
#include "tools/cli/registry.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto examples = std::to_array<Example>({
    {"profconv check heap.pb.gz", ""},
    {"profconv check -q *.folded && echo fine", ""},
    {"profconv check *.json --json | jq -r 'select(.errors > 0) | .file'", ""},
});

constexpr std::array<std::string_view, 9> common{"--help", "--help-all", "--json",  "--most",   "--from",
                                                 "--set",  "--quiet",    "--color", "--version"};

constexpr Page page{
    .usage = "profconv check FILE... [--json] [options]",
    .summary = "validate files and list their problems",
    .description =
        "Checks whether files are valid and lists each problem with its line or byte offset and its kind. An "
        "error breaks the format's rules or cannot be read; a warning is something that readers will miss or "
        "misread, or that is hardly ever intended. Without a file, or with -, reads standard input.\n"
        "docs/check.md lists the rules.",
    .examples = examples,
    .exit_status = "0 no errors, 1 a file has errors or cannot be read, 2 usage.",
    .common = common};

struct CheckFlags {
  ReadingFlags reading;
  bool as_json = false;
  std::uint64_t most = CheckRequest{}.most_of_a_kind;

  void declare(Flags& flags) {
    flags.flag("--json", as_json, "Print one JSON object per file");
    flags.number("--most", most, 1, std::numeric_limits<std::uint64_t>::max(), "N",
                 "Show at most N problems of a kind per file (20)");
    reading.declare(flags);
  }
};

constexpr std::array<std::string_view, 3> severity_words{"note", "warning", "error"};

std::string_view word(Severity severity) { return severity_words[static_cast<std::size_t>(severity)]; }

std::string text_of(const CheckResult& result, bool quiet) {
  std::string text;
  for (const Diagnostic& finding : result.findings) {
    if (quiet && finding.severity != Severity::error) continue;
    text.append(inert(to_string(finding.where))).append(": ").append(word(finding.severity)).append(": ");
    text.append(inert(finding.message));
    if (finding.count > 1) text.append(" (and ").append(grouped(finding.count - 1)).append(" more like it)");
    text.append(" [").append(finding.kind).append("]\n");
  }
  if (quiet) return text;
  text.append(inert(result.input)).append(": ");
  if (result.reader != nullptr) text.append(result.reader->name).append(": ");
  return text + counted(result.errors, "error", "errors") + ", " + counted(result.warnings, "warning", "warnings") +
         ", " + counted(result.notes, "note", "notes") + "\n";
}

Json json_of(const Diagnostic& finding) {
  const Location& where = finding.where;
  return {{"severity", word(finding.severity)},
          {"kind", finding.kind},
          {"message", finding.message},
          {"line", where.line == 0 ? Json() : Json(where.line)},
          {"byte", where.has_byte ? Json(where.byte) : Json()},
          {"count", finding.count}};
}

std::string json_of(const CheckResult& result, bool quiet) {
  Json object{{"schema", "profconv-check-1"},
              {"file", result.input},
              {"format", result.reader == nullptr ? Json() : Json(result.reader->name)},
              {"reason", result.reader == nullptr ? Json() : Json(result.reason)},
              {"valid", result.is_valid()},
              {"errors", result.errors},
              {"warnings", result.warnings},
              {"notes", result.notes}};
  object["findings"] = Json::array();
  for (const Diagnostic& finding : result.findings) {
    if (!quiet || finding.severity == Severity::error) object["findings"].push_back(json_of(finding));
  }
  return with_unsafe_escaped(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

CheckResult checked(const std::string& file, const ReadingFlags& reading, std::uint64_t most) {
  Context context(reading.limits, reading.max_threads);
  const SignalGuard guard(context, file == "-" && stdin_is_pipe());
  Progress progress(context, {file}, reading.progress_style());
  const CheckRequest request{.from = reading.from, .settings = reading.parsed_settings(), .most_of_a_kind = most};
  CheckResult result = check_file(file, request, context, registry());
  progress.finish();
  return result;
}

}  // namespace

void describe_check(const FlagsVisitor& visit) { describe_with<CheckFlags>(page, visit); }

int run_check(const Arguments& arguments) {
  Flags flags(page);
  CheckFlags given;
  given.declare(flags);
  if (const auto status = flags.parse(arguments)) return *status;
  int status = good;
  for (const std::string& file : flags.inputs("no file: name one or pipe one in (profconv check --help)")) {
    const CheckResult result = checked(file, given.reading, given.most);
    if (!result.is_valid()) status = failed;
    print_result(given.as_json ? json_of(result, given.reading.quiet) : text_of(result, given.reading.quiet));
  }
  return status;
}

}  // namespace profconv::cli
