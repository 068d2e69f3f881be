// SPDX-License-Identifier: Apache-2.0
// Sentences about symbols.
#include "tools/lib/symbolize/findings.h"

#include <vector>

#include "core/text/base_name.h"
#include "core/text/counted.h"
#include "profconv/errors.h"
#include "tools/lib/symbolize/debug_info.h"

namespace profconv::symbolize {

namespace {

/// "libc.so.6, prog and 3 more": modules that have something in common.
class Names {
 public:
  void add(std::string_view name, std::uint64_t frames) {
    constexpr std::size_t most = 2;
    ++count_;
    frames_ += frames;
    if (count_ <= most) text_.append(text_.empty() ? "" : ", ").append(one_line(base_name(name)));
    if (count_ > most) rest_ = " and " + std::to_string(count_ - most) + " more";
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::string text() const { return text_ + rest_; }
  [[nodiscard]] std::string frames() const { return counted(frames_, "frame"); }

 private:
  std::size_t count_ = 0;
  std::uint64_t frames_ = 0;
  std::string text_;
  std::string rest_;
};

struct Groups {
  Names other_build;
  Names mismatched;
  Names missing;
  Names without_symbols;
  Names unplaced;
  Names without_lines;
  Names without_split;
  Names guessed;
  Names unverified;
  Names newer;
};

Groups grouped(std::span<const ModuleFindings> modules) {
  Groups groups;
  for (const ModuleFindings& m : modules) {
    if (!m.is_found && !m.path.empty()) groups.other_build.add(m.path, m.missed);
    if (!m.is_found && m.path.empty() && m.missed != 0) groups.missing.add(m.name, m.missed);
    if (m.is_found && m.missed != 0) groups.without_symbols.add(m.name, m.missed);
    if (m.mismatched != 0) groups.mismatched.add(m.path, m.mismatched);
    if (m.unplaced != 0) groups.unplaced.add(m.name, m.unplaced);
    if (m.resolved == 0) continue;
    if (m.lacks_split) groups.without_split.add(m.name, m.resolved);
    if (!m.has_lines) groups.without_lines.add(m.name, m.resolved);
    if (m.has_guessed_base) groups.guessed.add(m.name, m.resolved);
    if (m.build_id.empty()) (m.is_newer ? groups.newer : groups.unverified).add(m.name, m.resolved);
  }
  return groups;
}

void report_wrong_files(const Groups& groups, Context& context) {
  if (!groups.other_build.empty()) {
    context.data_loss("symbols.other_build", {},
                      groups.other_build.text() + ": not used, its build id is not that of the recording");
  }
  if (!groups.newer.empty()) {
    context.data_loss("symbols.newer", {},
                      groups.newer.text() + ": newer than the recording, which has no build id: is it the same build?");
  }
  if (!groups.mismatched.empty()) {
    context.data_loss("symbols.mismatch", {},
                      groups.mismatched.text() + ": has other functions at " + groups.mismatched.frames() +
                          " than were recorded; is it the recorded file?");
  }
}

void report_missing(const Groups& groups, const SymbolTotals& totals, Context& context) {
  const Severity severity = totals.resolved == 0 ? Severity::data_loss : Severity::note;
  if (!groups.missing.empty()) {
    context.report(severity, "symbols.missing", {},
                   "no file for " + groups.missing.text() + ": " + groups.missing.frames() +
                       " not looked up (--symbols FILE or FOLDER)");
  }
  if (!groups.without_symbols.empty()) {
    context.report(severity, "symbols.none", {},
                   groups.without_symbols.text() + ": has no symbol for " + groups.without_symbols.frames() +
                       ", and no debug file was found");
  }
  if (!groups.unplaced.empty()) {
    context.report(severity, "symbols.unplaced", {},
                   groups.unplaced.text() + ": not known where it was loaded, for " + groups.unplaced.frames() +
                       " (--symbols with a copy of /proc/PID/maps)");
  }
  if (totals.homeless != 0) {
    context.report(severity, "symbols.no_module", {},
                   counted(totals.homeless, "frame") + " in no known module (--symbols with a copy of /proc/PID/maps)");
  }
}

void report_lines(const Groups& groups, const SymbolSources& sources, Context& context) {
  if (groups.without_lines.empty()) return;
  if (!DebugInfo::is_supported()) {
    context.note("symbols.no_libdw", {}, "no lines and inlined functions: they need libdw (Debian: libdw1)");
    return;
  }
  context.note("symbols.no_lines", {},
               groups.without_lines.text() + ": no debug information, so no lines and inlined functions (" +
                   (sources.debuginfod ? "install a -dbgsym package" : "--symbols debuginfod fetches it") + ")");
}

}  // namespace

void report(std::span<const ModuleFindings> modules, const SymbolTotals& totals, const SymbolSources& sources,
            Context& context) {
  const Groups groups = grouped(modules);
  report_wrong_files(groups, context);
  context.note("symbols.resolved", {},
               totals.asked == 0 ? "no symbols to look up: every frame has a line, or has no address"
                                 : std::to_string(totals.resolved) + " of " + counted(totals.asked, "frame") +
                                       " resolved, " + std::to_string(totals.with_lines) + " with source lines");
  report_missing(groups, totals, context);
  report_lines(groups, sources, context);
  if (!groups.without_split.empty()) {
    context.note("symbols.no_split", {},
                 groups.without_split.text() + ": its .dwo files are missing, so some functions have no lines");
  }
  if (totals.replaced != 0) {
    context.data_loss("symbols.replaced", {},
                      counted(totals.replaced, "frame") +
                          " at addresses that several functions have had: the last is named (use perf inject --jit)");
  }
  if (totals.this_kernel != 0) {
    context.note("symbols.this_kernel", {},
                 counted(totals.this_kernel, "kernel frame") + " named by the kernel that runs here now");
  }
  if (!groups.guessed.empty()) {
    context.note("symbols.valgrind_base", {},
                 groups.guessed.text() + ": taken as loaded at 0x108000, where Valgrind loads programs");
  }
  if (!groups.unverified.empty()) {
    context.note("symbols.no_build_id", {},
                 groups.unverified.text() + ": the recording has no build id to compare with that of the file");
  }
}

}  // namespace profconv::symbolize
