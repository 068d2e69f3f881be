// SPDX-License-Identifier: Apache-2.0
// The formats that exist: found by name, by an output's extension, or by an input's content.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/format.h"

namespace profconv {

/// Why an input was taken for a format.
struct Detection {
  const Reader* reader = nullptr;
  Probe probe;
};

/// An explicit list of readers and writers. Nothing registers itself: linkers drop such objects from static libraries.
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

/// The options of a card, set by those settings that are meant for it; `used[i]` is set for each that was.
/// A setting without a format applies where the option exists; one that no card takes is the caller's to refuse. Throws
/// UsageError for a value that an option does not take.
[[nodiscard]] Options options_for(std::string_view name, std::span<const std::string_view> aliases,
                                  std::span<const Option> specs, std::span<const Setting> settings,
                                  std::vector<bool>& used);

}  // namespace profconv
