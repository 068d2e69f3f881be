// SPDX-License-Identifier: Apache-2.0
// Judging frames and points.
#include "readers/dhat/check.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/integers.h"
#include "readers/dhat/frame_table.h"
#include "readers/dhat/points.h"

namespace profconv::dhat {

namespace {

/// How often the bytes of a block were accessed, unpacked.
struct Histogram {
  std::uint64_t bytes = 0;
  bool is_damaged = false;
  bool is_too_large = false;
};

constexpr std::int64_t most_accesses = 0xFFFF;

std::uint64_t value(const Point& point, Metric metric) { return point.values[static_cast<std::size_t>(metric)]; }

std::string name(Metric metric) { return std::string(metric_names[static_cast<std::size_t>(metric)]); }

/// Both are written without zeros in front.
bool is_larger(std::string_view a, std::string_view b) { return a.size() != b.size() ? a.size() > b.size() : a > b; }

/// Reads an "acc".
Histogram histogram(const JsonText& text, const JsonValue& value) {
  JsonPullReader json(text);
  json.go_to(value);
  Histogram all;
  std::int64_t run = 0;
  for (json.begin_array(); json.next_element();) {
    const std::int64_t number = parse_integer<std::int64_t>(json.raw_value()).value_or(INT64_MIN);
    const bool is_number = number != INT64_MIN;
    all.is_damaged = all.is_damaged || !is_number || (run != 0 && number < 0);
    if (all.is_damaged) continue;
    if (number < 0) {
      run = -number;
      continue;
    }
    all.is_too_large = all.is_too_large || number > most_accesses;
    all.bytes += run == 0 ? 1 : static_cast<std::uint64_t>(run);
    run = 0;
  }
  all.is_damaged = all.is_damaged || run != 0;
  return all;
}

}  // namespace

void Check::error(std::string_view kind, std::string_view message, const char* place) {
  context_->error(kind, text_->at(place), message);
}

void Check::warn(std::string_view kind, std::string_view message, const char* place) {
  context_->data_loss(kind, text_->at(place), message);
}

void Check::note(std::string_view kind, std::string_view message, const char* place) {
  context_->note(kind, text_->at(place), message);
}

void Check::missing_field(std::string_view key) {
  context_->error("dhat.missing_field", text_->whole(),
                  "the file has no \"" + std::string(key) + "\": Valgrind's viewer refuses it");
}

void Check::times(const char* place) {
  const std::string& peak = header_->peak_time;
  const std::string& end = header_->end_time;
  if (peak.empty() || end.empty() || !is_larger(peak, end)) return;
  error("dhat.peak_after_end", "the peak (tg " + peak + ") is after the end (te " + end + ")", place);
}

void Check::frame(std::string_view text, const char* place) {
  const std::size_t index = frames_.size();
  frames_.push_back(place);
  is_used_.push_back(false);
  if (index == 0 && text != root_text) {
    warn("dhat.root", "the first entry of \"ftbl\" is not \"[root]\", which the viewer shows above all stacks", place);
  }
  const auto [known, is_new] = entry_of_.try_emplace(std::string(text), index);
  if (!is_new) {
    note("dhat.repeated_frame",
         "entry " + std::to_string(index) + " of \"ftbl\" is that of " + std::to_string(known->second) + " again",
         place);
  }
}

void Check::judge_histogram(const Point& point, const char* place) {
  if (!point.histogram) return;
  const Histogram all = histogram(*text_, *point.histogram);
  if (all.is_damaged) return error("dhat.histogram", "\"acc\" is no list of access counts and runs of them", place);
  if (all.is_too_large) {
    error("dhat.histogram", "\"acc\" has a count above 65535: Valgrind's viewer refuses the file", place);
  }
  if (!header_->accesses) warn("dhat.histogram", "\"acc\" is in a file whose \"bkacc\" is false", place);
  std::uint64_t bytes = 0;
  const bool fits = !__builtin_mul_overflow(all.bytes, value(point, Metric::tbk), &bytes);
  if (fits && bytes == value(point, Metric::tb)) return;
  note("dhat.histogram_size",
       "\"acc\" tells of blocks of " + std::to_string(all.bytes) + " bytes, which " + name(Metric::tbk) + " and " +
           name(Metric::tb) + " do not: blocks were resized, or it belongs elsewhere",
       place);
}

void Check::totals(const Point& point, const char* place) {
  constexpr std::array<std::pair<Metric, Metric>, 6> parts{{{Metric::mb, Metric::tb},
                                                            {Metric::gb, Metric::tb},
                                                            {Metric::eb, Metric::tb},
                                                            {Metric::mbk, Metric::tbk},
                                                            {Metric::gbk, Metric::tbk},
                                                            {Metric::ebk, Metric::tbk}}};
  for (const auto& [part, total] : parts) {
    if (value(point, part) <= value(point, total)) continue;
    error("dhat.above_total",
          name(part) + " is " + std::to_string(value(point, part)) + ", more than " + name(total) + ", which is " +
              std::to_string(value(point, total)),
          place);
  }
}

void Check::maxima(const Point& point, const char* place) {
  const std::uint64_t maximum = value(point, Metric::mb);
  const std::uint64_t held = std::max(value(point, Metric::gb), value(point, Metric::eb));
  if (!point.metrics.has(Metric::mb) || held <= maximum) return;
  if (!header_->mode.starts_with("rust")) {
    if (low_maxima_++ == 0) first_low_maximum_ = place;
    return;
  }
  error("dhat.above_maximum",
        "the point held " + std::to_string(held) +
            " at the peak or the end (gb, eb), more than its maximum mb, which is " + std::to_string(maximum),
        place);
}

void Check::blocks(const Point& point, const char* place) {
  constexpr std::array<std::pair<Metric, Metric>, 3> pairs{
      {{Metric::tb, Metric::tbk}, {Metric::gb, Metric::gbk}, {Metric::eb, Metric::ebk}}};
  for (const auto& [bytes, count] : pairs) {
    if (value(point, bytes) == 0 || value(point, count) != 0) continue;
    error("dhat.bytes_without_blocks",
          name(bytes) + " is " + std::to_string(value(point, bytes)) + " and " + name(count) + " is 0", place);
  }
  std::uint64_t most = 0;
  const auto end = parse_integer<std::uint64_t>(header_->end_time);
  if (!end || __builtin_mul_overflow(*end, value(point, Metric::tbk), &most)) return;
  if (value(point, Metric::tl) <= most) return;
  warn("dhat.lifetime",
       "tl is " + std::to_string(value(point, Metric::tl)) + ": longer than " +
           std::to_string(value(point, Metric::tbk)) + " blocks could live until te",
       place);
}

void Check::stack(const Point& point, const char* place) {
  std::string entries;
  for (const std::uint32_t entry : point.stack) {
    is_used_[entry] = true;
    entries.append(reinterpret_cast<const char*>(&entry), sizeof entry);
    if (entry == 0) {
      warn("dhat.root_in_stack", "a stack has entry 0 of \"ftbl\", which is the root of all stacks", place);
    }
  }
  const auto [known, is_new] = point_of_.try_emplace(std::move(entries), points_);
  if (is_new) return;
  error("dhat.repeated_stack",
        "point " + std::to_string(points_) + " has the stack of point " + std::to_string(known->second) +
            ": Valgrind's viewer refuses the file, others add the points",
        place);
}

void Check::point(const Point& point) {
  const char* const place = point.place;
  ++points_;
  totals(point, place);
  maxima(point, place);
  blocks(point, place);
  stack(point, place);
  judge_histogram(point, place);
}

void Check::finish() {
  if (low_maxima_ != 0) {
    note("dhat.low_maximum",
         "mb is less than the point held at the peak or the end in " + std::to_string(low_maxima_) + " of " +
             std::to_string(points_) + " points: Valgrind updates it only while the whole heap is at its largest",
         first_low_maximum_);
  }
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    if (!is_used_[i]) note("dhat.unused_frame", "no stack has entry " + std::to_string(i) + " of \"ftbl\"", frames_[i]);
  }
}

}  // namespace profconv::dhat
