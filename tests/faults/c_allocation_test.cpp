// SPDX-License-Identifier: Apache-2.0
// The C interface without memory: every allocation fails in turn, and the caller gets a status, never an exception.
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "faults/failing_allocator.h"
#include "profconv/profconv.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

constexpr std::string_view stacks = "main;parse;read 30\nmain;eval 100\n";

/// Takes bytes without allocating.
struct Taken {
  std::array<char, 4096> bytes{};
  std::size_t size = 0;
};

std::int32_t take(void* user, const void* data, std::size_t size) {
  auto& taken = *static_cast<Taken*>(user);
  if (taken.size + size > taken.bytes.size()) return 1;
  std::memcpy(taken.bytes.data() + taken.size, data, size);
  taken.size += size;
  return 0;
}

/// Handles that are freed whatever happens.
struct Handles {
  pc_context* context = nullptr;
  pc_set* set = nullptr;
  pc_builder* builder = nullptr;
  pc_report* report = nullptr;

  Handles() = default;
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    pc_report_free(report);
    pc_builder_free(builder);
    pc_set_free(set);
    pc_context_free(context);
  }
};

pc_status convert(Taken& taken, pc_error* error) {
  Handles made;
  pc_context_options options{};
  options.size = sizeof options;
  options.max_threads = 1;
  if (const pc_status status = pc_context_create(&options, &made.context, error)) return status;
  pc_input input{};
  input.size = sizeof input;
  input.data = stacks.data();
  input.data_size = stacks.size();
  if (const pc_status status = pc_read(made.context, &input, nullptr, &made.set, error)) return status;
  pc_output output{};
  output.size = sizeof output;
  output.to = "collapsed";
  output.write = take;
  output.user = &taken;
  return pc_write(made.context, made.set, &output, &made.report, error);
}

pc_status build(pc_error* error) {
  Handles made;
  pc_context_options options{};
  options.size = sizeof options;
  options.max_threads = 1;
  if (const pc_status status = pc_context_create(&options, &made.context, error)) return status;
  if (const pc_status status = pc_builder_create(made.context, 0, &made.builder, error)) return status;
  pc_value_type samples{};
  samples.size = sizeof samples;
  samples.type = {"samples", 7};
  pc_profile profile{};
  profile.size = sizeof profile;
  if (const pc_status status = pc_builder_add_profile(made.builder, &profile, &samples, 1, nullptr, error))
    return status;
  pc_function function{};
  function.size = sizeof function;
  pc_frame frame{};
  frame.size = sizeof frame;
  std::uint32_t leaf = 0;
  std::uint32_t stack = 0;
  if (const pc_status status = pc_builder_string(made.builder, {"main", 4}, &function.name, error)) return status;
  if (const pc_status status = pc_builder_function(made.builder, &function, &frame.function, error)) return status;
  if (const pc_status status = pc_builder_frame(made.builder, &frame, &leaf, error)) return status;
  if (const pc_status status = pc_builder_child(made.builder, 0, leaf, &stack, error)) return status;
  const std::int64_t value = 1;
  const pc_column values{&value, 0};
  pc_samples rows{};
  rows.size = sizeof rows;
  rows.count = 1;
  rows.stack = {&stack, 0};
  rows.values = &values;
  rows.value_count = 1;
  if (const pc_status status = pc_builder_add_samples(made.builder, 0, &rows, error)) return status;
  return pc_builder_finish(made.builder, &made.set, error);
}

/// Calls `work` until none of its allocations fails; `judge` after each call that worked.
template <class Work, class Judge>
void with_every_failure(Work work, Judge judge) {
  REQUIRE(work(nullptr) == PC_OK);
  for (std::size_t n = 1;; ++n) {
    pc_error error{};
    error.size = sizeof error;
    std::size_t made = 0;
    pc_status status = PC_OK;
    {
      const AllocationFailure failure(n);
      status = work(&error);
      made = AllocationFailure::count();
    }
    INFO("allocation " << n << ": " << error.message);
    if (status == PC_OK) {
      judge();
    } else {
      CHECK(status == PC_ERROR_OUT_OF_MEMORY);
      CHECK(std::string_view(error.message) == "out of memory");
    }
    if (made < n) {
      CHECK(status == PC_OK);
      CHECK(n > 20);
      return;
    }
  }
}

}  // namespace

TEST_CASE("an allocation that fails in a call of the C interface is a status", "[allocation][c]") {
  SECTION("reading and writing") {
    Taken taken;
    with_every_failure(
        [&](pc_error* error) {
          taken.size = 0;
          return convert(taken, error);
        },
        [&] { CHECK(std::string_view(taken.bytes.data(), taken.size) == "main;eval 100\nmain;parse;read 30\n"); });
  }
  SECTION("building") {
    with_every_failure(build, [] {});
  }
}

}  // namespace profconv::test
