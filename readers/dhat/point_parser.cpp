// SPDX-License-Identifier: Apache-2.0
// The keys of points, and what they may hold.
#include "readers/dhat/point_parser.h"

namespace profconv::dhat {

namespace {

/// They fit into a processor's second cache, and take much longer to be read than a thread to wake up.
constexpr std::size_t points_at_a_time = 1024;
constexpr std::size_t usual_depth = 32;
/// Fewer points if they are longer than any in a recording, so that they do not take more memory than their text.
constexpr std::ptrdiff_t text_at_a_time = 1 << 20;

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

Points PointParser::next(Points used) {
  used.all.reserve(points_at_a_time);
  used.count = 0;
  const char* const begin = json_.place();
  try {
    while (used.count < points_at_a_time && json_.place() - begin < text_at_a_time) {
      if (used.count == used.all.size()) used.all.emplace_back().stack.reserve(usual_depth);
      Point& point = used.all[used.count];
      point.clear();
      used.is_last = !json_.next_element();
      if (used.is_last) break;
      read_point(point);
      ++used.count;
    }
  } catch (...) {
    used.error = std::current_exception();
  }
  return used;
}

void PointParser::read_point(Point& point) {
  point.place = json_.place();
  json_.begin_object();
  for (std::string_view key; json_.next_key(key);) {
    const std::uint64_t packed_key = packed(key);
    if (const auto metric = metric_of(packed_key)) {
      if (point.metrics.has(*metric)) refuse_twice(key);
      point.metrics.add(*metric);
      point.values[static_cast<std::size_t>(*metric)] = json_.unsigned_integer();
    } else if (packed_key == packed("fs")) {
      read_stack(point);
    } else if (packed_key == packed("acc")) {
      if (point.histogram) refuse_twice(key);
      point.histogram = json_.here();
      json_.skip_value();
    } else {
      if (point.unknown_keys++ == 0) {
        point.unknown_key = key;
        point.unknown_place = json_.place();
      }
      json_.skip_value();
    }
  }
}

void PointParser::refuse_twice(std::string_view key) {
  text_.fail(json_.place(), "the point has \"" + std::string(key) + "\" twice");
}

void PointParser::read_stack(Point& point) {
  if (point.has_stack) refuse_twice("fs");
  point.has_stack = true;
  json_.unsigned_integers([&](std::uint64_t frame, const char* place) {
    if (frame >= frames_) {
      text_.fail(place, "the stack has frame " + std::to_string(frame) + ", but \"ftbl\" has " +
                            std::to_string(frames_) + " entries");
    }
    point.stack.push_back(static_cast<std::uint32_t>(frame));
  });
}

}  // namespace profconv::dhat
