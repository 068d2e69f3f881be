// SPDX-License-Identifier: Apache-2.0
// A request carried out: each input read once, several merged, outputs written beside their places and made final
// together.
#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "held_sink.h"
#include "input_parts.h"
#include "made_directory.h"
#include "merged_rows.h"
#include "opened_input.h"
#include "output_plan.h"
#include "pending_output.h"
#include "profconv/conversion.h"
#include "profconv/merge.h"
#include "repeated_inputs.h"
#include "replaced_input.h"
#include "settings.h"
#include "several_profiles.h"
#include "unwanted_losses.h"

namespace profconv {

namespace {

/// Carries out one request.
class Conversion {
 public:
  Conversion(const ConversionRequest& request, Context& context, const Registry& registry)
      : request_(request),
        context_(context),
        registry_(registry),
        jobs_(plan_jobs(request, registry)),
        modules_(request.symbols, context) {}

  ConversionReport run() && {
    refuse_impossible_settings();
    for (const Job& job : jobs_) {
      for (const PlannedOutput& output : job.outputs) taken_.insert(output.path);
    }
    for (const Job& job : jobs_) {
      for (const PlannedOutput& output : job.outputs) {
        if (may_lose(output)) continue;
        refuse_replacement(output, lost_by_request(request_, job, output, registry_));
      }
    }
    for (const Job& job : jobs_) {
      try {
        run_job(job);
      } catch (const OverflowError& error) {
        throw OverflowError(inputs_of(job) + ": " + error.what());
      }
      if (request_.strict && report_.lossy) break;
    }
    modules_.report_unused(context_);
    require_all_taken(request_.settings, readers_, writers_, registry_);
    return std::move(report_);
  }

 private:
  using Pending = PendingOutput;
  using Result = OutputSource;

  void refuse_impossible_settings() {
    for (const PlannedOutput& output : jobs_.front().outputs) writers_.push_back(output.writer);
    std::vector<const Reader*> possible(registry_.readers().begin(), registry_.readers().end());
    if (!request_.from.empty()) possible.assign(1, &registry_.reader(request_.from));
    require_all_taken(request_.settings, possible, writers_, registry_);
  }

  void run_job(const Job& job) {
    const bool merges = job.inputs.size() > 1;
    std::vector<Pending> outputs = plan_outputs(job);
    // What is merged or compared is sorted by what it says, and has no order of its reading.
    const SampleOrder sample_order = merges || compares() ? SampleOrder::merged : reading_order(outputs);
    const std::size_t first_input = report_.inputs.size();
    std::optional<ProfileSet> base;
    if (compares()) base = named(read_one(request_.base, outputs, SampleOrder::merged));
    Result result{.set = merges ? read_merged(job, outputs) : read_one(job.inputs.front(), outputs, sample_order),
                  .details = std::nullopt};
    report_emptied(first_input, has_samples(result.set) || (base && has_samples(*base)));
    if (base) result = compared(std::move(*base), std::move(result.set), outputs);
    const Pending* const small = find_too_small(result.set, outputs);
    if (small == nullptr) return make(std::move(result), sample_order, outputs);
    if (small->plan->directory.empty()) {
      throw several_profiles(result.set, *small->plan->writer, small->options, inputs_of(job));
    }
    make_each(std::move(result.set), sample_order, outputs.front());
  }

  /// The first output that cannot hold all profiles; null: all can.
  static const Pending* find_too_small(const ProfileSet& set, const std::vector<Pending>& outputs) {
    const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const Pending& output) {
      return !holds_all(set, *output.plan->writer, output.options);
    });
    return found == outputs.end() ? nullptr : &*found;
  }

  /// One output for each profile, in the place of `whole`.
  void make_each(ProfileSet set, SampleOrder order, Pending& whole) {
    whole.target.reset();
    std::vector<ProfileSet> parts = split_profiles(std::move(set));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string& name = parts[i].profiles().front().name;
      const PlannedOutput& plan = profile_plans_.emplace_back(plan_profile(*whole.plan, i, parts.size(), name));
      refuse_taken(plan.path, request_, taken_);
      std::vector<Pending> outputs(1);
      outputs.front() = {.plan = &plan, .options = whole.options, .target = nullptr, .report = whole.report};
      outputs.front().report.path = plan.path;
      open_targets(outputs);
      make({.set = std::move(parts[i]), .details = std::nullopt}, order, outputs);
      if (request_.strict && report_.lossy) return;
    }
  }

  /// All outputs of what was read.
  void make(Result result, SampleOrder sample_order, std::vector<Pending>& outputs) {
    open_targets(outputs);
    if (jobs_.size() == 1) modules_.report_unused(context_);
    // What a name was before it was demangled is nothing that the input's reader would miss.
    find_losses(result, outputs);
    if (!compares()) result.set = apply_names(std::move(result.set), request_.names, sample_order, context_);
    refuse_lossy_replacement(result, outputs);
    result.set = with_label_frames(std::move(result.set), request_.label_frames, context_);
    if (result.details) {
      result.details = with_label_frames(std::move(*result.details), request_.label_frames, context_);
    }
    write(result, sample_order, outputs);
    finish(outputs);
  }

  /// For errors that no reader has given a place.
  [[nodiscard]] std::string inputs_of(const Job& job) const {
    const std::string& first = compares() ? request_.base : job.inputs.front();
    const std::size_t others = job.inputs.size() - (compares() ? 0 : 1);
    return (first == "-" ? "<stdin>" : first) + (others == 0 ? "" : " and " + std::to_string(others) + " more");
  }

  [[nodiscard]] bool compares() const { return !request_.base.empty(); }
  [[nodiscard]] std::uint64_t inputs() const { return request_.inputs.size() + (compares() ? 1 : 0); }

  void begin(const Stage& stage) const {
    if (request_.on_stage) request_.on_stage(stage);
  }

  void begin_reading(const std::string& path) const {
    begin({.kind = Stage::Kind::reading, .name = path, .number = report_.inputs.size() + 1, .count = inputs()});
  }

  ProfileSet named(ProfileSet set) const {
    return apply_names(std::move(set), request_.names, SampleOrder::merged, context_);
  }

  /// Filters that leave nothing of one input leave a note; of all of them, a warning or an error.
  void report_emptied(std::size_t first_input, bool any_left) {
    const bool is_alone = report_.inputs.size() - first_input == 1;
    std::string reason;
    for (std::size_t i = first_input; i < report_.inputs.size(); ++i) {
      const InputReport& input = report_.inputs[i];
      if (input.emptied_by.empty()) continue;
      if (any_left) context_.note("filters.emptied", {}, input.name + ": " + input.emptied_by);
      if (reason.empty()) reason = input.emptied_by;
    }
    if (reason.empty() || any_left) return;
    if (request_.needs_samples) throw UsageError(reason + ": no samples are left to compare");
    context_.data_loss("filters.nothing_left", {.file = is_alone ? report_.inputs[first_input].name : ""},
                       reason + ": no samples are left");
  }

  Result compared(ProfileSet base, ProfileSet now, std::vector<Pending>& outputs) {
    for (Pending& output : outputs) output.report.input = report_.inputs.size() - 1;
    require_all_taken(request_.settings, readers_, writers_, registry_);
    ComparisonRules rules = request_.comparison;
    if (normalizes(request_)) {
      rules.base_totals = side_totals_.front();
      rules.now_totals = side_totals_.back();
    }
    rules.with_details = std::any_of(outputs.begin(), outputs.end(), shows_details);
    Comparison comparison = compare(std::move(base), named(std::move(now)), rules, context_);
    report_.changes = std::move(comparison.changes);
    return {.set = std::move(comparison.set), .details = std::move(comparison.details)};
  }

  ProfileSet read_one(const std::string& path, std::vector<Pending>& outputs, SampleOrder order) {
    begin_reading(path);
    Opened opened = open_requested(path, request_, context_, registry_);
    const Reader& reader = *opened.detection.reader;
    Options reader_options = options_for(reader, request_.settings);
    if (only_rewrites(request_, reader, writers_)) reader_options.prepare_for_rewriting();
    readers_.push_back(&reader);
    if (request_.inputs.size() == 1 && !compares()) require_all_taken(request_.settings, readers_, writers_, registry_);
    if (!request_.open) open_targets(outputs);
    ProfileSet set = read_requested(opened, reader_options, projection(outputs, order), request_, modules_, context_);
    begin({.kind = Stage::Kind::working});
    set = measured(prepared(chosen(std::move(set)), request_, context_));
    Filtered kept = filtered(std::move(set), request_, order, context_);
    report_.inputs.push_back(report_on(opened, kept));
    return std::move(kept.set);
  }

  ProfileSet read_merged(const Job& job, std::vector<Pending>& outputs) {
    open_targets(outputs);
    Merger merger(context_);
    RepeatedInputs repeated;
    const std::set<std::string> twice = report_named_twice(job.inputs, context_);
    InputParts parts(request_, job.inputs, modules_, context_, registry_);
    for (const std::string& path : job.inputs) {
      begin_reading(path);
      InputPart part = parts.next();
      try {
        take(part);
        if (!twice.contains(path)) repeated.add(report_.inputs, *part.set);
        merger.add(*part.set, report_.inputs.back().name);
      } catch (const UsageError& error) {
        const std::string name = path == "-" ? "<stdin>" : path;
        if (std::string_view(error.what()).starts_with(name + ":")) throw;
        throw UsageError(name + ": " + error.what());
      }
    }
    for (Pending& output : outputs) output.report.input = report_.inputs.size() - 1;
    require_all_taken(request_.settings, readers_, writers_, registry_);
    repeated.report(report_.inputs, job.outputs.size() == 1 && job.outputs.front().path == "-", context_);
    ProfileSet set = measured(chosen(std::move(merger).finish()));
    if (!normalizes(request_)) return set;
    Filtered kept = filtered(std::move(set), request_, SampleOrder::merged, context_);
    report_.inputs.back().emptied_by = kept.emptied_by;
    return std::move(kept.set);
  }

  /// Notes what a side of a normalized comparison totals; the base comes first.
  ProfileSet measured(ProfileSet set) {
    if (normalizes(request_)) side_totals_.push_back(totals(set));
    return set;
  }

  void take(InputPart& part) {
    if (part.context != nullptr) {
      context_.progress(part.stored_bytes);
      context_.absorb(*part.context);
    }
    if (part.error) std::rethrow_exception(part.error);
    readers_.push_back(part.report.reader);
    report_.inputs.push_back(std::move(part.report));
    if (report_.inputs.size() == inputs()) begin({.kind = Stage::Kind::working});
  }

  std::vector<Pending> plan_outputs(const Job& job) {
    std::vector<Pending> outputs;
    for (const PlannedOutput& plan : job.outputs) {
      Pending& output = outputs.emplace_back();
      output.plan = &plan;
      output.options = options_for(*plan.writer, request_.settings);
      if (!request_.filters.anonymize) name_input(output.options, job.inputs, request_.base);
      output.report = {.path = plan.path, .writer = plan.writer, .compression = plan.compression};
      output.report.input = report_.inputs.size();
    }
    for (const Pending& output : outputs) refuse_output_beside(*output.plan, output.options, job.outputs);
    return outputs;
  }

  void open_targets(std::vector<Pending>& outputs) {
    if (request_.dry_run) return;
    for (Pending& output : outputs) {
      if (output.target != nullptr) continue;
      if (!output.plan->directory.empty()) directory_.make(output.plan->directory);
      output.target =
          std::make_unique<Output>(Output::to_path(output.plan->path, output.plan->compression, &context_.tasks()));
    }
  }

  static SampleOrder reading_order(const std::vector<Pending>& outputs) {
    const auto as_read = [](const Pending& o) {
      return sample_order(*o.plan->writer, o.options) == SampleOrder::as_read;
    };
    return std::any_of(outputs.begin(), outputs.end(), as_read) ? SampleOrder::as_read : SampleOrder::merged;
  }

  /// What is used of the one input that `outputs` are made from.
  [[nodiscard]] Projection projection(const std::vector<Pending>& outputs, SampleOrder order) const {
    const bool uses_all =
        compares() || !request_.filters.empty() || !request_.label_frames.empty() || request_.on_read || request_.amend;
    Projection used(order);
    used.label_words = used.times = uses_all;
    for (const Pending& output : outputs) {
      const Features carried = output.plan->writer->carries(*output.plan->writer, output.options);
      used.label_words = used.label_words || carried.has(Feature::labels);
      used.times = used.times || carried.has(Feature::start_times) || carried.has(Feature::absolute_start_times);
    }
    return used;
  }

  /// Of merged inputs the choice is among what they have become.
  ProfileSet chosen(ProfileSet set) const {
    return request_.only.empty() ? std::move(set) : select_profile(std::move(set), request_.only);
  }

  [[nodiscard]] bool is_lossy() const {
    const bool noticed = context_.has(Severity::data_loss) || context_.has(Severity::error);
    return report_.lossy || noticed;
  }

  void find_losses(const Result& result, std::vector<Pending>& outputs) {
    for (Pending& output : outputs) {
      const ProfileSet& set = result.of(output);
      output.report.losses = unwanted_losses(set, *output.plan->writer, output.options, request_.label_frames);
      report_.lossy = report_.lossy || any_essential(output.report.losses);
    }
    report_.lossy = is_lossy();
    if (!request_.strict || !report_.lossy) return;
    for (Pending& output : outputs) output.target.reset();
  }

  [[nodiscard]] bool may_lose(const PlannedOutput& output) const { return output.replaces.empty() || request_.force; }

  /// Throws UsageError where an output is its own input and would hold less. `result` has the names that are written.
  void refuse_lossy_replacement(const Result& result, const std::vector<Pending>& outputs) const {
    if (request_.strict && report_.lossy) return;
    for (const Pending& output : outputs) {
      if (may_lose(*output.plan)) continue;
      std::vector<Loss> lost = output.report.losses;
      for (Loss& loss : losses(result.of(output), *output.plan->writer, output.options)) {
        if (loss.feature == Feature::system_names) lost.push_back(std::move(loss));
      }
      refuse_replacement(*output.plan, lost_by_writing(lost));
      refuse_replacement(*output.plan, lost_while_converting(*output.plan, context_));
    }
  }

  void write(const Result& result, SampleOrder order, std::vector<Pending>& outputs) {
    const bool ordered = order == SampleOrder::as_read;
    std::optional<ProfileSet> merged;
    Stage stage{.kind = Stage::Kind::writing, .number = report_.outputs.size()};
    stage.count = std::max(jobs_.size() * outputs.size(), report_.outputs.size() + outputs.size());
    const auto grown = [&](std::uint64_t bytes) {
      context_.check_cancelled();
      stage.bytes = bytes;
      begin(stage);
    };
    for (Pending& output : outputs) {
      stage.name = output.plan->path;
      ++stage.number;
      const bool wants_merged = sample_order(*output.plan->writer, output.options) == SampleOrder::merged;
      const ProfileSet& set = result.of(output);
      if (ordered && wants_merged && !merged) merged = merged_rows(set);
      Output held(std::make_unique<HeldSink>(output.target.get(), &output.report.bytes, grown));
      try {
        write_profiles(ordered && wants_merged ? *merged : set, *output.plan->writer, output.options, held, context_);
      } catch (const LimitError& error) {
        if (!error.where().file.empty()) throw;
        throw LimitError({.file = output.plan->path == "-" ? "<stdout>" : output.plan->path}, error.message());
      }
    }
    report_.lossy = is_lossy();
  }

  void finish(std::vector<Pending>& outputs) {
    const bool refused = request_.strict && report_.lossy;
    context_.check_cancelled();
    for (const Pending& output : outputs) {
      if (may_lose(*output.plan) || refused) continue;
      refuse_replacement(*output.plan, lost_while_converting(*output.plan, context_));
    }
    for (Pending& output : outputs) {
      if (output.target != nullptr && !refused) output.target->flush();
    }
    for (Pending& output : outputs) {
      if (output.target != nullptr && !refused) {
        output.target->commit();
        output.report.written = true;
      }
      report_.outputs.push_back(std::move(output.report));
    }
  }

  const ConversionRequest& request_;
  Context& context_;
  const Registry& registry_;
  std::vector<Job> jobs_;
  symbolize::Modules modules_;
  std::deque<PlannedOutput> profile_plans_;  ///< of outputs for one profile of several
  std::set<std::string> taken_;              ///< paths of the outputs in a directory
  MadeDirectory directory_;
  std::vector<const Reader*> readers_;
  std::vector<const Writer*> writers_;
  std::vector<Totals> side_totals_;
  ConversionReport report_;
};

}  // namespace

ConversionReport convert(const ConversionRequest& request, Context& context, const Registry& registry) {
  return Conversion(request, context, registry).run();
}

}  // namespace profconv
