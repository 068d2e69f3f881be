// SPDX-License-Identifier: Apache-2.0
// The whole of a conversion in one call: files in, files out. docs/library.md has a program of ten lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/comparison.h"
#include "profconv/convert.h"
#include "profconv/filters.h"
#include "profconv/losses.h"
#include "profconv/names.h"
#include "profconv/registry.h"
#include "profconv/symbols.h"
#include "profconv/transforms.h"

#pragma GCC visibility push(default)
namespace profconv {

/// The formats that this library brings along.
[[nodiscard]] const Registry& builtin_registry();

/// Chooses the reader of an input by its content; its name decides between equals. If all of `settings` that only
/// readers take are options of one reader, it is that reader, unless the content is certainly another format's; or
/// likely another's, if there are several inputs or all these options have defaults. Throws ReadError saying what the
/// input is where no reader knows it, UsageError where several readers are equally sure or a setting contradicts the
/// content of the only input.
[[nodiscard]] Detection detect(Input& input, const Registry& registry = builtin_registry(),
                               std::span<const Setting> settings = {}, bool is_only_input = true);

/// How to read one input.
struct ReadRequest {
  std::string from;  ///< name of a reader; empty: by content
  std::vector<Setting> settings;
  SampleOrder order = SampleOrder::merged;
  SymbolSources symbols;  ///< for frames that are addresses; none: they stay
};

/// What was read, and why as this format.
struct ReadResult {
  std::string input;  ///< as messages name it
  const Reader* reader = nullptr;
  std::string reason;       ///< in words
  std::string compression;  ///< "gzip", "zstd" or ""
  ProfileSet set;
};

/// Reads a file, or standard input where path is "-". Every setting must belong to the reader.
[[nodiscard]] ReadResult read_file(const std::string& path, const ReadRequest& request, Context& context,
                                   const Registry& registry = builtin_registry());

/// What a conversion is busy with: an input, what was read, or an output.
struct Stage {
  enum class Kind : std::uint8_t { reading, working, writing };
  Kind kind = Kind::reading;
  std::string_view name;     ///< path of the input or output; good for the call
  std::uint64_t number = 0;  ///< of this input or output among `count`, from 1
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  ///< written so far, before compression
};

/// One conversion: what to read, what to do with it, what to write.
struct ConversionRequest {
  std::vector<std::string> inputs;   ///< paths, several are merged; "-" is standard input
  std::vector<std::string> outputs;  ///< paths; "-" is standard output, "DIR/" takes one file for each input
  std::string base;                  ///< path of what the inputs are compared with; empty: nothing
  ComparisonRules comparison;        ///< and how
  std::string from;                  ///< name of a reader; empty: by content
  std::string to;                    ///< name of a writer; empty: by each output's extension
  std::vector<Setting> settings;
  std::string only;                        ///< the one profile to convert, by name or number; empty: all
  std::vector<std::string> types;          ///< the value types to keep, in this order; empty: all
  std::string default_type;                ///< the one shown first; empty: the first of `types`, else the source's
  SymbolSources symbols;                   ///< for frames that are addresses; none: they stay
  std::optional<SamplingRate> rate;        ///< how often the source sampled, where it does not say
  Filters filters;                         ///< what to leave out, and what to make of the rest
  NameRules names;                         ///< how functions are called: demangled, and in full
  LabelFrames label_frames;                ///< labels to show as frames
  std::optional<Compression> compression;  ///< of every output; none given: by its extension, else as its format wants
  bool force = false;                      ///< let an output replace an input although that loses data
  bool strict = false;                     ///< write nothing where anything is lost
  bool dry_run = false;                    ///< do everything, write nothing
  bool needs_samples = false;              ///< throw UsageError if filters leave no sample of any input
  /// Opens an input instead of the file of that path; may be empty, and may return null for the file.
  std::function<std::unique_ptr<Source>(const std::string& path)> open;
  /// Changes each input as it was read, before symbols are looked up; may be empty.
  std::function<ProfileSet(ProfileSet set)> amend;
  /// Shown each input as it was read, with its symbols, before rates, filters and names apply; may be empty.
  std::function<void(const ProfileSet& set)> on_read;
  ByteTap tap;  ///< told of the bytes of the inputs while they are read; may be empty
  /// Told when a stage begins, and again while an output grows; may be empty.
  std::function<void(const Stage& stage)> on_stage;
};

/// What became of one input.
struct InputReport {
  std::string name;
  const Reader* reader = nullptr;
  std::string reason;
  std::string compression;
  std::size_t profiles = 0;  ///< that were converted
  std::uint64_t samples = 0;
  std::string emptied_by;  ///< why filters left no samples; empty: some are left, or there were none
};

/// What became of one output.
struct OutputReport {
  std::string path;
  const Writer* writer = nullptr;
  Compression compression = Compression::none;
  std::size_t input = 0;  ///< index into ConversionReport::inputs; the last of them where several were merged
  std::vector<Loss> losses;
  std::uint64_t bytes = 0;  ///< before compression
  bool written = false;
};

/// What a conversion did. What was noticed on the way is in the context's diagnostics.
struct ConversionReport {
  std::vector<InputReport> inputs;
  std::vector<OutputReport> outputs;
  std::vector<ProfileChanges> changes;  ///< one entry for each profile compared; inputs then begin with the base
  bool lossy = false;                   ///< an output lost something essential, or a diagnostic is above a note
};

/// One of several profiles of an input.
struct ProfileChoice {
  std::string name;         ///< may be empty
  std::string value_types;  ///< "alloc_space (bytes) and 3 more"
  std::uint64_t samples = 0;
};

/// The input has several profiles, and the output holds one. ConversionRequest::only chooses one, by its number from 1
/// on or by its name.
class SeveralProfilesError : public UsageError {
 public:
  SeveralProfilesError(const std::string& message, std::string_view format, std::vector<ProfileChoice> choices,
                       std::string setting)
      : UsageError(message), format_(format), choices_(std::move(choices)), setting_(std::move(setting)) {}
  [[nodiscard]] const std::string& format() const { return format_; }
  [[nodiscard]] const std::vector<ProfileChoice>& choices() const { return choices_; }
  /// With it the output holds all, "pprof.profiles=all"; empty: it holds one with any setting.
  [[nodiscard]] const std::string& setting() const { return setting_; }

 private:
  std::string format_;
  std::vector<ProfileChoice> choices_;
  std::string setting_;
};

/// Converts, or compares: with a base the outputs are of a comparison, and there need be none. An output is whole or
/// not there, but for standard output and devices, which take bytes as they come. Those of one reading become final
/// when all are complete; where each of several inputs has its own, those of an earlier input stay. Throws UsageError,
/// ReadError, WriteError, LimitError, OverflowError or Cancelled;
/// each message is one line that names the file.
ConversionReport convert(const ConversionRequest& request, Context& context,
                         const Registry& registry = builtin_registry());

}  // namespace profconv
#pragma GCC visibility pop
