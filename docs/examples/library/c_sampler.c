// SPDX-License-Identifier: Apache-2.0
// c_sampler OUTPUT: writes samples that are structs of its own, in the format that the extension of OUTPUT names.

#include <profconv/profconv.h>
#include <stdio.h>
#include <string.h>

typedef struct sample {
  int64_t start_ns;
  int64_t cpu_ns;
  uint32_t stack;
} sample;

static uint32_t call(pc_builder* builder, uint32_t caller, const char* name) {
  pc_string string = {name, strlen(name)};
  pc_function function = {.size = sizeof function};
  pc_frame frame = {.size = sizeof frame};
  uint32_t id = 0, stack = 0;
  pc_builder_string(builder, string, &function.name, NULL);
  pc_builder_function(builder, &function, &frame.function, NULL);
  pc_builder_frame(builder, &frame, &id, NULL);
  pc_builder_child(builder, caller, id, &stack, NULL);
  return stack;
}

int main(int count, char** words) {
  if (count != 2) return 2;
  pc_error error = {.size = sizeof error};
  pc_context* context = NULL;
  pc_builder* builder = NULL;
  pc_set* set = NULL;
  if (pc_context_create(NULL, &context, &error) != PC_OK || pc_builder_create(context, 1, &builder, &error) != PC_OK) {
    return 1;
  }

  pc_value_type cpu = {.size = sizeof cpu, .type = {"cpu", 3}, .unit = {"nanoseconds", 11}};
  pc_profile profile = {.size = sizeof profile, .period = 1000000, .period_type = cpu.type, .period_unit = cpu.unit};
  pc_builder_add_profile(builder, &profile, &cpu, 1, NULL, &error);

  uint32_t loop = call(builder, 0, "main_loop"), draw = call(builder, loop, "draw");
  sample samples[100];
  for (int i = 0; i < 100; ++i) {
    samples[i].start_ns = i * 1000000;
    samples[i].cpu_ns = 1000000;
    samples[i].stack = i % 10 < 7 ? draw : loop;
  }
  pc_column values = {&samples->cpu_ns, sizeof *samples};
  pc_samples rows = {.size = sizeof rows, .count = 100, .values = &values, .value_count = 1};
  rows.stack.data = &samples->stack;
  rows.start_ns.data = &samples->start_ns;
  rows.stack.stride = rows.start_ns.stride = sizeof *samples;

  pc_output output = {.size = sizeof output, .path = words[1]};
  pc_status status = pc_builder_add_samples(builder, 0, &rows, &error);
  if (status == PC_OK) status = pc_builder_finish(builder, &set, &error);
  if (status == PC_OK) status = pc_write(context, set, &output, NULL, &error);
  if (status != PC_OK) fprintf(stderr, "%s\n", error.message);
  pc_builder_free(builder);
  pc_set_free(set);
  pc_context_free(context);
  return status == PC_OK ? 0 : 1;
}
