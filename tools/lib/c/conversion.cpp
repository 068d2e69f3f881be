// SPDX-License-Identifier: Apache-2.0
// The C interface to a whole conversion.
#include "requests.h"

namespace profconv::c {

namespace {

std::function<void(const Stage&)> stages_for(const pc_conversion& given) {
  if (given.on_stage == nullptr) return {};
  return [given](const Stage& stage) {
    const pc_stage shown{.size = sizeof(pc_stage),
                         .kind = static_cast<pc_stage_kind>(stage.kind),
                         .name = view(stage.name),
                         .number = stage.number,
                         .count = stage.count,
                         .bytes = stage.bytes};
    given.on_stage(given.user, &shown);
  };
}

ConversionRequest request_of(const pc_conversion& given) {
  ConversionRequest request;
  request.inputs = texts(given.inputs, given.input_count, "conversion->inputs");
  request.outputs = texts(given.outputs, given.output_count, "conversion->outputs");
  if (request.inputs.empty()) throw UsageError("conversion->inputs is empty");
  request.base = text(given.base);
  if (request.outputs.empty() && request.base.empty()) throw UsageError("conversion->outputs is empty");
  request.comparison = comparison_rules(given.comparison);
  request.from = text(given.from);
  request.to = text(given.to);
  request.settings = settings(given.settings, given.setting_count);
  request.symbols = parse_symbol_sources(texts(given.symbols, given.symbol_count, "conversion->symbols"));
  set_transforms(request, given.transforms);
  request.compression = compression_of(given.compression);
  request.force = given.force != 0;
  request.strict = given.strict != 0;
  request.dry_run = given.dry_run != 0;
  request.needs_samples = given.needs_samples != 0;
  request.on_stage = stages_for(given);
  return request;
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_convert(pc_context* context, const pc_conversion* conversion, pc_report** report, pc_error* error) {
  return guarded(error, [&] {
    profconv::Context& used = required(context, "context").context;
    const profconv::ConversionRequest request = request_of(taken(conversion, "conversion"));
    auto made = std::make_unique<pc_report>(convert(request, used));
    const bool is_refused = request.strict && made->report.lossy;
    if (report != nullptr) *report = made.release();
    if (is_refused) throw LossyError("strict: something would be lost, and nothing is written");
  });
}
