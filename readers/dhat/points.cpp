// SPDX-License-Identifier: Apache-2.0
// Reading program points, checking that they agree with each other and with the header.
#include "readers/dhat/points.h"

#include <algorithm>
#include <string>

#include "readers/dhat/plain_point.h"
#include "readers/dhat/point_keys.h"
#include "readers/dhat/scan.h"

namespace profconv::dhat {

namespace {

constexpr std::uint64_t points_between_polls = 1024;

}  // namespace

PointReader::PointReader(Document& document, JsonParts& json, const Header& header, FrameTable& frames,
                         const Options& options, ProfileBuilder& profile, Context& context, Check* check)
    : document_(document),
      json_(json),
      header_(header),
      frames_(frames),
      options_(options),
      profile_(profile),
      context_(context),
      check_(check),
      plain_(std::make_unique<PlainPoints>(frames.size())) {}

PointReader::~PointReader() = default;

void PointReader::read(std::string_view array) {
  ArrayObjects objects(document_, array.data(), "pps");
  while (objects.next()) {
    if (points_++ % points_between_polls == 0) context_.check_cancelled();
    // A check wants to see the histograms too.
    if (check_ == nullptr && read_plain(objects)) continue;
    const std::string_view text = objects.text();
    read_point(json_.object(text, "pps"));
    add(point_, text.data());
  }
  if (!first_metrics_) begin_profile(header_.promised());
  if (points_ != 0) declare_unread();
  report();
}

bool PointReader::read_plain(ArrayObjects& objects) {
  const char* end = nullptr;
  plain_->start(objects.at());
  while (const PointBatch* const batch = plain_->next()) {
    context_.check_cancelled();
    for (std::size_t i = 0; i < batch->size; ++i) add(batch->points[i], batch->places[i]);
    end = batch->end;
  }
  if (end == nullptr) return false;
  objects.go_behind(end);
  return true;
}

void PointReader::add(const Point& point, const char* place) {
  if (!point.has_stack) document_.fail(place, "the point has no \"fs\"");
  if (point.has_histogram) ++histograms_;
  check_metrics(point, place);
  if (check_ != nullptr) check_->point(point, place);
  add_sample(point, place);
}

void PointReader::read_point(json::object object) {
  point_.clear();
  for (json::field field : object) {
    const char* name_text = field.key().raw();
    const std::uint64_t key = take_key(name_text);
    if (const auto metric = metric_of(key)) {
      read_metric(*metric, field.value());
    } else if (key == packed("fs")) {
      read_stack(field.value());
    } else if (key == packed("acc")) {
      point_.has_histogram = true;
      if (check_ != nullptr) check_->histogram(json_.array(field.value(), "acc"));
    } else {
      const Location where = document_.at(json_.position());
      const std::string_view name = field.unescaped_key();
      context_.note("dhat.unknown_key", where, "points have a key that is not known: " + shown(name));
    }
  }
}

void PointReader::read_metric(Metric metric, json::value& value) {
  const auto index = static_cast<std::size_t>(metric);
  const std::string_view name = metric_names[index];
  if (point_.metrics.has(metric)) {
    document_.fail(json_.position(), "the point has \"" + std::string(name) + "\" twice");
  }
  point_.metrics.add(metric);
  point_.values[index] = json_.unsigned_integer(value, name);
}

void PointReader::read_stack(json::value& value) {
  if (point_.has_stack) document_.fail(json_.position(), "the point has \"fs\" twice");
  point_.has_stack = true;
  for (json::value index : json_.array(value, "fs")) {
    const char* const place = json_.position();
    const std::uint64_t frame = json_.unsigned_integer(index, "fs");
    if (frame >= frames_.size()) {
      document_.fail(place, "the stack has frame " + std::to_string(frame) + ", but \"ftbl\" has " +
                                std::to_string(frames_.size()) + " entries");
    }
    point_.stack.push_back(static_cast<std::uint32_t>(frame));
  }
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
    document_.fail(place,
                   "the point has no " + missing.names() + (first_metrics_ ? ", which the first point has" : ""));
  }
  if (!first_metrics_) {
    begin_profile(point.metrics);
    if (const Metrics missing = header_.promised().without(point.metrics); !missing.empty()) {
      context_.note("dhat.missing_values", document_.at(place),
                    "bklt and bkacc promise values that the points do not have: " + missing.names());
    }
  }
  if (const Metrics extra = point.metrics.without(*first_metrics_); !extra.empty()) {
    context_.data_loss("dhat.extra_values", document_.at(place),
                       "the point has values that the first point has not, and they were left out: " + extra.names());
  }
}

void PointReader::add_sample(const Point& point, const char* place) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::uint64_t raw = point.values[static_cast<std::size_t>(columns_[i].metric)];
    if (raw > INT64_MAX || __builtin_mul_overflow(static_cast<std::int64_t>(raw), columns_[i].factor, &values_[i])) {
      values_[i] = INT64_MAX;
      context_.data_loss(
          "dhat.saturated", document_.at(place),
          columns_[i].type.type + " does not fit into 64 bits; the largest integer that does stands for it");
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
      {.file = document_.whole().file, .what = "each site's own maximum (mb, mbk)", .setting = "dhat.site-max=yes"});
}

void PointReader::report() {
  if (histograms_ != 0) {
    context_.data_loss("dhat.access_histograms", document_.whole(),
                       "accesses by byte (acc) have no place in a profile and were left out; points that had them: " +
                           std::to_string(histograms_));
  }
}

}  // namespace profconv::dhat
