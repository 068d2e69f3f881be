// SPDX-License-Identifier: Apache-2.0
// A format is a constant: a card that says what it is, and the functions that read or write it. Each function is given
// its card, so that a card derived from Reader or Writer can hold what its functions need: `struct Plugin : Reader {
// ... };`. docs/adding_a_format.md walks through one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/features.h"
#include "profconv/input.h"
#include "profconv/options.h"
#include "profconv/output.h"
#include "profconv/profile.h"
#include "profconv/profile_builder.h"

#pragma GCC visibility push(default)
namespace profconv {

/// How sure a probe is. `doubtful` alone never decides: the user is asked, unless the file's name has the format's
/// extension. `magic` outranks every text: it is a binary signature or a key that only one format has.
enum class Confidence : std::uint8_t { no, doubtful, weak, likely, certain, magic };

/// What a probe found, and why in words: "starts with a DTrace heading".
struct Probe {
  Confidence confidence = Confidence::no;
  std::string reason;
};

/// What a kind of finding says of the file that was read, where that is not what it means for a conversion: reading may
/// survive what the format's own readers refuse, and leave out what they do not miss.
struct Verdict {
  std::string_view kind;
  std::optional<Severity> severity;  ///< none: nothing
};

/// The card of a format that can be read.
struct Reader {
  std::string_view name;
  std::span<const std::string_view> aliases;
  std::string_view summary;
  std::span<const std::string_view> extensions;  ///< with the dot; they break ties, they prove nothing
  std::span<const Option> options;
  Features (*carries)(const Reader&, const Options&) = nullptr;
  /// Looks at the decompressed beginning of an input (Input::head()).
  Probe (*probe)(const Reader&, std::string_view head, std::string_view file_name) = nullptr;
  /// Throws ReadError; what can be survived goes to the context's diagnostics. Where Context::is_checking(), so does
  /// what is against the rules of the format.
  void (*read)(const Reader&, Input&, const Options&, ProfileSetBuilder&, Context&) = nullptr;
  std::span<const Verdict> verdicts = {};
  /// Whether addresses and offsets of callers are those that calls return to; otherwise they lie within the call.
  bool has_return_addresses = false;
};

/// The card of a format that can be written.
struct Writer {
  std::string_view name;
  std::span<const std::string_view> aliases;
  std::string_view summary;
  std::span<const std::string_view> extensions;  ///< with the dot; the longest that fits an output's name wins
  std::span<const Option> options;
  bool binary = false;                          ///< never shown on a terminal
  Compression compression = Compression::none;  ///< what the format itself demands
  Features (*carries)(const Writer&, const Options&) = nullptr;
  /// What sample_order() tells; null: merged.
  SampleOrder (*order)(const Writer&, const Options&) = nullptr;
  /// Takes a set of one profile unless it carries Feature::profiles. Of several value types one that carries no
  /// Feature::value_types writes Profile::default_type_index(). Throws WriteError or UsageError.
  void (*write)(const Writer&, const ProfileSet&, const Options&, Output&, Context&) = nullptr;
};

/// How the samples must be read for a writer with these options.
[[nodiscard]] inline SampleOrder sample_order(const Writer& writer, const Options& options) {
  return writer.order == nullptr ? SampleOrder::merged : writer.order(writer, options);
}

}  // namespace profconv
#pragma GCC visibility pop
