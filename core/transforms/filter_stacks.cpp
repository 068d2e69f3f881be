// SPDX-License-Identifier: Apache-2.0
// What stays of stacks. All of it is done in one walk from the root of the prefix tree: what a stack becomes follows
// from what its caller has become and from its own frame. Trimming at the leaf alone makes a difference between a stack
// that is a sample's and the same as the beginning of others.
#include <optional>
#include <utility>

#include "core/transforms/granularity.h"
#include "core/transforms/pattern.h"
#include "core/transforms/rewrite.h"
#include "profconv/filters.h"

namespace profconv {

namespace {

constexpr std::size_t stacks_between_checks = 4096;

/// A pattern's answer for every frame, and whether it ever was yes.
class FrameTest {
 public:
  FrameTest(std::string_view what, const std::string& expression, const std::optional<FrameTexts>& texts)
      : what_(what), expression_(expression) {
    if (is_given()) matching_ = texts->matching(Pattern(what, expression));
  }

  [[nodiscard]] bool is_given() const { return !expression_.empty(); }
  /// `otherwise` where the test is not given.
  bool operator()(FrameId frame, bool otherwise) {
    if (!is_given()) return otherwise;
    const bool matches = matching_[frame.value];
    has_matched_ = has_matched_ || matches;
    return matches;
  }
  void note_unmatched(Context& context) const {
    if (!is_given() || has_matched_) return;
    const std::string what(what_);
    context.note("filters.unmatched." + what, {}, "no frame matches --" + what + " '" + one_line(expression_) + "'");
  }

 private:
  std::string_view what_;
  const std::string& expression_;
  std::vector<bool> matching_;
  bool has_matched_ = false;
};

/// The patterns of a filter.
struct FrameTests {
  FrameTest hide, show, show_from, trim_root, trim_leaf;

  /// Texts are needed where there is a pattern.
  FrameTests(const StackFilter& filter, const std::optional<FrameTexts>& texts)
      : hide("hide", filter.hide, texts),
        show("show", filter.show, texts),
        show_from("show-from", filter.show_from, texts),
        trim_root("trim-root", filter.trim_root, texts),
        trim_leaf("trim-leaf", filter.trim_leaf, texts) {}

  void note_unmatched(Context& context) const {
    for (const FrameTest* test : {&hide, &show, &show_from, &trim_root, &trim_leaf}) test->note_unmatched(context);
  }
};

/// What a stack has become.
struct Place {
  StackId whole;              ///< as the beginning of others
  StackId leaf_trimmed;       ///< as a sample's
  bool is_shown = false;      ///< show_from has matched
  bool root_is_done = false;  ///< a frame did not match trim_root
  bool lost_caller = false;   ///< the frame that called the next one was left out
};

/// Walks from the root, stack by stack.
class StackWalk {
 public:
  StackWalk(Rewriter& rewriter, const StackFilter& filter, FrameTests& tests)
      : rewriter_(rewriter),
        filter_(filter),
        tests_(tests),
        coarse_(rewriter, filter.granularity),
        frames_(rewriter.from().frames().size()) {}

  Place next(const Place& caller, FrameId frame) {
    Place place = caller;
    place.lost_caller = true;
    if (tests_.hide(frame, false) || !tests_.show(frame, true)) return place;
    // Asked for every frame: show-from has to see its frame even where callers are shown already.
    place.is_shown = tests_.show_from(frame, true) || caller.is_shown;
    if (!place.is_shown) return place;
    const bool trims_root = !caller.root_is_done && tests_.trim_root(frame, false);
    place.root_is_done = !trims_root;
    if (trims_root) return place;
    place.lost_caller = false;
    place.whole = child(caller.whole, made(frame, caller.lost_caller));
    if (!tests_.trim_leaf(frame, false)) place.leaf_trimmed = place.whole;
    return place;
  }

  void note_unknown(Context& context) const {
    if (has_frames_) coarse_.note_unknown(context);
  }

 private:
  /// A frame whose caller is left out is no line of its location any more.
  FrameId made(FrameId id, bool lost_caller) {
    has_frames_ = true;
    const Frame& frame = rewriter_.from().frame(id);
    if (lost_caller && frame.shares_location) {
      Frame alone = frame;
      alone.shares_location = false;
      return coarse_(alone);
    }
    auto& known = frames_[id.value];
    if (!known) known = coarse_(frame);
    return *known;
  }

  StackId child(StackId caller, FrameId frame) {
    const Dictionary& into = rewriter_.into().dictionary();
    if (filter_.collapse_recursion && caller && are_one(into.frame(into.stack(caller).frame), into.frame(frame))) {
      return caller;
    }
    if (filter_.max_depth && rewriter_.into().depth(caller) >= *filter_.max_depth) return caller;
    return rewriter_.into().child(caller, frame);
  }

  static bool are_one(const Frame& caller, const Frame& frame) {
    if (!frame.function) return caller == frame;
    return caller.function == frame.function && caller.mapping == frame.mapping;
  }

  Rewriter& rewriter_;
  const StackFilter& filter_;
  FrameTests& tests_;
  CoarseFrames coarse_;
  std::vector<std::optional<FrameId>> frames_;
  bool has_frames_ = false;
};

/// Where samples go, and where stacks go that others begin with.
struct StackMaps {
  StackMap samples;
  StackMap beginnings;
};

StackMaps walk(Rewriter& rewriter, const StackFilter& filter, FrameTests& tests, Context& context) {
  const auto stacks = rewriter.from().stacks();
  StackWalk walk(rewriter, filter, tests);
  std::vector<Place> places(stacks.size());
  StackMaps maps{.samples = StackMap(stacks.size()), .beginnings = StackMap(stacks.size())};
  maps.beginnings[0] = StackId{};
  if (!tests.show.is_given() && !tests.show_from.is_given()) maps.samples[0] = StackId{};
  for (std::uint32_t i = 1; i < stacks.size(); ++i) {
    if (i % stacks_between_checks == 0) context.check_cancelled();
    if (!rewriter.in_use(StackId{i})) continue;
    places[i] = walk.next(places[stacks[i].parent.value], stacks[i].frame);
    maps.beginnings[i] = places[i].whole;
    if (places[i].leaf_trimmed) maps.samples[i] = places[i].leaf_trimmed;
  }
  walk.note_unknown(context);
  return maps;
}

std::uint64_t samples_without_place(const std::vector<Profile>& profiles, const StackMap& stacks) {
  std::uint64_t count = 0;
  for (const Profile& profile : profiles) {
    for (const StackId stack : profile.samples.stack) count += stacks[stack.value] ? 0 : 1;
  }
  return count;
}

}  // namespace

bool StackFilter::empty() const {
  return !has_patterns() && granularity == Granularity::address && !collapse_recursion && !max_depth;
}

bool StackFilter::has_patterns() const {
  return !(hide.empty() && show.empty() && show_from.empty() && trim_root.empty() && trim_leaf.empty());
}

Filtered filter_stacks(ProfileSet set, const StackFilter& filter, const NameRules& names, SampleOrder order,
                       Context& context) {
  if (filter.empty()) return {.set = std::move(set)};
  const auto dictionary = set.shared_dictionary();
  std::optional<FrameTexts> texts;
  if (filter.has_patterns()) texts.emplace(set, names);
  FrameTests tests(filter, texts);
  Rewriter rewriter(std::move(set), order, context);
  const StackMaps maps = walk(rewriter, filter, tests, context);
  tests.note_unmatched(context);
  const std::uint64_t left_out = samples_without_place(rewriter.profiles(), maps.samples);
  ProfileSet result = filter.trim_leaf.empty() ? std::move(rewriter).finish(maps.samples)
                                               : std::move(rewriter).finish(maps.samples, maps.beginnings);
  return {.set = std::move(result), .left_out = left_out};
}

}  // namespace profconv
