// SPDX-License-Identifier: Apache-2.0
// A plugin that reads lines of a count and a stack, "3 read<parse<main", after a line "hits".

#include <profconv/plugin.h>
#include <string.h>

enum { MOST_FRAMES = 100 };

static const pc_host* host;

static pc_string text(const char* words) {
  pc_string string = {words, strlen(words)};
  return string;
}

static int64_t take_count(pc_string* line) {
  int64_t count = line->size != 0 && *line->data >= '0' && *line->data <= '9' ? 0 : -1;
  while (count >= 0 && line->size != 0 && *line->data >= '0' && *line->data <= '9' && count < INT64_MAX / 100) {
    count = count * 10 + (*line->data++ - '0');
    --line->size;
  }
  return count;
}

static pc_status add_line(pc_job* job, pc_string line, uint64_t number) {
  pc_string names[MOST_FRAMES];
  uint32_t frames[MOST_FRAMES], depth = 0, stack = 0;
  int64_t count = take_count(&line);
  if (count < 0 || line.size < 2 || *line.data != ' ') {
    return host->report(job, PC_SEVERITY_ERROR, "bad_line", number, text("expected a count and a stack"));
  }
  const char* end = line.data + line.size;
  for (const char* name = line.data + 1; name <= end; ++depth) {
    if (depth == MOST_FRAMES) {
      return host->report(job, PC_SEVERITY_ERROR, "deep_stack", number, text("a stack has more than 100 frames"));
    }
    const char* next = memchr(name, '<', (size_t)(end - name));
    names[depth].data = name;
    names[depth].size = (size_t)((next == NULL ? end : next) - name);
    name += names[depth].size + 1;
  }
  pc_stacks stacks = {.size = sizeof stacks, .count = 1, .frames = frames, .frame_count = depth, .order = PC_LEAF_FIRST};
  stacks.depth.data = &depth;
  pc_column values = {&count, 0};
  pc_samples samples = {.size = sizeof samples, .count = 1, .values = &values, .value_count = 1};
  samples.stack.data = &stack;
  host->add_named_frames(job, names, sizeof *names, depth, frames);
  host->add_stacks(job, &stacks, &stack);
  return host->add_samples(job, 0, &samples);
}

static pc_status read_hits(void* self, pc_job* job) {
  pc_string line = {NULL, 0};
  pc_value_type type = {.size = sizeof type, .unit = text("count")};
  (void)self;
  type.type = host->option_text(job, 0);
  host->next_line(job, &line, NULL);
  if (line.size != 4 || memcmp(line.data, "hits", 4) != 0) {
    return host->fail(job, PC_ERROR_READ, 1, text("expected a line 'hits'"));
  }
  host->add_profile(job, NULL, &type, sizeof type, 1, NULL);
  for (uint64_t number = 2; host->next_line(job, &line, NULL) == PC_OK && line.data != NULL; ++number) {
    add_line(job, line, number);
  }
  return host->check(job);
}

static void probe(void* self, pc_string head, pc_string file_name, pc_probe* found) {
  (void)self, (void)file_name;
  if (head.size < 5 || memcmp(head.data, "hits\n", 5) != 0) return;
  found->confidence = PC_CERTAIN;
  strcpy(found->reason, "begins with a line 'hits'");
}

static const char* const extensions[] = {".hits", NULL};
static const pc_option_card options[] = {
    {.size = sizeof *options, .name = "type", .fallback = "samples", .summary = "what is counted", .type = PC_TEXT}};
static const pc_reader_card reader = {.size = sizeof reader,
                                      .name = "hits",
                                      .summary = "counts of stacks, leaf first",
                                      .extensions = extensions,
                                      .options = options,
                                      .option_stride = sizeof *options,
                                      .option_count = 1,
                                      .probe = probe,
                                      .read = read_hits};
static const pc_plugin plugin = {.size = sizeof plugin,
                                 .version = 1,
                                 .is_thread_safe = 1,
                                 .name = "hits",
                                 .release = "1.0",
                                 .readers = &reader,
                                 .reader_stride = sizeof reader,
                                 .reader_count = 1};

const pc_plugin* profconv_plugin_v1(const pc_host* given) {
  host = given;
  return &plugin;
}
