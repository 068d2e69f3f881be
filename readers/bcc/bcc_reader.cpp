// SPDX-License-Identifier: Apache-2.0
// What the tools of bcc print that show stacks: profile, offcputime, stackcount and memleak. Described in
// docs/formats/bcc.md; at home in https://github.com/iovisor/bcc (tools/, print() in each).
#include <algorithm>
#include <array>
#include <string>

#include "core/names/function_offsets.h"
#include "core/text/integers.h"
#include "readers/bcc/text_reader.h"
#include "readers/readers.h"

namespace profconv {

namespace {

constexpr std::array<std::string_view, 1> extensions{".bcc"};
constexpr std::array options{offsets_option};
constexpr std::array<Verdict, 1> verdicts{{{"bcc.truncated", Severity::error}}};

Features carries(const Reader&, const Options& set) {
  Features features{Feature::profiles,     Feature::profile_names, Feature::value_types, Feature::thread_ids,
                    Feature::thread_names, Feature::empty_stacks,  Feature::modules,     Feature::addresses,
                    Feature::frame_kinds,  Feature::period};
  if (keeps_offsets(set)) features.add(Feature::function_offsets);
  return features;
}

/// Headings are certain; a stack's owner above a number is bcc's, too. Both come early.
Probe probe(const Reader&, std::string_view head, std::string_view) {
  constexpr std::size_t most_bytes = std::size_t{1} << 16U;
  head = head.substr(0, most_bytes);
  std::size_t number = 0;
  std::size_t owner = 0;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    if (bcc::parse_heading(line)) {
      return {.confidence = Confidence::certain,
              .reason = "a heading of bcc's tools on line " + std::to_string(number)};
    }
    const std::size_t indent = bcc::indent_of(line);
    if (owner != 0 && owner + 1 == number && indent == 8 && parse_integer<std::int64_t>(line.substr(indent))) {
      return {.confidence = Confidence::likely, .reason = "a stack's owner on line " + std::to_string(owner)};
    }
    if (bcc::parse_owner(line)) owner = number;
  }
  return {};
}

void read(const Reader&, Input& input, const Options& set, ProfileSetBuilder& builder, Context& context) {
  bcc::TextReader text(input, builder, keeps_offsets(set));
  LineReader lines(input);
  for (std::string_view line; lines.next(line);) {
    try {
      text.read(line, lines.line_number());
    } catch (const LimitError& error) {
      if (error.where().line != 0) throw;
      throw LimitError(lines.here(), error.message());
    }
  }
  text.finish();
  if (lines.is_unterminated()) {
    context.data_loss("bcc.truncated", lines.here(), "the last line has no end: the file may be cut");
  }
}

}  // namespace

const Reader bcc_reader{.name = "bcc",
                        .summary = "bcc's profile, offcputime, stackcount and memleak: stacks below headings",
                        .extensions = extensions,
                        .options = options,
                        .carries = carries,
                        .probe = probe,
                        .read = read,
                        .verdicts = verdicts,
                        .has_return_addresses = true};

}  // namespace profconv
