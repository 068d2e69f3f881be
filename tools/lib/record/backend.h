// SPDX-License-Identifier: Apache-2.0
// The tracers that can record, each a constant with functions: how it is run, which reader takes what it prints.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/context.h"
#include "profconv/input.h"
#include "profconv/options.h"

namespace profconv::record {

/// What to record.
struct Wish {
  std::uint32_t frequency = 99;    ///< samples per second and processor
  std::uint32_t frames = 100;      ///< of a stack, at most
  bool everything = false;         ///< all processes, not only the target and its children
  bool alone = false;              ///< the target without its children; perf's times are then CLOCK_MONOTONIC's
  bool live = false;               ///< what was recorded is wanted at once
  bool kernel = false;             ///< the kernel's frames too
  bool off_cpu = false;            ///< the time that threads wait, instead of samples
  std::string script;              ///< path of a program for dtrace or bpftrace; empty: one of ours
  std::uint64_t buffer_bytes = 0;  ///< of the tracer, for each processor; 0: its default
};

/// The word that stands for the process id until the target has one.
constexpr std::string_view pid_word = "PID";

/// What our programs print once they trace, and again and again, so that a tracer whose reader has gone ends too.
constexpr std::string_view ready_line = "profconv: ready";
constexpr std::string_view alive_line = "profconv: alive";
/// What they print, with its id, when a process begins another program, if names are found here.
constexpr std::string_view exec_mark = "profconv: exec ";

/// What addresses without a name look like in a tracer's text.
enum class AddressForm : std::uint8_t { none, dtrace, bpftrace };

/// A tracer's command, and how what it prints is read.
struct Tracing {
  std::vector<std::string> words;  ///< with pid_word in the place of the process id
  std::vector<std::pair<std::string, std::string>> environment;
  std::string_view reader;
  std::vector<Setting> settings;
  std::string only;            ///< the one profile of it to keep; empty: all
  std::string value_type;      ///< what its values are called; empty: as the reader calls them
  bool has_controls = false;   ///< perf: is enabled by its descriptor 3 and answers to 4, and prints no text
  bool is_asked = false;       ///< perf: writes what it has recorded whenever a command comes there
  bool counts_samples = true;  ///< values are samples at the frequency
  bool is_ours = true;         ///< the program is not the user's
  /// It drops at SIGTERM what it has not printed yet, and prints ready_line or alive_line ten times a second.
  bool drops_at_end = false;
  AddressForm addresses = AddressForm::none;
};

struct Backend {
  std::string_view name;  ///< of the program too
  Tracing (*plan)(const Wish& wish);
  std::uint32_t (*most_frames)();  ///< of a stack that the system lets it record; null: no bound
  /// What it records of a process as text, while it is recorded; null: it prints text. As perf_text().
  std::unique_ptr<Source> (*text)(std::unique_ptr<Source> recording, pid_t pid, const Context& context);
  std::size_t (*whole)(std::string_view text);  ///< how many bytes of that text are whole records
};

extern const Backend dtrace_backend;
extern const Backend bpftrace_backend;
extern const Backend perf_backend;

/// In the order of preference.
[[nodiscard]] std::span<const Backend* const> backends();

/// The backend called `name`, or with "auto" the first that is installed and can record what is wished. Throws
/// RecordError if it is not installed, UsageError for another name or for a wish that it cannot fulfil.
[[nodiscard]] const Backend& choose_backend(std::string_view name, const Wish& wish);

/// The same, whether it is installed or not, except with "auto".
[[nodiscard]] const Backend& find_backend(std::string_view name, const Wish& wish);

/// The tracer's program text (for perf: none) and its command as a shell takes it.
[[nodiscard]] std::string show(const Tracing& tracing);

}  // namespace profconv::record
