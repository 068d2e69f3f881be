// SPDX-License-Identifier: Apache-2.0
// From a first line and frames to a sample of the model.
#include "readers/perf/samples.h"

#include <string>
#include <utility>

#include "core/text/counted.h"
#include "core/text/excerpts.h"
#include "readers/perf/joined_lines.h"
#include "readers/perf/only_frame.h"

namespace profconv::perf {

Samples::Samples(Input& input, const Settings& settings, ProfileSetBuilder& builder, const Surroundings& around)
    : input_(input),
      context_(input.context()),
      settings_(settings),
      builder_(builder),
      around_(around),
      threads_(builder, around.processes),
      frames_(builder, settings.frames),
      events_(builder, input, settings.values),
      checks_(context_),
      frame_checks_(context_) {}

void Samples::begin() {
  std::swap(first_, next_);
  is_open_ = true;
}

void Samples::begin_without_line(const Location& where) {
  first_->leave_out(where);
  is_open_ = true;
}

void Samples::finish() {
  if (!is_open_) return;
  is_open_ = false;
  const Heading& heading = first_->heading();
  if (heading.is_tentative && frames_.empty() && (heading.event.empty() || !events_.has(heading.event))) {
    around_.bad_lines.add(first_->where(),
                          "expected " + std::string(first_line_form) + ", got " + in_quotes(first_->text()));
    return;
  }
  check_first_line();
  const std::string_view fields = take_rest(heading);
  constexpr std::size_t most_frames = 127;
  const ChainForm form = frames_.form();
  if (form.physical_frames == most_frames) ++cut_stacks_;
  if (!frames_.empty()) frame_checks_.take(form, frames_, first_->where());
  add_at(first_->where(), [&] {
    const SampleKey key{.stack = frames_.finish(around_.processes.maps_of(pid_of(heading))),
                        .thread = threads_.of(heading),
                        .labels = labels_of(heading, fields),
                        .start_ns = heading.time_ns};
    events_.add(heading, key, first_->where());
    if (settings_.off_cpu) around_.off_cpu.sample(heading, key);
  });
}

void Samples::check_first_line() {
  if (first_->text().empty()) return checks_.take_bare(first_->where());
  const Heading& heading = first_->heading();
  checks_.take(heading, first_->where());
  if (!heading.rest.empty()) checks_.take_rest(heading, first_->where());
  checks_.take(shape_of(heading), heading, first_->where());
}

SampleShape Samples::shape_of(const Heading& heading) const {
  const SampleShape without = frames_.empty() ? SampleShape::empty : SampleShape::chain;
  if (heading.rest.empty()) return without;
  const SampleShape with = frames_.empty() ? SampleShape::frame : SampleShape::chain_and_frame;
  if (!may_have_fields(heading)) return frames_.empty() || address_size(heading.rest) != 0 ? with : without;
  return ends_in_frame(heading.rest) ? with : without;
}

/// Behind the event are the fields of a tracepoint, which are returned, or the only frame and what -F prints before
/// and after it, or all of it.
std::string_view Samples::take_rest(const Heading& heading) {
  const std::string_view rest = heading.rest;
  if (rest.empty()) return {};
  const bool has_fields = may_have_fields(heading);
  if (!frames_.empty()) {
    if (!has_fields) leave_out(rest, first_->where());
    return has_fields ? rest : std::string_view();
  }
  const OnlyFrame only = only_frame(rest, heading.blanks_before_rest());
  if (has_fields && only.shape == FrameShape::word) return rest;
  if (only.frame.empty()) {
    context_.data_loss("perf.no_frame", first_->where(), "no frame in what follows the event: " + in_quotes(rest));
    return {};
  }
  checks_.take(only, heading, first_->where());
  if (!only.before.empty() && !has_fields) leave_out(only.before, first_->where());
  if (!only.behind.empty()) leave_out(only.behind, first_->where());
  frames_.add_alone(only.frame);
  return has_fields ? only.before : std::string_view();
}

void Samples::leave_out(std::string_view text, const Location& where) {
  context_.note("perf.other_fields", where,
                "skipped fields of samples that profiles cannot represent: " + in_quotes(text));
}

LabelSetId Samples::labels_of(const Heading& heading, std::string_view fields) {
  std::array<LabelText, 2> labels;
  std::size_t count = 0;
  if (heading.cpu) labels[count++] = {.key = cpu_label_key, .number = *heading.cpu, .is_number = true};
  if (!fields.empty() && settings_.keep_fields) labels[count++] = {.key = "fields", .text = fields};
  if (!fields.empty() && !settings_.keep_fields) {
    context_.skip({.file = input_.name(), .what = "the fields of tracepoints", .setting = "perf.fields=yes"});
  }
  return count == 0 ? LabelSetId{} : builder_.labels({labels.data(), count});
}

std::optional<std::int64_t> Samples::pid_of(const Heading& heading) const {
  return heading.pid || !heading.tid ? heading.pid : around_.processes.pid_of(*heading.tid);
}

void Samples::report_cut_stacks() {
  if (cut_stacks_ == 0) return;
  context_.data_loss("perf.max_stack", input_.whole(),
                     counted(cut_stacks_, "stack") +
                         " of 127 frames, perf's limit: the roots may be cut off (--max-stack of perf record and "
                         "script)");
}

}  // namespace profconv::perf
