// SPDX-License-Identifier: Apache-2.0
// Running `perf script`.
#include "readers/perf/perf_data.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "core/process/process.h"
#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "profconv/errors.h"

namespace profconv::perf {

namespace {

/// A recording that perf wrote to a pipe has a header of 16 bytes (tools/perf/Documentation/perf.data-file-format.txt).
constexpr char pipe_header_size = 16;
constexpr std::size_t header_bytes = 16;

bool is_piped(std::string_view head) {
  return head.size() >= header_bytes && head[8] == pipe_header_size &&
         head.substr(9, 7).find_first_not_of('\0') == std::string_view::npos;
}

/// Whether the file of that name is what is being read: an input may be a member of an archive, or memory.
bool is_file(const std::string& name, std::string_view head) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(name, error)) return false;  // to open a pipe again would wait for its writer
  std::array<char, header_bytes> begin{};
  std::ifstream file(name, std::ios::binary);
  file.read(begin.data(), begin.size());
  return file.gcount() == static_cast<std::streamsize>(begin.size()) &&
         head.substr(0, begin.size()) == std::string_view(begin.data(), begin.size());
}

/// What is left of an input, for the standard input of perf.
class Rest : public Source {
 public:
  explicit Rest(Input& input) : input_(&input) {}
  std::size_t read(std::span<char> buffer) override { return input_->read(buffer); }

 private:
  Input* input_;
};

std::string advice(const std::string& file) {
  return "; print it where it was recorded: `perf script --header --show-mmap-events --show-task-events -i " + file +
         " > out.perf`";
}

/// Adds what to do to perf's own words.
class PerfScript : public Source {
 public:
  PerfScript(std::unique_ptr<Process> process, std::string file, Context& context)
      : process_(std::move(process)), file_(std::move(file)), context_(context) {}

  std::size_t read(std::span<char> buffer) override {
    try {
      const std::size_t count = process_->read(buffer);
      if (count == 0) relay();
      return count;
    } catch (const ProcessError& error) {
      throw ReadError({.file = file_}, error.what() + (is_damaged() ? std::string(damaged) : advice(file_)));
    }
  }

 private:
  static constexpr std::string_view damaged =
      "; the recording is cut off or damaged: perf record has to end by itself, or by Ctrl-C";

  /// By perf's words for files whose events, or their size, make no sense: any perf would refuse them.
  [[nodiscard]] bool is_damaged() const {
    const std::string_view said = process_->error_text();
    return said.find("failed to process type") != said.npos || said.find("properly terminated") != said.npos;
  }

  /// What perf said, though it succeeded: also that a recording is cut off.
  void relay() {
    const std::string_view said = without_blanks_around(process_->error_text());
    if (said.empty()) return;
    const std::string_view line = said.substr(0, said.find('\n'));
    const bool is_cut = said.find("unexpected end of event stream") != std::string_view::npos;
    if (is_cut) {
      context_.data_loss("perf.cut_recording", {.file = file_},
                         "the recording is cut off: perf script said " + in_quotes(line, 200));
    } else {
      context_.note("perf.said", {.file = file_}, "perf script said " + in_quotes(line, 200));
    }
  }

  std::unique_ptr<Process> process_;
  std::string file_;
  Context& context_;
};

}  // namespace

bool is_perf_data(std::string_view head) { return head.starts_with("PERFILE2") || head.starts_with("2ELIFREP"); }

Input open_perf_data(Input& recording, bool may_run) {
  const std::string& name = recording.name();
  if (!may_run) throw ReadError(recording.whole(), "perf.run=no does not allow running perf to read it" + advice(name));
  const std::string_view head = recording.head();
  // Finding the lines of inlined frames takes perf hours on large programs.
  Command command{.words = {"perf", "script", "--header", "--no-inline", "--show-mmap-events", "--show-task-events",
                            "--show-lost-events", "--show-switch-events", "--ns", "--force",
                            // Without these, periods and stacks of tracepoints are left out.
                            "-F", "+period,+ip,+sym,+symoff,+dso",
                            // By itself it cuts the roots off at 127 frames.
                            "--max-stack", "65535", "-i", name},
                  .name = "perf script",
                  // The user's perfconfig may turn stacks around.
                  .environment = {{"LC_ALL", "C"}, {"PAGER", "cat"}, {"PERF_CONFIG", "/dev/null"}}};
  if (!is_file(name, head)) {
    if (!is_piped(head)) {
      throw ReadError(recording.whole(), "perf can read this recording only from a file of its own; name that file");
    }
    command.words.back() = "-";
    command.input = std::make_unique<Rest>(recording);
  }
  std::unique_ptr<Process> process;
  try {
    process = std::make_unique<Process>(std::move(command), recording.context());
  } catch (const ProcessError& error) {
    throw ReadError(recording.whole(),
                    error.what() + advice(name) +
                        ", or install perf here (Debian: apt install linux-perf, Fedora: dnf install perf)");
  }
  return Input(name, std::make_unique<PerfScript>(std::move(process), name, recording.context()), recording.context());
}

BuildIds build_ids_of(Input& recording) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  constexpr std::chrono::minutes longest{1};
  BuildIds ids;
  if (!is_file(recording.name(), recording.head()) || is_piped(recording.head())) return ids;
  std::string text;
  try {
    text = output_of({.words = {"perf", "buildid-list", "-i", recording.name()},
                      .environment = {{"LC_ALL", "C"}},
                      .deadline = longest},
                     recording.context(), most_bytes);
  } catch (const ProcessError&) {
    return ids;  // perf script says what is wrong
  }
  std::istringstream lines(text);
  for (std::string id, path; lines >> id >> std::ws && std::getline(lines, path);) ids.emplace(path, id);
  return ids;
}

}  // namespace profconv::perf
