// SPDX-License-Identifier: Apache-2.0
// pprof: Google's profile format, protobuf in gzip, read by go tool pprof, Parca, Pyroscope, speedscope, Perfetto.
// https://github.com/google/pprof/blob/main/proto/profile.proto; what its readers insist on: docs/formats/pprof.md.
// A string table entry "main": 32 04 6D 61 69 6E
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/names/frame_names.h"
#include "profconv/errors.h"
#include "writers/pprof/columns.h"
#include "writers/pprof/fragments.h"
#include "writers/pprof/functions.h"
#include "writers/pprof/header.h"
#include "writers/pprof/labels.h"
#include "writers/pprof/locations.h"
#include "writers/pprof/mappings.h"
#include "writers/pprof/source_form.h"
#include "writers/pprof/string_table.h"
#include "writers/writers.h"

namespace profconv {

namespace pprof {

namespace {

constexpr std::array<std::string_view, 3> extensions{".pb", ".pprof", ".prof"};
constexpr std::array<std::string_view, 3> inline_choices{"source", "frames", "lines"};
constexpr std::array<std::string_view, 2> profile_choices{"one", "all"};
constexpr Option inline_option{
    .name = "inline",
    .type = OptionType::choice,
    .fallback = "source",
    .summary =
        "inlined frames as locations of their own, which every viewer shows, or as lines of one; "
        "by default as the source has them",
    .choices = inline_choices};
constexpr Option profiles_option{
    .name = "profiles",
    .type = OptionType::choice,
    .fallback = "one",
    .summary = "of several profiles take the one that --only names, or put all side by side as sample types",
    .choices = profile_choices};
constexpr std::array options{modules_option, inline_option, profiles_option};

constexpr std::uint64_t most_bytes = (std::uint64_t{1} << 31) - 1;  ///< that protobuf libraries read
constexpr int locations_a_piece = 1024;
constexpr std::size_t text_a_piece = std::size_t{1} << 16;
constexpr std::size_t rows_a_poll = 4096;

Inlining inlining_of(const Options& chosen) {
  const std::string_view word = chosen.text(inline_option);
  return word == "lines" ? Inlining::lines : word == "frames" ? Inlining::frames : Inlining::source;
}

/// One file on its way out.
class File {
 public:
  File(const ProfileSet& set, const Options& chosen, Output& output, Context& context)
      : dictionary_(set.dictionary()),
        profiles_(set.profiles()),
        context_(context),
        as_read_(was_pprof(profiles_)),
        with_modules_(std::any_of(profiles_.begin(), profiles_.end(),
                                  [&](const Profile& p) { return shows_modules(chosen, p); })),
        names_(dictionary_, with_modules_),
        strings_(dictionary_),
        columns_(profiles_, as_read_),
        locations_(dictionary_, profiles_, inlining_of(chosen), !as_read_),
        labels_(dictionary_, profiles_, as_read_, strings_),
        mappings_(dictionary_, locations_, profiles_.front().metadata, as_read_),
        out_(output) {}

  void write() {
    columns_.write_types(out_.piece(), strings_);
    out_.send();
    write_samples();
    write_locations();
    write_header(profiles_.front().metadata, as_read_, out_.piece(), strings_);
    columns_.write_default(out_.piece(), strings_);
    write_facts(facts_, out_.piece(), strings_);
    out_.send();
    write_strings();
    report();
  }

 private:
  void write_samples() {
    for (std::size_t p = 0; p < profiles_.size(); ++p) {
      const Samples& samples = profiles_[p].samples;
      for (std::size_t row = 0; row < samples.size(); ++row) {
        if (row % rows_a_poll == 0) context_.check_cancelled();
        write_sample(p, row);
      }
    }
  }

  void write_sample(std::size_t profile, std::size_t row) {
    const Samples& samples = profiles_[profile].samples;
    sample_.clear();
    packed_.clear();
    locations_.append(samples.stack[row], packed_);
    sample_.field(wire::pprof::Sample::kLocationIdFieldNumber, packed_.view());
    packed_.clear();
    columns_.append(profile, row, packed_);
    sample_.field(wire::pprof::Sample::kValueFieldNumber, packed_.view());
    labels_.append(samples, row, sample_);
    out_.send(wire::pprof::Profile::kSampleFieldNumber, sample_);
  }

  void write_locations() {
    const auto naming = as_read_ && !with_modules_ ? Functions::Naming::as_read : Functions::Naming::made;
    const Functions functions(dictionary_, locations_, names_, naming, strings_);
    for (std::uint32_t id = 1; id <= locations_.count(); ++id) {
      add_location(id, functions);
      if (out_.piece().location_size() < locations_a_piece) continue;
      context_.check_cancelled();
      out_.send();
    }
    if (locations_.empty_stack() != 0) {
      auto& location = *out_.piece().add_location();
      location.set_id(locations_.empty_stack());
      location.add_line()->set_function_id(functions.no_stack());
    }
    out_.send();
    functions.write(out_, strings_);
    mappings_.write(out_, strings_, context_);
    gather_facts(functions);
  }

  void add_location(std::uint32_t id, const Functions& functions) {
    const Frame& physical = dictionary_.frame(locations_.physical_frame(id));
    auto& location = *out_.piece().add_location();
    location.set_id(id);
    location.set_mapping_id(mappings_.of(physical.mapping));
    const std::uint64_t address = absolute_address(dictionary_.mapping(physical.mapping), physical.address);
    location.set_address(address);
    if (address != physical.address && address == 0) ++unmapped_;
    locations_.frames(id, frames_);
    if (functions.is_bare(frames_)) return;
    for (const FrameId frame_id : frames_) {
      const Frame& frame = dictionary_.frame(frame_id);
      auto& line = *location.add_line();
      line.set_function_id(functions.of(frame_id));
      line.set_line(frame.line);
      line.set_column(frame.column);
      const bool has_file(dictionary_.function(frame.function).file);
      mappings_.saw_line(physical.mapping, has_file, frame.line != 0, frame.inlined);
    }
  }

  void gather_facts(const Functions& functions) {
    facts_["profiles"] = profile_facts(profiles_, as_read_, columns_);
    facts_["locations"] = location_facts();
    facts_["functions"] = functions.facts();
    facts_["mappings"] = mappings_.facts();
    facts_["labels"] = labels_.facts();
    if (with_modules_) facts_["names"] = "module`function";
    if (labels_.has_empty_text()) facts_["empty_text"] = labels_.empty_text();
  }

  [[nodiscard]] nlohmann::json location_facts() const {
    constexpr std::array<std::string_view, 4> kinds{"user", "kernel", "jit", "synthetic"};
    nlohmann::json facts;
    for (const ClassRange& range : locations_.ranges()) {
      nlohmann::json fact;
      const FrameKind kind = Locations::kind(range.of);
      if (kind != FrameKind::user) fact["kind"] = kinds[static_cast<std::size_t>(kind)];
      if (Locations::is_inlined(range.of)) fact["inlined"] = true;
      if (fact.is_null()) continue;
      fact["first"] = range.first;
      fact["last"] = range.last;
      facts.push_back(std::move(fact));
    }
    if (const std::uint32_t id = locations_.empty_stack(); id != 0) {
      facts.push_back({{"first", id}, {"last", id}, {"empty_stack", true}});
    }
    return facts;
  }

  void write_strings() {
    std::size_t text = 0;
    for (const std::string_view string : strings_.strings()) {
      out_.piece().add_string_table(std::string(string));
      text += string.size();
      if (text < text_a_piece) continue;
      out_.send();
      text = 0;
    }
    out_.send();
  }

  void report() const {
    columns_.report(context_);
    labels_.report(context_);
    if (unmapped_ != 0) {
      context_.data_loss("pprof.unmapped", {},
                         std::to_string(unmapped_) + " addresses outside of their mapping's range were left out");
    }
    if (strings_.repaired_count() != 0) {
      context_.data_loss("pprof.utf8", {},
                         "names that are not UTF-8: " + std::to_string(strings_.repaired_count()) +
                             "; U+FFFD replaces what is malformed");
    }
    if (out_.bytes_sent() > most_bytes) {
      context_.note("pprof.size", {},
                    std::to_string(out_.bytes_sent()) +
                        " bytes before compression: go tool pprof reads them, most protobuf libraries stop at 2 GiB");
    }
  }

  const Dictionary& dictionary_;
  std::span<const Profile> profiles_;
  Context& context_;
  bool as_read_;  ///< source_form.h
  bool with_modules_;
  FrameNames names_;
  StringTable strings_;
  Columns columns_;
  Locations locations_;
  Labels labels_;
  Mappings mappings_;
  Fragments out_;
  WireBytes sample_;
  WireBytes packed_;  ///< numbers of it
  std::vector<FrameId> frames_;
  nlohmann::json facts_;
  std::uint64_t unmapped_ = 0;  ///< addresses relative to a file that are outside of its mapping
};

void write(const Writer&, const ProfileSet& set, const Options& chosen, Output& output, Context& context) {
  if (set.profiles().empty()) throw WriteError("there is no profile to write");
  File(set, chosen, output, context).write();
}

Features carries(const Writer&, const Options& chosen) {
  using enum Feature;
  Features features{
      profile_names, value_types,    aggregations,  negative_values,      empty_stacks,  thread_ids,  process_names,
      thread_names,  labels,         start_times,   absolute_start_times, shared_depths, modules,     shown_modules,
      build_ids,     mapping_ranges, addresses,     system_names,         source_files,  lines,       columns,
      start_lines,   inlining,       frame_kinds,   start_time,           duration,      period,      command,
      comments,      doc_url,        frame_filters, default_type,         distributions, comparisons, function_offsets,
      attributes};
  if (chosen.text(profiles_option) == "all") features.add(profiles);
  return features;
}

}  // namespace

}  // namespace pprof

const Writer pprof_writer{
    .name = "pprof",
    .aliases = {},
    .summary = "pprof protobuf, gzipped: go tool pprof, Parca, Pyroscope, speedscope, Perfetto",
    .extensions = pprof::extensions,
    .options = pprof::options,
    .binary = true,
    .compression = Compression::gzip,
    .carries = pprof::carries,
    .order = nullptr,
    .write = pprof::write,
};

}  // namespace profconv
