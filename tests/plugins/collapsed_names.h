// SPDX-License-Identifier: Apache-2.0
// Frames of collapsed stacks by their names, and stacks of those frames, which go to the host in batches.
#ifndef COLLAPSED_NAMES_H
#define COLLAPSED_NAMES_H

#include <profconv/plugin.h>

/// One name that has been seen.
typedef struct known_name {
  const char* text;
  size_t size;
  uint64_t hash;
  uint32_t frame;
} known_name;

/// Stacks that are being read. The line before is kept: neighbours share their beginnings.
typedef struct stack_table {
  const pc_host* host;
  pc_job* job;
  known_name* names;  // a hash table; text NULL: free
  size_t name_count, name_capacity;
  char* text;  // of the line before
  size_t text_size, text_capacity;
  uint32_t* frames;  // of the line before, root first
  size_t* ends;      // of their names in the text
  size_t depth, depth_capacity;
  uint64_t nameless;
  // What the host has not got yet.
  uint32_t* batch;
  size_t batch_size, batch_capacity;
  uint32_t depths[4096];
  size_t pending;
  uint32_t* ids;  // of all stacks, one for each line
  size_t id_count, id_capacity;
} stack_table;

/// Grows an array of `size` bytes an element so that it has room for `count`; NULL without memory.
void* with_room(void* array, size_t* capacity, size_t count, size_t size);

pc_status add_line(stack_table* table, pc_string stack);
/// Gives the host what it has not got.
pc_status flush_stacks(stack_table* table);
void free_stacks(stack_table* table);

#endif
