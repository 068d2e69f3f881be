// SPDX-License-Identifier: Apache-2.0
// Counting what a profile holds, feature by feature, and what of it a writer has no place for.
#include "profconv/losses.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "core/tables/used_frames.h"
#include "profconv/comparison.h"

namespace profconv {

namespace {

/// One counter a feature.
class Tally {
 public:
  void add(Feature feature, bool present) { add_count(feature, present ? 1 : 0); }
  void add_count(Feature feature, std::uint64_t count) { counts_[static_cast<std::size_t>(feature)] += count; }

  [[nodiscard]] std::vector<Loss> present() const {
    std::vector<Loss> found;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] != 0) found.push_back({.feature = feature_words[i].feature, .count = counts_[i]});
    }
    return found;
  }

 private:
  std::array<std::uint64_t, feature_words.size()> counts_{};
};

using Marks = std::vector<std::uint8_t>;

/// The entries of each table that samples refer to.
struct Used {
  Marks frames, functions, mappings, threads;

  explicit Used(const ProfileSet& set)
      : frames(used_frames(set.dictionary(), set.profiles())),
        functions(set.dictionary().functions().size()),
        mappings(set.dictionary().mappings().size()),
        threads(set.dictionary().threads().size()) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Frame& frame = set.dictionary().frames()[i];
      functions[frame.function.value] |= frames[i];
      mappings[frame.mapping.value] |= frames[i];
    }
    for (const Profile& profile : set.profiles()) {
      for (const ThreadId thread : profile.samples.thread) threads[thread.value] = 1;
    }
  }
};

template <class Entry, class Count>
void count_used(std::span<const Entry> table, const Marks& used, Count count) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (used[i] != 0) count(table[i]);
  }
}

void count_dictionary(const ProfileSet& set, bool module_names, Tally& tally) {
  const Dictionary& dictionary = set.dictionary();
  const Used used(set);
  count_used(dictionary.mappings(), used.mappings, [&](const Mapping& m) {
    tally.add(module_names ? Feature::shown_modules : Feature::modules, bool(m.file));
    tally.add(Feature::build_ids, bool(m.build_id));
    tally.add(Feature::mapping_ranges, m.limit != 0);
  });
  count_used(dictionary.functions(), used.functions, [&](const Function& f) {
    tally.add(Feature::system_names, f.system_name && f.name && f.system_name != f.name);
    tally.add(Feature::source_files, bool(f.file));
    tally.add(Feature::start_lines, f.start_line != 0);
  });
  count_used(dictionary.frames(), used.frames, [&](const Frame& f) {
    tally.add(Feature::addresses, f.address != 0 && f.function);
    tally.add(Feature::function_offsets, f.offset != Frame::no_offset && f.function);
    tally.add(Feature::lines, f.line != 0);
    tally.add(Feature::columns, f.column != 0);
    tally.add(Feature::inlining, f.inlined);
    tally.add(Feature::frame_kinds, f.kind != FrameKind::user);
  });
  count_used(dictionary.threads(), used.threads, [&](const Thread& t) {
    tally.add(Feature::thread_ids, t.pid != Thread::unknown || t.tid != Thread::unknown);
    tally.add(Feature::process_names, bool(t.process_name));
    tally.add(Feature::thread_names, bool(t.thread_name));
  });
}

/// A comparison's base is never read without times.
void count_left_out(const LeftOutTimes& left_out, Tally& tally) {
  tally.add_count(Feature::empty_stacks, left_out.empty_stacks);
  tally.add_count(Feature::labels, left_out.labels);
  tally.add_count(Feature::negative_values, left_out.negative_values);
}

/// The label of a comparison's base is none of its samples' own.
void count_labels(const Samples& samples, const Dictionary& dictionary, const BaseSamples& is_base, Tally& tally) {
  for (const LabelSetId id : samples.labels) {
    const bool in_base = is_base(id);
    tally.add(Feature::comparisons, in_base);
    tally.add(Feature::labels, dictionary.labels(id).size() > (in_base ? 1 : 0));
  }
}

void count_samples(const Samples& samples, const Dictionary& dictionary, const BaseSamples& is_base, Tally& tally) {
  tally.add_count(Feature::empty_stacks,
                  static_cast<std::uint64_t>(
                      std::count_if(samples.stack.begin(), samples.stack.end(), [](StackId s) { return !s; })));
  count_labels(samples, dictionary, is_base, tally);
  tally.add_count(Feature::shared_depths, samples.shared_depth.size());
  for (const auto& column : samples.values) {
    for (std::size_t row = 0; row < column.size(); ++row) {
      tally.add(Feature::negative_values, column[row] < 0 && !is_base(samples.labels_of(row)));
    }
  }
}

/// Value types besides the one that a format with one value keeps. One is no loss where it is the samples at their
/// period, as CPU time often is: it is there as long as those are, and the other way round.
std::uint64_t other_value_types(const Profile& profile) {
  const Metadata& m = profile.metadata;
  const bool follows = m.period != 0 && profile.find_type("samples") && profile.find_type(m.period_type.type);
  const std::size_t kept = follows ? 2 : 1;
  return profile.value_types.size() > kept ? profile.value_types.size() - kept : 0;
}

void count_metadata(const Profile& profile, Tally& tally) {
  const Metadata& m = profile.metadata;
  tally.add(Feature::profile_names, !profile.name.empty());
  tally.add_count(Feature::value_types, other_value_types(profile));
  for (const ValueType& type : profile.value_types) {
    tally.add(Feature::aggregations, type.aggregation != Aggregation::sum);
    tally.add(Feature::scales, type.scale != 0);
  }
  tally.add_count(m.clock == Clock::relative ? Feature::start_times : Feature::absolute_start_times,
                  m.left_out_times ? m.left_out_times->samples : profile.samples.start_ns.size());
  tally.add(Feature::start_time, m.start_ns.has_value());
  tally.add(Feature::duration, m.duration_ns != 0);
  tally.add(Feature::period, m.period != 0);
  tally.add(Feature::command, !m.command.empty());
  tally.add_count(Feature::comments, m.comments.size());
  tally.add(Feature::doc_url, !m.doc_url.empty());
  tally.add(Feature::frame_filters, !m.drop_frames.empty());
  tally.add(Feature::frame_filters, !m.keep_frames.empty());
  tally.add(Feature::default_type, profile.default_type_index() + 1 < profile.value_types.size());
  tally.add(Feature::distributions, !m.distribution.empty());
  tally.add_count(Feature::attributes, untold_attributes(m).size());
}

std::string alternative_value(const Option& option, std::size_t i) {
  if (option.type == OptionType::boolean) return i == 0 ? "yes" : "no";
  return std::string(option.choices[i]);
}

/// The setting of one option that would make the writer carry the feature.
std::string hint_for(Feature feature, const Writer& writer, const Options& options) {
  for (const Option& option : writer.options) {
    const std::size_t alternatives = option.type == OptionType::boolean ? 2 : option.choices.size();
    for (std::size_t i = 0; i < alternatives; ++i) {
      Options changed = options;
      const std::string value = alternative_value(option, i);
      changed.set(option.name, value);
      if (writer.carries(writer, changed).has(feature)) {
        return std::string(writer.name) + "." + std::string(option.name) + "=" + value;
      }
    }
  }
  return {};
}

}  // namespace

std::vector<Loss> features_used(const ProfileSet& set) {
  Tally tally;
  tally.add_count(Feature::profiles, set.profiles().empty() ? 0 : set.profiles().size() - 1);
  const auto shows_modules = [](const Profile& p) { return p.metadata.module_names; };
  count_dictionary(set, std::any_of(set.profiles().begin(), set.profiles().end(), shows_modules), tally);
  const BaseSamples is_base(set.dictionary());
  for (const Profile& profile : set.profiles()) {
    if (const auto& left_out = profile.metadata.left_out_times) {
      count_left_out(*left_out, tally);
    } else {
      count_samples(profile.samples, set.dictionary(), is_base, tally);
    }
    count_metadata(profile, tally);
  }
  return tally.present();
}

std::vector<Loss> losses(const ProfileSet& set, const Writer& writer, const Options& options) {
  const Features carried = writer.carries(writer, options);
  std::vector<Loss> lost;
  for (Loss& loss : features_used(set)) {
    if (carried.has(loss.feature)) continue;
    loss.hint = hint_for(loss.feature, writer, options);
    lost.push_back(std::move(loss));
  }
  return lost;
}

bool is_essential(Feature feature) {
  // A new feature is essential until it is listed here.
  static const Features details{Feature::profile_names,   Feature::absolute_start_times,
                                Feature::modules,         Feature::build_ids,
                                Feature::mapping_ranges,  Feature::addresses,
                                Feature::system_names,    Feature::source_files,
                                Feature::lines,           Feature::columns,
                                Feature::start_lines,     Feature::inlining,
                                Feature::frame_kinds,     Feature::start_time,
                                Feature::duration,        Feature::period,
                                Feature::command,         Feature::comments,
                                Feature::doc_url,         Feature::frame_filters,
                                Feature::default_type,    Feature::attributes,
                                Feature::function_offsets};
  return !details.has(feature);
}

bool any_essential(const std::vector<Loss>& losses) {
  return std::any_of(losses.begin(), losses.end(), [](const Loss& loss) { return is_essential(loss.feature); });
}

std::string describe(const Loss& loss) {
  const FeatureWords& words = feature_words[static_cast<std::size_t>(loss.feature)];
  if (loss.count == 1) return std::string(words.one);
  return std::to_string(loss.count) + " " + std::string(words.plural);
}

}  // namespace profconv
