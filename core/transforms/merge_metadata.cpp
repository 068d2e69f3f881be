// SPDX-License-Identifier: Apache-2.0
// Each fact by its own rule, none of which depends on the order of the inputs.
#include "core/transforms/merge_metadata.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr std::string_view told_command = "command: ";  // how a comment begins that holds one command of several
constexpr std::string_view between_sources = ", ";

std::string_view clock_words(Clock clock) {
  constexpr std::array<std::string_view, 3> words{"relative", "monotonic", "epoch"};
  return words[static_cast<std::size_t>(clock)];
}

void add_text(std::set<std::string>& to, const std::string& text) {
  if (!text.empty()) to.insert(text);
}

/// The texts that a join of them was made of.
void add_parts(std::set<std::string>& to, std::string_view joined) {
  while (!joined.empty()) {
    const std::size_t end = std::min(joined.find(between_sources), joined.size());
    to.emplace(joined.substr(0, end));
    joined.remove_prefix(std::min(end + between_sources.size(), joined.size()));
  }
}

std::string joined(const std::set<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all.append(all.empty() ? "" : between_sources).append(part);
  return all;
}

std::string only_one(const std::set<std::string>& texts, std::string_view what, Context& context) {
  if (texts.empty()) return {};
  if (texts.size() > 1) {
    context.data_loss(
        "merge.one_kept." + std::string(what), {},
        "the inputs' " + std::string(what) + " differ, and a profile has one: kept is '" + *texts.begin() + "'");
  }
  return *texts.begin();
}

}  // namespace

void MergedMetadata::add_clock(const Profile& profile, std::string_view input) {
  if (profile.samples.start_ns.empty()) return;
  const Clock clock = profile.metadata.clock;
  if (clock_.value_or(clock) != clock) {
    throw UsageError(std::string(input) + ": its start times are " + std::string(clock_words(clock)) +
                     ", those of another input " + std::string(clock_words(*clock_)) +
                     ": different clocks cannot be merged; convert each alone");
  }
  clock_ = clock;
}

void MergedMetadata::add_command(const Metadata& m) {
  add_text(commands_, m.command);
  for (const std::string& comment : m.comments) {
    if (comment.starts_with(told_command)) {
      told_commands_.insert(comment.substr(told_command.size()));
    } else {
      comments_.insert(comment);
    }
  }
}

/// What every input says is true of the whole.
void MergedMetadata::add_attributes(const Metadata& m) {
  for (const std::string_view key : untold_attributes(m)) untold_attributes_.emplace(key);
  if (!attributes_) attributes_ = m.attributes;
  std::erase_if(*attributes_, [&](const auto& attribute) {
    const auto found = m.attributes.find(attribute.first);
    return found == m.attributes.end() || found->second != attribute.second;
  });
}

/// One of them, whatever the order of the inputs; what ran is a module of frames, too, where it has samples.
void MergedMetadata::add_program(const std::optional<Program>& program) {
  const auto place = [](const Program& p) {
    return std::tie(p.file, p.build_id, p.mapped.start, p.mapped.limit, p.mapped.offset);
  };
  if (program && (!program_ || place(*program) < place(*program_))) program_ = program;
}

void MergedMetadata::add(const Profile& profile, std::string_view input) {
  const Metadata& m = profile.metadata;
  add_clock(profile, input);
  periods_.add(profile, input);
  add_command(m);
  add_attributes(m);
  add_program(m.program);
  add_parts(sources_, m.source_format);
  if (m.start_ns) start_ns_ = std::min(*m.start_ns, start_ns_.value_or(*m.start_ns));
  duration_ns_ += m.duration_ns;
  duration_instructions_ += m.duration_instructions;
  recordings_ += m.recordings;
  add_text(links_, m.doc_url);
  add_text(drops_, m.drop_frames);
  add_text(keeps_, m.keep_frames);
  if (!m.merged_sampling.default_type.empty()) {
    defaults_.insert(m.merged_sampling.default_type);
  } else if (!profile.value_types.empty()) {
    defaults_.insert(profile.value_types[profile.default_type_index()].type);
  }
  distribution_ = m.distribution;
  module_names_ = module_names_ || m.module_names;
  is_comparison_ = is_comparison_ || m.is_comparison;
  merged_maxima_ = merged_maxima_ || m.merged_maxima;
}

void MergedMetadata::finish_commands(Metadata& m) const {
  std::set<std::string> all = commands_;
  all.insert(told_commands_.begin(), told_commands_.end());
  std::set<std::string> comments = comments_;
  if (all.size() == 1 && !commands_.empty()) {
    m.command = *all.begin();
  } else {
    for (const std::string& command : all) comments.insert(std::string(told_command) + command);
  }
  m.comments.assign(comments.begin(), comments.end());
}

void MergedMetadata::finish_attributes(Metadata& m, Context& context) const {
  m.attributes = attributes_.value_or(Attributes());
  std::string dropped;
  for (const std::string& key : untold_attributes_) {
    if (!m.attributes.contains(key)) dropped.append(dropped.empty() ? "" : ", ").append(key);
  }
  if (dropped.empty()) return;
  context.note("merge.attributes", {}, "dropped attributes that are not the same in all inputs: " + dropped);
}

/// The first by name of those the inputs show. If it was left out it stays known for the next merge, and what was
/// sampled is shown instead, else a time, else the first type by name.
void MergedMetadata::finish_default_type(Metadata& m, const std::vector<TypeKey>& types) const {
  if (defaults_.empty() || types.empty()) return;
  const auto find = [&](const auto& is_it) { return std::find_if(types.begin(), types.end(), is_it); };
  m.default_type = *defaults_.begin();
  if (find([&](const TypeKey& key) { return key.type == m.default_type; }) != types.end()) return;
  MergedSampling& sampling = m.merged_sampling;
  sampling.default_type = std::exchange(m.default_type, types.front().type);
  auto shown = types.end();
  if (!sampling.periods.empty()) {
    shown = find([&](const TypeKey& key) { return key.type == sampling.periods.front().type.type; });
  }
  if (shown == types.end()) {
    shown = find([](const TypeKey& key) { return key.aggregation == Aggregation::sum && is_time(key); });
  }
  if (shown != types.end()) m.default_type = shown->type;
}

Metadata MergedMetadata::finish(const std::vector<TypeKey>& types, Context& context) const {
  Metadata m;
  m.source_format = joined(sources_);
  m.clock = clock_.value_or(Clock::relative);
  m.start_ns = start_ns_;
  m.duration_ns = narrowed(duration_ns_, {.type = "the duration", .unit = "nanoseconds"});
  m.duration_instructions = narrowed(duration_instructions_, {.type = "the duration", .unit = "instructions"});
  m.recordings = narrowed(recordings_, {.type = "recordings", .unit = "count"});
  periods_.finish(m, context);
  finish_commands(m);
  finish_attributes(m, context);
  m.program = program_;
  m.doc_url = only_one(links_, "documentation links", context);
  m.drop_frames = only_one(drops_, "frames to drop", context);
  m.keep_frames = only_one(keeps_, "frames to keep", context);
  finish_default_type(m, types);
  m.distribution = distribution_;
  m.module_names = module_names_;
  m.is_comparison = is_comparison_;
  m.merged_maxima = merged_maxima_;
  return m;
}

}  // namespace profconv
