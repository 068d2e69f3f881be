// SPDX-License-Identifier: Apache-2.0
// Making pprof files for the tests of the reader, right ones and wrong ones.
#pragma once

#include <string>
#include <string_view>

#include "support/fixtures.h"
#include "wire/pprof.pb.h"

namespace profconv::test {

/// A message whose strings are given as text.
class PprofMaker {
 public:
  PprofMaker() { message.add_string_table(); }

  /// The index of a string, which is added where it is not there.
  std::int64_t text(std::string_view string);
  wire::pprof::ValueType& sample_type(std::string_view type, std::string_view unit);
  wire::pprof::Function& function(std::uint64_t id, std::string_view name);
  /// A location with one line.
  wire::pprof::Location& location(std::uint64_t id, std::uint64_t function_id);
  wire::pprof::Sample& sample(std::initializer_list<std::uint64_t> locations,
                              std::initializer_list<std::int64_t> values);
  static void number_label(wire::pprof::Sample& sample, std::int64_t key, std::int64_t number, std::int64_t unit = 0);
  static void text_label(wire::pprof::Sample& sample, std::int64_t key, std::int64_t text);

  [[nodiscard]] std::string bytes() const { return message.SerializeAsString(); }

  wire::pprof::Profile message;
};

/// A valid file with the sample types samples/count and cpu/nanoseconds, two samples of main calling leaf, and a
/// module.
[[nodiscard]] PprofMaker small_pprof();

/// What the reader makes of some bytes, called "in.pb".
[[nodiscard]] Outcome read_pprof(std::string_view bytes, const Reading& reading = {});

}  // namespace profconv::test
