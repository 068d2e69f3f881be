// SPDX-License-Identifier: Apache-2.0
// Changes to a fuzzed input that keep its structure, where single bytes seldom get far: lines of a text, tokens of
// JSON, fields of protobuf messages. Each makes one change, and leaves changing bytes to libFuzzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace profconv::test {

/// LLVMFuzzerMutate, or what stands in for it: changes `size` bytes in place, to at most `most`, and returns how many
/// there are now.
using ByteMutator = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t most);

/// Where changes come from: chance, and a mutator of bytes.
class Mutation {
 public:
  Mutation(unsigned seed, ByteMutator mutate_bytes) : random_(seed), mutate_bytes_(mutate_bytes) {}

  /// A number below `end`, which is at least 1.
  [[nodiscard]] std::size_t below(std::size_t end) { return random_() % end; }
  [[nodiscard]] bool one_in(std::size_t times) { return below(times) == 0; }
  /// The text with some of its bytes changed, and maybe a few more.
  [[nodiscard]] std::string bytes(std::string_view text);
  /// An integer near which programs go wrong.
  [[nodiscard]] std::uint64_t integer();

 private:
  std::minstd_rand random_;
  ByteMutator mutate_bytes_;
};

/// Moves, repeats and removes lines, changes their indents and numbers, cuts and joins them.
[[nodiscard]] std::string mutate_lines(std::string_view text, Mutation& mutation);
/// Removes, repeats and exchanges members and elements, changes strings and numbers. What is no JSON does as well.
[[nodiscard]] std::string mutate_json(std::string_view text, Mutation& mutation);
/// Removes, repeats and exchanges the fields of a protobuf message and of the messages in it, changes what they hold.
[[nodiscard]] std::string mutate_fields(std::string_view message, Mutation& mutation);

/// One change to an input of a target, by its structure or by its bytes; at most `most` bytes long.
[[nodiscard]] std::string mutate(std::string_view target, std::string_view input, std::size_t most, unsigned seed,
                                 ByteMutator mutate_bytes);

}  // namespace profconv::test
