// SPDX-License-Identifier: Apache-2.0
// One fuzzed input.
#include "fuzz/fuzz_one.h"

#include <optional>
#include <stdexcept>
#include <string>

#include "profconv/convert.h"
#include "support/model_dump.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// Small, so that a fuzzer finds the way to each limit.
constexpr Limits limits{.max_input_bytes = 1 << 20, .max_line_bytes = 1 << 16, .max_stack_depth = 1 << 10};

std::optional<ProfileSet> read(const Reader& reader, std::string_view bytes, std::size_t chunk_bytes) {
  Context context(limits);
  try {
    Input input = Input::from_memory("fuzzed", bytes, context, chunk_bytes);
    return read_profiles(reader, input, Options(reader.options), SampleOrder::merged);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void write(const ProfileSet& set, const Writer& writer) {
  Context context(limits);
  std::string bytes;
  try {
    Output output = Output::to_memory(&bytes);
    write_profiles(set, writer, Options(writer.options), output, context);
  } catch (const Error&) {
    if (!bytes.empty()) throw std::logic_error("an output was made by a writer that failed");
  }
}

}  // namespace

void fuzz_one(const Reader& reader, std::string_view bytes) {
  (void)reader.probe(bytes, "fuzzed");
  const auto whole = read(reader, bytes, Input::head_bytes);
  const auto in_pieces = read(reader, bytes, bytes.size() % 13 + 1);
  if (whole.has_value() != in_pieces.has_value()) throw std::logic_error("small pieces read differently");
  if (!whole) return;
  if (dump(*whole) != dump(*in_pieces)) throw std::logic_error("small pieces give another profile");
  for (const Profile& profile : whole->profiles()) {
    const ProfileSet one(whole->shared_dictionary(), {profile});
    for (const Writer* writer : all_writers) write(one, *writer);
  }
}

}  // namespace profconv::test
