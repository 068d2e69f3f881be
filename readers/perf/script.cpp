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
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/text/bad_lines.h"
#include "core/text/blanks.h"
#include "core/text/counted.h"
#include "core/text/excerpts.h"
#include "profconv/errors.h"
#include "readers/perf/frame_text.h"
#include "readers/perf/heading.h"
#include "readers/perf/joined_lines.h"
#include "readers/perf/off_cpu.h"
#include "readers/perf/processes.h"
#include "readers/perf/recording.h"
#include "readers/perf/samples.h"

namespace profconv::perf {

namespace {

constexpr std::string_view header_edge = "# ========";
class Script {
 public:
  Script(Input& input, const Settings& settings, ProfileSetBuilder& builder)
      : input_(input),
        context_(input.context()),
        settings_(settings),
        builder_(builder),
        lines_(input),
        bad_lines_(context_, "perf.bad_line"),
        off_cpu_(builder),
        samples_(input, settings, builder, {.processes = processes_, .off_cpu = off_cpu_, .bad_lines = bad_lines_}) {}

  void read() {
    for (std::string_view line; lines_.next(line);) take(line);
    finish_sample();
    if (is_in_header_) throw ReadError(header_, "a header begins here and has no end");
    samples_.report_cut_stacks();
    if (within_ && is_ended_by_blank_) {
      context_.data_loss("perf.mixed_chains", *within_,
                         "no blank line before this line, unlike others: the frames below may be of the sample above");
    }
    if (!has_headings_ && has_tabs_ && !starts_blank_ && !has_blank_within_) {
      context_.data_loss("perf.mixed_chains", input_.whole(),
                         "no blank lines between frames: several call chains may be counted as one");
    }
    if (lines_.is_unterminated()) {
      context_.data_loss("perf.truncated", lines_.here(), "the last line has no end: the file may be cut");
    }
    if (samples_.event_count() == 0 && recording_.is_known())
      throw ReadError(input_.whole(), "the recording has no samples");
    if (samples_.event_count() == 0) bad_lines_.refuse(input_.whole(), "a sample of perf script", first_line_form);
    bad_lines_.refuse_if_most(lines_.line_number());
    const Clock clock = samples_.first_time_ns() == 0 ? Clock::relative : recording_.clock();  // 0: --reltime
    const auto describe = [&](ProfileBuilder& profile) {
      recording_.describe(profile);
      profile.metadata().clock = clock;
    };
    // They hold no frames; symbols are looked up in them.
    for (const std::string& path : processes_.jit_dumps())
      std::ignore = builder_.mapping({.file = builder_.string(path)});
    samples_.describe_events(describe);
    if (settings_.off_cpu) finish_off_cpu(describe);
  }

 private:
  void take(std::string_view line) {
    if (!line.empty()) blanks_before_ = std::exchange(blank_lines_, 0);
    if (line.ends_with(header_edge) && line != header_edge && !is_in_header_) return take_glued(line);
    if (line.starts_with('\t') && (samples_.is_open() || !has_headings_ || !is_timed(line))) {
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
    starts_blank_ = starts_blank_ || (!is_begun_ && line.empty());
    // -F ip,sym: one blank line before each call chain and one after it.
    constexpr std::uint64_t between_chains = 2;
    if (++blank_lines_ > between_chains && !has_headings_ && starts_blank_) {
      context_.data_loss("perf.empty_chains", lines_.here(),
                         "more blank lines than call chains need: samples without one are not counted (print "
                         "their times, too)");
    }
    has_blank_within_ = has_blank_within_ || is_begun_;
    if (samples_.is_open() && !line.empty() && (line.front() == '\t' || !samples_.has_frames())) {
      context_.data_loss("perf.cut_frame", lines_.here(), "a line of blanks below a sample: its frame may be cut");
    }
    is_ended_by_blank_ = is_ended_by_blank_ || (samples_.is_open() && samples_.has_frames());
    if (!samples_.is_open() || samples_.has_frames()) finish_sample();
    const bool is_nameless = !line.empty() && has_headings_ && !has_times_ && !has_events_ && !has_ids_;
    if (is_nameless && !samples_.is_open() && lines_.ahead().starts_with('\t')) {
      samples_.next().take(line, true, lines_.here());
      begin();
    }
  }

  void take_other(std::string_view line) {
    if (line.ends_with("PERF_RECORD_FINISHED_ROUND")) return;  // it may begin as a frame does
    if (samples_.is_open() && is_other_data(line)) return samples_.leave_out(line, lines_.here());
    const bool is_before_frames = lines_.ahead().starts_with('\t');
    FirstLine& next = samples_.next();
    bool is_first_line = next.take(line, is_before_frames, lines_.here());
    if (is_first_line && next.heading().has_odd_period) return take_odd_period(line);
    const bool have_no_events = has_headings_ && !has_events_;
    if (is_first_line && is_before_frames && have_no_events) is_first_line = !next.drop_guessed_event();
    if (is_first_line && next.heading().is_record()) {
      take_record(next.heading());
    } else if (is_first_line && is_like_others(next.heading(), is_before_frames)) {
      begin();
    } else if (!has_tabs_ && !is_before_frames && take_untabbed(line)) {
      return;
    } else if (const auto source = parse_source_line(line); source && samples_.is_open()) {
      if (!samples_.has_frames()) return samples_.leave_out(line, lines_.here());  // the only frame is not made yet
      if (holds_frame(source->file)) return add_bad_line("expected a source line, got ", line);
      samples_.set_source(*source);
    } else if (!is_of_perf_record(line)) {
      take_unknown(line, is_before_frames && !samples_.is_open());
    }
  }

  void take_odd_period(std::string_view line) {
    finish_sample();
    is_after_bad_ = has_headings_ = true;
    add_bad_line("expected a period without separators, got ", line);
  }

  /// Takes a frame without a tab, as of pasted text, of a sample that is one line, or of another program. Returns
  /// whether the line is one.
  bool take_untabbed(std::string_view line) {
    const auto frame = parse_frame(line);
    if (!frame) return false;
    const std::uint32_t columns = form_of(line, *frame).columns;
    if (has_headings_ && samples_.is_open() && columns <= address_columns) {
      if (!samples_.heading().rest.empty() && !may_have_fields(samples_.heading())) return false;
      if (!frame->has_module || columns == address_columns) {
        context_.data_loss("perf.guessed_frame", lines_.here(),
                           "a line is taken for a frame, not indented as one: " + in_quotes(line));
      }
    }
    take_frame(line, true);
    return true;
  }

  /// Whether a line has what all first lines have: "addr2line: DWARF error:" would be one. What looks like an id may be
  /// of a thread's name.
  [[nodiscard]] bool is_like_others(const Heading& heading, bool is_before_frames) const {
    if (has_times_ && !heading.time_ns) return false;
    return !has_ids_ || !heading.is_tentative || (is_before_frames && samples_.has_event(heading.event));
  }

  /// Unless all samples have times, it may begin a sample if a frame follows, between samples even where they have
  /// events.
  void take_unknown(std::string_view line, bool is_between) {
    if (!has_times_ && (!has_events_ || is_between)) return begin();
    bad_lines_.add(lines_.here(), "expected " + std::string(first_line_form) + ", got " + in_quotes(line));
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
    return line == "Warning:" || line == "Check IO/CPU overload!" || line.starts_with("[ perf record: ");
  }

  /// Begins the sample of the line that next_ has.
  void begin() {
    const bool is_within = samples_.is_open() && samples_.has_frames() && samples_.next().heading().is_tentative;
    if (is_within && !within_) within_ = lines_.here();
    finish_sample();
    samples_.begin();
    has_headings_ = is_begun_ = true;
    has_times_ = has_times_ || samples_.heading().time_ns.has_value();
    has_ids_ = has_ids_ || !samples_.heading().is_tentative;
    has_events_ = has_events_ || !samples_.heading().event.empty();
  }

  void take_frame(std::string_view line, bool is_alone) {
    is_begun_ = true;
    if (!samples_.is_open() && has_headings_) {
      if (is_after_bad_) return;
      is_after_bad_ = true;
      return add_bad_line("expected the first line of a sample, got the frame ", line);
    }
    if (!has_headings_) check_bare(is_alone);
    // Without a blank line at the beginning, -F ip,sym has printed no call chains.
    if (samples_.is_open() && is_alone && !has_headings_ && !starts_blank_) finish_sample();
    if (!samples_.is_open()) samples_.begin_without_line(lines_.here());
    if (samples_.add_frame(line)) return;
    add_bad_line(
        parse_frame(line) ? "expected one frame, got another in its line: " : "expected an address and a symbol, got ",
        line);
  }

  void add_bad_line(std::string_view message, std::string_view line) {
    bad_lines_.add(lines_.here(), std::string(message) + in_quotes(line));
  }

  /// Of frames without any first line, only tabs and blank lines show which are one sample.
  void check_bare(bool is_alone) {
    (is_alone ? has_alone_ : has_tabs_) = true;
    const bool is_cut_chain = is_alone && has_blank_within_ && (!starts_blank_ || blanks_before_ == 1);
    if (!is_cut_chain && !(has_alone_ && has_tabs_)) return;
    context_.data_loss("perf.mixed_chains", lines_.here(),
                       "frames with and without a tab or blank lines before them: which are a sample is a guess");
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

  void finish_sample() {
    is_after_bad_ = false;
    samples_.finish();
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

  Input& input_;
  Context& context_;
  const Settings& settings_;
  ProfileSetBuilder& builder_;
  LineReader lines_;
  BadLines bad_lines_;
  Processes processes_;
  OffCpu off_cpu_;
  Recording recording_;
  Samples samples_;
  bool is_in_header_ = false;
  Location header_;  ///< its beginning
  bool has_headings_ = false;
  bool has_times_ = false;   ///< of first lines: then all have one
  bool has_ids_ = false;     ///< of first lines, a CPU or a period: then all have one
  bool has_events_ = false;  ///< of first lines: then all have one
  bool has_tabs_ = false;    ///< frames begin with a tab, as perf prints them below a heading
  bool is_begun_ = false;    ///< a sample was there
  bool starts_blank_ = false;
  bool has_alone_ = false;           ///< frames without a first line and without a tab
  bool has_blank_within_ = false;    ///< a blank line after the first sample begins
  bool is_ended_by_blank_ = false;   ///< a sample with frames
  std::optional<Location> within_;   ///< a first line without an event or a time, with no blank line before it
  std::uint64_t blanks_before_ = 0;  ///< blank lines before this line
  std::uint64_t blank_lines_ = 0;    ///< in a row
  bool is_after_bad_ = false;        ///< the frames that follow were reported
};

}  // namespace

void read_script(Input& input, const Settings& settings, ProfileSetBuilder& builder) {
  Script(input, settings, builder).read();
}

}  // namespace profconv::perf
