// SPDX-License-Identifier: Apache-2.0
// A plugin that reads and writes "pair 12", a total. It reads a thread that its card does not have from "pair 13", and
// says so where tests of its words look.
#include <profconv/plugin.h>
#include <stdio.h>
#include <string.h>

static const pc_host* host;

static void probe(void* self, pc_string head, pc_string file_name, pc_probe* found) {
  (void)self, (void)file_name;
  if (head.size >= 5 && memcmp(head.data, "pair ", 5) == 0) found->confidence = PC_CERTAIN;
}

static pc_status read_total(void* self, pc_job* job) {
  static const uint32_t stack = 0;
  uint32_t thread = 0;
  int64_t total = 0;
  const pc_column values = {&total, 0};
  const pc_thread known = {.size = sizeof known, .pid = -1, .tid = 7};
  pc_value_type type = {.size = sizeof type, .type = {"samples", 7}, .unit = {"count", 5}};
  pc_samples samples = {.size = sizeof samples, .count = 1, .values = &values, .value_count = 1};
  pc_string line = {NULL, 0};
  (void)self;
  host->next_line(job, &line, NULL);
  if (line.size < 6) return host->fail(job, PC_ERROR_READ, 1, (pc_string){"expected 'pair' and a number", 28});
  for (size_t i = 5; i < line.size && line.data[i] >= '0' && line.data[i] <= '9' && total < 1000000; ++i) {
    total = total * 10 + (line.data[i] - '0');
  }
  if (total == 13) {
    fprintf(stderr, "this total has a thread\n");
    host->add_threads(job, &known, sizeof known, 1, &thread);
  }
  samples.stack.data = &stack;
  samples.thread.data = &thread;
  host->add_profile(job, NULL, &type, sizeof type, 1, NULL);
  return host->add_samples(job, 0, &samples);
}

static pc_status write_total(void* self, pc_job* job, const pc_set* set) {
  int64_t total = 0;
  char text[40];
  pc_cursor* cursor = NULL;
  pc_samples rows = {.size = sizeof rows};
  (void)self;
  host->cursor_create(set, 0, 0, &cursor, NULL);
  while (host->cursor_next(cursor, &rows, NULL) == PC_OK && rows.count != 0) {
    for (size_t i = 0; i < rows.count; ++i) {
      int64_t value;
      memcpy(&value, (const char*)rows.values[0].data + rows.values[0].stride * i, sizeof value);
      total += value;
    }
  }
  host->cursor_free(cursor);
  return host->write(job, text, (size_t)snprintf(text, sizeof text, "pair %lld\n", (long long)total));
}

static const char* const carries[] = {"empty_stacks", NULL};
static const pc_reader_card reader = {
    .size = sizeof reader, .name = "pair", .summary = "a total", .carries = carries, .probe = probe, .read = read_total};
static const pc_writer_card writer = {
    .size = sizeof writer, .name = "pair", .summary = "a total", .carries = carries, .write = write_total};
static const pc_plugin plugin = {.size = sizeof plugin,
                                 .version = 1,
                                 .name = "pair",
                                 .readers = &reader,
                                 .reader_stride = sizeof reader,
                                 .reader_count = 1,
                                 .writers = &writer,
                                 .writer_stride = sizeof writer,
                                 .writer_count = 1};

const pc_plugin* profconv_plugin_v1(const pc_host* given) {
  host = given;
  return &plugin;
}
