// SPDX-License-Identifier: Apache-2.0
// From DHAT's counters to value types. docs/formats/dhat.md says what each of them means.
#include "readers/dhat/columns.h"

#include <algorithm>
#include <utility>

#include "core/wire/dhat_header.h"

namespace profconv::dhat {

namespace {

/// Collects the columns whose counter is there.
class ColumnList {
 public:
  explicit ColumnList(Metrics metrics) : metrics_(metrics) {}

  void add(Metric metric, std::string type, std::string unit, Aggregation aggregation = Aggregation::sum,
           std::int64_t factor = 1) {
    if (!metrics_.has(metric)) return;
    columns_.push_back({.type = {.type = std::move(type), .unit = std::move(unit), .aggregation = aggregation},
                        .metric = metric,
                        .factor = factor});
  }

  [[nodiscard]] std::vector<Column> take() && { return std::move(columns_); }

 private:
  Metrics metrics_;
  std::vector<Column> columns_;
};

/// What blocks and bytes are called in this file.
struct Words {
  std::string objects_type;
  std::string space_type;
  std::string space_unit;
};

bool has_own_units(const Header& header) { return !header.space_unit.empty() && header.space_unit != "bytes"; }

bool counts_copies(const Header& header) { return header.verb == "Copied" || header.mode == "copy"; }

Words words_for(const Header& header) {
  if (has_own_units(header)) {
    const bool distinct = !header.block_unit.empty() && header.block_unit != header.space_unit;
    const std::string_view events = header.space_unit == "events" ? "occurrences" : "events";
    // Units that are called as their blocks are counted like these.
    const std::string unit = header.block_unit == header.space_unit ? "count" : header.space_unit;
    return {distinct ? header.block_unit : std::string(events), header.space_unit, unit};
  }
  if (counts_copies(header)) return {"copies", "copied", "bytes"};
  return {"alloc_objects", "alloc_space", "bytes"};
}

/// The counters that stand for what is in use: blocks and bytes.
std::pair<Metric, Metric> inuse_metrics(std::string_view choice) {
  if (choice == "site-max") return {Metric::mbk, Metric::mb};
  if (choice == "end") return {Metric::ebk, Metric::eb};
  return {Metric::gbk, Metric::gb};
}

std::string lifetime_unit(const Header& header) {
  if (header.time_unit_ns() != 0) return "nanoseconds";
  return header.time_unit == "instrs" ? "instructions" : header.time_unit;
}

}  // namespace

std::string Metrics::names() const {
  std::string all;
  for (std::size_t i = 0; i < metric_count; ++i) {
    if (has(static_cast<Metric>(i))) all.append(all.empty() ? "" : ", ").append(metric_names[i]);
  }
  return all;
}

Metrics Header::promised() const {
  Metrics all;
  all.add(Metric::tb).add(Metric::tbk);
  if (lifetimes) {
    all.add(Metric::tl)
        .add(Metric::mb)
        .add(Metric::mbk)
        .add(Metric::gb)
        .add(Metric::gbk)
        .add(Metric::eb)
        .add(Metric::ebk);
  }
  if (accesses) all.add(Metric::rb).add(Metric::wb);
  return all;
}

std::int64_t Header::time_unit_ns() const { return dhat_unit_ns(time_unit); }

bool counts_heap(const Header& header) { return !has_own_units(header) && !counts_copies(header); }

std::vector<Column> columns_for(const Header& header, Metrics metrics, const Options& options) {
  const Words words = words_for(header);
  ColumnList list(metrics);
  list.add(Metric::tbk, words.objects_type, "count");
  list.add(Metric::tb, words.space_type, words.space_unit);
  const auto [inuse_objects, inuse_bytes] = inuse_metrics(options.text(inuse_option));
  const Aggregation rule = inuse_bytes == Metric::mb ? Aggregation::max : Aggregation::sum;
  list.add(inuse_objects, "inuse_objects", "count", rule);
  list.add(inuse_bytes, std::string(inuse_space), words.space_unit, rule);
  list.add(Metric::ebk, "end_objects", "count");
  list.add(Metric::eb, "end_space", words.space_unit);
  list.add(Metric::tl, "lifetime", lifetime_unit(header), Aggregation::sum,
           std::max<std::int64_t>(header.time_unit_ns(), 1));
  list.add(Metric::rb, "read", "bytes");
  list.add(Metric::wb, "written", "bytes");
  // For rewriting alone the maxima are not read twice.
  const bool has_maxima = inuse_bytes == Metric::mb && !options.is_set(site_max_option);
  if (options.boolean(site_max_option) && !has_maxima) {
    list.add(Metric::mbk, "site_max_objects", "count", Aggregation::max);
    list.add(Metric::mb, "site_max_space", words.space_unit, Aggregation::max);
  }
  return std::move(list).take();
}

std::string default_type(const std::vector<Column>& columns) {
  const auto is_inuse = [](const Column& c) { return c.type.type == inuse_space; };
  const auto is_space = [](const Column& c) { return c.metric == Metric::tb; };
  auto shown = std::find_if(columns.begin(), columns.end(), is_inuse);
  if (shown == columns.end()) shown = std::find_if(columns.begin(), columns.end(), is_space);
  return shown == columns.end() ? std::string() : shown->type.type;
}

}  // namespace profconv::dhat
