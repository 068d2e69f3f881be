// SPDX-License-Identifier: Apache-2.0
// Reading program points, checking that they agree with each other and with the header.
#include "readers/dhat/points.h"

#include <algorithm>
#include <string>

namespace profconv::dhat {

namespace {

constexpr std::uint64_t points_between_polls = 1024;

/// The characters of a short key as one number, to be switched on. The one in front keeps zeros in the key apart.
constexpr std::uint64_t packed(std::string_view key) {
  std::uint64_t all = 1;
  for (const char c : key.substr(0, 4)) all = all << 8 | static_cast<unsigned char>(c);
  return all;
}

std::optional<Metric> metric_of(std::uint64_t key) {
  switch (key) {
    case packed("tb"):
      return Metric::tb;
    case packed("tbk"):
      return Metric::tbk;
    case packed("tl"):
      return Metric::tl;
    case packed("mb"):
      return Metric::mb;
    case packed("mbk"):
      return Metric::mbk;
    case packed("gb"):
      return Metric::gb;
    case packed("gbk"):
      return Metric::gbk;
    case packed("eb"):
      return Metric::eb;
    case packed("ebk"):
      return Metric::ebk;
    case packed("rb"):
      return Metric::rb;
    case packed("wb"):
      return Metric::wb;
    default:
      return std::nullopt;
  }
}

}  // namespace

void PointReader::read(JsonPullReader& json) {
  for (json.begin_array(); json.next_element();) {
    const char* const place = json.place();
    if (points_++ % points_between_polls == 0) context_.check_cancelled();
    read_point(json);
    add(point_, place);
  }
  if (!first_metrics_) begin_profile(header_.promised());
  if (points_ != 0) declare_unread();
  report();
}

void PointReader::add(const Point& point, const char* place) {
  if (!point.has_stack) text_.fail(place, "the point has no \"fs\"");
  if (point.has_histogram) ++histograms_;
  check_metrics(point, place);
  if (check_ != nullptr) check_->point(point, place);
  add_sample(point, place);
}

void PointReader::read_point(JsonPullReader& json) {
  point_.clear();
  json.begin_object();
  for (std::string_view key; json.next_key(key);) {
    const std::uint64_t packed_key = packed(key);
    if (const auto metric = metric_of(packed_key)) {
      if (point_.metrics.has(*metric)) refuse_twice(json, key);
      point_.metrics.add(*metric);
      point_.values[static_cast<std::size_t>(*metric)] = json.unsigned_integer();
    } else if (packed_key == packed("fs")) {
      read_stack(json);
    } else if (packed_key == packed("acc")) {
      read_histogram(json);
    } else {
      context_.note("dhat.unknown_key", text_.at(json.place()),
                    "points have a key that is not known: " + in_quotes(key));
      json.skip_value();
    }
  }
}

void PointReader::refuse_twice(const JsonPullReader& json, std::string_view key) {
  text_.fail(json.place(), "the point has \"" + std::string(key) + "\" twice");
}

void PointReader::read_histogram(JsonPullReader& json) {
  point_.has_histogram = true;
  if (check_ != nullptr) return check_->histogram(json);
  json.skip_value();
}

void PointReader::read_stack(JsonPullReader& json) {
  if (point_.has_stack) refuse_twice(json, "fs");
  point_.has_stack = true;
  json.unsigned_integers([&](std::uint64_t frame, const char* place) {
    if (frame >= frames_.size()) {
      text_.fail(place, "the stack has frame " + std::to_string(frame) + ", but \"ftbl\" has " +
                            std::to_string(frames_.size()) + " entries");
    }
    point_.stack.push_back(static_cast<std::uint32_t>(frame));
  });
}

void PointReader::begin_profile(Metrics metrics) {
  first_metrics_ = metrics;
  columns_ = columns_for(header_, metrics, options_);
  for (const Column& column : columns_) profile_.add_value_type(column.type);
  profile_.metadata().default_type = default_type(columns_);
  values_.resize(columns_.size());
}

void PointReader::check_metrics(const Point& point, const char* place) {
  Metrics needed;
  needed.add(Metric::tb).add(Metric::tbk);
  if (first_metrics_) needed = *first_metrics_;
  if (const Metrics missing = needed.without(point.metrics); !missing.empty()) {
    text_.fail(place, "the point has no " + missing.names() + (first_metrics_ ? ", which the first point has" : ""));
  }
  if (!first_metrics_) {
    begin_profile(point.metrics);
    if (const Metrics missing = header_.promised().without(point.metrics); !missing.empty()) {
      context_.note("dhat.missing_values", text_.at(place),
                    "bklt and bkacc promise values that the points do not have: " + missing.names());
    }
  }
  if (const Metrics extra = point.metrics.without(*first_metrics_); !extra.empty()) {
    context_.data_loss("dhat.extra_values", text_.at(place),
                       "the point has values that the first point has not, and they were left out: " + extra.names());
  }
}

void PointReader::add_sample(const Point& point, const char* place) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::uint64_t raw = point.values[static_cast<std::size_t>(columns_[i].metric)];
    if (raw > INT64_MAX || __builtin_mul_overflow(static_cast<std::int64_t>(raw), columns_[i].factor, &values_[i])) {
      values_[i] = INT64_MAX;
      context_.data_loss("dhat.saturated", text_.at(place),
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
