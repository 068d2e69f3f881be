// SPDX-License-Identifier: Apache-2.0
// Fuzzing the host of plugins: the bytes are what a plugin calls, with which ids, sizes, strides and pointers. It lies
// about all of them but this: each pointer points to as much memory as it says, which no host can check.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fuzz/choices.h"
#include "fuzz/fuzz_one.h"
#include "fuzz/lying_writer.h"
#include "support/plugins.h"
#include "support/round_trip.h"
#include "tools/lib/plugins/feature_names.h"
#include "tools/lib/plugins/job.h"

namespace profconv::test {

namespace {

const pc_host& host = plugins::host();

constexpr std::size_t most_elements = 3;
constexpr std::size_t room = 160;  ///< for one struct, and for what a newer one has at its end

/// Structs as a plugin has them in memory, some with a wrong size or too close to each other.
template <class T>
class Array {
 public:
  template <class Make>
  Array(Choices& choices, Make make) : count(choices.below(most_elements + 1)) {
    static_assert(sizeof(T) < room);
    for (std::size_t i = 0; i < count; ++i) {
      T made = make();
      if constexpr (requires { made.size; } && !std::is_same_v<T, pc_string>) {
        made.size = choices.one_in(16) ? choices.below(room) : sizeof(T);
      }
      std::memcpy(memory_.data() + room * i, &made, sizeof(T));
      if (choices.one_in(32)) memory_[room * (i + 1) - 1] = 1;
    }
    const bool has_sizes = !std::is_same_v<T, pc_string> && !std::is_same_v<T, pc_labels>;
    if (choices.one_in(16)) stride = has_sizes ? choices.below(room) : choices.below(sizeof(T));
    is_null_ = choices.one_in(32);
  }

  [[nodiscard]] const T* data() const { return is_null_ ? nullptr : reinterpret_cast<const T*>(memory_.data()); }

  std::size_t count;
  std::size_t stride = room;

 private:
  alignas(8) std::array<char, most_elements * room> memory_{};
  bool is_null_ = false;
};

/// What a plugin remembers of a profile: the sums of what was accepted, while they fit.
struct Expected {
  std::vector<bool> are_sums;
  std::vector<std::optional<std::int64_t>> totals;
};

/// Calls of a reader.
class LyingReader {
 public:
  LyingReader(pc_job* job, Choices& choices) : job_(job), choices_(choices) {}

  pc_status run() {
    while (!choices_.are_over()) took(act());
    return choices_.one_in(2) ? first_ : PC_OK;
  }
  [[nodiscard]] const std::vector<Expected>& profiles() const { return profiles_; }

 private:
  /// Errors stay.
  void took(pc_status status) {
    if (first_ != PC_OK && status != first_) throw std::logic_error("a failed job goes on");
    first_ = status;
  }

  pc_status act() {
    switch (choices_.below(20)) {
      case 0:
        return add(host.add_strings, [&] { return choices_.text(); });
      case 1:
        return add(host.add_named_frames, [&] { return choices_.text(); });
      case 2:
        return add(host.add_mappings, [&] { return mapping(); });
      case 3:
        return add(host.add_functions, [&] { return function(); });
      case 4:
        return add(host.add_frames, [&] { return frame(); });
      case 5:
        return add(host.add_threads, [&] { return thread(); });
      case 6:
        return add_label_sets();
      case 7:
      case 8:
        return add_stacks();
      case 9:
        return add_profile();
      case 10:
      case 11:
      case 12:
        return add_samples();
      default:
        return act_on_job();
    }
  }

  /// Arguments are chosen before a call: compilers differ in the order in which they make them.
  pc_status act_on_job() {
    const std::size_t which = choices_.below(8);
    const std::uint32_t id = choices_.id();
    const std::int32_t flag = choices_.flag();
    const pc_string text = choices_.text();
    switch (which) {
      case 0:
        return read();
      case 1:
        return host.add_comment(job_, id, text);
      case 2:
        return add_attribute(id);
      case 3:
        static_cast<void>(host.option_number(job_, id));
        static_cast<void>(host.option_text(job_, id));
        return host.check(job_);
      case 4:
        return host.report(job_, flag, choices_.one_in(16) ? nullptr : "kind", id, text);
      case 5:
        return host.write(job_, "x", 1);
      case 6:
        return host.fail(job_, flag + PC_ERROR_READ, id, text);
      default:
        return host.check(job_);
    }
  }

  template <class Add, class Make>
  pc_status add(Add call, Make make) {
    using T = decltype(make());
    const Array<T> array(choices_, make);
    return call(job_, array.data(), array.stride, array.count, ids_.data());
  }

  pc_mapping mapping() {
    pc_mapping made{.start = choices_.number(), .limit = choices_.number(), .offset = choices_.number()};
    made.file = choices_.id();
    made.build_id = choices_.id();
    made.relative_addresses = choices_.flag();
    made.has_functions = choices_.flag();
    return made;
  }
  pc_function function() {
    return {.size = 0,
            .start_line = choices_.signed_number(),
            .name = choices_.id(),
            .system_name = choices_.id(),
            .file = choices_.id()};
  }
  pc_frame frame() {
    pc_frame made{.address = choices_.number(), .offset = choices_.number(), .line = choices_.signed_number()};
    made.column = choices_.signed_number();
    made.function = choices_.id();
    made.mapping = choices_.id();
    made.has_offset = choices_.flag();
    made.is_inlined = choices_.flag();
    made.kind = choices_.flag();
    return made;
  }
  pc_thread thread() {
    return {.size = 0,
            .pid = choices_.signed_number(),
            .tid = choices_.signed_number(),
            .process_name = choices_.id(),
            .thread_name = choices_.id()};
  }

  pc_status add_label_sets() {
    std::array<pc_label, most_elements> labels{};
    for (pc_label& each : labels) {
      each = {.number = choices_.signed_number(), .key = choices_.id(), .text = choices_.id(), .unit = choices_.id()};
      each.is_number = choices_.flag();
    }
    return add(host.add_label_sets, [&] {
      const std::size_t count = choices_.below(most_elements + 1);
      return pc_labels{choices_.one_in(16) ? nullptr : labels.data(), count};
    });
  }

  /// A column of ids.
  pc_column column(std::array<std::uint32_t, most_elements>& numbers, bool is_needed) {
    for (std::uint32_t& each : numbers) each = choices_.id();
    if (is_needed ? choices_.one_in(32) : !choices_.one_in(3)) return {nullptr, 0};
    return {numbers.data(), choices_.one_in(4) ? 0 : sizeof(std::uint32_t)};
  }

  pc_status add_stacks() {
    std::array<std::uint32_t, most_elements> frames{};
    std::array<std::uint32_t, most_elements> depths{};
    std::array<std::uint32_t, most_elements> parents{};
    pc_stacks stacks{.size = sizeof(pc_stacks)};
    for (std::uint32_t& each : frames) each = choices_.id();
    stacks.count = choices_.below(most_elements + 1);
    stacks.frames = choices_.one_in(32) ? nullptr : frames.data();
    stacks.frame_count = choices_.below(most_elements + 1);
    stacks.depth = column(depths, true);
    stacks.parent = column(parents, false);
    stacks.order = choices_.flag();
    return host.add_stacks(job_, choices_.one_in(32) ? nullptr : &stacks, ids_.data());
  }

  pc_status add_profile() {
    Expected expected;
    const Array<pc_value_type> types(choices_, [&] {
      pc_value_type made{.type = choices_.text(), .unit = choices_.text()};
      made.aggregation = choices_.one_in(4) ? choices_.flag() : PC_SUM;
      made.scale = choices_.one_in(8) ? choices_.flag() : 0;
      expected.are_sums.push_back(made.aggregation == PC_SUM);
      expected.totals.emplace_back(0);
      return made;
    });
    pc_profile known{.size = sizeof(pc_profile), .name = choices_.text(), .default_type = choices_.below(3)};
    known.clock = choices_.flag();
    known.period = choices_.signed_number();
    known.period_type = choices_.text();
    known.is_comparison = choices_.one_in(16) ? 1 : 0;
    std::size_t index = 0;
    const pc_profile* const given = choices_.one_in(2) ? &known : nullptr;
    const pc_status status =
        host.add_profile(job_, given, types.data(), types.stride, types.count, choices_.one_in(2) ? &index : nullptr);
    // With another stride, these are other types.
    if (types.stride != room) std::fill(expected.are_sums.begin(), expected.are_sums.end(), false);
    if (status == PC_OK) profiles_.push_back(std::move(expected));
    return status;
  }

  pc_status add_attribute(std::size_t profile) {
    pc_attribute attribute{.size = sizeof(pc_attribute), .key = choices_.text(), .text = choices_.text()};
    attribute.number = choices_.signed_number();
    attribute.is_number = choices_.flag();
    return host.add_attribute(job_, profile, choices_.one_in(32) ? nullptr : &attribute);
  }

  pc_status add_samples() {
    std::array<std::array<std::uint32_t, most_elements>, 4> ids{};
    std::array<std::int64_t, most_elements> numbers{};
    std::array<pc_column, most_elements> values{};
    pc_samples samples{.size = sizeof(pc_samples), .count = choices_.below(most_elements + 1)};
    samples.stack = column(ids[0], true);
    samples.thread = column(ids[1], false);
    samples.labels = column(ids[2], false);
    samples.shared_depth = column(ids[3], false);
    for (std::int64_t& each : numbers) each = choices_.signed_number();
    if (choices_.one_in(3)) samples.start_ns = {numbers.data(), sizeof(std::int64_t)};
    for (pc_column& each : values) each = {numbers.data(), choices_.one_in(4) ? 0 : sizeof(std::int64_t)};
    samples.values = choices_.one_in(32) ? nullptr : values.data();
    const std::size_t profile = choices_.id();
    samples.value_count = profile < profiles_.size() && !choices_.one_in(16) ? profiles_[profile].totals.size()
                                                                             : choices_.below(most_elements + 1);
    const pc_status status = host.add_samples(job_, profile, choices_.one_in(32) ? nullptr : &samples);
    if (status == PC_OK) expect(profiles_.at(profile), samples, numbers);
    return status;
  }

  static void expect(Expected& of, const pc_samples& samples, const std::array<std::int64_t, most_elements>& numbers) {
    for (std::size_t type = 0; type < of.totals.size(); ++type) {
      for (std::size_t row = 0; row < samples.count; ++row) {
        std::optional<std::int64_t>& total = of.totals[type];
        const std::int64_t value = numbers.at(samples.values[type].stride == 0 ? 0 : row);
        if (total && __builtin_add_overflow(*total, value, &*total)) total.reset();
      }
    }
  }

  pc_status read() {
    std::array<char, 8> buffer{};
    std::size_t count = 0;
    pc_string words{};
    std::int32_t ending = 0;
    const std::size_t which = choices_.below(3);
    const std::size_t capacity = choices_.below(buffer.size() + 1);
    const bool is_null = choices_.one_in(8);
    switch (which) {
      case 0:
        return host.head(job_, is_null ? nullptr : &words);
      case 1:
        return host.read(job_, buffer.data(), capacity, is_null ? nullptr : &count);
      default:
        return host.next_line(job_, is_null ? nullptr : &words, capacity == 0 ? nullptr : &ending);
    }
  }

  pc_job* job_;
  Choices& choices_;
  std::array<std::uint32_t, most_elements> ids_{};
  std::vector<Expected> profiles_;
  pc_status first_ = PC_OK;
};

void require_sums(const ProfileSet& set, const std::vector<Expected>& profiles) {
  if (set.profiles().size() != profiles.size()) throw std::logic_error("a profile that was added is not there");
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    for (std::size_t type = 0; type < profiles[i].totals.size(); ++type) {
      const std::optional<std::int64_t> expected = profiles[i].totals[type];
      if (!expected || !profiles[i].are_sums[type]) continue;
      if (total(set.profiles()[i], type) != *expected) throw std::logic_error("the sums are not those that were added");
    }
  }
}

void fuzz_reader(Choices& choices) {
  MadePlugin made;
  std::vector<const char*> features;
  for (const std::string_view name : plugins::feature_names) features.push_back(name.data());
  features.push_back(nullptr);
  made.reader.carries = features.data();
  std::vector<Expected> expected;
  std::optional<std::string> broken;
  made.on_read = [&](pc_job* job) {
    LyingReader reader(job, choices);
    pc_status status = PC_OK;
    try {
      status = reader.run();
    } catch (const std::logic_error& error) {
      broken = error.what();
    }
    expected = reader.profiles();
    return status;
  };
  const Outcome outcome = made.read("made\nof lines\r\nwithout an end", fuzz_limits);
  if (broken) throw std::logic_error(*broken);
  if (!outcome.set) return;
  require_sums(*outcome.set, expected);
  for (const Profile& profile : outcome.set->profiles()) {
    const std::string fault = round_trip_fault({outcome.set->shared_dictionary(), {profile}}, fuzz_limits);
    if (!fault.empty()) throw std::logic_error(fault);
  }
}

}  // namespace

void fuzz_plugin(std::string_view bytes) {
  Choices choices(bytes);
  if (choices.one_in(4)) return write_lying(choices);
  fuzz_reader(choices);
}

}  // namespace profconv::test
