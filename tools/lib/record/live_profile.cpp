// SPDX-License-Identifier: Apache-2.0
// Adding up what comes second by second.
#include "tools/lib/record/live_profile.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/transforms/keep_rows.h"
#include "profconv/errors.h"
#include "profconv/merge.h"
#include "profconv/profile_builder.h"
#include "profconv/transforms.h"
#include "tools/lib/input_parts.h"
#include "tools/lib/record/recorded_text.h"

namespace profconv::record {

namespace {

/// Whether labels are asked for.
bool uses_labels(const ConversionRequest& request) {
  const SampleFilter& filter = request.filters.samples;
  return !filter.tag_focus.empty() || !filter.tag_ignore.empty() || !request.label_frames.empty();
}

/// Rows then merge over all times.
ProfileSet without_times(ProfileSet set, bool keeps_labels) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (Profile& profile : profiles) {
    profile.samples.start_ns.clear();
    if (!keeps_labels) profile.samples.labels.clear();
    profile.metadata.clock = Clock::relative;
  }
  return {std::move(dictionary), std::move(profiles)};
}

/// The parts of one recording are one recording, in which the value that each part shows first is first.
ProfileSet as_one_recording(ProfileSet set, const ProfileSet& part) {
  auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  for (Profile& profile : profiles) {
    profile.metadata.recordings = 1;
    profile.metadata.default_type = part.profiles().front().metadata.default_type;
  }
  return {std::move(dictionary), std::move(profiles)};
}

std::string_view name_of(const Dictionary& dictionary, const Thread& thread) {
  const std::string_view name = dictionary.string(thread.thread_name);
  return name.empty() ? dictionary.string(thread.process_name) : name;
}

std::uint64_t samples_of(const ProfileSet& set) {
  if (set.profiles().empty()) return 0;
  const Profile& profile = set.profiles().front();
  const auto counts = profile.find_type("samples");
  if (!counts) return profile.sample_count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, total(profile, *counts)));
}

}  // namespace

LiveProfile::LiveProfile(const Backend& backend, const Wish& wish, const ConversionRequest& request)
    : backend_(backend),
      request_(request),
      plan_(backend.plan(wish)),
      text_(backend),
      recorded_(ProfileSetBuilder().finish()),
      set_(ProfileSetBuilder().finish()) {}

bool LiveProfile::update() {
  const std::string text = text_.take();
  if (text.empty()) return false;
  try {
    Context context;
    const ProfileSet fresh =
        without_times(read_text(backend_, plan_, text, SampleOrder::merged, context), uses_labels(request_));
    if (fresh.profiles().empty()) return false;
    Merger merger(context);
    if (!recorded_.profiles().empty()) merger.add(recorded_, "the recording so far");
    merger.add(fresh, "the recording");
    recorded_ = as_one_recording(std::move(merger).finish(), fresh);
    samples_ += samples_of(fresh);
    set_ = as_written(context);
  } catch (const Error& error) {
    failure_ = error.what();
  }
  return true;
}

ProfileSet LiveProfile::as_written(Context& context) const {
  constexpr SampleOrder order = SampleOrder::merged;
  ProfileSet set = filtered(prepared(recorded_, request_, context), request_, order, context).set;
  set = apply_names(std::move(set), request_.names, order, context);
  return with_label_frames(std::move(set), request_.label_frames, context);
}

std::vector<LiveThread> LiveProfile::threads(std::size_t type) const {
  if (set_.profiles().empty()) return {};
  const Dictionary& dictionary = set_.dictionary();
  const Profile& profile = set_.profiles().front();
  using Id = std::pair<std::int64_t, std::int64_t>;
  std::map<Id, LiveThread> found;
  std::map<Id, std::map<std::string_view, std::int64_t>> names;
  for (std::size_t row = 0; row < profile.samples.size(); ++row) {
    const Thread& thread = dictionary.thread(profile.samples.thread_of(row));
    LiveThread& one = found[{thread.pid, thread.tid}];
    one.pid = thread.pid;
    one.tid = thread.tid;
    const std::int64_t value = profile.samples.values[type][row];
    combine(one.value, value, profile.value_types[type]);
    // Before its exec, a process has another name.
    std::int64_t& of_name = names[{thread.pid, thread.tid}][name_of(dictionary, thread)];
    combine(of_name, value, profile.value_types[type]);
  }
  std::vector<LiveThread> all;
  for (auto& [id, thread] : found) {
    const auto& values = names[id];
    const auto most = std::max_element(values.begin(), values.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    thread.name = most->first;
    all.push_back(std::move(thread));
  }
  std::stable_sort(all.begin(), all.end(), [](const LiveThread& a, const LiveThread& b) { return a.value > b.value; });
  return all;
}

ProfileSet LiveProfile::of_thread(std::int64_t pid, std::int64_t tid) const {
  std::vector<Profile> profiles = set_.profiles();
  for (Profile& profile : profiles) {
    std::vector<bool> kept;
    for (std::size_t row = 0; row < profile.samples.size(); ++row) {
      const Thread& thread = set_.dictionary().thread(profile.samples.thread_of(row));
      kept.push_back(thread.pid == pid && thread.tid == tid);
    }
    keep_rows(profile.samples, kept, set_.dictionary().threads().size());
  }
  return {set_.shared_dictionary(), std::move(profiles)};
}

std::optional<std::string> LiveProfile::failure() const {
  const auto of_text = text_.failure();
  return of_text ? of_text : failure_;
}

}  // namespace profconv::record
