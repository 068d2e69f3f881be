// SPDX-License-Identifier: Apache-2.0
// Choosing samples: each distinct stack, and each distinct pair of labels and thread, is asked about once.
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/transforms/keep_rows.h"
#include "core/transforms/label_values.h"
#include "core/transforms/pattern.h"
#include "core/transforms/tag_filter.h"
#include "core/transforms/time_window.h"
#include "profconv/errors.h"
#include "profconv/filters.h"

namespace profconv {

namespace {

/// What is true of a sample, one bit for each filter.
enum Fact : std::uint8_t {
  in_focus = 1,
  is_ignored = 2,
  has_tag = 4,
  has_ignored_tag = 8,
  of_thread = 16,
  of_process = 32,
  in_time = 64
};

using Facts = std::uint8_t;

void add(Facts& facts, Fact fact, bool is_true) {
  if (is_true) facts = static_cast<Facts>(facts | fact);
}

Facts wanted_by(const SampleFilter& filter) {
  Facts facts = 0;
  add(facts, in_focus, !filter.focus.empty());
  add(facts, has_tag, !filter.tag_focus.empty());
  add(facts, of_thread, !filter.thread.empty());
  add(facts, of_process, !filter.pids.empty());
  add(facts, in_time, !filter.time.empty());
  return facts;
}

/// The facts of every stack: those of its caller, and what its own frame adds.
std::vector<Facts> facts_of_stacks(const ProfileSet& set, const SampleFilter& filter, const NameRules& names) {
  const Dictionary& dictionary = set.dictionary();
  std::vector<Facts> stacks(dictionary.stacks().size());
  if (filter.focus.empty() && filter.ignore.empty()) return stacks;
  const FrameTexts texts(set, names);
  std::vector<Facts> frames(dictionary.frames().size());
  const auto match = [&](Fact fact, std::string_view what, const std::string& expression) {
    if (expression.empty()) return;
    const std::vector<bool> matching = texts.matching(Pattern(what, expression));
    for (std::size_t i = 0; i < frames.size(); ++i) add(frames[i], fact, matching[i]);
  };
  match(in_focus, "focus", filter.focus);
  match(is_ignored, "ignore", filter.ignore);
  for (std::size_t i = 1; i < stacks.size(); ++i) {
    const StackNode& node = dictionary.stacks()[i];
    stacks[i] = static_cast<Facts>(stacks[node.parent.value] | frames[node.frame.value]);
  }
  return stacks;
}

/// What labels and threads say, asked once for each pair.
class LabelFacts {
 public:
  LabelFacts(const Dictionary& dictionary, const SampleFilter& filter) : dictionary_(dictionary), filter_(filter) {
    if (!filter.tag_focus.empty()) tag_focus_.emplace("tagfocus", filter.tag_focus);
    if (!filter.tag_ignore.empty()) tag_ignore_.emplace("tagignore", filter.tag_ignore);
    const bool is_id = filter.thread.find_first_not_of("0123456789") == std::string::npos;
    if (!filter.thread.empty() && !is_id) thread_name_.emplace("thread", filter.thread);
    for (const std::int64_t pid : filter.pids) pids_.insert(std::to_string(pid));
  }

  [[nodiscard]] bool ask_anything() const {
    return tag_focus_ || tag_ignore_ || !filter_.thread.empty() || !filter_.pids.empty();
  }
  /// The key that samples must have for the filter to mean anything; empty: none.
  [[nodiscard]] std::string tag_key() const { return tag_focus_ ? tag_focus_->key() : std::string(); }

  Facts of(LabelSetId labels, ThreadId thread) {
    const auto [found, is_new] = known_.try_emplace((std::uint64_t{labels.value} << 32U) | thread.value);
    if (is_new) found->second = ask(labels, thread);
    return found->second;
  }

 private:
  [[nodiscard]] Facts ask(LabelSetId labels, ThreadId thread) const {
    Facts facts = 0;
    add(facts, has_tag, tag_focus_ && tag_focus_->matches(dictionary_, labels, thread));
    add(facts, has_ignored_tag, tag_ignore_ && tag_ignore_->matches(dictionary_, labels, thread));
    const auto value = [&](std::string_view key) { return label_value(dictionary_, key, labels, thread).value_or(""); };
    if (thread_name_) {
      add(facts, of_thread, thread_name_->found_in(value("thread")));
    } else if (!filter_.thread.empty()) {
      add(facts, of_thread, value("tid") == filter_.thread);
    }
    if (!pids_.empty()) add(facts, of_process, pids_.contains(value("pid")));
    return facts;
  }

  const Dictionary& dictionary_;
  const SampleFilter& filter_;
  std::optional<TagFilter> tag_focus_;
  std::optional<TagFilter> tag_ignore_;
  std::optional<Pattern> thread_name_;
  std::set<std::string, std::less<>> pids_;
  std::unordered_map<std::uint64_t, Facts> known_;
};

/// Refuses to look for what no sample has.
void require_labels(const ProfileSet& set, const SampleFilter& filter, const std::string& tag_key) {
  if (filter.thread.empty() && filter.pids.empty() && tag_key.empty()) return;
  std::vector<LabelsInUse> in_use;
  for (const Profile& profile : set.profiles()) in_use.emplace_back(set.dictionary(), profile);
  const auto is_there = [&](std::string_view key) {
    return std::any_of(in_use.begin(), in_use.end(), [&](const LabelsInUse& labels) { return labels.has(key); });
  };
  if (!filter.thread.empty() && !is_there("thread") && !is_there("tid"))
    throw UsageError("--thread: the samples have no threads");
  if (!filter.pids.empty() && !is_there("pid")) throw UsageError("--pid: the samples have no process ids");
  if (tag_key.empty() || is_there(tag_key == "thread_comm" ? "thread" : tag_key)) return;
  throw no_such_label(tag_key, in_use);
}

void require_times(const std::vector<Profile>& profiles) {
  for (const Profile& profile : profiles) {
    if (!profile.samples.start_ns.empty() || profile.samples.size() == 0) continue;
    const std::string name = profile.name.empty() || profiles.size() == 1 ? "" : " of '" + one_line(profile.name) + "'";
    throw UsageError("--time: the samples" + name + " have no times");
  }
}

void note_unmatched(const SampleFilter& filter, Facts seen, Context& context) {
  const auto note = [&](Fact fact, std::string_view what, const std::string& text) {
    if (text.empty() || (seen & fact) != 0) return;
    const std::string flag(what);
    const bool is_of_frames = fact == in_focus || fact == is_ignored;
    context.note(
        "filters.unmatched." + flag, {},
        std::string(is_of_frames ? "no frame" : "no sample") + " matches --" + flag + " '" + one_line(text) + "'");
  };
  const std::string pids = filter.pids.empty() ? "" : std::to_string(filter.pids.front());
  note(in_focus, "focus", filter.focus);
  note(is_ignored, "ignore", filter.ignore);
  note(has_tag, "tagfocus", filter.tag_focus);
  note(has_ignored_tag, "tagignore", filter.tag_ignore);
  note(of_thread, "thread", filter.thread);
  note(of_process, "pid", pids + (filter.pids.size() > 1 ? ",..." : ""));
  note(in_time, "time", filter.time);
}

}  // namespace

bool SampleFilter::empty() const {
  return focus.empty() && ignore.empty() && tag_focus.empty() && tag_ignore.empty() && thread.empty() && pids.empty() &&
         time.empty();
}

Filtered filter_samples(ProfileSet set, const SampleFilter& filter, const NameRules& names, Context& context) {
  if (filter.empty()) return {.set = std::move(set)};
  const auto dictionary = set.shared_dictionary();
  LabelFacts labels(*dictionary, filter);
  require_labels(set, filter, labels.tag_key());
  std::optional<TimeWindows> windows;
  if (!filter.time.empty()) {
    windows.emplace(filter.time);
    require_times(set.profiles());
  }
  const std::vector<Facts> stacks = facts_of_stacks(set, filter, names);
  const Facts wanted = wanted_by(filter);
  std::vector<Profile> profiles = std::move(set).release_profiles();
  Facts seen = 0;
  std::uint64_t left_out = 0;
  for (Profile& profile : profiles) {
    Samples& samples = profile.samples;
    const std::vector<bool> in_window = windows ? windows->contain(samples.start_ns) : std::vector<bool>();
    std::vector<bool> kept(samples.size());
    for (std::size_t row = 0; row < kept.size(); ++row) {
      if (row % Context::steps_between_checks == 0) context.check_cancelled();
      Facts facts = stacks[samples.stack[row].value];
      if (labels.ask_anything())
        facts = static_cast<Facts>(facts | labels.of(samples.labels_of(row), samples.thread_of(row)));
      add(facts, in_time, windows && in_window[row]);
      seen = static_cast<Facts>(seen | facts);
      kept[row] = (facts & wanted) == wanted && (facts & (is_ignored | has_ignored_tag)) == 0;
      if (!kept[row]) ++left_out;
    }
    keep_rows(samples, kept, dictionary->threads().size());
  }
  note_unmatched(filter, seen, context);
  return {.set = {dictionary, std::move(profiles)}, .left_out = left_out};
}

}  // namespace profconv
