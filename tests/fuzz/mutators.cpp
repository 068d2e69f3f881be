// SPDX-License-Identifier: Apache-2.0
// Choosing a change for an input.
#include "fuzz/mutators.h"

#include <algorithm>
#include <array>

#include "fuzz/fuzz_one.h"

namespace profconv::test {

namespace {

bool is_binary(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < '\a'; });
}

/// By what it looks like.
std::string mutate_any(std::string_view text, Mutation& mutation) {
  if (text.starts_with('{')) return mutate_json(text, mutation);
  return is_binary(text) ? mutate_fields(text, mutation) : mutate_lines(text, mutation);
}

std::string mutate_path(std::string_view input, Mutation& mutation) {
  const std::string_view choices = input.substr(0, path_choices);
  if (input.size() <= path_choices || mutation.one_in(4)) {
    std::string changed(input);
    changed.resize(std::max(input.size(), path_choices));
    changed[mutation.below(path_choices)] = static_cast<char>(mutation.one_in(3) ? 0 : mutation.below(256));
    return changed;
  }
  return std::string(choices) + mutate_any(input.substr(path_choices), mutation);
}

}  // namespace

std::string Mutation::bytes(std::string_view text) {
  constexpr std::size_t growth = 16;
  std::string changed(text);
  changed.resize(text.size() + growth);
  changed.resize(mutate_bytes_(reinterpret_cast<std::uint8_t*>(changed.data()), text.size(), changed.size()));
  return changed;
}

std::uint64_t Mutation::integer() {
  constexpr std::array<unsigned, 9> bits{0, 1, 7, 8, 16, 31, 32, 63, 64};
  const unsigned chosen = bits[below(bits.size())];
  const std::uint64_t power = chosen == 64 ? 0 : std::uint64_t{1} << chosen;
  return power + below(3) - 1;
}

std::string mutate(std::string_view target, std::string_view input, std::size_t most, unsigned seed,
                   ByteMutator mutate_bytes) {
  Mutation mutation(seed, mutate_bytes);
  std::string changed;
  if (target == "path") {
    changed = mutate_path(input, mutation);
  } else if (target == "spall" || target == "plugin" || mutation.one_in(3) ||
             (target == "symbols" && is_binary(input))) {
    changed = mutation.bytes(input);
  } else if (target == "dhat" || target == "json" || target == "json_text") {
    changed = mutate_json(input, mutation);
  } else if (target == "pprof") {
    changed = mutate_fields(input, mutation);
  } else {
    changed = mutate_lines(input, mutation);
  }
  if (changed.size() > most) changed.resize(most);
  return changed;
}

}  // namespace profconv::test
