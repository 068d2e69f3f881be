// SPDX-License-Identifier: Apache-2.0
// Fuzzing one reader, and the list of all that is fuzzed.
#include "fuzz/fuzz_one.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/text/plain_text.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/compare.h"
#include "support/json_events.h"
#include "support/model_dump.h"
#include "support/round_trip.h"

namespace profconv::test {

namespace {

/// What came of reading: a set or an error, and what was said.
struct Reading {
  std::optional<ProfileSet> set;
  bool is_compressed = false;
  std::string text;
};

Reading read(const Reader& reader, std::string_view bytes, std::size_t chunk_bytes) {
  Context context(fuzz_limits);
  Reading reading;
  try {
    Input input = Input::from_memory("fuzzed", bytes, context, chunk_bytes);
    reading.is_compressed = !input.compression().empty();
    reading.set = read_profiles(reader, input, Options(reader.options), SampleOrder::merged);
    reading.text = dump(*reading.set);
  } catch (const Error& error) {
    reading.text = error.what();
  }
  reading.text += "\n" + dump(context.diagnostics());
  return reading;
}

}  // namespace

void fuzz_one(const Reader& reader, std::string_view bytes) {
  (void)reader.probe(reader, bytes, "fuzzed");
  const Reading whole = read(reader, bytes, Input::head_bytes);
  // Where damage to a compressed input shows depends on how much of it is unpacked at once.
  if (!whole.set && whole.is_compressed) return;
  for (const std::size_t chunk_bytes : {std::size_t{1}, bytes.size() % 13 + 2}) {
    const Reading in_pieces = read(reader, bytes, chunk_bytes);
    const std::string difference = first_difference(whole.text, in_pieces.text);
    if (!difference.empty()) throw std::logic_error("in pieces of " + std::to_string(chunk_bytes) + ": " + difference);
  }
  if (!whole.set) return;
  for (const Profile& profile : whole.set->profiles()) {
    const std::string fault = round_trip_fault({whole.set->shared_dictionary(), {profile}}, fuzz_limits);
    if (!fault.empty()) throw std::logic_error(fault);
  }
}

void fuzz_json_text(std::string_view bytes) {
  if (!is_utf8(bytes)) return;
  if (const std::string fault = json_fault(bytes); !fault.empty()) throw std::logic_error(fault);
}

std::vector<std::string> fuzz_targets() {
  std::vector<std::string> targets;
  for (const Reader* reader : all_readers) targets.emplace_back(reader->name);
  targets.insert(targets.end(), {"path", "options", "json_text", "symbols", "plugin"});
  return targets;
}

void fuzz(std::string_view target, std::string_view bytes) {
  if (target == "path") return fuzz_path(bytes);
  if (target == "options") return fuzz_options(bytes);
  if (target == "json_text") return fuzz_json_text(bytes);
  if (target == "symbols") return fuzz_symbols(bytes);
  if (target == "plugin") return fuzz_plugin(bytes);
  const auto* const found =
      std::find_if(std::begin(all_readers), std::end(all_readers), [&](const Reader* r) { return r->name == target; });
  if (found == std::end(all_readers)) throw std::logic_error("no target is called " + std::string(target));
  fuzz_one(**found, bytes);
}

}  // namespace profconv::test
