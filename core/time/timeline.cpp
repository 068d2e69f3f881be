// SPDX-License-Identifier: Apache-2.0
// Laying samples out in time. The rules are those of profconv/timeline.h; the parts stand in name_tree (which stacks
// share spans), timeline_weights (how long a sample lasts), timeline_tracks (whose clock) and timeline_order.
#include "core/time/timeline.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/names/name_tree.h"
#include "core/text/counted.h"
#include "core/time/timeline_order.h"
#include "core/time/timeline_tracks.h"
#include "core/time/timeline_weights.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr std::int64_t assumed_period_ns = 1'000'000;
constexpr std::int64_t jitter_divisor = 8;
/// The spans that are open on one track.
class OpenSpans {
 public:
  OpenSpans(const NameTree& tree, std::span<const std::uint32_t> depths, SpanVisitor& visitor, std::int64_t tick)
      : tree_(&tree), depths_(depths), visitor_(&visitor), tick_(tick) {}

  /// Makes `node` the innermost span at `time`. Spans it shares with the open ones go on, but at most `limit`.
  void move_to(NameTree::Node node, std::int64_t time, std::size_t limit) {
    added_.clear();
    std::size_t depth = depths_[node];
    while (depth != 0 && (depth > limit || depth > open_.size() || open_[depth - 1] != node)) {
      added_.push_back(node);
      node = tree_->parent(node);
      --depth;
    }
    const std::size_t ended = open_.size() - depth;
    if (ended == 0 && added_.empty()) return;
    open_.resize(depth);
    open_.insert(open_.end(), added_.rbegin(), added_.rend());
    begun_.clear();
    for (std::size_t i = added_.size(); i-- > 0;) begun_.push_back(tree_->name(added_[i]));
    visitor_->step(time / tick_, ended, begun_);
  }

  void end_all(std::int64_t time) {
    visitor_->step(time / tick_, open_.size(), {});
    open_.clear();
  }

 private:
  const NameTree* tree_;
  std::span<const std::uint32_t> depths_;
  SpanVisitor* visitor_;
  std::int64_t tick_;
  std::vector<NameTree::Node> open_;  ///< root first
  std::vector<NameTree::Node> added_;
  std::vector<NameTable::Name> begun_;
};

/// What a visit meets that is worth a word.
struct Findings {
  std::uint64_t drawn = 0;
  std::uint64_t without_weight = 0;
  std::uint64_t shifted = 0;
};

/// How many of the samples that make up a row come to lie a period or more behind their time, where the row does by
/// `shift`; a row that no timer took is one sample, with no time to spare.
std::uint64_t count_shifted(std::int64_t shift, std::int64_t ticks, std::int64_t period) {
  if (period == 0) return shift > 0 ? 1 : 0;
  const std::int64_t samples = std::max<std::int64_t>(ticks / period, 1);
  const std::int64_t in_time = shift >= period ? 0 : (period - shift - 1) / period + 1;
  return in_time < samples ? static_cast<std::uint64_t>(samples - in_time) : 0;
}

/// The nodes of all samples.
NameTree tree_of(const Dictionary& dictionary, const Samples& samples, const NameTable& names) {
  NameTree tree(dictionary, names);
  for (const StackId stack : samples.stack) static_cast<void>(tree.node_of(stack));
  return tree;
}

}  // namespace

/// Everything that is worked out before the first span is told.
class TimeLine::Layout {
 public:
  Layout(const Dictionary& dictionary, const Profile& profile, const NameTable& names, TimeLayout layout,
         Context& context)
      : samples_(&profile.samples),
        context_(&context),
        weights_(profile, context),
        tracks_(make_tracks(dictionary, profile.samples)),
        tree_(tree_of(dictionary, profile.samples, names)),
        depths_(tree_.depths()),
        order_(profile.samples, tracks_, tree_, weights_, layout, context),
        uses_shared_depth_(!profile.samples.shared_depth.empty() && (weights_.timed() || layout == TimeLayout::input)) {
    if (weights_.timed()) find_origin();
    if (weights_.needs_period()) guess_period();
    if (weights_.resolution() != 1 && all_are_multiples_of(weights_.resolution())) tick_ = weights_.resolution();
  }

  void visit(SpanVisitor& visitor) const {
    Findings findings;
    for (std::size_t track = 0; track < tracks_.tracks.size(); ++track) visit_track(track, visitor, findings);
    report(findings);
  }

  [[nodiscard]] Tick tick() const { return tick_ == 1 ? weights_.tick() : tick_of_period(tick_); }
  [[nodiscard]] const Tracks& tracks() const { return tracks_; }

 private:
  void find_origin();
  void guess_period();
  [[nodiscard]] bool all_are_multiples_of(std::int64_t tick) const;
  void visit_track(std::size_t track, SpanVisitor& visitor, Findings& findings) const;
  [[nodiscard]] std::int64_t begin_of(std::uint32_t row, bool is_first, std::int64_t now) const;
  void report(const Findings& findings) const;
  [[nodiscard]] std::string shift_message(std::uint64_t shifted) const;

  const Samples* samples_;
  Context* context_;
  Weights weights_;
  Tracks tracks_;
  NameTree tree_;
  std::vector<std::uint32_t> depths_;  ///< of its nodes
  RowOrder order_;
  bool uses_shared_depth_;
  std::int64_t origin_ns_ = 0;  ///< start of the earliest sample
  std::int64_t tick_ = 1;       ///< in the ticks of the weights
};

void TimeLine::Layout::find_origin() {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (std::size_t row = 0; row < samples_->size(); ++row) {
    if (weights_.value(row) == 0) continue;
    first = std::min(first, samples_->start_ns[row]);
    last = std::max(last, samples_->start_ns[row]);
  }
  std::int64_t length = 0;
  if (first > last) return;
  if (__builtin_sub_overflow(last, first, &length)) throw OverflowError("the start times are more than 2^63 ns apart");
  origin_ns_ = first;
}

bool TimeLine::Layout::all_are_multiples_of(std::int64_t tick) const {
  for (std::size_t row = 0; row < samples_->size(); ++row) {
    if (weights_.value(row) == 0) continue;
    if ((samples_->start_ns[row] - origin_ns_) % tick != 0 || weights_.ticks(row) % tick != 0) return false;
  }
  return true;
}

void TimeLine::Layout::guess_period() {
  const auto gap = usual_gap(*samples_, weights_, order_, tracks_.tracks.size());
  weights_.set_period(gap.value_or(assumed_period_ns));
  const std::string rate = rate_text(weights_.period());
  context_->data_loss("timeline.rate", {},
                      gap ? "no sampling rate is given: assuming " + std::to_string(*gap) +
                                " ns per sample, usual between two of a thread (" + rate + "; override with --freq N)"
                          : "no sampling rate is given and no thread has two samples: " + rate +
                                " is assumed (override with --freq N)");
}

std::int64_t TimeLine::Layout::begin_of(std::uint32_t row, bool is_first, std::int64_t now) const {
  if (!weights_.timed()) return now;
  const std::int64_t time = samples_->start_ns[row] - origin_ns_;
  const std::int64_t gap_that_counts = std::max<std::int64_t>(weights_.period() / jitter_divisor, 1);
  return is_first || time - now >= gap_that_counts ? time : now;
}

void TimeLine::Layout::visit_track(std::size_t track, SpanVisitor& visitor, Findings& findings) const {
  constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  OpenSpans spans(tree_, depths_, visitor, tick_);
  std::int64_t now = 0;
  std::size_t limit = no_limit;
  bool is_first = true;
  std::size_t until_poll = Context::steps_between_checks;
  for (const std::uint32_t row : order_.rows(track)) {
    if (--until_poll == 0) {
      context_->check_cancelled();
      until_poll = Context::steps_between_checks;
    }
    if (uses_shared_depth_) limit = std::min<std::size_t>(limit, samples_->shared_depth[row]);
    const std::int64_t ticks = weights_.ticks(row);
    if (ticks == 0) {
      ++findings.without_weight;
      continue;
    }
    const std::int64_t begin = begin_of(row, is_first, now);
    if (is_first) visitor.begin_track(track);
    if (!is_first && begin > now) spans.end_all(now);
    if (weights_.timed()) {
      findings.shifted += count_shifted(begin - (samples_->start_ns[row] - origin_ns_), ticks, weights_.period());
    }
    spans.move_to(tree_.node(samples_->stack[row]), begin, limit);
    if (__builtin_add_overflow(begin, ticks, &now))
      throw OverflowError("the samples of a thread last longer than 2^63 ticks, which no time line can hold");
    limit = no_limit;
    is_first = false;
    ++findings.drawn;
  }
  if (is_first) return;
  spans.end_all(now);
  visitor.end_track();
}

void TimeLine::Layout::report(const Findings& findings) const {
  if (findings.drawn == 0) context_->note("timeline.empty", {}, "no sample lasts any time, so the time line is empty");
  if (findings.without_weight != 0) {
    context_->note("timeline.zero", {}, counted(findings.without_weight, "sample") + " with value 0 not drawn");
  }
  if (findings.shifted != 0) context_->data_loss("timeline.shifted", {}, shift_message(findings.shifted));
}

std::string TimeLine::Layout::shift_message(std::uint64_t shifted) const {
  const std::int64_t period = weights_.period();
  if (period == 0) return counted(shifted, "sample") + " had to wait for the one before on the same thread to end";
  std::string message = counted(shifted, "sample") + " came to lie a period of " + std::to_string(period) + " ns (" +
                        rate_text(period) + ") or more after the time it was taken at; ";
  const auto gap = usual_gap(*samples_, weights_, order_, tracks_.tracks.size());
  return message + (gap && *gap < period ? "the times suggest " + rate_text(*gap) + " (--freq)"
                                         : "some samples of a thread are closer together");
}

TimeLine::TimeLine(const Dictionary& dictionary, const Profile& profile, const NameTable& names, TimeLayout layout,
                   Context& context)
    : layout_(std::make_unique<const Layout>(dictionary, profile, names, layout, context)) {}

TimeLine::~TimeLine() = default;

Tick TimeLine::tick() const { return layout_->tick(); }
std::span<const Track> TimeLine::tracks() const { return layout_->tracks().tracks; }
std::size_t TimeLine::names_left_out() const { return layout_->tracks().names_left_out; }
void TimeLine::visit(SpanVisitor& visitor) const { layout_->visit(visitor); }

TimeLayout layout_of(const Options& options) {
  return options.text(layout_option) == "input" ? TimeLayout::input : TimeLayout::merged;
}

SampleOrder order_of_layout(const Writer&, const Options& options) {
  return layout_of(options) == TimeLayout::input ? SampleOrder::as_read : SampleOrder::merged;
}

}  // namespace profconv
