// SPDX-License-Identifier: Apache-2.0
// The formats that exist: found by name, by an output's extension, or by an input's content.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/format.h"

#pragma GCC visibility push(default)
namespace profconv {

/// Why an input was taken for a format.
struct Detection {
  const Reader* reader = nullptr;
  Probe probe;
};

/// Readers, each with a probe, and writers; nothing registers itself, because linkers drop such objects. Throws
/// UsageError for a reader without a probe, and where two readers or two writers share a name or an alias.
class Registry {
 public:
  Registry(std::vector<const Reader*> readers, std::vector<const Writer*> writers);

  [[nodiscard]] std::span<const Reader* const> readers() const { return readers_; }
  [[nodiscard]] std::span<const Writer* const> writers() const { return writers_; }

  /// By name or alias; throws UsageError with the nearest name.
  [[nodiscard]] const Reader& reader(std::string_view name) const;
  [[nodiscard]] const Writer& writer(std::string_view name) const;
  /// The writer with the longest extension that `path` ends with; null where there is none.
  [[nodiscard]] const Writer* writer_for_path(std::string_view path) const;
  /// Every reader that thinks it can read this, the surest first. The extension orders equals.
  [[nodiscard]] std::vector<Detection> candidates(std::string_view head, std::string_view file_name) const;

 private:
  std::vector<const Reader*> readers_;
  std::vector<const Writer*> writers_;
};

/// Splits a trailing ".gz" or ".zst" off a path: "a.folded.gz" is {"a.folded", gzip}.
[[nodiscard]] std::pair<std::string_view, Compression> split_compression(std::string_view path);

/// Whether a setting is for this format: it names the format or none, and the format has the option.
[[nodiscard]] bool takes(const Reader& reader, const Setting& setting);
[[nodiscard]] bool takes(const Writer& writer, const Setting& setting);

/// The options of a format, with the settings it takes. The caller refuses settings that no format takes. Throws
/// UsageError for a value that an option does not take.
[[nodiscard]] Options options_for(const Reader& reader, std::span<const Setting> settings);
[[nodiscard]] Options options_for(const Writer& writer, std::span<const Setting> settings);

}  // namespace profconv
#pragma GCC visibility pop
