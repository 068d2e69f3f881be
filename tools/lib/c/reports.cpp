// SPDX-License-Identifier: Apache-2.0
// The C interface to what a conversion did.
#include "handles.h"

using namespace profconv::c;

void pc_report_free(pc_report* report) { delete report; }

pc_status pc_report_get(const pc_report* report, pc_report_summary* summary, pc_error* error) {
  return guarded(error, [&] {
    const profconv::ConversionReport& of = required(report, "report").report;
    give(summary,
         {.size = 0, .input_count = of.inputs.size(), .output_count = of.outputs.size(), .is_lossy = of.lossy ? 1 : 0},
         "summary");
  });
}

pc_status pc_report_input_at(const pc_report* report, size_t index, pc_input_report* input, pc_error* error) {
  return guarded(error, [&] {
    const profconv::InputReport& found = element(required(report, "report").report.inputs, index, "input");
    give(input,
         {.size = 0,
          .name = view(found.name),
          .reader = view(found.reader->name),
          .reason = view(found.reason),
          .compression = view(found.compression),
          .profiles = found.profiles,
          .samples = found.samples},
         "input");
  });
}

pc_status pc_report_output_at(const pc_report* report, size_t index, pc_output_report* output, pc_error* error) {
  return guarded(error, [&] {
    const profconv::OutputReport& found = element(required(report, "report").report.outputs, index, "output");
    give(output,
         {.size = 0,
          .path = view(found.path),
          .writer = view(found.writer->name),
          .loss_count = found.losses.size(),
          .bytes = found.bytes,
          .is_written = found.written ? 1 : 0},
         "output");
  });
}

pc_status pc_report_loss_at(const pc_report* report, size_t output, size_t index, pc_loss* loss, pc_error* error) {
  return guarded(error, [&] {
    const profconv::ConversionReport& of = required(report, "report").report;
    const profconv::Loss& found = element(element(of.outputs, output, "output").losses, index, "loss");
    give(loss,
         {.size = 0,
          .description = view(required(report, "report").descriptions[output][index]),
          .hint = view(found.hint),
          .count = found.count,
          .feature = static_cast<std::int32_t>(found.feature),
          .is_essential = is_essential(found.feature) ? 1 : 0},
         "loss");
  });
}
