// SPDX-License-Identifier: Apache-2.0
// Checks that program points agree with each other and with the header, and adds them.
#include "readers/dhat/points.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "core/conversion/tasks.h"

namespace profconv::dhat {

namespace {

/// A thread takes longer to start than a shorter text to be read.
constexpr std::ptrdiff_t text_for_threads = 1 << 20;

}  // namespace

/// While points are added, a thread reads the next ones.
void PointReader::read(JsonPullReader& json) {
  std::optional<TaskPool> own_pool;
  const bool has_threads = text_.end() - text_.begin() >= text_for_threads && !text_.is_repaired();
  PointParser parser(text_, json, frames_.size());
  OrderedTasks<Points> ahead(has_threads ? context_.tasks() : own_pool.emplace(1), 1);
  const auto read_ahead = [&](Points used) {
    ahead.add([&parser, used = std::move(used)]() mutable { return parser.next(std::move(used)); });
  };
  read_ahead({});
  for (Points points, used; !ahead.is_empty(); used = std::exchange(points, {})) {
    context_.check_cancelled();
    points = ahead.next();
    if (!points.is_last && !points.error) read_ahead(std::move(used));
    add(points);
  }
  if (!first_metrics_) begin_profile(header_.promised());
  if (points_ != 0) declare_unread();
  report();
}

void PointReader::add(const Points& points) {
  for (const Point& point : std::span(points.all).first(points.count)) add(point);
  if (!points.error) return;
  note_unknown_keys(points.all[points.count]);
  std::rethrow_exception(points.error);
}

void PointReader::note_unknown_keys(const Point& point) {
  for (std::uint64_t i = 0; i < point.unknown_keys; ++i) {
    context_.note("dhat.unknown_key", text_.at(point.unknown_place),
                  "points have a key that is not known: " + in_quotes(point.unknown_key));
  }
}

void PointReader::add(const Point& point) {
  ++points_;
  note_unknown_keys(point);
  if (!point.has_stack) text_.fail(point.place, "the point has no \"fs\"");
  if (point.histogram) ++histograms_;
  check_metrics(point);
  if (check_ != nullptr) check_->point(point);
  add_sample(point);
}

void PointReader::begin_profile(Metrics metrics) {
  first_metrics_ = metrics;
  columns_ = columns_for(header_, metrics, options_);
  for (const Column& column : columns_) profile_.add_value_type(column.type);
  profile_.metadata().default_type = default_type(columns_);
  values_.resize(columns_.size());
}

void PointReader::check_metrics(const Point& point) {
  Metrics needed;
  needed.add(Metric::tb).add(Metric::tbk);
  if (first_metrics_) needed = *first_metrics_;
  if (const Metrics missing = needed.without(point.metrics); !missing.empty()) {
    text_.fail(point.place,
               "the point has no " + missing.names() + (first_metrics_ ? ", which the first point has" : ""));
  }
  if (!first_metrics_) {
    begin_profile(point.metrics);
    if (const Metrics missing = header_.promised().without(point.metrics); !missing.empty()) {
      context_.note("dhat.missing_values", text_.at(point.place),
                    "bklt and bkacc promise values that the points do not have: " + missing.names());
    }
  }
  if (const Metrics extra = point.metrics.without(*first_metrics_); !extra.empty()) {
    context_.data_loss("dhat.extra_values", text_.at(point.place),
                       "the point has values that the first point has not, and they were left out: " + extra.names());
  }
}

void PointReader::add_sample(const Point& point) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::uint64_t raw = point.values[static_cast<std::size_t>(columns_[i].metric)];
    if (raw > INT64_MAX || __builtin_mul_overflow(static_cast<std::int64_t>(raw), columns_[i].factor, &values_[i])) {
      values_[i] = INT64_MAX;
      context_.data_loss("dhat.saturated", text_.at(point.place),
                         columns_[i].type.type + " does not fit into 64 bits; the largest integer that does is used");
    }
  }
  profile_.add({.stack = frames_.stack(point.stack)}, values_);
}

void PointReader::declare_unread() {
  const auto is_unread = [&](Metric metric) {
    const auto is_it = [&](const Column& column) { return column.metric == metric; };
    return first_metrics_->has(metric) && std::none_of(columns_.begin(), columns_.end(), is_it);
  };
  if (!is_unread(Metric::mb) && !is_unread(Metric::mbk)) return;
  context_.skip(
      {.file = text_.whole().file, .what = "each site's own maximum (mb, mbk)", .setting = "dhat.site-max=yes"});
}

void PointReader::report() {
  if (histograms_ != 0) {
    context_.skip({.file = text_.whole().file,
                   .what = "the access histograms (acc) of " + std::to_string(histograms_) + " points",
                   .setting = {}});
  }
}

}  // namespace profconv::dhat
