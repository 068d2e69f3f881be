// SPDX-License-Identifier: Apache-2.0
// From switch to switch.
#include "readers/perf/off_cpu.h"

#include <algorithm>
#include <array>

#include "core/text/integers.h"
#include "readers/perf/events.h"

namespace profconv::perf {

namespace {

/// "next_pid=18" of the fields of sched:sched_switch; perf calls a thread's id a pid there.
std::optional<std::int64_t> next_thread(std::string_view fields) {
  constexpr std::string_view name = " next_pid=";
  const std::size_t at = fields.rfind(name);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = fields.substr(at + name.size());
  return parse_integer<std::int64_t>(rest.substr(0, rest.find(' ')));
}

}  // namespace

void OffCpu::sample(const Heading& heading, const SampleKey& key) {
  if (!heading.tid || !heading.time_ns) return;
  const std::string_view event = without_modifiers(heading.event);
  const bool is_switch = event == "sched:sched_switch";
  if (!is_switch && event != "context-switches" && event != "cs") return;
  last_[*heading.tid] = key;
  if (!is_switch) return;
  if (*heading.tid > 0) begin(*heading.tid, {.key = key, .time_ns = *heading.time_ns});
  if (const auto next = next_thread(heading.rest)) end(*next, *heading.time_ns);
}

void OffCpu::record(const Heading& heading, std::string_view record) {
  if (heading.tid.value_or(0) <= 0 || !heading.time_ns) return;  // idle threads are never off, and -1 is any that ended
  if (record.find(" IN ") != std::string_view::npos || record.ends_with(" IN"))
    return end(*heading.tid, *heading.time_ns);
  const auto known = last_.find(*heading.tid);
  begin(*heading.tid,
        {.key = known == last_.end() ? SampleKey{} : known->second, .time_ns = *heading.time_ns, .is_record = true});
}

/// A sample and a record tell the same switch: the first counts. Two of one kind are two switches, and when the thread
/// came back in between is unknown: it waits from the second on.
void OffCpu::begin(std::int64_t tid, const Switch& at) {
  const auto [known, is_new] = out_.try_emplace(tid, at);
  if (is_new || known->second.is_record != at.is_record) return;
  known->second = at;
  ++unseen_;
}

void OffCpu::end(std::int64_t tid, std::int64_t time_ns) {
  const auto found = out_.find(tid);
  if (found == out_.end()) return;
  if (profile_ == nullptr) {
    profile_ = &builder_->add_profile("off-cpu");
    profile_->add_value_type({.type = "switches", .unit = "count"});
    profile_->add_value_type({.type = "off-cpu", .unit = "nanoseconds"});
  }
  SampleKey key = found->second.key;
  key.start_ns = found->second.time_ns;
  const std::int64_t duration_ns = std::max<std::int64_t>(time_ns - found->second.time_ns, 0);
  out_.erase(found);
  last_.erase(tid);
  profile_->add(key, std::array<std::int64_t, 2>{1, duration_ns});
}

}  // namespace profconv::perf
