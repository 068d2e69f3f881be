// SPDX-License-Identifier: Apache-2.0
// Magic numbers and looks of files that people give to a profile converter and that are no profile it reads.
#include "foreign.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "otlp.h"

namespace profconv {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view give_the_profile = "give the profile itself";
constexpr std::string_view profile_it = "name the file that a profiler wrote";
constexpr std::string_view make_proto = "`go tool pprof -proto FILE > profile.pb.gz` converts it to pprof";
constexpr std::string_view fetch_proto =
    "fetch it without `debug=1`, or convert it with `go tool pprof -proto FILE > profile.pb.gz`";
constexpr std::string_view fold_it = "name the recording it was made from, or collapsed stacks";
constexpr std::string_view print_callgrind = "it counts calls and has no stacks; `callgrind_annotate FILE` prints it";

struct Magic {
  std::string_view bytes;
  std::size_t offset;
  Foreign kind;
};

constexpr Foreign otlp_profile{"an OTLP profile (OpenTelemetry)",
                               "have the profiler, or its backend, write pprof instead"};

/// Nothing at its beginning tells it from other binary data.
constexpr Foreign event_trace{"an event trace of Windows (ETL)",
                              "`xperf_to_collapsedstacks.py FILE` (UIforETW) makes collapsed stacks"};

/// Words 0, 3 and a version of 32 or 64 bits, in the order of the machine.
constexpr Foreign old_cpu_profile{"a CPU profile of gperftools or Java in its old form", make_proto};

constexpr auto magics = std::to_array<Magic>({
    {"FLR\0"sv,
     0,
     {"a JFR (Java Flight Recorder) recording",
      "`jfrconv -o collapsed FILE out.folded` (async-profiler) makes collapsed stacks"}},
    {"JAVA PROFILE "sv,
     0,
     {"a Java heap dump (hprof)",
      "it has no stacks: `asprof -e alloc -o collapsed -f out.folded PID` (async-profiler) records them"}},
    {"\xfd\x37\x7a\x58\x5a\0"sv, 0, {"an xz archive", "`xz -dc FILE | profconv - -o OUTPUT` unpacks it"}},
    {"BZh"sv, 0, {"a bzip2 archive", "`bzip2 -dc FILE | profconv - -o OUTPUT` unpacks it"}},
    {"PK\3\4"sv, 0, {"a zip archive", "`unzip -p FILE NAME | profconv - -o OUTPUT` unpacks a file of it"}},
    {"PK\5\6"sv, 0, {"an empty zip archive", give_the_profile}},
    {"7z\xbc\xaf\x27\x1c"sv,
     0,
     {"a 7-Zip archive", "`7z x -so FILE NAME | profconv - -o OUTPUT` unpacks a file of it"}},
    {"\x04\x22\x4d\x18"sv, 0, {"an lz4 archive", "`lz4 -dc FILE | profconv - -o OUTPUT` unpacks it"}},
    {"ustar"sv, 257, {"a tar archive", "`tar -xOf FILE NAME | profconv - -o OUTPUT` unpacks a file of it"}},
    {"\xff\xd8\xff"sv, 0, {"a JPEG image", give_the_profile}},
    {"\x89PNG\r\n\x1a\n"sv, 0, {"a PNG image", give_the_profile}},
    {"GIF8"sv, 0, {"a GIF image", give_the_profile}},
    {"%PDF-"sv, 0, {"a PDF document", give_the_profile}},
    {"\x7f"
     "ELF"sv,
     0,
     {"an ELF program, library or core dump", profile_it}},
    {"\xfe\xed\xfa\xce"sv, 0, {"a Mach-O program or library", profile_it}},
    {"\xfe\xed\xfa\xcf"sv, 0, {"a Mach-O program or library", profile_it}},
    {"\xce\xfa\xed\xfe"sv, 0, {"a Mach-O program or library", profile_it}},
    {"\xcf\xfa\xed\xfe"sv, 0, {"a Mach-O program or library", profile_it}},
    {"\0asm"sv, 0, {"a WebAssembly module", profile_it}},
    {"!<arch>\n"sv, 0, {"a static library", profile_it}},
    {"SQLite format 3\0"sv, 0, {"an SQLite database", give_the_profile}},
    {"\xff\xfe"sv,
     0,
     {"UTF-16 text (what `>` writes in PowerShell)", "`iconv -f UTF-16 -t UTF-8 FILE > out.txt` converts it"}},
    {"\xfe\xff"sv, 0, {"UTF-16 text", "`iconv -f UTF-16 -t UTF-8 FILE > out.txt` converts it"}},
    {"DTiJ"sv, 0, {"a jitdump file", "name the recording, and this file with --symbols"}},
    {"gmon\1\0\0\0"sv, 0, {"a gprof profile (gmon.out)", "it has no stacks; `gprof PROGRAM FILE` prints it"}},
    {" trace\0\0\0"sv,
     7,
     {"an execution trace of Go", "`go tool trace -pprof=sched FILE > waits.pb` makes pprof (or net, sync, syscall)"}},
    {"# callgrind format"sv, 0, {"a callgrind profile", print_callgrind}},
    {"\0\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0"sv, 0, old_cpu_profile},
    {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x03"sv, 0, old_cpu_profile},
    {"\0\0\0\0\x03\0\0\0\0\0\0\0"sv, 0, old_cpu_profile},
    {"\0\0\0\0\0\0\0\x03\0\0\0\0"sv, 0, old_cpu_profile},
    {"\0\0\0\0\x03\0\0\0\x01\0\0\0"sv, 0, old_cpu_profile},
    {"heap profile: "sv, 0, {"a heap profile as text (gperftools, or Go with debug=1)", fetch_proto}},
    {"heap_v2/"sv,
     0,
     {"a heap profile of jemalloc", "`jeprof --collapsed PROGRAM FILE > out.folded` makes collapsed stacks"}},
    {"goroutine profile: total "sv, 0, {"a goroutine profile of Go as text (debug=1)", fetch_proto}},
    {"threadcreate profile: total "sv, 0, {"a threadcreate profile of Go as text (debug=1)", fetch_proto}},
    {"--- contention"sv, 0, {"a contention profile as text (gperftools, or Go with debug=1)", fetch_proto}},
    {"--- mutex"sv, 0, {"a mutex profile of Go as text (debug=1)", fetch_proto}},
    {"--- threadz "sv, 0, {"a list of threads of gperftools (threadz)", make_proto}},
    {"--- Thread stacks "sv, 0, {"a list of threads of gperftools (threadz)", make_proto}},
    {"--- heapz "sv, 0, {"a heap profile of Java as text (heapz)", make_proto}},
});

std::optional<Foreign> by_magic(std::string_view head) {
  for (const Magic& magic : magics) {
    if (head.size() > magic.offset && head.substr(magic.offset).starts_with(magic.bytes)) return magic.kind;
  }
  return std::nullopt;
}

std::uint8_t byte_at(std::string_view text, std::size_t i) { return static_cast<std::uint8_t>(text[i]); }

/// Java classes and universal Mach-O files begin alike; the number that follows is a version of 45 and more, or a
/// count of a few.
std::optional<Foreign> cafebabe(std::string_view head) {
  if (!head.starts_with("\xca\xfe\xba\xbe"sv) || head.size() < 8) return std::nullopt;
  if (byte_at(head, 7) < 40) return Foreign{"a Mach-O program or library", profile_it};
  return Foreign{"a Java class file", profile_it};
}

std::optional<Foreign> windows_program(std::string_view head) {
  const bool is_one = head.starts_with("MZ") && head.substr(0, 4096).find('\0') != std::string_view::npos;
  return is_one ? std::optional(Foreign{"a Windows program or library", profile_it}) : std::nullopt;
}

bool contains(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

std::string_view without_leading_blanks(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

std::optional<Foreign> markup(std::string_view text) {
  if (!text.starts_with('<')) return std::nullopt;
  const std::string_view start = text.substr(0, 4096);
  if (contains(start, "<svg")) {
    return Foreign{"an SVG image", "a picture has no profile; name the stacks it was drawn from"};
  }
  if (contains(start, "<html") || contains(start, "<!DOCTYPE html") || contains(start, "<!doctype html")) {
    return Foreign{"an HTML page",
                   "if it was downloaded, the link led to a page about the profile, not to the profile"};
  }
  if (contains(start, "<trace-query-result")) {
    return Foreign{"an XML document of xctrace (Instruments)",
                   "`inferno-collapse-xctrace FILE > out.folded` makes collapsed stacks"};
  }
  return Foreign{"an XML document", fold_it};
}

/// JSON that has both keys.
struct JsonKeys {
  std::string_view one;
  std::string_view other;
  Foreign kind;
};

constexpr std::string_view open_trace = "open it in Perfetto (ui.perfetto.dev), or name the profile it was made from";

constexpr auto json_keys = std::to_array<JsonKeys>({
    {"speedscope.app/file-format-schema", "", {"a speedscope profile", fold_it}},
    {"\"resourceProfiles\"", "", otlp_profile},
    {"\"resource_profiles\"", "", otlp_profile},
    {"\"traceEvents\"", "", {"a Chrome trace (JSON)", open_trace}},
    {"\"ph\"", "\"ts\"", {"a Chrome trace (JSON)", open_trace}},
    {"\"preprocessedProfileVersion\"", "", {"a Firefox Profiler profile", fold_it}},
    {"\"nodes\"",
     "\"callFrame\"",
     {"a V8 CPU profile (.cpuprofile)", "record with pprof-nodejs (npm package `pprof`), which writes pprof"}},
    {"\"selfSize\"",
     "\"callFrame\"",
     {"a V8 heap profile (.heapprofile)", "record with pprof-nodejs (npm package `pprof`), which writes pprof"}},
});

std::optional<Foreign> json(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return std::nullopt;
  const std::string_view inside = without_leading_blanks(text.substr(1));
  if (text.front() == '{' ? !inside.starts_with('"') && !inside.starts_with('}') : !inside.starts_with('{')) {
    return std::nullopt;
  }
  for (const JsonKeys& keys : json_keys) {
    if (contains(text, keys.one) && contains(text, keys.other)) return keys.kind;
  }
  return Foreign{.what = "JSON that is no profile format known here",
                 .advice = "name the program that wrote it in a request for its format",
                 .is_guess = true};
}

/// "goroutine 5 [running]:" begins a line: Go's text of goroutines, also below what a crash says.
bool lists_goroutines(std::string_view text) {
  constexpr std::string_view start = "goroutine ";
  for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const std::size_t bracket = line.find_first_not_of("0123456789", start.size());
    if ((at == 0 || text[at - 1] == '\n') && bracket != std::string_view::npos && bracket != start.size() &&
        line.substr(bracket).starts_with(" [") && line.ends_with("]:")) {
      return true;
    }
  }
  return false;
}

std::optional<Foreign> script(std::string_view text, std::string_view file_name) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const bool shebang = first.starts_with("#!");
  if ((shebang && contains(first, "dtrace")) || contains(text, "#pragma D option") ||
      (file_name.ends_with(".d") && contains(text, "{") && contains(text, "@"))) {
    return Foreign{"a D program", "`dtrace -s FILE -o out.dtrace` runs it and writes what profconv reads"};
  }
  if (shebang) return Foreign{"a script", profile_it};
  if (contains(text, "#include <") || contains(text, "#include \"")) return Foreign{"C or C++ source", profile_it};
  return std::nullopt;
}

/// " 0xffffffff8103ce3b : native_safe_halt+0xb/0x10 [kernel]": print_backtrace() of SystemTap.
bool is_systemtap(std::string_view text) {
  if (!text.starts_with("0x")) return false;
  const std::size_t end = text.find_first_not_of("0123456789abcdef", 2);
  return end != std::string_view::npos && text.substr(end).starts_with(" : ");
}

/// "v 10400 3": the versions of heaptrack and of its file.
bool is_heaptrack(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with("v ") && line.size() > 2 && line.find_first_not_of("0123456789abcdef ", 2) == line.npos &&
         contains(text.substr(0, 4096), "\nX ");
}

std::optional<Foreign> text_of_profilers(std::string_view text) {
  if (is_heaptrack(text)) {
    return Foreign{"a heaptrack recording",
                   "`heaptrack_print FILE --flamegraph-cost-type peak -F out.folded` makes collapsed stacks"};
  }
  if (text.starts_with("Analysis of sampling ")) {
    return Foreign{"a report of macOS's sample", "`inferno-collapse-sample FILE > out.folded` makes collapsed stacks"};
  }
  if (text.starts_with("# To display the perf.data header")) {
    return Foreign{"a table of perf report", "`perf script | profconv - -o OUTPUT` converts the recording"};
  }
  if (is_systemtap(text)) {
    return Foreign{"stacks of SystemTap",
                   "`stackcollapse-stap.pl FILE > out.folded` (FlameGraph) makes collapsed stacks"};
  }
  if (lists_goroutines(text.substr(0, 65536))) {
    return Foreign{"a dump of Go's goroutines as text (debug=2, or of a crash)",
                   "fetch /debug/pprof/goroutine without `debug=2` for a profile"};
  }
  if (text.starts_with("version: 1\ncreator: callgrind")) return Foreign{"a callgrind profile", print_callgrind};
  if (contains(text.substr(0, 4096), "\nevents: ")) {
    return Foreign{.what = "a callgrind profile", .advice = print_callgrind, .is_guess = true};
  }
  if (text.starts_with("desc: ") && contains(text.substr(0, 4096), "\ntime_unit: ")) {
    return Foreign{"a massif profile",
                   "`ms_print FILE` prints it; `valgrind --tool=dhat PROGRAM` records a heap profile to convert"};
  }
  if (text.starts_with("dtrace: ")) {
    return Foreign{
        .what = "what dtrace says before or instead of its results",
        .advice = "end the recording with Ctrl-C, or from within the D program, and give all that dtrace prints",
        .is_guess = true};
  }
  return std::nullopt;
}

bool is_text(std::string_view head) {
  constexpr std::size_t most = 65536;
  const std::string_view start = head.substr(0, most);
  const auto is_control = [](char c) {
    const auto byte = static_cast<std::uint8_t>(c);
    return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f' && byte != 0x1b) ||
           byte == 0x7f;
  };
  return static_cast<std::size_t>(std::count_if(start.begin(), start.end(), is_control)) <= start.size() / 256;
}

}  // namespace

Foreign identify_foreign(std::string_view head, std::string_view file_name) {
  if (head.empty()) return {"an empty file", "dtrace, for one, prints its results only when it ends"};
  if (const auto kind = by_magic(head)) return *kind;
  if (const auto kind = cafebabe(head)) return *kind;
  if (const auto kind = windows_program(head)) return *kind;
  if (is_otlp_profile(head)) return otlp_profile;
  if (!is_text(head)) {
    if (file_name.ends_with(".etl")) return event_trace;
    return {"binary data of no kind known here", give_the_profile};
  }
  const std::string_view text = without_leading_blanks(head);
  if (text.empty()) return {"nothing but blanks", "dtrace, for one, prints its results only when it ends"};
  if (const auto kind = markup(text)) return *kind;
  if (const auto kind = json(text)) return *kind;
  if (const auto kind = text_of_profilers(text)) return *kind;
  if (const auto kind = script(text, file_name)) return *kind;
  return {.what = "text that is no profile",
          .advice = "name its format with --from, or the D program that printed it with --set dtrace.script=FILE",
          .is_text = true};
}

}  // namespace profconv
