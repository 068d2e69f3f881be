// SPDX-License-Identifier: Apache-2.0
// Replacing names by words. Only what samples refer to is carried over, so that nothing else can leak, and every row
// stays a row.
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "profconv/filters.h"

namespace profconv {

namespace {

constexpr std::size_t rows_between_checks = 4096;

/// One word for each text, numbered as they are first asked for.
class Words {
 public:
  explicit Words(std::string_view prefix) : prefix_(prefix) {}

  /// The empty text stays empty.
  std::string operator()(std::string_view text) {
    if (text.empty()) return {};
    const auto number = numbers_.try_emplace(std::string(text), numbers_.size() + 1).first->second;
    return prefix_ + std::to_string(number);
  }

 private:
  std::string prefix_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

/// The new dictionary, filled as samples ask.
class Disguise {
 public:
  explicit Disguise(const Dictionary& from)
      : from_(from),
        into_(SampleOrder::as_read, std::numeric_limits<std::size_t>::max()),
        stacks_(from.stacks().size()),
        frames_(from.frames().size()),
        threads_(from.threads().size()),
        label_sets_(from.label_set_count()) {
    stacks_[0] = StackId{};
  }

  StackId stack(StackId id) {
    path_.clear();
    for (; !stacks_[id.value]; id = from_.stack(id).parent) path_.push_back(id);
    StackId made = *stacks_[id.value];
    for (; !path_.empty(); path_.pop_back()) {
      made = into_.child(made, frame(from_.stack(path_.back()).frame));
      stacks_[path_.back().value] = made;
    }
    return made;
  }

  ThreadId thread(ThreadId id) {
    auto& known = threads_[id.value];
    if (known) return *known;
    Thread thread = from_.thread(id);
    thread.process_name = word(processes_, thread.process_name);
    thread.thread_name = word(thread_names_, thread.thread_name);
    known = into_.thread(thread);
    return *known;
  }

  LabelSetId labels(LabelSetId id) {
    auto& known = label_sets_[id.value];
    if (known) return *known;
    std::vector<std::string> words;
    std::vector<LabelText> texts;
    const auto old = from_.labels(id);
    words.reserve(old.size());
    for (const Label& label : old) {
      words.push_back(values_(from_.string(label.text)));
      texts.push_back({.key = from_.string(label.key),
                       .text = words.back(),
                       .unit = from_.string(label.unit),
                       .number = label.number,
                       .is_number = label.is_number});
    }
    known = into_.labels(texts);
    return *known;
  }

  void describe(Profile& profile) {
    Metadata& metadata = profile.metadata;
    profile.name = profiles_(profile.name);
    metadata.command = commands_(metadata.command);
    for (std::string& comment : metadata.comments) comment = comments_(comment);
    metadata.doc_url.clear();
    metadata.drop_frames.clear();
    metadata.keep_frames.clear();
  }

  std::shared_ptr<const Dictionary> finish() && { return std::move(into_).finish().shared_dictionary(); }

 private:
  StringId word(Words& words, StringId text) { return into_.string(words(from_.string(text))); }

  FrameId frame(FrameId id) {
    auto& known = frames_[id.value];
    if (known) return *known;
    Frame frame = from_.frame(id);
    if (frame.function) {
      const Function& old = from_.function(frame.function);
      Function function{.file = word(files_, old.file), .start_line = old.start_line};
      function.name = word(functions_, old.name ? old.name : old.system_name);
      frame.function = into_.function(function);
    }
    if (frame.mapping) {
      Mapping mapping = from_.mapping(frame.mapping);
      mapping.file = word(modules_, mapping.file);
      mapping.build_id = {};
      frame.mapping = into_.mapping(mapping);
    }
    known = into_.frame(frame);
    return *known;
  }

  const Dictionary& from_;
  ProfileSetBuilder into_;
  Words functions_{"f"}, files_{"file"}, modules_{"m"}, processes_{"p"}, thread_names_{"t"}, values_{"v"};
  Words profiles_{"profile"}, commands_{"command"}, comments_{"comment"};
  std::vector<std::optional<StackId>> stacks_;
  std::vector<std::optional<FrameId>> frames_;
  std::vector<std::optional<ThreadId>> threads_;
  std::vector<std::optional<LabelSetId>> label_sets_;
  std::vector<StackId> path_;
};

}  // namespace

ProfileSet anonymize(ProfileSet set, Context& context) {
  const auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  Disguise disguise(*dictionary);
  for (Profile& profile : profiles) {
    Samples& samples = profile.samples;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      if (row % rows_between_checks == 0) context.check_cancelled();
      samples.stack[row] = disguise.stack(samples.stack[row]);
    }
    for (ThreadId& thread : samples.thread) thread = disguise.thread(thread);
    for (LabelSetId& labels : samples.labels) labels = disguise.labels(labels);
    disguise.describe(profile);
  }
  return {std::move(disguise).finish(), std::move(profiles)};
}

}  // namespace profconv
