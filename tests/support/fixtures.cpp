// SPDX-License-Identifier: Apache-2.0
// Finding, reading and writing fixtures.
#include "support/fixtures.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/model_dump.h"

namespace profconv::test {

namespace fs = std::filesystem;

namespace {

/// Files that stand beside an input and are none.
bool is_companion(const fs::path& path) {
  constexpr std::array companions{".golden", ".options", ".d", ".cmd", ".err", ".stderr", ".md"};
  return std::find(companions.begin(), companions.end(), path.extension().string()) != companions.end();
}

/// "a.json.gz" and "a.json" are both the case "a".
fs::path without_extensions(fs::path path) {
  if (path.extension() == ".gz" || path.extension() == ".zst") path.replace_extension();
  return path.replace_extension();
}

Options read_options(const Reader& reader, const fs::path& path) {
  Options options(reader.options);
  std::istringstream lines(fs::exists(path) ? file_bytes(path) : std::string());
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const Setting setting = parse_setting(line);
    options.set(setting.option, setting.value);
  }
  return options;
}

}  // namespace

std::string Fixture::name() const { return std::string(reader->name) + "/" + path.filename().string(); }

std::string Outcome::text() const {
  return (set ? dump(*set) : "error: " + error + "\n") + (diagnostics.empty() ? "" : "\ndiagnostics\n") +
         dump(diagnostics);
}

#if defined(PROFCONV_SANITIZED)
extern const bool sanitized = true;
#else
extern const bool sanitized = false;
#endif

fs::path source_folder() { return PROFCONV_ROOT; }

fs::path data_folder() { return source_folder() / "tests" / "data"; }

fs::path corpus_folder() {
  const char* const folder = std::getenv("PROFCONV_CORPUS");
  return folder == nullptr ? "" : folder;
}

bool is_full() { return std::getenv("PROFCONV_FULL") != nullptr; }

bool blessing() {
  const char* const bless = std::getenv("BLESS");
  return bless != nullptr && std::string_view(bless) == "1";
}

const Reader* reader_of(const Writer& writer) {
  const auto* const found = std::find_if(std::begin(all_readers), std::end(all_readers),
                                         [&](const Reader* r) { return r->name == writer.name; });
  return found == std::end(all_readers) ? nullptr : *found;
}

ProfileSet read_written(const Reader& reader, std::string_view bytes, SampleOrder order, Context& context) {
  Input input = Input::from_memory("written", bytes, context);
  Options options(reader.options);
  if (options.declares("site-max")) options.set("site-max", "yes");
  return read_profiles(reader, input, options, order);
}

std::string with_flipped_bit(std::string bytes, std::size_t at) {
  bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << (at % 8)));
  return bytes;
}

std::vector<Options> option_variants(std::span<const Option> specs) {
  std::vector<Options> variants{Options(specs)};
  for (const Option& spec : specs) {
    if (spec.type != OptionType::choice) continue;
    for (const std::string_view choice : spec.choices) variants.emplace_back(specs).set(spec.name, choice);
  }
  return variants;
}

std::vector<Fixture> fixtures(const Reader& reader) {
  std::vector<Fixture> found;
  const fs::path folder = data_folder() / reader.name;
  if (!fs::is_directory(folder)) return found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file() || is_companion(entry.path())) continue;
    const fs::path stem = without_extensions(entry.path());
    found.push_back({.reader = &reader,
                     .path = entry.path(),
                     .golden = stem.string() + ".golden",
                     .options = read_options(reader, stem.string() + ".options"),
                     .bytes = file_bytes(entry.path())});
  }
  std::sort(found.begin(), found.end(), [](const Fixture& a, const Fixture& b) { return a.path < b.path; });
  return found;
}

std::vector<Fixture> fixtures() {
  std::vector<Fixture> all;
  for (const Reader* reader : all_readers) {
    std::vector<Fixture> some = fixtures(*reader);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

Outcome read(const Fixture& fixture, std::string_view bytes, const Reading& reading) {
  Outcome outcome;
  Context context;
  try {
    Input input = Input::from_memory(fixture.name(), bytes, context, reading.chunk_bytes);
    outcome.set = read_profiles(*fixture.reader, input, fixture.options, reading.projection);
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  outcome.diagnostics.assign(context.diagnostics().begin(), context.diagnostics().end());
  return outcome;
}

Outcome read(const Fixture& fixture) { return read(fixture, fixture.bytes); }

std::vector<ProfileSet> one_by_one(const ProfileSet& set) {
  std::vector<ProfileSet> sets;
  for (const Profile& profile : set.profiles()) {
    sets.emplace_back(set.shared_dictionary(), std::vector<Profile>{profile});
  }
  return sets;
}

std::string written(const ProfileSet& set, const Writer& writer, const Options& options) {
  Context context;
  std::string bytes;
  try {
    Output output = Output::to_memory(&bytes);
    write_profiles(set, writer, options, output, context);
  } catch (const Error& error) {
    return std::string("error: ") + error.what();
  }
  return bytes;
}

std::string written(const ProfileSet& set, const Writer& writer) {
  return written(set, writer, Options(writer.options));
}

}  // namespace profconv::test
