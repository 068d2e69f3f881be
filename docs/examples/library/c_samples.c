// SPDX-License-Identifier: Apache-2.0
// c_samples INPUT: prints the total of the default value type, and the heaviest leaf.

#include <inttypes.h>
#include <profconv/profconv.h>
#include <stdio.h>
#include <stdlib.h>

static void print_name(const pc_set* set, uint32_t id) {
  pc_function function = {.size = sizeof function};
  pc_string name;
  pc_function_at(set, id, &function, NULL);
  pc_string_at(set, function.name, &name, NULL);
  printf("%.*s", (int)name.size, name.data);
}

int main(int count, char** words) {
  if (count != 2) return 2;
  pc_error error = {.size = sizeof error};
  pc_input input = {.size = sizeof input};
  pc_context* context = NULL;
  pc_set* set = NULL;
  input.path = words[1];
  if (pc_context_create(NULL, &context, &error) != PC_OK || pc_read(context, &input, NULL, &set, &error) != PC_OK) {
    fprintf(stderr, "%s\n", error.message);
    pc_context_free(context);
    return 1;
  }

  pc_table_sizes sizes = {.size = sizeof sizes};
  pc_profile profile = {.size = sizeof profile};
  pc_table_sizes_get(set, &sizes, NULL);
  pc_profile_at(set, 0, &profile, NULL);
  int64_t* self = calloc(sizes.functions, sizeof *self);  // by function
  int64_t total = 0;
  pc_cursor* cursor = NULL;
  pc_samples batch = {.size = sizeof batch};
  pc_cursor_create(set, 0, 0, &cursor, NULL);
  while (pc_cursor_next(cursor, &batch, NULL) == PC_OK && batch.count != 0) {
    const uint32_t* stack = batch.stack.data;
    const int64_t* value = batch.values[profile.default_type].data;
    for (size_t row = 0; row < batch.count; ++row) {
      uint32_t parent, leaf;
      pc_frame frame = {.size = sizeof frame};
      pc_stack_at(set, stack[row], &parent, &leaf, NULL);
      pc_frame_at(set, leaf, &frame, NULL);
      self[frame.function] += value[row];
      total += value[row];
    }
  }

  uint32_t heaviest = 0;
  for (uint32_t i = 0; i < sizes.functions; ++i) {
    if (self[i] > self[heaviest]) heaviest = i;
  }
  printf("total: %" PRId64 "\nheaviest: ", total);
  print_name(set, heaviest);
  printf(" %" PRId64 "\n", self[heaviest]);
  free(self);
  pc_cursor_free(cursor);
  pc_set_free(set);
  pc_context_free(context);
  return 0;
}
