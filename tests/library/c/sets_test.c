// SPDX-License-Identifier: Apache-2.0
// Sets made from sets: transforms, merging, comparing.
#include "check.h"

static pc_transforms nothing(void) {
  pc_transforms transforms;
  memset(&transforms, 0, sizeof transforms);
  transforms.size = sizeof transforms;
  return transforms;
}

/// What stacks become, as collapsed stacks.
static bool become(const char* text, const pc_transforms* transforms, const char* expected) {
  pc_error error = {.size = sizeof error};
  pc_set* set = read_collapsed(text);
  pc_set* result = NULL;
  pc_context* context = new_context();
  CHECK_OK(pc_transform(context, set, transforms, &result, &error));
  bool same = result != NULL && shows(result, expected);
  pc_set_free(result);
  pc_set_free(set);
  pc_context_free(context);
  return same;
}

#define STACKS "main;load;read 30\nmain;eval;eval 100\n"

static void test_filters(void) {
  pc_transforms t = nothing();
  CHECK(become(STACKS, &t, "main;eval;eval 100\nmain;load;read 30\n"));
  t.focus = "load";
  CHECK(become(STACKS, &t, "main;load;read 30\n"));
  t = nothing();
  t.ignore = "load";
  t.collapse_recursion = PC_ON;
  CHECK(become(STACKS, &t, "main;eval 100\n"));
  t = nothing();
  t.tag_ignore = "key=x";
  CHECK(become(STACKS, &t, "main;eval;eval 100\nmain;load;read 30\n"));
  t = nothing();
  t.hide = "^main$";
  t.trim_leaf = "read";
  CHECK(become(STACKS, &t, "eval;eval 100\nload 30\n"));
  t = nothing();
  t.show = "eval";
  CHECK(become(STACKS, &t, "eval;eval 100\n"));
  t = nothing();
  t.show_from = "load";
  CHECK(become(STACKS, &t, "load;read 30\n"));
  t = nothing();
  t.trim_root = "main";
  t.max_depth = 1;
  CHECK(become(STACKS, &t, "eval 100\nload 30\n"));
  t = nothing();
  const char* twice[] = {"2"};
  t.scalings = twice;
  t.scaling_count = 1;
  CHECK(become(STACKS, &t, "main;eval;eval 200\nmain;load;read 60\n"));
  t = nothing();
  t.names = "no-args";
  CHECK(become("_Z3addii 1\n", &t, "add 1\n"));
  t.demangle = PC_OFF;
  CHECK(become("_Z3addii 1\n", &t, "_Z3addii 1\n"));
  t = nothing();
  t.anonymize = PC_ON;
  t.granularity = "function";
  CHECK(become("secret 1\n", &t, "f1 1\n"));
}

static void refused(const pc_set* set, const pc_transforms* transforms, const char* part) {
  pc_error error = {.size = sizeof error};
  pc_set* result = NULL;
  pc_context* context = new_context();
  CHECK_FAILS(PC_ERROR_USAGE, pc_transform(context, set, transforms, &result, &error));
  CHECK(contains(error.message, part));
  CHECK(result == NULL);
  pc_context_free(context);
}

static void test_refusals(void) {
  pc_set* set = read_collapsed(STACKS);
  pc_transforms t = nothing();
  const char* wrong[] = {"no number"};
  t.focus = "(";
  refused(set, &t, "(");
  t = nothing();
  t.granularity = "molecule";
  refused(set, &t, "molecule");
  t = nothing();
  t.names = "funny";
  refused(set, &t, "funny");
  t = nothing();
  t.rate = "often";
  refused(set, &t, "often");
  t = nothing();
  t.scalings = wrong;
  t.scaling_count = 1;
  refused(set, &t, "no number");
  t = nothing();
  t.demangle = 3;
  refused(set, &t, "toggle 3 does not exist");
  t = nothing();
  t.max_depth = -1;
  refused(set, &t, "max_depth");
  t = nothing();
  t.pid_count = 1;
  refused(set, &t, "pids");
  t = nothing();
  t.only = "2";
  refused(set, &t, "2");
  t = nothing();
  t.time = "1,2";
  refused(set, &t, "time");
  t = nothing();
  t.thread = "1";
  refused(set, &t, "thread");
  t = nothing();
  t.tag_focus = "key=x";
  refused(set, &t, "label");
  refused(set, NULL, "transforms is NULL");
  pc_set_free(set);
}

/// Value types in an order and with a default of the caller.
static void test_types(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_input input = {.size = sizeof input};
  pc_set *set = NULL, *result = NULL;
  pc_transforms t = nothing();
  pc_profile profile = {.size = sizeof profile};
  pc_value_type type = {.size = sizeof type};
  const char* types[] = {"alloc_space", "alloc_objects", "inuse_space"};
  input.path = example("perl.dhat.json");
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  t.types = types;
  t.type_count = 3;
  t.default_type = "alloc_objects";
  CHECK_OK(pc_transform(context, set, &t, &result, &error));
  CHECK_OK(pc_profile_at(result, 0, &profile, &error));
  CHECK(profile.value_type_count == 3 && profile.default_type == 1);
  CHECK_OK(pc_value_type_at(result, 0, 0, &type, &error));
  CHECK(equals(type.type, "alloc_space"));
  pc_set_free(result);
  pc_set_free(set);
  pc_context_free(context);
}

/// Labels and processes of a recording.
static void test_labels(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_input input = {.size = sizeof input};
  pc_set *set = NULL, *result = NULL;
  pc_transforms t = nothing();
  pc_profile profile = {.size = sizeof profile};
  const char* keys[] = {"tid"};
  int64_t no_pid[] = {-5};
  uint64_t all = 0;
  size_t count = 0;
  input.path = example("server.perf");
  CHECK_OK(pc_read(context, &input, NULL, &set, &error));
  CHECK_OK(pc_profile_at(set, 0, &profile, &error));
  all = profile.sample_count;
  t.tag_roots = keys;
  t.tag_leaves = keys;
  t.tag_root_count = t.tag_leaf_count = 1;
  CHECK_OK(pc_transform(context, set, &t, &result, &error));
  CHECK_OK(pc_profile_at(result, 0, &profile, &error));
  CHECK(profile.sample_count == all);
  pc_set_free(result);
  t = nothing();
  t.pids = no_pid;
  t.pid_count = 1;
  CHECK_OK(pc_diagnostic_count(context, &count, &error));
  size_t before = count;
  CHECK_OK(pc_transform(context, set, &t, &result, &error));
  CHECK_OK(pc_profile_at(result, 0, &profile, &error));
  CHECK(profile.sample_count == 0);
  CHECK_OK(pc_diagnostic_count(context, &count, &error));
  CHECK(count > before);
  pc_set_free(result);
  pc_set_free(set);
  pc_context_free(context);
}

void test_transforms(void) {
  test_filters();
  test_refusals();
  test_types();
  test_labels();
}

void test_sets(void) {
  pc_error error = {.size = sizeof error};
  pc_context* context = new_context();
  pc_set *sets[2], *result = NULL;
  sets[0] = read_collapsed("main;a 10\nmain;b 1\n");
  sets[1] = read_collapsed("main;a 5\nmain;c 1\n");
  CHECK_OK(pc_merge(context, (const pc_set* const*)sets, 2, &result, &error));
  CHECK(shows(result, "main;a 15\nmain;b 1\nmain;c 1\n"));
  pc_set_free(result);
  CHECK_FAILS(PC_ERROR_USAGE, pc_merge(context, NULL, 2, &result, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_merge(context, (const pc_set* const*)sets, 2, NULL, &error));

  int64_t total = 0;
  pc_comparison comparison = {.size = sizeof comparison};
  CHECK_OK(pc_compare(context, sets[0], sets[1], NULL, &result, &error));
  CHECK_OK(pc_total(result, 0, 0, &total, &error));
  CHECK(total == 6 - 11);
  pc_set_free(result);
  comparison.normalize = "base";
  comparison.granularity = "line";
  CHECK_OK(pc_compare(context, sets[0], sets[1], &comparison, &result, &error));
  CHECK_OK(pc_total(result, 0, 0, &total, &error));
  CHECK(total == 0);
  pc_set_free(result);
  comparison.normalize = "new";
  CHECK_OK(pc_compare(context, sets[0], sets[1], &comparison, &result, &error));
  pc_set_free(result);
  comparison.normalize = "both";
  CHECK_FAILS(PC_ERROR_USAGE, pc_compare(context, sets[0], sets[1], &comparison, &result, &error));
  CHECK_FAILS(PC_ERROR_USAGE, pc_compare(context, NULL, sets[1], NULL, &result, &error));
  pc_context_cancel(context);
  CHECK_FAILS(PC_ERROR_CANCELLED, pc_merge(context, (const pc_set* const*)sets, 2, &result, &error));
  pc_set_free(sets[0]);
  pc_set_free(sets[1]);
  pc_context_free(context);
}
