// SPDX-License-Identifier: Apache-2.0
// Reading program points, checking that they agree with each other and with the header.
#include "readers/dhat/points.h"

#include <string>

#include "readers/dhat/scan.h"

namespace profconv::dhat {

namespace {

constexpr std::uint64_t points_between_polls = 1024;

/// Up to three characters of a key and its closing quote as one number, to be switched on.
constexpr std::uint32_t packed(std::string_view key) {
  std::uint32_t all = 0;
  for (const char c : key) all = all << 8 | static_cast<unsigned char>(c);
  return all;
}

std::uint32_t packed_key(const char* key) {
  constexpr std::size_t most = 4;
  std::size_t size = 0;
  while (size < most && key[size] != '"') ++size;
  return packed(std::string_view(key, size));
}

std::optional<Metric> metric_of(std::uint32_t key) {
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

PointReader::PointReader(const Document& document, JsonParts& json, const Header& header, FrameTable& frames,
                         const Options& options, ProfileBuilder& profile, Context& context, Check* check)
    : document_(document),
      json_(json),
      header_(header),
      frames_(frames),
      options_(options),
      profile_(profile),
      context_(context),
      check_(check) {}

void PointReader::read(std::string_view array) {
  ArrayObjects objects(document_, array.data(), "pps");
  for (std::string_view text; objects.next(text);) {
    if (points_++ % points_between_polls == 0) context_.check_cancelled();
    read_point(json_.object(text, "pps"));
    if (!point_.has_stack) document_.fail(text.data(), "the point has no \"fs\"");
    if (point_.has_histogram) ++histograms_;
    check_metrics(text.data());
    if (check_ != nullptr) check_->point(point_, text.data());
    add_sample(text.data());
  }
  if (!first_metrics_) begin_profile(header_.promised());
  report();
}

void PointReader::read_point(json::object object) {
  point_.metrics = {};
  point_.has_stack = false;
  point_.has_histogram = false;
  for (json::field field : object) {
    const std::uint32_t key = packed_key(field.key().raw());
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
  point_.stack.clear();
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

void PointReader::check_metrics(const char* place) {
  Metrics needed;
  needed.add(Metric::tb).add(Metric::tbk);
  if (first_metrics_) needed = *first_metrics_;
  if (const Metrics missing = needed.without(point_.metrics); !missing.empty()) {
    document_.fail(place,
                   "the point has no " + missing.names() + (first_metrics_ ? ", which the first point has" : ""));
  }
  if (!first_metrics_) {
    begin_profile(point_.metrics);
    if (const Metrics missing = header_.promised().without(point_.metrics); !missing.empty()) {
      context_.note("dhat.missing_values", document_.at(place),
                    "bklt and bkacc promise values that the points do not have: " + missing.names());
    }
  }
  if (const Metrics extra = point_.metrics.without(*first_metrics_); !extra.empty()) {
    context_.data_loss("dhat.extra_values", document_.at(place),
                       "the point has values that the first point has not, and they were left out: " + extra.names());
  }
}

void PointReader::add_sample(const char* place) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::uint64_t raw = point_.values[static_cast<std::size_t>(columns_[i].metric)];
    if (raw > INT64_MAX || __builtin_mul_overflow(static_cast<std::int64_t>(raw), columns_[i].factor, &values_[i])) {
      values_[i] = INT64_MAX;
      context_.data_loss(
          "dhat.saturated", document_.at(place),
          columns_[i].type.type + " does not fit into 64 bits; the largest integer that does stands for it");
    }
  }
  profile_.add({.stack = frames_.stack(point_.stack)}, values_);
}

void PointReader::report() {
  if (histograms_ != 0) {
    context_.data_loss("dhat.access_histograms", document_.whole(),
                       "accesses by byte (acc) have no place in a profile and were left out; points that had them: " +
                           std::to_string(histograms_));
  }
}

}  // namespace profconv::dhat
