// SPDX-License-Identifier: Apache-2.0
// Flags of filters, in a group of their own in the help.
#include "tools/cli/filter_flags.h"

#include <string_view>

#include "core/text/integers.h"

namespace profconv::cli {

namespace {

constexpr const char* group = "Filters, in the order they are applied (docs/transforms.md)";

/// The numbers of "1,2".
void add_pids(std::string_view list, std::vector<std::int64_t>& pids) {
  for (;;) {
    const std::size_t comma = list.find(',');
    const auto pid = parse_integer<std::int64_t>(list.substr(0, comma));
    if (!pid || *pid < 0)
      throw UsageError("--pid takes numbers with commas between them, not '" + std::string(list) + "'");
    pids.push_back(*pid);
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace

void FilterFlags::declare(Flags& flags) {
  const auto text = [&](const char* name, std::string& to, const char* value, const char* help) {
    flags.text(name, to, value, help).group(group);
  };
  const auto regex = [&](const char* name, std::string& to, const char* help) { text(name, to, "RE", help); };
  text("--time", samples.time, "START,STOP", "Keep samples of this time: seconds, or 10%-50%");
  flags.repeatable("--pid", pids, "N[,N...]", "Keep samples of these processes").group(group);
  text("--thread", samples.thread, "RE|TID", "Keep samples of these threads, by name or id");
  text("--tagfocus", samples.tag_focus, "[KEY=]RE|RANGE",
       "Keep samples with a matching label (key=re, bytes=128kb:64mb)");
  text("--tagignore", samples.tag_ignore, "[KEY=]RE|RANGE", "Drop samples with a matching label");
  regex("--focus", samples.focus, "Keep samples with a matching frame");
  regex("--ignore", samples.ignore, "Drop samples with a matching frame");
  regex("--hide", stacks.hide, "Drop matching frames");
  regex("--show", stacks.show, "Drop frames that do not match");
  regex("--show-from", stacks.show_from, "Drop the callers of the outermost matching frame");
  regex("--trim-root", stacks.trim_root, "Drop frames from the root while they match");
  regex("--trim-leaf", stacks.trim_leaf, "Drop frames from the leaf while they match");
  text("--granularity", granularity, "address|line|function|file|module",
       "Merge frames that only differ in finer details");
  flags.flag("--collapse-recursion", stacks.collapse_recursion, "Show a function that calls itself as one frame")
      .group(group);
  text("--max-depth", max_depth, "N", "Keep this many frames, from the root");
  flags.repeatable("--scale", scalings, "[TYPE=]FACTOR", "Multiply values (0.25, 1/3, cpu=10); repeatable")
      .group(group);
  flags.flag("--anonymize", anonymize, "Replace names, files, labels and comments").group(group);
}

Filters FilterFlags::parsed() const {
  Filters filters{.samples = samples, .stacks = stacks, .anonymize = anonymize};
  for (const std::string& list : pids) add_pids(list, filters.samples.pids);
  if (!granularity.empty()) filters.stacks.granularity = parse_granularity(granularity);
  if (!max_depth.empty()) {
    filters.stacks.max_depth = parse_integer<std::size_t>(max_depth);
    if (filters.stacks.max_depth.value_or(0) == 0) {
      throw UsageError("--max-depth takes a number of frames from 1 on, not '" + max_depth + "'");
    }
  }
  for (const std::string& scaling : scalings) filters.scalings.push_back(parse_scaling(scaling));
  return filters;
}

}  // namespace profconv::cli
