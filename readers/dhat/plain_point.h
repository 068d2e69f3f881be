// SPDX-License-Identifier: Apache-2.0
// The short way to read program points: for the text that Valgrind and the Rust crate write, by a thread that reads
// ahead.
#pragma once

#include <cstddef>
#include <future>
#include <vector>

#include "readers/dhat/points.h"

namespace profconv::dhat {

/// Reads the object that begins at `at` and gives its end. Null where anything in it is out of the ordinary: an unknown
/// key, a number that may not fit, a frame that the table has not, an error. Such a point is for JsonParts to read, or
/// to refuse. A zero must follow the text.
[[nodiscard]] const char* read_plain_point(const char* at, std::size_t frames, Point& point);

/// Points that follow each other. Their memory is used again and again.
struct PointBatch {
  std::vector<Point> points;
  std::vector<const char*> places;
  std::size_t size = 0;
  const char* end = nullptr;   ///< of the last point
  const char* next = nullptr;  ///< the point behind; null where it may not be plain, or is none
};

/// Reads plain points by the batch; while one is used, the next is read.
class PlainPoints {
 public:
  explicit PlainPoints(std::size_t frames) : frames_(frames) {}

  void start(const char* at) { next_ = at; }
  /// Null where the next point is none, or not plain.
  [[nodiscard]] const PointBatch* next();

 private:
  std::size_t frames_;
  const char* next_ = nullptr;
  PointBatch batch_;
  PointBatch spare_;
  std::future<PointBatch> ahead_;
};

}  // namespace profconv::dhat
