// SPDX-License-Identifier: Apache-2.0
// Looking names up, and giving stacks to the host.
#include "collapsed_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "collapsed_text.h"

enum { BATCH_LINES = sizeof((stack_table*)0)->depths / sizeof(uint32_t) };

static pc_status out_of_memory(stack_table* table) {
  const pc_string message = {"out of memory", 13};
  return table->host->fail(table->job, PC_ERROR_OUT_OF_MEMORY, 0, message);
}

void* with_room(void* array, size_t* capacity, size_t count, size_t size) {
  if (count <= *capacity && array != NULL) return array;
  size_t wanted = *capacity < 64 ? 64 : *capacity * 2;
  if (wanted < count) wanted = count;
  void* const grown = realloc(array, wanted * size);
  if (grown != NULL) *capacity = wanted;
  return grown;
}

static uint64_t hash_of(const char* text, size_t size) {
  uint64_t hash = 0x9e3779b97f4a7c15u ^ size;
  while (size >= 8) {
    uint64_t word;
    memcpy(&word, text, 8);
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
    text += 8;
    size -= 8;
  }
  uint64_t last = 0;
  memcpy(&last, text, size);
  hash = (hash ^ last) * 0xff51afd7ed558ccdu;
  return hash ^ hash >> 32;
}

/// Cuts marks such as "_[k]" off a name, which say what kind of frame it is.
static size_t cut_marks(const char* name, size_t size, pc_frame* frame) {
  for (; size > 4; size -= 4) {
    const char* const mark = name + size - 4;
    if (memcmp(mark, "_[i]", 4) == 0) {
      frame->is_inlined = 1;
    } else if (memcmp(mark, "_[k]", 4) == 0) {
      frame->kind = PC_FRAME_KERNEL;
    } else if (memcmp(mark, "_[j]", 4) == 0) {
      frame->kind = PC_FRAME_JIT;
    } else {
      break;
    }
  }
  return size;
}

/// A new frame for a name that has not been seen.
static pc_status make_frame(stack_table* table, const char* name, size_t size, uint32_t* id) {
  const pc_host* const host = table->host;
  pc_frame frame = {.size = sizeof frame};
  pc_function function = {.size = sizeof function};
  char* const copy = malloc(size + 1);
  if (copy == NULL) return out_of_memory(table);
  pc_string text = {copy, cut_marks(name, size, &frame)};
  memcpy(copy, name, size);
  text.size = unescape(copy, text.size);
  if (size == 0) text = (pc_string){"[unknown]", 9};
  host->add_strings(table->job, &text, sizeof text, 1, &function.name);
  free(copy);
  host->add_functions(table->job, &function, sizeof function, 1, &frame.function);
  return host->add_frames(table->job, &frame, sizeof frame, 1, id);
}

static known_name* place_of(stack_table* table, const char* text, size_t size, uint64_t hash) {
  size_t at = hash & (table->name_capacity - 1);
  for (;; at = (at + 1) & (table->name_capacity - 1)) {
    known_name* const name = &table->names[at];
    if (name->text == NULL) return name;
    if (name->hash == hash && name->size == size && memcmp(name->text, text, size) == 0) return name;
  }
}

/// Makes the table of names twice as large.
static bool grow_names(stack_table* table) {
  known_name* const old = table->names;
  const size_t old_capacity = table->name_capacity;
  known_name* const grown = calloc(old_capacity == 0 ? 1024 : old_capacity * 2, sizeof *grown);
  if (grown == NULL) return false;
  table->names = grown;
  table->name_capacity = old_capacity == 0 ? 1024 : old_capacity * 2;
  for (size_t i = 0; i < old_capacity; ++i) {
    if (old[i].text != NULL) *place_of(table, old[i].text, old[i].size, old[i].hash) = old[i];
  }
  free(old);
  return true;
}

static pc_status frame_of(stack_table* table, const char* text, size_t size, uint32_t* frame) {
  if (table->name_count * 2 >= table->name_capacity && !grow_names(table)) return out_of_memory(table);
  const uint64_t hash = hash_of(text, size);
  known_name* const name = place_of(table, text, size, hash);
  if (name->text == NULL) {
    char* const copy = malloc(size + 1);
    if (copy == NULL) return out_of_memory(table);
    memcpy(copy, text, size);
    *name = (known_name){copy, size, hash, 0};
    ++table->name_count;
    const pc_status status = make_frame(table, text, size, &name->frame);
    if (status != PC_OK) return status;
  }
  *frame = name->frame;
  return PC_OK;
}

static size_t common_prefix(const char* a, size_t a_size, const char* b, size_t b_size) {
  const size_t size = a_size < b_size ? a_size : b_size;
  size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    if (memcmp(a + at, b + at, 8) != 0) break;
  }
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

/// Forgets the frames of the line before that are none of this one's, and takes over its text.
static bool take(stack_table* table, pc_string stack) {
  const size_t common = common_prefix(stack.data, stack.size, table->text, table->text_size);
  while (table->depth != 0) {
    const size_t end = table->ends[table->depth - 1];
    if (end < common || (end == common && (common == stack.size || stack.data[common] == ';'))) break;
    --table->depth;
  }
  table->text = with_room(table->text, &table->text_capacity, stack.size + 1, 1);
  if (table->text == NULL) return false;
  memcpy(table->text + common, stack.data + common, stack.size - common);
  table->text_size = stack.size;
  return true;
}

/// Puts the frames of the line behind those that wait.
static pc_status enqueue(stack_table* table) {
  table->batch =
      with_room(table->batch, &table->batch_capacity, table->batch_size + table->depth, sizeof *table->batch);
  if (table->batch == NULL) return out_of_memory(table);
  if (table->depth != 0) memcpy(table->batch + table->batch_size, table->frames, table->depth * sizeof *table->frames);
  table->batch_size += table->depth;
  table->depths[table->pending++] = (uint32_t)table->depth;
  return table->pending == BATCH_LINES ? flush_stacks(table) : PC_OK;
}

pc_status add_line(stack_table* table, pc_string stack) {
  static const char no_stack[] = "[no stack]";
  if (stack.size == sizeof no_stack - 1 && memcmp(stack.data, no_stack, stack.size) == 0) stack.size = 0;
  if (!take(table, stack)) return out_of_memory(table);
  if (stack.size == 0) {
    table->depth = 0;
    return enqueue(table);
  }
  for (size_t at = table->depth == 0 ? 0 : table->ends[table->depth - 1] + 1; at <= stack.size; ++at) {
    const char* const end = memchr(table->text + at, ';', stack.size - at);
    const size_t size = end == NULL ? stack.size - at : (size_t)(end - (table->text + at));
    if (table->depth == table->depth_capacity) {
      size_t capacity = table->depth_capacity;
      table->frames = with_room(table->frames, &capacity, table->depth + 1, sizeof *table->frames);
      table->ends = with_room(table->ends, &table->depth_capacity, table->depth + 1, sizeof *table->ends);
      if (table->frames == NULL || table->ends == NULL) return out_of_memory(table);
    }
    if (size == 0) ++table->nameless;
    const pc_status status = frame_of(table, table->text + at, size, &table->frames[table->depth]);
    if (status != PC_OK) return status;
    at += size;
    table->ends[table->depth++] = at;
  }
  return enqueue(table);
}

pc_status flush_stacks(stack_table* table) {
  const pc_stacks stacks = {.size = sizeof stacks,
                            .count = table->pending,
                            .frames = table->batch,
                            .frame_count = table->batch_size,
                            .depth = {table->depths, sizeof *table->depths},
                            .order = PC_ROOT_FIRST};
  table->ids = with_room(table->ids, &table->id_capacity, table->id_count + table->pending, sizeof *table->ids);
  if (table->ids == NULL) return out_of_memory(table);
  const pc_status status = table->host->add_stacks(table->job, &stacks, table->ids + table->id_count);
  table->id_count += table->pending;
  table->pending = table->batch_size = 0;
  return status;
}

void free_stacks(stack_table* table) {
  for (size_t i = 0; i < table->name_capacity; ++i) free((void*)table->names[i].text);
  free(table->names);
  free(table->text);
  free(table->frames);
  free(table->ends);
  free(table->batch);
  free(table->ids);
}
