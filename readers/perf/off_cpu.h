// SPDX-License-Identifier: Apache-2.0
// Time that threads spent off the CPU, from context switches: the records of `perf record --switch-events`, and the
// samples of sched:sched_switch. The time from a switch out to the next switch in belongs to the stack of the sample
// that was taken at the switch.
//
//   prog 7/8 [001] 4.500000: sched:sched_switch: prev_comm=prog prev_pid=8 ... ==> next_comm=swapper next_pid=0 ...
//   prog 8 [001] 4.500001: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:     0/0
//   prog 8 [001] 4.600000: PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid:     0/0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "profconv/profile_builder.h"
#include "readers/perf/heading.h"

namespace profconv::perf {

class OffCpu {
 public:
  explicit OffCpu(ProfileSetBuilder& builder) : builder_(&builder) {}

  /// A sample of any event: those taken at switches have the stack of the switch. Throws OverflowError.
  void sample(const Heading& heading, const SampleKey& key);
  /// A record from "PERF_RECORD_SWITCH" on, of the thread of the heading before it. Throws OverflowError.
  void record(const Heading& heading, std::string_view record);

  /// How many threads were off the CPU at the end: how long is not known.
  [[nodiscard]] std::size_t still_out() const { return out_.size(); }
  /// How often a thread was switched out twice without having been seen on the CPU in between.
  [[nodiscard]] std::size_t unseen() const { return unseen_; }
  /// The profile, null without a switch.
  [[nodiscard]] ProfileBuilder* profile() const { return profile_; }

 private:
  struct Switch {
    SampleKey key;
    std::int64_t time_ns = 0;
    bool is_record = false;  ///< it was a record that said so, not a sample
  };

  void begin(std::int64_t tid, const Switch& at);
  void end(std::int64_t tid, std::int64_t time_ns);

  ProfileSetBuilder* builder_;
  ProfileBuilder* profile_ = nullptr;
  std::unordered_map<std::int64_t, SampleKey> last_;  ///< by tid: of its last sample at a switch
  std::unordered_map<std::int64_t, Switch> out_;      ///< by tid
  std::size_t unseen_ = 0;
};

}  // namespace profconv::perf
