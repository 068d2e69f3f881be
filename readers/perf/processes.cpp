// SPDX-License-Identifier: Apache-2.0
// Reading COMM, FORK, EXIT and MMAP2.
#include "readers/perf/processes.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/text/base_name.h"
#include "core/text/blanks.h"
#include "core/text/integers.h"

namespace profconv::perf {

namespace {

bool cut(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Cuts what stands before `end`, and `end` itself.
std::optional<std::string_view> cut_until(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return part;
}

template <class Integer>
std::optional<Integer> cut_number(std::string_view& text, std::string_view end, int base = 10) {
  const auto part = cut_until(text, end);
  return part ? parse_integer<Integer>(*part, base) : std::nullopt;
}

/// "0x55815ad39000(0x1000) @ 0x1000 fe:00 53 35" or "... @ 0x1000 <4f0c...>".
std::optional<Maps::Range> parse_range(std::string_view text) {
  Maps::Range range;
  if (!cut(text, "0x")) return std::nullopt;
  const auto start = cut_number<std::uint64_t>(text, "(0x", 16);
  const auto length = cut_number<std::uint64_t>(text, ") @ ", 16);
  if (!start || !length || __builtin_add_overflow(*start, *length, &range.limit)) return std::nullopt;
  range.start = *start;
  cut(text, "0x");
  const std::size_t end = std::min(text.find(' '), text.size());
  const auto offset = parse_integer<std::uint64_t>(text.substr(0, end), 16);
  if (!offset) return std::nullopt;
  range.offset = *offset;
  text = without_blanks_around(text.substr(end));
  if (text.starts_with('<') && text.ends_with('>')) range.build_id = text.substr(1, text.size() - 2);
  return range;
}

struct Ids {
  std::int64_t pid = 0;
  std::int64_t tid = 0;
  std::int64_t parent = 0;
};

/// "(6377:6378):(6376:6376)".
std::optional<Ids> parse_ids(std::string_view text) {
  if (!cut(text, "(")) return std::nullopt;
  const auto pid = cut_number<std::int64_t>(text, ":");
  const auto tid = cut_number<std::int64_t>(text, "):(");
  const auto parent = cut_number<std::int64_t>(text, ":");
  if (!pid || !tid || !parent) return std::nullopt;
  return Ids{.pid = *pid, .tid = *tid, .parent = *parent};
}

/// ".../jit-PID.dump", which compilers map for perf to see where it is (jitdump-specification.txt).
bool is_jit_dump(std::string_view path) {
  const std::string_view file = base_name(path);
  return file.starts_with("jit-") && file.ends_with(".dump");
}

}  // namespace

bool Processes::take(std::string_view record) {
  if (cut(record, "PERF_RECORD_COMM")) return take_comm(record);
  if (cut(record, "PERF_RECORD_FORK")) return take_fork(record);
  if (cut(record, "PERF_RECORD_EXIT")) return take_exit(record);
  return (cut(record, "PERF_RECORD_MMAP2 ") || cut(record, "PERF_RECORD_MMAP ")) && take_map(record);
}

/// " exec: deep:6376/6376". An exec drops what was mapped.
bool Processes::take_comm(std::string_view text) {
  const bool is_exec = cut(text, " exec");
  if (!cut(text, ": ")) return false;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  std::string_view ids = text.substr(colon + 1);
  const auto pid = cut_number<std::int64_t>(ids, "/");
  const auto tid = parse_integer<std::int64_t>(without_blanks_around(ids));
  if (!pid || !tid) return false;
  pids_[*tid] = *pid;
  if (*pid == *tid) names_[*pid] = text.substr(0, colon);
  if (is_exec) maps_.erase(*pid);
  return true;
}

/// "(6377:6378):(6376:6376)": the pid and tid of the child, then of the parent. A process begins with its parent's
/// name and maps.
bool Processes::take_fork(std::string_view text) {
  const auto ids = parse_ids(text);
  if (!ids) return false;
  pids_[ids->tid] = ids->pid;
  ++threads_[ids->pid];
  if (ids->pid == ids->parent) return true;
  if (const auto name = names_.find(ids->parent); name != names_.end()) names_[ids->pid] = std::string(name->second);
  const auto maps = maps_.find(ids->parent);
  if (maps == maps_.end()) {
    maps_.erase(ids->pid);
  } else {
    maps_[ids->pid] = Maps(maps->second);
  }
  return true;
}

/// The same ids. Where a process was mapped is not needed when its last thread has ended; who it was still is, for the
/// switch that follows.
bool Processes::take_exit(std::string_view text) {
  const auto ids = parse_ids(text);
  if (!ids) return false;
  std::int64_t& threads = threads_[ids->pid];
  if (--threads > 0) return true;
  threads_.erase(ids->pid);
  if (ids->pid == ids->tid) maps_.erase(ids->pid);
  return true;
}

/// "6376/6376: [...]: r-xp /src/deep".
bool Processes::take_map(std::string_view text) {
  const auto pid = cut_number<std::int64_t>(text, "/");
  const auto tid = cut_number<std::int64_t>(text, ": [");
  const auto area = cut_until(text, "]: ");
  const auto mode = cut_until(text, " ");
  if (!pid || !tid || !area || !mode) return false;
  auto range = parse_range(*area);
  if (!range) return false;
  if (*pid < 0 || mode->find('x') == std::string_view::npos) return true;  // the kernel's own; data
  pids_[*tid] = *pid;
  range->file = keep(text);
  range->build_id = keep(range->build_id);
  if (is_jit_dump(text)) jit_dumps_.emplace(text);
  maps_[*pid].put(*range, ++generations_);
  return true;
}

std::string_view Processes::keep(std::string_view text) {
  const auto known = texts_.find(text);
  return known != texts_.end() ? *known : *texts_.emplace(text).first;
}

std::optional<std::int64_t> Processes::pid_of(std::int64_t tid) const {
  const auto found = pids_.find(tid);
  return found == pids_.end() ? std::nullopt : std::optional(found->second);
}

std::string_view Processes::name_of(std::int64_t pid) const {
  const auto found = names_.find(pid);
  return found == names_.end() ? std::string_view() : std::string_view(found->second);
}

const Maps& Processes::maps_of(std::optional<std::int64_t> pid) const {
  static const Maps none;
  const auto found = pid ? maps_.find(*pid) : maps_.end();
  return found == maps_.end() ? none : found->second;
}

}  // namespace profconv::perf
