// SPDX-License-Identifier: Apache-2.0
// Matching frames.
#include "core/transforms/pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "core/names/frame_names.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

/// What `matches` says of each text of a dictionary that is asked for, asked once.
class StringMatches {
 public:
  StringMatches(const Dictionary& dictionary, const Pattern& pattern)
      : dictionary_(dictionary), pattern_(pattern), known_(dictionary.strings().size(), unknown) {}

  bool operator()(StringId id) {
    char& known = known_[id.value];
    if (known == unknown) known = id && pattern_.found_in(dictionary_.string(id)) ? yes : no;
    return known == yes;
  }

 private:
  static constexpr char unknown = 0;
  static constexpr char no = 1;
  static constexpr char yes = 2;

  const Dictionary& dictionary_;
  const Pattern& pattern_;
  std::vector<char> known_;
};

}  // namespace

Pattern::Pattern(std::string_view what, std::string_view expression) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  expression_ = std::make_unique<re2::RE2>(re2::StringPiece(expression.data(), expression.size()), options);
  if (expression_->ok()) return;
  throw UsageError(std::string(what) + " '" + one_line(expression) + "' is not a regular expression (" +
                   one_line(expression_->error()) + "); write it as for pprof, with a backslash before . ( [ + *");
}

Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

bool Pattern::found_in(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *expression_);
}

FrameTexts::FrameTexts(const ProfileSet& set, const NameRules& rules) : dictionary_(set.dictionary()) {
  const auto shown = [&](std::string_view name) -> std::string_view {
    std::string text = shown_name(name, rules);
    return text == name ? name : std::string_view(made_.emplace_back(std::move(text)));
  };
  for (const Function& function : dictionary_.functions()) {
    function_names_.push_back(shown(dictionary_.string(function.name ? function.name : function.system_name)));
  }
  const auto& profiles = set.profiles();
  const bool with_modules =
      std::any_of(profiles.begin(), profiles.end(), [](const Profile& p) { return p.metadata.module_names; });
  const FrameNames names(dictionary_, with_modules);
  whole_names_.resize(dictionary_.frames().size());
  for (std::uint32_t i = 1; i < whole_names_.size(); ++i) {
    const Frame& frame = dictionary_.frames()[i];
    const bool is_named = !function_names_[frame.function.value].empty();
    if (is_named && !(with_modules && frame.mapping)) continue;
    whole_names_[i] = made_.emplace_back(shown_name(names[FrameId{i}], rules));
  }
}

std::vector<bool> FrameTexts::matching(const Pattern& pattern) const {
  StringMatches matches(dictionary_, pattern);
  std::vector<bool> functions(function_names_.size());
  for (std::size_t i = 1; i < functions.size(); ++i) {
    functions[i] = pattern.found_in(function_names_[i]) || matches(dictionary_.functions()[i].file);
  }
  std::vector<bool> frames(whole_names_.size());
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const Frame& frame = dictionary_.frames()[i];
    const std::string_view whole = whole_names_[i];
    frames[i] = functions[frame.function.value] || matches(dictionary_.mapping(frame.mapping).file) ||
                (!whole.empty() && pattern.found_in(whole));
  }
  return frames;
}

}  // namespace profconv
