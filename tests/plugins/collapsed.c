// SPDX-License-Identifier: Apache-2.0
// The built-in reader of collapsed stacks, rebuilt as a plugin: that it reads the same and nearly as fast shows what
// the interface can do. FORMAT_NAME is the name of the format.
#include <profconv/plugin.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collapsed_names.h"
#include "collapsed_text.h"

enum { OPTION_TYPE, OPTION_UNIT, OPTION_COLUMNS, MOST_QUOTED = 60, BATCH_ROWS = 4096 };

static const pc_host* host;

/// The numbers of one line. Without a second column `base` is zero.
typedef struct numbers {
  decimal value, base;
} numbers;

/// One reading.
typedef struct reading {
  pc_job* job;
  size_t columns;
  uint64_t line, first_bad_line;
  stack_table stacks;
  numbers* rows;
  size_t row_count, row_capacity;
  char** comments;
  size_t comment_count, comment_capacity;
  uint64_t lone_returns;
  char bad[200];
} reading;

static pc_string text_of(const char* text) { return (pc_string){text, strlen(text)}; }
static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static pc_string trimmed(pc_string text) {
  while (text.size != 0 && is_blank(text.data[text.size - 1])) --text.size;
  return text;
}

/// Cuts the number behind the last blank off.
static bool cut_number(pc_string* text, decimal* number) {
  size_t at = text->size;
  while (at != 0 && !is_blank(text->data[at - 1])) --at;
  if (at == 0 || !parse_decimal(text->data + at, text->size - at, number)) return false;
  text->size = at - 1;
  return true;
}

static bool parse_line(pc_string text, size_t columns, pc_string* stack, numbers* found) {
  memset(found, 0, sizeof *found);
  *stack = trimmed(text);
  if (!cut_number(stack, &found->value) || (columns == 2 && !cut_number(stack, &found->base))) return false;
  while (stack->size != 0 && is_blank(*stack->data)) ++stack->data, --stack->size;
  return true;
}

static bool is_comment(pc_string text) {
  decimal ignored;
  if (text.size < 2 || memcmp(text.data, "# ", 2) != 0 || memchr(text.data, ';', text.size) != NULL) return false;
  pc_string rest = trimmed(text);
  if (!cut_number(&rest, &ignored)) return true;
  rest = trimmed(rest);
  return rest.size != 0 && rest.data[rest.size - 1] == ':';
}

/// Whether every whole line at the beginning ends in two numbers.
static size_t count_columns(pc_string head) {
  bool any = false;
  while (head.size != 0) {
    const char* const end = memchr(head.data, '\n', head.size);
    pc_string line = {head.data, end == NULL ? head.size : (size_t)(end - head.data)};
    head.data += line.size + (end != NULL);
    head.size -= line.size + (end != NULL);
    numbers found;
    pc_string stack;
    if (line.size != 0 && line.data[line.size - 1] == '\r') --line.size;
    if (is_comment(line) || !parse_line(line, 1, &stack, &found)) continue;
    if (stack.size == 0 || is_blank(stack.data[stack.size - 1]) || !parse_line(line, 2, &stack, &found)) return 1;
    any = true;
  }
  return any ? 2 : 1;
}

/// "expected ..., got 'the line'"
static void describe_bad(char* message, size_t capacity, pc_string line, size_t columns) {
  const bool is_cut = line.size > MOST_QUOTED;
  snprintf(message, capacity, "expected 'frame;frame number%s', got '%.*s%s'", columns == 2 ? " number" : "",
           (int)(is_cut ? MOST_QUOTED : line.size), line.data, is_cut ? "..." : "");
}

static void report(const reading* in, pc_severity severity, const char* kind, uint64_t line, const char* message) {
  host->report(in->job, severity, kind, line, text_of(message));
}

static void report_number(const reading* in, const decimal* number) {
  if (number->saturated) {
    report(in, PC_SEVERITY_DATA_LOSS, "saturated", in->line,
           "a number does not fit into 64 bits; the largest that does is used");
  } else if (number->rounded) {
    report(in, PC_SEVERITY_DATA_LOSS, "rounded", in->line,
           "a number has more than 9 decimal places and was rounded to 9");
  }
}

static pc_status out_of_memory(const reading* in) {
  return host->fail(in->job, PC_ERROR_OUT_OF_MEMORY, 0, text_of("out of memory"));
}

static pc_status keep_comment(reading* in, pc_string line) {
  in->comments = with_room(in->comments, &in->comment_capacity, in->comment_count + 1, sizeof *in->comments);
  char* const copy = malloc(line.size);
  if (in->comments == NULL || copy == NULL) return free(copy), out_of_memory(in);
  memcpy(copy, line.data + 2, line.size - 2);
  copy[line.size - 2] = '\0';
  in->comments[in->comment_count++] = copy;
  return PC_OK;
}

static pc_status read_line(reading* in, pc_string line) {
  numbers found;
  pc_string stack;
  if (is_comment(line)) return keep_comment(in, line);
  if (!parse_line(line, in->columns, &stack, &found)) {
    char message[sizeof in->bad];
    if (trimmed(line).size == 0) return PC_OK;
    describe_bad(message, sizeof message, line, in->columns);
    if (in->first_bad_line == 0) {
      in->first_bad_line = in->line;
      memcpy(in->bad, message, sizeof message);
    }
    report(in, PC_SEVERITY_ERROR, "bad_line", in->line, message);
    return PC_OK;
  }
  in->rows = with_room(in->rows, &in->row_capacity, in->row_count + 1, sizeof *in->rows);
  if (in->rows == NULL) return out_of_memory(in);
  in->rows[in->row_count++] = found;
  if (found.value.saturated || found.value.rounded) report_number(in, &found.value);
  if (found.base.saturated || found.base.rounded) report_number(in, &found.base);
  return add_line(&in->stacks, stack);
}

static pc_status read_lines(reading* in) {
  pc_string line;
  int32_t ending = 1, last_ending = 1;
  for (;;) {
    pc_status status = host->next_line(in->job, &line, &ending);
    if (status != PC_OK) return status;
    if (line.data == NULL) break;
    ++in->line;
    last_ending = ending;
    if ((status = read_line(in, line)) != PC_OK) return status;
  }
  if (last_ending == 0) {
    report(in, PC_SEVERITY_NOTE, "truncated", in->line,
           "the last line has no end: if the file was cut, its number may be too small");
  }
  return flush_stacks(&in->stacks);
}

/// Brings all numbers to the most decimal places that one has.
static bool scale_rows(reading* in, int* places) {
  *places = 0;
  for (size_t i = 0; i < in->row_count; ++i) {
    if (in->rows[i].value.places > *places) *places = in->rows[i].value.places;
    if (in->rows[i].base.places > *places) *places = in->rows[i].base.places;
  }
  if (*places == 0) return true;
  for (size_t i = 0; i < in->row_count; ++i) {
    numbers* const row = &in->rows[i];
    if (!shift(&row->value.digits, *places - row->value.places)) return false;
    if (!shift(&row->base.digits, *places - row->base.places)) return false;
  }
  return true;
}

static pc_status base_labels(const reading* in, uint32_t* id) {
  const pc_string words[] = {{"pprof::base", 11}, {"true", 4}};
  uint32_t ids[2] = {0, 0};
  host->add_strings(in->job, words, sizeof *words, 2, ids);
  const pc_label label = {.key = ids[0], .text = ids[1]};
  const pc_labels set = {&label, 1};
  return host->add_label_sets(in->job, &set, sizeof set, 1, id);
}

/// Samples as they wait to be added.
typedef struct batch {
  uint32_t stack[BATCH_ROWS], labels[BATCH_ROWS];
  int64_t value[BATCH_ROWS];
  size_t count;
} batch;

static pc_status flush_rows(const reading* in, batch* rows) {
  const pc_column value = {rows->value, sizeof *rows->value};
  pc_samples samples = {.size = sizeof samples, .count = rows->count, .values = &value, .value_count = 1};
  samples.stack = (pc_column){rows->stack, sizeof *rows->stack};
  if (in->columns == 2) samples.labels = (pc_column){rows->labels, sizeof *rows->labels};
  rows->count = 0;
  return host->add_samples(in->job, 0, &samples);
}

static pc_status put(const reading* in, batch* rows, uint32_t stack, uint32_t labels, int64_t value) {
  rows->stack[rows->count] = stack;
  rows->labels[rows->count] = labels;
  rows->value[rows->count] = value;
  return ++rows->count == BATCH_ROWS ? flush_rows(in, rows) : PC_OK;
}

static pc_status add_rows(const reading* in, uint32_t base) {
  static const int64_t lowest = INT64_MIN;
  batch* const rows = calloc(1, sizeof *rows);
  pc_status status = rows == NULL ? out_of_memory(in) : PC_OK;
  bool has_base = in->columns == 1;
  for (size_t i = 0; !has_base && i < in->row_count; ++i) has_base = in->rows[i].base.digits != 0;
  if (status == PC_OK && !has_base) status = put(in, rows, in->stacks.ids[0], base, 0);
  for (size_t i = 0; status == PC_OK && i < in->row_count; ++i) {
    const int64_t now = in->rows[i].value.digits, before = in->rows[i].base.digits;
    if (before == lowest) {
      status = host->fail(in->job, PC_ERROR_READ, 0,
                          text_of("the negative of a number of the first column does not fit into 64 bits"));
    }
    if (now != 0 || before == 0) status = put(in, rows, in->stacks.ids[i], 0, now);
    if (status == PC_OK && before != 0) status = put(in, rows, in->stacks.ids[i], base, -before);
  }
  if (status == PC_OK && rows->count != 0) status = flush_rows(in, rows);
  free(rows);
  return status;
}

static pc_status add_profile(reading* in) {
  int places;
  uint32_t base = 0;
  if (!scale_rows(in, &places)) {
    return host->fail(in->job, PC_ERROR_READ, 0,
                      text_of("with all their decimal places the numbers of the file do not fit into 64 bits"));
  }
  if (in->stacks.nameless != 0) {
    char message[100];
    snprintf(message, sizeof message, "frames without a name are called [unknown]: %llu",
             (unsigned long long)in->stacks.nameless);
    report(in, PC_SEVERITY_NOTE, "nameless", 0, message);
  }
  const pc_value_type type = {.size = sizeof type,
                              .type = host->option_text(in->job, OPTION_TYPE),
                              .unit = host->option_text(in->job, OPTION_UNIT),
                              .scale = -places};
  const pc_profile known = {.size = sizeof known, .is_comparison = in->columns == 2};
  host->add_profile(in->job, &known, &type, sizeof type, 1, NULL);
  pc_status status = in->columns == 2 ? base_labels(in, &base) : PC_OK;
  if (status == PC_OK) status = add_rows(in, base);
  for (size_t i = 0; status == PC_OK && i < in->comment_count; ++i) {
    status = host->add_comment(in->job, 0, text_of(in->comments[i]));
  }
  return status;
}

static pc_status refuse(const reading* in) {
  char message[300];
  if (in->first_bad_line == 0) {
    return host->fail(in->job, PC_ERROR_READ, 0, text_of("the input is empty; expected lines of 'frame;frame number'"));
  }
  snprintf(message, sizeof message, "%s; no line of the input is a collapsed stack", in->bad);
  return host->fail(in->job, PC_ERROR_READ, in->first_bad_line, text_of(message));
}

static size_t chosen_columns(const reading* in) {
  pc_string head = {NULL, 0};
  const int64_t choice = host->option_number(in->job, OPTION_COLUMNS);
  if (choice != 0) return (size_t)choice;
  host->head(in->job, &head);
  const size_t columns = count_columns(head);
  if (columns == 2) {
    report(in, PC_SEVERITY_NOTE, "two_columns", 0,
           "every line ends in two numbers, read as base and new; collapsed.columns=1 takes the first for a name");
  }
  return columns;
}

static pc_status read_all(void* self, pc_job* job) {
  reading in = {.job = job, .stacks = {.host = host, .job = job}};
  (void)self;
  in.columns = chosen_columns(&in);
  pc_status status = read_lines(&in);
  if (status == PC_OK) status = in.row_count == 0 ? refuse(&in) : add_profile(&in);
  for (size_t i = 0; i < in.comment_count; ++i) free(in.comments[i]);
  free(in.comments);
  free(in.rows);
  free_stacks(&in.stacks);
  return status;
}

/// Counts the first lines that are stacks.
static void probe(void* self, pc_string head, pc_string file_name, pc_probe* result) {
  int lines = 0, good = 0, deep = 0;
  (void)self, (void)file_name;
  while (head.size != 0 && lines < 100) {
    const char* const end = memchr(head.data, '\n', head.size);
    const pc_string line = {head.data, end == NULL ? head.size : (size_t)(end - head.data)};
    numbers found;
    pc_string stack;
    head.data += line.size + (end != NULL);
    head.size -= line.size + (end != NULL);
    ++lines;
    if (!parse_line(line, 1, &stack, &found)) continue;
    ++good;
    deep += memchr(stack.data, ';', stack.size) != NULL;
  }
  if (good == 0 || good * 10 < lines * 9 || deep == 0) return;
  result->confidence = deep * 4 >= good ? PC_LIKELY : PC_WEAK;
  snprintf(result->reason, sizeof result->reason, "%d of %d lines are 'frame;frame number'", good, lines);
}

static const char* const columns_choices[] = {"auto", "1", "2", NULL};
static const pc_option_card options[] = {
    {.size = sizeof *options,
     .name = "type",
     .fallback = "samples",
     .summary = "what the numbers are",
     .type = PC_TEXT},
    {.size = sizeof *options, .name = "unit", .fallback = "count", .summary = "what they count", .type = PC_TEXT},
    {.size = sizeof *options,
     .name = "columns",
     .fallback = "auto",
     .summary = "numbers per line",
     .choices = columns_choices,
     .type = PC_CHOICE}};
static const char* const extensions[] = {".folded", ".collapsed", NULL};
static const char* const carries[] = {"comparisons", "scales",      "negative_values", "empty_stacks",
                                      "inlining",    "frame_kinds", "comments",        NULL};
static const pc_reader_card card = {.size = sizeof card,
                                    .name = FORMAT_NAME,
                                    .summary = "collapsed stacks, read by a plugin",
                                    .extensions = extensions,
                                    .carries = carries,
                                    .options = options,
                                    .option_stride = sizeof *options,
                                    .option_count = sizeof options / sizeof *options,
                                    .probe = probe,
                                    .read = read_all};
static const pc_plugin plugin = {.size = sizeof plugin,
                                 .version = 1,
                                 .is_thread_safe = 1,
                                 .name = "collapsed-in-c",
                                 .release = "1.0",
                                 .readers = &card,
                                 .reader_stride = sizeof card,
                                 .reader_count = 1};

PC_PLUGIN_EXPORT const pc_plugin* profconv_plugin_v1(const pc_host* given) {
  host = given;
  return &plugin;
}
