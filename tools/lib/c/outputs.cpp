// SPDX-License-Identifier: Apache-2.0
// The C interface to writing: outputs to files and callbacks, and losses.
#include "profconv/convert.h"
#include "profconv/output.h"
#include "requests.h"
#include "tools/lib/held_sink.h"
#include "tools/lib/merged_rows.h"
#include "tools/lib/settings.h"
#include "tools/lib/several_profiles.h"

namespace profconv::c {

namespace {

/// Gives bytes to a callback of the caller.
class CallbackSink final : public Sink {
 public:
  explicit CallbackSink(const pc_output& output) : output_(output) {}
  void write(std::string_view bytes) override {
    if (bytes.empty()) return;
    if (output_.write(output_.user, bytes.data(), bytes.size()) != 0) {
      throw WriteError("the callback that takes the output failed");
    }
  }
  void finish() override {}

 private:
  pc_output output_;
};

/// An output, and what it is written with.
struct Plan {
  pc_output output;
  const Writer& writer;
  Options options;
};

const Writer& writer_for(const pc_output& output) {
  if (output.to != nullptr) return builtin_registry().writer(output.to);
  if (output.path == nullptr) throw UsageError("output->to names no format");
  const Writer* const found = builtin_registry().writer_for_path(split_compression(output.path).first);
  if (found == nullptr) throw UsageError(one_line(output.path) + ": no format has this extension; set output->to");
  return *found;
}

Plan planned(const pc_output* output) {
  const pc_output given = taken(output, "output");
  const Writer& writer = writer_for(given);
  const std::vector<Setting> all = settings(given.settings, given.setting_count);
  const Writer* const only = &writer;
  require_all_taken(all, {}, {&only, 1}, builtin_registry());
  return {.output = given, .writer = writer, .options = options_for(writer, all)};
}

Compression compression_for(const Plan& plan) {
  if (const auto given = compression_of(plan.output.compression)) return *given;
  if (plan.output.path != nullptr) {
    const Compression named = split_compression(plan.output.path).second;
    if (named != Compression::none) return named;
  }
  return plan.writer.compression;
}

Output open(const Plan& plan, Context& context) {
  const pc_output& output = plan.output;
  if ((output.path == nullptr) == (output.write == nullptr)) throw UsageError("output needs one of path and write");
  const Compression compression = compression_for(plan);
  Output opened = output.path != nullptr
                      ? Output::to_path(output.path, compression, &context.tasks())
                      : Output(std::make_unique<CallbackSink>(output), compression, &context.tasks());
  opened.limit(context.limits().max_output_bytes);
  return opened;
}

std::unique_ptr<pc_report> report_of(const Plan& plan, const ProfileSet& set) {
  ConversionReport report;
  OutputReport& output = report.outputs.emplace_back();
  output.path = text(plan.output.path);
  output.writer = &plan.writer;
  output.losses = losses(set, plan.writer, plan.options);
  report.lossy = any_essential(output.losses);
  return std::make_unique<pc_report>(std::move(report));
}

void write(const Plan& plan, const ProfileSet& set, Context& context, OutputReport& report) {
  const std::string name = plan.output.path != nullptr ? plan.output.path : "<callback>";
  if (!holds_all(set, plan.writer, plan.options)) throw several_profiles(set, plan.writer, plan.options, name);
  Output target = open(plan, context);
  const auto grown = [&](std::uint64_t) { context.check_cancelled(); };
  Output held(std::make_unique<HeldSink>(&target, &report.bytes, grown));
  write_profiles(set, plan.writer, plan.options, held, context);
  context.check_cancelled();
  target.commit();
  report.written = true;
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_write(pc_context* context, const pc_set* set, const pc_output* output, pc_report** report,
                   pc_error* error) {
  return guarded(error, [&] {
    profconv::Context& used = required(context, "context").context;
    const pc_set& from = required(set, "set");
    const Plan plan = planned(output);
    auto made = report_of(plan, from.set);
    const bool merges = from.order == profconv::SampleOrder::as_read &&
                        sample_order(plan.writer, plan.options) == profconv::SampleOrder::merged;
    write(plan, merges ? profconv::merged_rows(from.set) : from.set, used, made->report.outputs.front());
    if (report != nullptr) *report = made.release();
  });
}

pc_status pc_losses(const pc_set* set, const pc_output* output, pc_report** report, pc_error* error) {
  return guarded(error, [&] {
    const profconv::ProfileSet& from = required(set, "set").set;
    pc_report*& result = required(report, "report");
    result = report_of(planned(output), from).release();
  });
}
