// SPDX-License-Identifier: Apache-2.0
// The kinds of lines, in order of precedence:
//
//   \t            1227 leaf_mul+0x2e (/src/deep)           a frame: what begins with a tab is nothing else
//                                                          the end of a sample
//   # hostname : build-7                                   the header
//   deep 6376 2905.797: PERF_RECORD_EXIT(...)              a record
//   wrk-0 5979 2884.341: 10309278 cpu-clock:ppp:           a sample begins
//                1227 leaf_mul (/src/deep)                 a frame that lost its tab, or has no call chain
//     deep.c:7                                             the source of the frame above
//    insn: 48 01 c2                                        something else of the sample
//   wrk-0 5979                                             a sample begins, if a frame follows
#include "readers/perf/script.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/text/bad_lines.h"
#include "core/text/blanks.h"
#include "core/text/counted.h"
#include "core/text/excerpts.h"
#include "profconv/errors.h"
#include "readers/perf/first_line.h"
#include "readers/perf/heading.h"
#include "readers/perf/off_cpu.h"
#include "readers/perf/only_frame.h"
#include "readers/perf/processes.h"
#include "readers/perf/recording.h"
#include "readers/perf/sample_checks.h"
#include "readers/perf/threads.h"

namespace profconv::perf {

namespace {

constexpr std::string_view header_edge = "# ========";
constexpr std::string_view expected = "'command tid time: period event:' and frames below";

class Script {
 public:
  Script(Input& input, const Settings& settings, ProfileSetBuilder& builder)
      : input_(input),
        context_(input.context()),
        settings_(settings),
        builder_(builder),
        lines_(input),
        bad_lines_(context_, "perf.bad_line"),
        threads_(builder, processes_),
        frames_(builder, settings.frames),
        events_(builder, input, settings.values),
        off_cpu_(builder),
        checks_(context_) {}

  void read() {
    for (std::string_view line; lines_.next(line);) take(line);
    finish_sample();
    if (is_in_header_) throw ReadError(header_, "a header begins here and has no end");
    if (cut_stacks_ != 0) {
      context_.data_loss(
          "perf.max_stack", input_.whole(),
          counted(cut_stacks_, "stack") +
              " of 127 frames, perf's limit: the roots may be cut off (--max-stack of perf record and script)");
    }
    if (lines_.is_unterminated()) {
      context_.data_loss("perf.truncated", lines_.here(), "the last line has no end: the file may be cut");
    }
    if (events_.size() == 0 && recording_.is_known()) throw ReadError(input_.whole(), "the recording has no samples");
    if (events_.size() == 0) bad_lines_.refuse(input_.whole(), "a sample of perf script", expected);
    bad_lines_.refuse_if_most(lines_.line_number());
    const Clock clock =
        checks_.first_time_ns().value_or(0) == 0 ? Clock::relative : recording_.clock();  // 0: --reltime
    const auto describe = [&](ProfileBuilder& profile) {
      recording_.describe(profile);
      profile.metadata().clock = clock;
    };
    // They hold no frames; symbols are looked up in them.
    for (const std::string& path : processes_.jit_dumps())
      std::ignore = builder_.mapping({.file = builder_.string(path)});
    events_.finish(describe);
    if (settings_.off_cpu) finish_off_cpu(describe);
  }

 private:
  void take(std::string_view line) {
    if (!line.empty()) blank_lines_ = 0;
    if (line.ends_with(header_edge) && line != header_edge && !is_in_header_) return take_glued(line);
    if (line.starts_with('\t') && (is_open_ || !has_headings_ || !is_timed(line))) {
      has_tabs_ = true;
      take_frame(line, false);
    } else if (is_in_header_ || line == header_edge) {
      take_header(line);
    } else if (without_leading_blanks(line).empty()) {
      take_blank(line);
    } else if (line.starts_with('#') && !parse_heading(line)) {
      recording_.take(line);
    } else {
      take_other(line);
    }
  }

  /// Whether a line between samples that begins with a tab is the first line of a thread whose name does.
  static bool is_timed(std::string_view line) {
    const auto heading = parse_heading(line);
    return heading && heading->time_ns;
  }

  /// The last line of a file without an end, and the header of the next one behind it.
  void take_glued(std::string_view line) {
    context_.data_loss("perf.glued", lines_.here(), "a header begins within this line: the file before it may be cut");
    take(without_trailing_blanks(line.substr(0, line.size() - header_edge.size())));
    take_header(header_edge);
  }

  /// Between its edges: a command line may have several lines, and look like anything.
  void take_header(std::string_view line) {
    if (line == header_edge) {
      is_in_header_ = !is_in_header_;
      header_ = lines_.here();
    } else if (line.starts_with('#')) {
      recording_.take(line);
    }
  }

  /// Of -F comm,ip,sym, a line of blanks is the first one of a thread without a name.
  void take_blank(std::string_view line) {
    starts_blank_ = starts_blank_ || !is_begun_;
    // -F ip,sym: one blank line before each call chain and one after it.
    constexpr std::uint64_t between_chains = 2;
    if (++blank_lines_ > between_chains && !has_headings_ && starts_blank_) {
      context_.data_loss("perf.empty_chains", lines_.here(),
                         "more blank lines than call chains need: samples without one are not counted (print "
                         "their times, too)");
    }
    if (!is_open_ || !frames_.empty()) finish_sample();
    const bool is_nameless = !line.empty() && has_headings_ && !has_times_ && !has_events_ && !has_ids_;
    if (is_nameless && !is_open_ && lines_.ahead().starts_with('\t')) {
      next_->take(line, true, lines_.here());
      begin();
    }
  }

  void take_other(std::string_view line) {
    if (is_open_ && is_other_data(line)) return report_left_out(line, lines_.here());
    const bool is_before_frames = lines_.ahead().starts_with('\t');
    const bool have_no_events = has_headings_ && !has_events_;
    const bool is_first_line = next_->take(line, is_before_frames, lines_.here()) &&
                               !(is_before_frames && have_no_events && next_->drop_guessed_event());
    if (is_first_line && next_->heading().is_record()) {
      take_record(next_->heading());
    } else if (is_first_line && is_like_others(next_->heading(), is_before_frames)) {
      begin();
    } else if (!has_tabs_ && !is_before_frames && parse_frame(line)) {
      take_frame(line, true);
    } else if (const auto source = parse_source_line(line); source && is_open_) {
      if (frames_.empty()) return report_left_out(line, lines_.here());  // the only frame is not made yet
      frames_.set_source(*source);
    } else if (!is_of_perf_record(line)) {
      take_unknown(line, is_before_frames && !is_open_);
    }
  }

  /// Whether a line has what all first lines have: "addr2line: DWARF error:" would be one. What looks like an id may be
  /// of a thread's name.
  [[nodiscard]] bool is_like_others(const Heading& heading, bool is_before_frames) const {
    if (has_times_ && !heading.time_ns) return false;
    return !has_ids_ || !heading.is_tentative || (is_before_frames && events_.has(heading.event));
  }

  /// Unless all samples have times, it may begin a sample if a frame follows, between samples even where they have
  /// events.
  void take_unknown(std::string_view line, bool is_between) {
    if (!has_times_ && (!has_events_ || is_between)) return begin();
    bad_lines_.add(lines_.here(), "expected " + std::string(expected) + ", got " + in_quotes(line));
  }

  void report_left_out(std::string_view text, const Location& where) {
    context_.note("perf.other_fields", where,
                  "skipped fields of samples that profiles cannot represent: " + in_quotes(text));
  }

  /// " insn: 48 01 c2", " 0x4005c0/0x4005d0/P/-/-/0", " ABI:2    AX:0x1": -F insn, brstack, uregs.
  static bool is_other_data(std::string_view line) {
    if (!line.starts_with(' ')) return false;
    const std::string_view text = without_leading_blanks(line);
    return text.starts_with("insn: ") || text.starts_with("ilen: ") || text.starts_with("ABI:") ||
           (text.starts_with("0x") && text.find('/') != std::string_view::npos);
  }

  /// What perf says of events that were lost, where standard error is in the file, too.
  bool is_of_perf_record(std::string_view line) {
    if (line.find(" events and lost ") != std::string_view::npos) {
      context_.data_loss("perf.lost", lines_.here(), "perf lost events: " + in_quotes(line));
      return true;
    }
    if (line.ends_with("PERF_RECORD_FINISHED_ROUND")) return true;
    return line == "Warning:" || line == "Check IO/CPU overload!" || line.starts_with("[ perf record: ");
  }

  /// Begins the sample of the line that next_ has.
  void begin() {
    finish_sample();
    std::swap(first_, next_);
    is_open_ = has_headings_ = is_begun_ = true;
    has_times_ = has_times_ || first_->heading().time_ns.has_value();
    has_ids_ = has_ids_ || !first_->heading().is_tentative;
    has_events_ = has_events_ || !first_->heading().event.empty();
  }

  void take_frame(std::string_view line, bool is_alone) {
    is_begun_ = true;
    if (!is_open_ && has_headings_ && !is_alone && !is_after_bad_) {
      is_after_bad_ = true;
      bad_lines_.add(lines_.here(), "expected the first line of a sample, got the frame " + in_quotes(line));
      return;
    }
    if (!is_open_ && has_headings_) return;
    // Without a blank line at the beginning, -F ip,sym has printed no call chains.
    if (is_open_ && is_alone && !has_headings_ && !starts_blank_) finish_sample();
    if (!is_open_) {
      first_->leave_out(lines_.here());
      is_open_ = true;
    }
    if (!frames_.add(line)) bad_lines_.add(lines_.here(), "expected an address and a symbol, got " + in_quotes(line));
  }

  void take_record(const Heading& heading) {
    finish_sample();  // it was before what the record says
    if (processes_.take(heading.rest)) return;
    if (heading.rest.starts_with("PERF_RECORD_LOST")) {
      context_.data_loss("perf.lost", lines_.here(), "perf lost events: " + in_quotes(heading.rest));
    } else if (heading.rest.starts_with("PERF_RECORD_SWITCH")) {
      take_switch(heading);
    }
  }

  void take_switch(const Heading& heading) {
    if (!settings_.off_cpu) {
      context_.skip({.file = input_.name(), .what = "context switches", .setting = "perf.offcpu=yes"});
      return;
    }
    add_at(lines_.here(), [&] { off_cpu_.record(heading, heading.rest); });
  }

  /// Names the place in errors of a builder.
  template <class Add>
  static void add_at(const Location& where, Add add) {
    try {
      add();
    } catch (const OverflowError& error) {
      throw ReadError(where, error.what());
    } catch (const LimitError& error) {
      throw LimitError(where, error.what());
    }
  }

  void finish_sample() {
    is_after_bad_ = false;
    if (!is_open_) return;
    is_open_ = false;
    const Heading& heading = first_->heading();
    if (heading.is_tentative && frames_.empty() && (heading.event.empty() || !events_.has(heading.event))) {
      bad_lines_.add(first_->where(), "expected " + std::string(expected) + ", got " + in_quotes(first_->text()));
      return;
    }
    checks_.take(heading, first_->where());
    const std::string_view fields = take_rest(heading);
    constexpr std::size_t most_frames = 127;
    if (frames_.physical_frames() == most_frames) ++cut_stacks_;
    add_at(first_->where(), [&] {
      const SampleKey key{.stack = frames_.finish(processes_.maps_of(pid_of(heading))),
                          .thread = threads_.of(heading),
                          .labels = labels_of(heading, fields),
                          .start_ns = heading.time_ns};
      events_.add(heading, key, first_->where());
      if (settings_.off_cpu) off_cpu_.sample(heading, key);
    });
  }

  /// Behind the event are the fields of a tracepoint, which are returned, or the only frame and what -F prints before
  /// and after it, or all of it.
  std::string_view take_rest(const Heading& heading) {
    const std::string_view rest = heading.rest;
    if (rest.empty()) return {};
    checks_.take_rest(heading, first_->where());
    const bool has_fields = may_have_fields(heading);
    if (!frames_.empty()) {
      if (!has_fields) report_left_out(rest, first_->where());
      return has_fields ? rest : std::string_view();
    }
    const OnlyFrame only = only_frame(rest, heading.blanks_before_rest());
    if (has_fields && only.shape == FrameShape::word) return rest;
    if (only.frame.empty()) {
      context_.data_loss("perf.no_frame", first_->where(), "no frame in what follows the event: " + in_quotes(rest));
      return {};
    }
    checks_.take(only, heading, first_->where());
    if (!only.before.empty() && !has_fields) report_left_out(only.before, first_->where());
    if (!only.behind.empty()) report_left_out(only.behind, first_->where());
    frames_.add_alone(only.frame);
    return has_fields ? only.before : std::string_view();
  }

  LabelSetId labels_of(const Heading& heading, std::string_view fields) {
    std::array<LabelText, 2> labels;
    std::size_t count = 0;
    if (heading.cpu) labels[count++] = {.key = cpu_label_key, .number = *heading.cpu, .is_number = true};
    if (!fields.empty() && settings_.keep_fields) labels[count++] = {.key = "fields", .text = fields};
    if (!fields.empty() && !settings_.keep_fields) {
      context_.skip({.file = input_.name(), .what = "the fields of tracepoints", .setting = "perf.fields=yes"});
    }
    return count == 0 ? LabelSetId{} : builder_.labels({labels.data(), count});
  }

  template <class Describe>
  void finish_off_cpu(Describe describe) {
    if (off_cpu_.profile() == nullptr) {
      context_.data_loss("perf.no_switches", input_.whole(),
                         "no context switches, so no time off the CPU: record with --switch-events, and print with "
                         "--show-switch-events");
      return;
    }
    describe(*off_cpu_.profile());
    if (off_cpu_.unseen() != 0) {
      context_.data_loss("perf.lost_switches", input_.whole(),
                         counted(off_cpu_.unseen(), "wait") + " without an end: the switch back was not recorded");
    }
    if (off_cpu_.still_out() == 0) return;
    context_.note(
        "perf.still_off", input_.whole(),
        "threads off the CPU when the recording ended, for an unknown time: " + std::to_string(off_cpu_.still_out()));
  }

  [[nodiscard]] std::optional<std::int64_t> pid_of(const Heading& heading) const {
    return heading.pid || !heading.tid ? heading.pid : processes_.pid_of(*heading.tid);
  }

  Input& input_;
  Context& context_;
  const Settings& settings_;
  ProfileSetBuilder& builder_;
  LineReader lines_;
  BadLines bad_lines_;
  Processes processes_;
  Threads threads_;
  Frames frames_;
  Events events_;
  OffCpu off_cpu_;
  Recording recording_;
  SampleChecks checks_;
  std::array<FirstLine, 2> first_lines_;
  FirstLine* first_ = &first_lines_[0];  ///< of the sample that is being read
  FirstLine* next_ = &first_lines_[1];
  bool is_open_ = false;
  bool is_in_header_ = false;
  Location header_;  ///< its beginning
  bool has_headings_ = false;
  bool has_times_ = false;   ///< of first lines: then all have one
  bool has_ids_ = false;     ///< of first lines, a CPU or a period: then all have one
  bool has_events_ = false;  ///< of first lines: then all have one
  bool has_tabs_ = false;    ///< frames begin with a tab, as perf prints them below a heading
  bool is_begun_ = false;    ///< a sample was there
  bool starts_blank_ = false;
  std::uint64_t cut_stacks_ = 0;   ///< as deep as perf's limit
  std::uint64_t blank_lines_ = 0;  ///< in a row
  bool is_after_bad_ = false;      ///< the frames that follow were reported
};

}  // namespace

void read_script(Input& input, const Settings& settings, ProfileSetBuilder& builder) {
  Script(input, settings, builder).read();
}

}  // namespace profconv::perf
