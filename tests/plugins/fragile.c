// SPDX-License-Identifier: Apache-2.0
// A plugin that crashes on inputs that are cut off, and hangs on empty ones: for the tests of plugin-test.
#include <profconv/plugin.h>
#include <signal.h>
#include <string.h>

static const pc_host* host;

static void probe(void* self, pc_string head, pc_string file_name, pc_probe* found) {
  (void)self, (void)file_name;
  if (head.size >= 7 && memcmp(head.data, "fragile", 7) == 0) found->confidence = PC_CERTAIN;
}

static pc_status read_all(void* self, pc_job* job) {
  static const uint32_t stack = 0;
  static const int64_t one = 1;
  const pc_column values = {&one, 0};
  pc_value_type type = {.size = sizeof type, .type = {"samples", 7}, .unit = {"count", 5}};
  pc_samples samples = {.size = sizeof samples, .count = 1, .values = &values, .value_count = 1};
  pc_string line = {NULL, 0};
  samples.stack.data = &stack;
  (void)self;
  host->next_line(job, &line, NULL);
  while (line.data == NULL) continue;
  if (line.size < 9) raise(SIGSEGV);
  host->add_profile(job, NULL, &type, sizeof type, 1, NULL);
  return host->add_samples(job, 0, &samples);
}

static const char* const carries[] = {"empty_stacks", NULL};
static const pc_reader_card card = {
    .size = sizeof card, .name = "fragile", .summary = "breaks", .carries = carries, .probe = probe, .read = read_all};
static const pc_plugin plugin = {.size = sizeof plugin,
                                 .version = 1,
                                 .name = "fragile",
                                 .readers = &card,
                                 .reader_stride = sizeof card,
                                 .reader_count = 1};

const pc_plugin* profconv_plugin_v1(const pc_host* given) {
  host = given;
  return &plugin;
}
