// SPDX-License-Identifier: Apache-2.0
// Writing, losses, whole conversions, reports.
#include <stdio.h>

#include "check.h"

static void test_files(const pc_set* set) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_output output = {.size = sizeof output};
  pc_report* report = NULL;
  pc_output_report written = {.size = sizeof written};
  pc_input input = {.size = sizeof input};
  pc_set* again = NULL;
  pc_detection detection = {.size = sizeof detection};
  output.path = scratch("out.folded.gz");
  CHECK_OK(pc_write(context, set, &output, &report, &error));
  CHECK_OK(pc_report_output_at(report, 0, &written, &error));
  CHECK(equals(written.writer, "collapsed") && written.is_written == 1 && written.bytes == 19);
  pc_report_free(report);
  input.path = output.path;
  CHECK_OK(pc_read(context, &input, NULL, &again, &error));
  CHECK_OK(pc_set_source(again, &detection, &error));
  CHECK(equals(detection.compression, "gzip"));
  CHECK(shows(again, "main;a 10\nmain;b 1\n"));
  pc_set_free(again);

  output.path = scratch("out.unknown");
  CHECK_FAILS(PC_ERROR_USAGE, pc_write(context, set, &output, NULL, &error));
  CHECK(contains(error.message, "no format has this extension"));
  output.path = scratch("no/such/folder.folded");
  CHECK_FAILS(PC_ERROR_WRITE, pc_write(context, set, &output, NULL, &error));
  output.to = "no-such";
  CHECK_FAILS(PC_ERROR_USAGE, pc_write(context, set, &output, NULL, &error));
  output.to = "collapsed";
  output.compression = 4;
  CHECK_FAILS(PC_ERROR_USAGE, pc_write(context, set, &output, NULL, &error));
  const char* wrong[] = {"collapsed.no-such=1"};
  output.settings = wrong;
  output.setting_count = 1;
  CHECK_FAILS(PC_ERROR_USAGE, pc_write(context, set, &output, NULL, &error));
  pc_context_free(context);
}

static void test_callback(const pc_set* set) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_output output = {.size = sizeof output};
  static bytes kept;
  const char* settings[] = {"spall.version=3"};
  memset(&kept, 0, sizeof kept);
  output.write = keep_bytes;
  output.user = &kept;
  CHECK_FAILS(PC_ERROR_USAGE, pc_write(context, set, &output, NULL, &error));
  output.to = "spall";
  output.settings = settings;
  output.setting_count = 1;
  CHECK_OK(pc_write(context, set, &output, NULL, &error));
  CHECK(kept.size > 40);
  kept.size = 0;
  output.compression = PC_COMPRESSION_ZSTD;
  CHECK_OK(pc_write(context, set, &output, NULL, &error));
  CHECK(memcmp(kept.data, "\x28\xb5\x2f\xfd", 4) == 0);
  kept.fail_after = 1;
  CHECK_FAILS(PC_ERROR_WRITE, pc_write(context, set, &output, NULL, &error));
  output.path = scratch("both.spall");
  CHECK_FAILS(PC_ERROR_USAGE, pc_write(context, set, &output, NULL, &error));
  CHECK(!exists(output.path));
  output.path = NULL;
  pc_context_cancel(context);
  CHECK_FAILS(PC_ERROR_CANCELLED, pc_write(context, set, &output, NULL, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_write(context, NULL, &output, NULL, &error));
  pc_context_free(context);
}

static void test_losses(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_input input = {.size = sizeof input};
  pc_output output = {.size = sizeof output};
  pc_set* set = NULL;
  pc_report* report = NULL;
  pc_report_summary summary = {.size = sizeof summary};
  pc_output_report out = {.size = sizeof out};
  pc_loss loss = {.size = sizeof loss};
  input.path = example("perl.dhat.json");
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  output.to = "collapsed";
  CHECK_OK(pc_losses(set, &output, &report, &error));
  CHECK_OK(pc_report_get(report, &summary, &error));
  CHECK(summary.input_count == 0 && summary.output_count == 1 && summary.is_lossy == 1);
  CHECK_OK(pc_report_output_at(report, 0, &out, &error));
  CHECK(out.loss_count > 3 && out.is_written == 0);
  bool found = false;
  for (size_t i = 0; i < out.loss_count; ++i) {
    CHECK_OK(pc_report_loss_at(report, 0, i, &loss, &error));
    found = found || (equals(loss.description, "8 other value types") && loss.count == 8 && loss.feature == 2 &&
                      loss.is_essential == 1);
  }
  CHECK(found);
  CHECK_FAILS(PC_ERROR_USAGE, pc_report_loss_at(report, 0, out.loss_count, &loss, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_report_loss_at(report, 1, 0, &loss, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_report_output_at(report, 1, &out, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_losses(set, &output, NULL, &error));
  pc_report_free(report);
  pc_set_free(set);

  // Several profiles, and a format that holds one.
  static bytes kept;
  input.path = example("malloc.out");
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  output.write = keep_bytes;
  output.user = &kept;
  CHECK_FAILS(PC_ERROR_SEVERAL_PROFILES, pc_write(context, set, &output, NULL, &error));
  CHECK(kept.size == 0);
  pc_set_free(set);
  pc_context_free(context);
}

void test_writing(void) {
  pc_set* set = read_collapsed("main;a 10\nmain;b 1\n");
  test_files(set);
  test_callback(set);
  pc_set_free(set);
  test_losses();
}

static void count_stages(void* user, const pc_stage* stage) {
  if (stage->kind == PC_WRITING && stage->number == 1 && stage->name.size != 0) ++*(int*)user;
}

static void cancel(void* user, const pc_stage* stage) {
  if (stage->kind == PC_WRITING) pc_context_cancel(user);
}

static void test_comparison(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_conversion conversion = {.size = sizeof conversion};
  pc_comparison comparison = {.size = sizeof comparison};
  const char* inputs[] = {example("diff/after.out")};
  const char* outputs[] = {scratch("diff.svg")};
  pc_report* report = NULL;
  pc_report_summary summary = {.size = sizeof summary};
  conversion.inputs = inputs;
  conversion.input_count = 1;
  conversion.outputs = outputs;
  conversion.output_count = 1;
  conversion.base = example("diff/before.out");
  conversion.comparison = &comparison;
  CHECK_OK(pc_convert(context, &conversion, &report, &error));
  CHECK_OK(pc_report_get(report, &summary, &error));
  CHECK(summary.input_count == 2 && exists(outputs[0]));
  pc_report_free(report);
  pc_context_free(context);
}

static void test_strict(pc_conversion conversion) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_report* report = NULL;
  pc_report_summary summary = {.size = sizeof summary};
  const char* outputs[] = {scratch("strict.folded")};
  conversion.outputs = outputs;
  conversion.on_stage = NULL;
  conversion.strict = 1;
  CHECK_FAILS(PC_ERROR_LOSSY, pc_convert(context, &conversion, &report, &error));
  CHECK(report != NULL && !exists(outputs[0]));
  CHECK_OK(pc_report_get(report, &summary, &error));
  CHECK(summary.is_lossy == 1);
  pc_report_free(report);
  conversion.strict = 0;
  conversion.dry_run = 1;
  CHECK_OK(pc_convert(context, &conversion, NULL, &error));
  CHECK(!exists(outputs[0]));
  pc_context_free(context);

  context = new_context();
  conversion.dry_run = 0;
  conversion.on_stage = cancel;
  conversion.user = context;
  CHECK_FAILS(PC_ERROR_CANCELLED, pc_convert(context, &conversion, NULL, &error));
  CHECK(!exists(outputs[0]));
  pc_context_free(context);
}

static void test_wrong_conversions(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_conversion conversion = {.size = sizeof conversion};
  const char* inputs[] = {example("malloc.out")};
  const char* outputs[] = {scratch("wrong.folded")};
  pc_transforms transforms = {.size = sizeof transforms};
  CHECK_FAILS(PC_ERROR_USAGE, pc_convert(context, &conversion, NULL, &error));
  CHECK(contains(error.message, "conversion->inputs is empty"));
  conversion.inputs = inputs;
  conversion.input_count = 1;
  CHECK_FAILS(PC_ERROR_USAGE, pc_convert(context, &conversion, NULL, &error));
  CHECK(contains(error.message, "conversion->outputs is empty"));
  conversion.outputs = outputs;
  conversion.output_count = 1;
  CHECK_FAILS(PC_ERROR_SEVERAL_PROFILES, pc_convert(context, &conversion, NULL, &error));
  conversion.transforms = &transforms;
  transforms.only = "BYTES";
  transforms.focus = "no such function";
  conversion.needs_samples = 1;
  CHECK_FAILS(PC_ERROR_USAGE, pc_convert(context, &conversion, NULL, &error));
  inputs[0] = example("missing.out");
  CHECK_FAILS(PC_ERROR_READ, pc_convert(context, &conversion, NULL, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_convert(NULL, &conversion, NULL, &error));
  CHECK(!exists(outputs[0]));
  pc_context_free(context);
}

static void check_heap_report(const pc_report* report) {
  pc_error error = {.size = sizeof error};
  pc_report_summary summary = {.size = sizeof summary};
  pc_input_report input = {.size = sizeof input};
  pc_output_report output = {.size = sizeof output};
  CHECK_OK(pc_report_get(report, &summary, &error));
  CHECK(summary.input_count == 1 && summary.output_count == 2);
  CHECK_OK(pc_report_input_at(report, 0, &input, &error));
  CHECK(equals(input.reader, "dhat") && input.samples == 380 && input.profiles == 1 && input.reason.size != 0);
  CHECK_OK(pc_report_output_at(report, 1, &output, &error));
  CHECK(equals(output.writer, "flamegraph") && output.is_written == 1 && output.bytes > 1000);
  CHECK_FAILS(PC_ERROR_USAGE, pc_report_input_at(report, 1, &input, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_report_get(NULL, &summary, &error));
}

void test_converting(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_conversion conversion = {.size = sizeof conversion};
  pc_transforms transforms = {.size = sizeof transforms};
  pc_report* report = NULL;
  const char* inputs[] = {example("perl.dhat.json")};
  char paths[2][4096];
  const char* outputs[] = {paths[0], paths[1]};
  const char* settings[] = {"dhat.inuse=site-max", "flamegraph.title=Heap"};
  const char* types[] = {"alloc_space", "inuse_space"};
  int stages = 0;

  snprintf(paths[0], sizeof paths[0], "%s", scratch("heap.pb.gz"));
  snprintf(paths[1], sizeof paths[1], "%s", scratch("heap.svg"));
  conversion.inputs = inputs;
  conversion.input_count = 1;
  conversion.outputs = outputs;
  conversion.output_count = 2;
  conversion.from = "dhat";
  conversion.settings = settings;
  conversion.setting_count = 2;
  conversion.transforms = &transforms;
  conversion.on_stage = count_stages;
  conversion.user = &stages;
  transforms.types = types;
  transforms.type_count = 2;
  CHECK_OK(pc_convert(context, &conversion, &report, &error));
  CHECK(stages > 0 && exists(paths[0]) && exists(paths[1]));
  check_heap_report(report);
  pc_report_free(report);
  pc_context_free(context);
  conversion.output_count = 1;
  conversion.setting_count = 1;
  test_strict(conversion);
  test_wrong_conversions();
  test_comparison();
}
