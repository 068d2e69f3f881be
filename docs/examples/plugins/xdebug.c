// SPDX-License-Identifier: Apache-2.0
// A plugin that reads traces of Xdebug, the debugger of PHP, in the format for programs (xdebug.trace_format=1): a line
// for each call and each return, with tabs between its fields.
#include <profconv/plugin.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_ROWS = 4096, FIELDS = 6, LEVEL = 0, KIND = 2, TIME = 3, NAME = 5 };

static const pc_host* host;

// A call that has not returned.
typedef struct call {
  uint32_t stack;
  int64_t began_ns;
  int64_t callees_ns;  // time in the functions that it called
} call;

typedef struct reading {
  pc_job* job;
  call* calls;  // the stack, root first
  size_t depth, capacity;
  int64_t now_ns;
  uint64_t line;
  // Samples for the host: one for each call that has returned.
  uint32_t stacks[BATCH_ROWS];
  int64_t self_ns[BATCH_ROWS];
  size_t rows;
} reading;

static pc_string text(const char* words) {
  pc_string string = {words, strlen(words)};
  return string;
}

// Splits at tabs; fields that are not there are empty.
static void split(pc_string line, pc_string fields[FIELDS]) {
  for (int i = 0; i < FIELDS; ++i) {
    const char* tab = memchr(line.data, '\t', line.size);
    size_t size = tab == NULL ? line.size : (size_t)(tab - line.data);
    fields[i].data = line.data;
    fields[i].size = size;
    line.data += size + (tab != NULL);
    line.size -= size + (tab != NULL);
  }
}

// A decimal number times 10^places; -1 for anything else.
static int64_t number(pc_string digits, int places) {
  int64_t value = 0;
  int has_point = 0;
  if (digits.size == 0 || digits.size > 18) return -1;
  for (size_t i = 0; i < digits.size; ++i) {
    char c = digits.data[i];
    if (c == '.' && !has_point) {
      has_point = 1;
    } else if (c < '0' || c > '9') {
      return -1;
    } else if (!has_point || places > 0) {
      if (value > INT64_MAX / 100) return -1;
      value = value * 10 + (c - '0');
      places -= has_point;
    }
  }
  for (; places > 0; --places) {
    if (value > INT64_MAX / 10) return -1;
    value *= 10;
  }
  return value;
}

static pc_status flush(reading* in) {
  static const int64_t one = 1;
  pc_column values[2] = {{&one, 0}, {in->self_ns, sizeof *in->self_ns}};
  pc_samples samples = {.size = sizeof samples, .count = in->rows, .values = values, .value_count = 2};
  samples.stack.data = in->stacks;
  samples.stack.stride = sizeof *in->stacks;
  in->rows = 0;
  return host->add_samples(in->job, 0, &samples);
}

// Ends calls until only `depth` are left.
static pc_status return_to(reading* in, size_t depth) {
  while (in->depth > depth) {
    call* ended = &in->calls[--in->depth];
    int64_t all_ns = in->now_ns - ended->began_ns;
    if (in->depth != 0) in->calls[in->depth - 1].callees_ns += all_ns;
    in->stacks[in->rows] = ended->stack;
    in->self_ns[in->rows] = all_ns - ended->callees_ns;
    if (++in->rows == BATCH_ROWS && flush(in) != PC_OK) break;
  }
  return host->check(in->job);
}

static pc_status enter(reading* in, pc_string name) {
  if (in->depth == in->capacity) {
    size_t capacity = in->capacity == 0 ? 64 : in->capacity * 2;
    call* grown = realloc(in->calls, capacity * sizeof *grown);
    if (grown == NULL) return host->fail(in->job, PC_ERROR_OUT_OF_MEMORY, in->line, text("out of memory"));
    in->calls = grown;
    in->capacity = capacity;
  }
  uint32_t caller = in->depth == 0 ? 0 : in->calls[in->depth - 1].stack, frame = 0, depth = 1;
  pc_stacks stack = {.size = sizeof stack, .count = 1, .frames = &frame, .frame_count = 1};
  stack.depth.data = &depth;
  stack.parent.data = &caller;
  call* entered = &in->calls[in->depth++];
  entered->began_ns = in->now_ns;
  entered->callees_ns = 0;
  host->add_named_frames(in->job, &name, sizeof name, 1, &frame);
  return host->add_stacks(in->job, &stack, &entered->stack);
}

static pc_status read_record(reading* in, pc_string line) {
  pc_string fields[FIELDS];
  split(line, fields);
  int64_t level = number(fields[LEVEL], 0), ns = number(fields[TIME], 9);
  char kind = fields[KIND].size == 1 ? *fields[KIND].data : ' ';
  if (kind == 'R' || kind == 'A') return PC_OK;  // a returned or an assigned value
  if (ns >= in->now_ns) in->now_ns = ns;
  if (fields[LEVEL].size == 0 && ns >= 0) return PC_OK;  // the end of the script
  int is_known = kind == '0' || kind == '1';
  if (!is_known || level < 1 || ns < 0 || (kind == '0' && (uint64_t)level > in->depth + 1)) {
    return host->report(in->job, PC_SEVERITY_ERROR, "bad_line", in->line, text("expected a call or a return"));
  }
  // Some functions return without a line of their own.
  pc_status status = return_to(in, (size_t)level - 1);
  return kind == '0' && status == PC_OK ? enter(in, fields[NAME]) : status;
}

static pc_status read_trace(reading* in) {
  pc_string line;
  int has_started = 0, any = 0;
  pc_status status;
  while ((status = host->next_line(in->job, &line, NULL)) == PC_OK && line.data != NULL) {
    ++in->line;
    if (line.size >= 9 && memcmp(line.data, "TRACE END", 9) == 0) {
      has_started = 0;
    } else if (line.size >= 11 && memcmp(line.data, "TRACE START", 11) == 0) {
      has_started = any = 1;
    } else if (has_started && line.size != 0 && (status = read_record(in, line)) != PC_OK) {
      break;
    }
  }
  if (status != PC_OK) return status;
  if (!any) return host->fail(in->job, PC_ERROR_READ, in->line, text("expected a line 'TRACE START'"));
  if (has_started) {
    host->report(in->job, PC_SEVERITY_DATA_LOSS, "cut", in->line, text("the trace has no end; it may be cut off"));
  }
  status = return_to(in, 0);
  return status == PC_OK ? flush(in) : status;
}

static pc_status read_xdebug(void* self, pc_job* job) {
  (void)self;
  pc_value_type types[2] = {{.size = sizeof *types}, {.size = sizeof *types}};
  types[0].type = text("calls");
  types[0].unit = text("count");
  types[1].type = text("wall");
  types[1].unit = text("nanoseconds");
  pc_profile known = {.size = sizeof known, .default_type = 1};
  reading* in = calloc(1, sizeof *in);
  if (in == NULL) return host->fail(job, PC_ERROR_OUT_OF_MEMORY, 0, text("out of memory"));
  in->job = job;
  pc_status status = host->add_profile(job, &known, types, sizeof *types, 2, NULL);
  if (status == PC_OK) status = read_trace(in);
  free(in->calls);
  free(in);
  return status;
}

static void probe(void* self, pc_string head, pc_string file_name, pc_probe* found) {
  static const char reason[] = "has an Xdebug trace of file format 4";
  (void)self, (void)file_name;
  const char* end = memchr(head.data, '\n', head.size);
  if (head.size < 40 || memcmp(head.data, "Version: ", 9) != 0 || end == NULL) return;
  size_t rest = head.size - (size_t)(end + 1 - head.data);
  if (rest < 14 || memcmp(end + 1, "File format: 4", 14) != 0) return;
  found->confidence = PC_CERTAIN;
  memcpy(found->reason, reason, sizeof reason);
}

static const char* const extensions[] = {".xt", NULL};
static const char* const carries[] = {"value_types", "default_type", NULL};
static const pc_reader_card readers[] = {{.size = sizeof *readers,
                                          .name = "xdebug",
                                          .summary = "function traces of Xdebug for PHP (trace_format=1)",
                                          .extensions = extensions,
                                          .carries = carries,
                                          .probe = probe,
                                          .read = read_xdebug}};
static const pc_plugin plugin = {.size = sizeof plugin,
                                 .version = 1,
                                 .is_thread_safe = 1,
                                 .name = "xdebug",
                                 .release = "1.0",
                                 .readers = readers,
                                 .reader_stride = sizeof *readers,
                                 .reader_count = 1};

const pc_plugin* profconv_plugin_v1(const pc_host* given) {
  host = given;
  return &plugin;
}
