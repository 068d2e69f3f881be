// SPDX-License-Identifier: Apache-2.0
// Reading points without a parser. Every loop ends at a character that it does not know, so that none needs the end of
// the text.
#include "readers/dhat/plain_point.h"

#include <utility>

#include "readers/dhat/point_keys.h"

namespace profconv::dhat {

namespace {

constexpr std::size_t points_a_batch = 512;

const char* skip_space(const char* at) {
  while (*at <= ' ' && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) ++at;
  return at;
}

/// Null where there is no number, or one that may have more than 64 bits.
const char* read_number(const char* at, std::uint64_t& number) {
  constexpr std::ptrdiff_t most_digits = 19;
  const char* const begin = at;
  number = 0;
  for (unsigned digit = 0; (digit = static_cast<unsigned char>(*at) - unsigned{'0'}) <= 9; ++at) {
    number = number * 10 + digit;
  }
  const std::ptrdiff_t digits = at - begin;
  const bool is_good = digits == 1 || (digits > 1 && digits <= most_digits && *begin != '0');
  return is_good ? at : nullptr;
}

const char* read_stack(const char* at, std::size_t frames, Point& point) {
  if (point.has_stack || *at != '[') return nullptr;
  point.has_stack = true;
  at = skip_space(at + 1);
  if (*at == ']') return at + 1;
  while (true) {
    std::uint64_t frame = 0;
    at = read_number(at, frame);
    if (at == nullptr || frame >= frames) return nullptr;
    point.stack.push_back(static_cast<std::uint32_t>(frame));
    at = skip_space(at);
    if (*at != ',') return *at == ']' ? at + 1 : nullptr;
    at = skip_space(at + 1);
  }
}

/// What "acc" says is not read, only its end looked for; from ',' to '9' there is nothing that could hide it.
const char* skip_histogram(const char* at, Point& point) {
  if (*at != '[') return nullptr;
  point.has_histogram = true;
  do ++at;
  while (*at >= ',' && *at <= '9');
  return *at == ']' ? at + 1 : nullptr;
}

const char* read_metric(const char* at, std::uint64_t key, Point& point) {
  const auto metric = metric_of(key);
  if (!metric || point.metrics.has(*metric)) return nullptr;
  point.metrics.add(*metric);
  return read_number(at, point.values[static_cast<std::size_t>(*metric)]);
}

/// Reads `"key":value`.
const char* read_member(const char* at, std::size_t frames, Point& point) {
  if (*at != '"') return nullptr;
  const std::uint64_t key = take_key(++at);
  if (*at != '"') return nullptr;
  at = skip_space(at + 1);
  if (*at != ':') return nullptr;
  at = skip_space(at + 1);
  if (key == packed("fs")) return read_stack(at, frames, point);
  if (key == packed("acc")) return skip_histogram(at, point);
  return read_metric(at, key, point);
}

/// The object behind an element of an array that ends at `at`; null where there is none.
const char* next_object(const char* at) {
  at = skip_space(at);
  if (*at != ',') return nullptr;
  at = skip_space(at + 1);
  return *at == '{' ? at : nullptr;
}

PointBatch read_batch(const char* at, std::size_t frames, PointBatch batch) {
  batch.size = 0;
  batch.next = at;
  while (batch.next != nullptr && batch.size < points_a_batch) {
    if (batch.size == batch.points.size()) {
      batch.points.emplace_back();
      batch.places.emplace_back();
    }
    const char* const end = read_plain_point(batch.next, frames, batch.points[batch.size]);
    if (end == nullptr) {
      batch.next = nullptr;
      break;
    }
    batch.places[batch.size++] = batch.next;
    batch.end = end;
    batch.next = next_object(end);
  }
  return batch;
}

}  // namespace

const char* read_plain_point(const char* at, std::size_t frames, Point& point) {
  point.clear();
  do {
    at = read_member(skip_space(at + 1), frames, point);
    if (at == nullptr) return nullptr;
    at = skip_space(at);
  } while (*at == ',');
  return *at == '}' ? at + 1 : nullptr;
}

const PointBatch* PlainPoints::next() {
  if (ahead_.valid()) {
    spare_ = std::exchange(batch_, ahead_.get());
  } else if (next_ != nullptr) {
    batch_ = read_batch(next_, frames_, std::move(batch_));
  } else {
    return nullptr;
  }
  next_ = nullptr;
  // Few points do not pay for a thread: the first batch of them is read by the caller.
  if (batch_.next != nullptr) {
    ahead_ =
        std::async(std::launch::async | std::launch::deferred, read_batch, batch_.next, frames_, std::move(spare_));
  }
  return batch_.size == 0 ? nullptr : &batch_;
}

}  // namespace profconv::dhat
