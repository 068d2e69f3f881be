// SPDX-License-Identifier: Apache-2.0
// Replacing names by words. Only what samples refer to is carried over, so that nothing else can leak, and every row
// stays a row.
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/transforms/dictionary_copy.h"
#include "core/wire/dhat_header.h"
#include "profconv/filters.h"

namespace profconv {

namespace {

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

/// Whether a comment is an attribute that is a number, which stays.
bool tells_number(const Attributes& attributes, const std::string& comment) {
  const auto found = attributes.find(std::string_view(comment).substr(0, comment.find(": ")));
  return found != attributes.end() && std::holds_alternative<std::int64_t>(found->second) &&
         as_comment(*found) == comment;
}

/// Says other words in the place of names.
class Disguise final : public DictionaryCopy {
 public:
  using DictionaryCopy::DictionaryCopy;

  void describe(Profile& profile) {
    Metadata& metadata = profile.metadata;
    profile.name = profiles_(profile.name);
    metadata.command = commands_(metadata.command);
    if (metadata.program) {
      metadata.program->file = modules_(metadata.program->file);
      metadata.program->build_id.clear();
    }
    for (std::string& comment : metadata.comments) {
      if (!is_dhat_header(comment) && !tells_number(metadata.attributes, comment)) comment = comments_(comment);
    }
    for (auto& attribute : metadata.attributes) {
      auto* const text = std::get_if<std::string>(&attribute.second);
      if (text != nullptr && !is_dhat_header(as_comment(attribute))) *text = attributes_(*text);
    }
    metadata.doc_url.clear();
    metadata.drop_frames.clear();
    metadata.keep_frames.clear();
  }

 private:
  StringId word(Words& words, StringId text) { return into().string(words(from().string(text))); }

  FrameId copy(const Frame& old) override {
    Frame frame = old;
    if (old.function) {
      const Function& named = from().function(old.function);
      Function function{.file = word(files_, named.file), .start_line = named.start_line};
      function.name = word(functions_, named.name ? named.name : named.system_name);
      frame.function = into().function(function);
    }
    if (old.mapping) {
      Mapping mapping = from().mapping(old.mapping);
      mapping.file = word(modules_, mapping.file);
      mapping.build_id = {};
      frame.mapping = into().mapping(mapping);
    }
    return into().frame(frame);
  }

  ThreadId copy(const Thread& old) override {
    Thread thread = old;
    thread.process_name = word(processes_, old.process_name);
    thread.thread_name = word(thread_names_, old.thread_name);
    return into().thread(thread);
  }

  LabelSetId copy(std::span<const Label> old) override {
    std::vector<std::string> words;
    std::vector<LabelText> texts;
    words.reserve(old.size());
    for (const Label& label : old) {
      words.push_back(values_(from().string(label.text)));
      texts.push_back({.key = from().string(label.key),
                       .text = words.back(),
                       .unit = from().string(label.unit),
                       .number = label.number,
                       .is_number = label.is_number});
    }
    return into().labels(texts);
  }

  Words functions_{"f"}, files_{"file"}, modules_{"m"}, processes_{"p"}, thread_names_{"t"}, values_{"v"};
  Words profiles_{"profile"}, commands_{"command"}, comments_{"comment"}, attributes_{"attribute"};
};

}  // namespace

ProfileSet anonymize(ProfileSet set, Context& context) {
  const auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  Disguise disguise(*dictionary);
  for (Profile& profile : profiles) {
    disguise.carry(profile.samples, context);
    disguise.describe(profile);
  }
  return {std::move(disguise).finish(), std::move(profiles)};
}

}  // namespace profconv
