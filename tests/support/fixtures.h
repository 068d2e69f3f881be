// SPDX-License-Identifier: Apache-2.0
// The fixtures: tests/data/<reader>/case.ext, each read with that reader. Settings of the reader may stand beside it in
// case.options, one `option=value` a line; what is expected stands in case.golden.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/format.h"
#include "support/files.h"

namespace profconv::test {

/// One file of tests/data, and how it is read.
struct Fixture {
  const Reader* reader = nullptr;
  std::filesystem::path path;    ///< of the input
  std::filesystem::path golden;  ///< what reading it gives
  Options options;               ///< of the reader
  std::string bytes;

  /// "dhat/duplicates.json": for messages and as the input's name, so that no golden holds a path.
  [[nodiscard]] std::string name() const;
};

/// How an input is handed to a reader.
struct Reading {
  Projection projection;
  std::size_t chunk_bytes = Input::head_bytes;
};

/// What came of reading something: a profile set or the error, and the findings.
struct Outcome {
  std::optional<ProfileSet> set;
  std::string error;  ///< empty where there is a set
  std::vector<Diagnostic> diagnostics;

  /// All of it as text, to compare.
  [[nodiscard]] std::string text() const;
};

/// The project's folder.
[[nodiscard]] std::filesystem::path source_folder();
/// The folder tests/data.
[[nodiscard]] std::filesystem::path data_folder();
/// Real recordings outside of the repository, from the environment variable PROFCONV_CORPUS; empty: there are none.
[[nodiscard]] std::filesystem::path corpus_folder();
/// The fixtures of one reader, sorted by name.
[[nodiscard]] std::vector<Fixture> fixtures(const Reader& reader);
/// The fixtures of every registered reader.
[[nodiscard]] std::vector<Fixture> fixtures();

/// Reads `bytes` as the fixture is read. Catches Error and nothing else.
[[nodiscard]] Outcome read(const Fixture& fixture, std::string_view bytes, const Reading& reading = {});
[[nodiscard]] Outcome read(const Fixture& fixture);

/// One set for each profile, for writers that hold one.
[[nodiscard]] std::vector<ProfileSet> one_by_one(const ProfileSet& set);
/// What `writer` makes of a set, not compressed; an Error's text behind "error: " where it refuses.
[[nodiscard]] std::string written(const ProfileSet& set, const Writer& writer, const Options& options);
[[nodiscard]] std::string written(const ProfileSet& set, const Writer& writer);

/// The reader of what a writer writes; null where there is none.
[[nodiscard]] const Reader* reader_of(const Writer& writer);
/// Reads what a writer wrote, all of it: DHAT's reader leaves a counter out unless it is asked for.
[[nodiscard]] ProfileSet read_written(const Reader& reader, std::string_view bytes, SampleOrder order,
                                      Context& context);

/// The defaults of a card's options, and each choice of each option.
[[nodiscard]] std::vector<Options> option_variants(std::span<const Option> specs);
/// The bytes with one bit flipped, a different one at each place.
[[nodiscard]] std::string with_flipped_bit(std::string bytes, std::size_t at);

/// BLESS=1 in the environment: expected files are written instead of compared.
[[nodiscard]] bool blessing();

/// Whether the library is compiled with AddressSanitizer: everything takes longer, and memory use means nothing.
extern const bool sanitized;

/// PROFCONV_FULL in the environment, as in tools/test --full: more places of each input are tried.
[[nodiscard]] bool is_full();

}  // namespace profconv::test
