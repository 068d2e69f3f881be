// SPDX-License-Identifier: Apache-2.0
// Writing lines for people.
#include "tools/cli/messages.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "core/text/plain_text.h"
#include "tools/cli/terminal.h"

namespace profconv::cli {

namespace {

constexpr std::string_view red = "\x1b[1;31m";
constexpr std::string_view yellow = "\x1b[1;33m";
constexpr std::string_view cyan = "\x1b[1;36m";
constexpr std::string_view plain = "\x1b[0m";

void append_escaped(std::string& to, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    to.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
  }
}

/// Input that was left out is a warning: the conversion goes on. "error" is the word for what ends it.
std::string_view severity_word(Severity severity) { return severity == Severity::note ? "note" : "warning"; }

std::string_view severity_colour(Severity severity) { return severity == Severity::note ? cyan : yellow; }

const char* name_in_messages = "profconv";

std::string shown_path(const OutputReport& output) { return output.path == "-" ? "<stdout>" : output.path; }

/// "2 thread ids", "8 other value types (--type selects one)".
std::string described(const Loss& loss) {
  return describe(loss) + (loss.feature == Feature::value_types ? " (--type selects one)" : "");
}

/// "2 thread ids, 2 thread names": the essential losses with this hint.
std::string essential_losses(const OutputReport& output, std::string_view hint) {
  std::string list;
  for (const Loss& loss : output.losses) {
    if (!is_essential(loss.feature) || loss.hint != hint) continue;
    list.append(list.empty() ? "" : ", ").append(described(loss));
  }
  return list;
}

/// "a.spall omits 2 thread names (keep: --set spall.version=3)", or "cannot represent" what no setting keeps.
std::string essential_losses(const OutputReport& output) {
  const std::string lost = essential_losses(output, "");
  std::string text = shown_path(output) + (lost.empty() ? "" : " cannot represent " + lost);
  std::set<std::string_view> hints;
  for (const Loss& loss : output.losses) {
    if (loss.hint.empty() || !is_essential(loss.feature) || !hints.insert(loss.hint).second) continue;
    text.append(lost.empty() && hints.size() == 1 ? " omits " : hints.size() == 1 ? " and omits " : ", ");
    text.append(essential_losses(output, loss.hint)).append(" (keep: --set ").append(loss.hint).append(")");
  }
  return text;
}

/// Those of the first output with any, and how many more outputs lack something; empty: nothing essential is lost.
std::string essential_losses(std::span<const OutputReport> outputs) {
  std::string text;
  std::size_t more = 0;
  for (const OutputReport& output : outputs) {
    if (!any_essential(output.losses)) continue;
    if (text.empty()) {
      text = essential_losses(output);
    } else {
      ++more;
    }
  }
  return more == 0 ? text : text + " (and " + counted(more, "more output lacks", "more outputs lack") + " data)";
}

std::string group_digits(std::string digits) {
  const std::size_t start = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > start + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace

std::string inert(std::string_view text, std::size_t most_bytes) {
  std::string out;
  while (!text.empty() && out.size() < most_bytes) {
    const Character character = first_character(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(character.bytes, 1));
    if (character.bytes == 0 || is_unsafe(character.code)) {
      append_escaped(out, bytes);
    } else {
      out.append(bytes);
    }
    text.remove_prefix(bytes.size());
  }
  return text.empty() ? out : out + "...";
}

std::string grouped(std::int64_t number) { return group_digits(std::to_string(number)); }
std::string grouped(std::uint64_t number) { return group_digits(std::to_string(number)); }

std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
  return grouped(count) + " " + std::string(count == 1 ? one : several);
}

void set_program_name(const char* name) { name_in_messages = name; }

const char* program_name() { return name_in_messages; }

void print_result(std::string_view text) {
  Output output = Output::to_path("-");
  output.write(text);
  output.commit();
}

Messages::Messages(bool quiet, bool verbose) : quiet_(quiet), verbose_(verbose) {}

void Messages::line(std::string_view where, std::string_view severity, std::string_view colour,
                    std::string_view text) const {
  std::string line = std::string(program_name()) + ": ";
  if (!where.empty()) line.append(inert(where)).append(": ");
  if (!severity.empty()) {
    const bool coloured = colours_stderr();
    line.append(coloured ? colour : "").append(severity).append(":").append(coloured ? plain : "").append(" ");
  }
  line.append(inert(text)).append("\n");
  static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

void Messages::diagnostic(const Diagnostic& one) const {
  const std::string more = one.count > 1 ? " (and " + grouped(one.count - 1) + " more like it)" : "";
  line(one.where.file.empty() ? "" : to_string(one.where), severity_word(one.severity), severity_colour(one.severity),
       one.message + more);
}

void Messages::diagnostics(std::span<const Diagnostic> all) const {
  for (const Diagnostic& one : all) {
    if (!quiet_ || one.severity == Severity::error) diagnostic(one);
  }
}

void Messages::diagnostics_before(std::string_view error, std::span<const Diagnostic> all) const {
  for (const Diagnostic& one : all) {
    if (error.find(one.message) == std::string_view::npos) diagnostics({&one, 1});
  }
}

void Messages::everything(std::span<const Diagnostic> all, std::span<const OutputReport> outputs) const {
  diagnostics(all);
  for (const OutputReport& output : outputs) losses(output);
}

void Messages::outcome(std::span<const Diagnostic> all, std::span<const OutputReport> outputs) const {
  if (quiet_ || verbose_) return everything(all, outputs);
  std::vector<const Diagnostic*> notes;
  for (const Diagnostic& one : all) {
    if (one.severity == Severity::note) {
      notes.push_back(&one);
    } else {
      diagnostic(one);
    }
  }
  const std::string lost = essential_losses(outputs);
  if (!lost.empty()) line("", "note", cyan, lost + " (-v lists all)");
  // A note that names a setting may change what the user wants.
  const auto advice = std::find_if(notes.begin(), notes.end(), [](const Diagnostic* note) {
    return note->message.find("--set ") != std::string::npos;
  });
  if (advice != notes.end()) {
    diagnostic(**advice);
  } else if (lost.empty() && !notes.empty()) {
    Diagnostic first = *notes.front();
    if (notes.size() > 1) first.message += " (and " + counted(notes.size() - 1, "more note", "more notes") + ": -v)";
    diagnostic(first);
  }
}

void Messages::losses(const OutputReport& output) const {
  if (quiet_ || output.losses.empty()) return;
  line(shown_path(output), "lost", yellow, describe_losses(output.losses));
}

void Messages::unread(std::span<const Unread> all) const {
  if (!verbose_) return;
  for (const Unread& unread : all) line(unread.file, "not read", cyan, describe(unread));
}

void Messages::error(std::string_view what) const { line("", "error", red, what); }

void Messages::note(std::string_view file, std::string_view what) const { line(file, "note", cyan, what); }

void Messages::warning(std::string_view file, std::string_view what) const { line(file, "warning", yellow, what); }

std::string strict_refusal(std::span<const Diagnostic> all, std::span<const OutputReport> outputs) {
  std::string first;
  std::uint64_t reasons = 0;
  const auto add = [&](const std::string& reason) {
    if (reasons++ == 0) first = reason;
  };
  for (const Diagnostic& one : all) {
    if (one.severity == Severity::note) continue;
    add("there is a warning: " + (one.where.file.empty() ? "" : to_string(one.where) + ": ") + one.message);
  }
  for (const OutputReport& output : outputs) {
    for (const Loss& loss : output.losses) {
      if (is_essential(loss.feature)) add(shown_path(output) + " would lose " + described(loss));
    }
  }
  const std::string more = reasons > 1 ? " (and " + counted(reasons - 1, "more reason", "more reasons") + ")" : "";
  return "--strict: nothing was written, because " + first + more;
}

std::string describe_losses(std::span<const Loss> losses) {
  std::string all;
  for (const Loss& loss : losses) {
    all.append(all.empty() ? "" : ", ").append(described(loss));
    if (!loss.hint.empty()) all.append(" (keep with --set ").append(loss.hint).append(")");
  }
  return all;
}

std::string describe(const Unread& unread) {
  return unread.what +
         (unread.setting.empty() ? " (no profile can hold them)" : " (read with --set " + unread.setting + ")");
}

}  // namespace profconv::cli
