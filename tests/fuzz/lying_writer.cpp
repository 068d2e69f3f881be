// SPDX-License-Identifier: Apache-2.0
// Looking at a set with any ids, indices, sizes and capacities.
#include "fuzz/lying_writer.h"

#include <array>
#include <optional>
#include <stdexcept>
#include <string>

#include "support/plugins.h"
#include "support/rich_profile.h"
#include "tools/lib/plugins/job.h"

namespace profconv::test {

namespace {

const pc_host& host = plugins::host();

const ProfileSet& whole_set() {
  static const ProfileSet set = rich_profile();
  return set;
}

/// Whether every byte can be read.
void touch(pc_string text) {
  const std::string copy(text.data == nullptr ? "" : text.data, text.size);
  if (copy.size() != text.size) throw std::logic_error("a text has no data");
}

class LyingWriter {
 public:
  LyingWriter(pc_job* job, const pc_set* set, Choices& choices) : job_(job), set_(set), choices_(choices) {}

  pc_status run() {
    while (!choices_.are_over()) act();
    return choices_.one_in(2) ? host.check(job_) : PC_OK;
  }

 private:
  /// Arguments are chosen before a call: compilers differ in the order in which they make them.
  void act() {
    const std::size_t which = choices_.below(16);
    const std::uint32_t id = choices_.id();
    switch (which) {
      case 0:
        return look<pc_table_sizes>([&](auto* out, auto* error) { return host.table_sizes_get(set_, out, error); });
      case 1:
        return text(id);
      case 2:
        return look<pc_mapping>([&](auto* out, auto* error) { return host.mapping_at(set_, id, out, error); });
      case 3:
        return look<pc_function>([&](auto* out, auto* error) { return host.function_at(set_, id, out, error); });
      case 4:
        return look<pc_frame>([&](auto* out, auto* error) { return host.frame_at(set_, id, out, error); });
      case 5:
        return look<pc_thread>([&](auto* out, auto* error) { return host.thread_at(set_, id, out, error); });
      case 6:
        return look<pc_profile>([&](auto* out, auto* error) { return host.profile_at(set_, id, out, error); });
      case 7:
        return look<pc_value_type>(
            [&](auto* out, auto* error) { return host.value_type_at(set_, id % 4, choices_.id(), out, error); });
      case 8:
        return look<pc_attribute>(
            [&](auto* out, auto* error) { return host.attribute_at(set_, id % 4, choices_.id(), out, error); });
      case 9:
        return lists(id);
      case 10:
        return rows(id);
      default:
        return job(id);
    }
  }

  /// Asks for a struct of which the caller has a part.
  template <class T, class Get>
  void look(Get get) {
    T out{};
    pc_error error{};
    out.size = choices_.one_in(8) ? choices_.below(sizeof(T) + 1) : sizeof(T);
    error.size = choices_.one_in(8) ? choices_.below(sizeof(error) + 1) : sizeof(error);
    pc_error* const told = choices_.one_in(4) ? nullptr : &error;
    static_cast<void>(get(choices_.one_in(16) ? nullptr : &out, told));
  }

  void text(std::uint32_t id) {
    pc_string out{};
    const bool is_there = id < whole_set().dictionary().strings().size();
    if ((host.string_at(set_, id, &out, nullptr) == PC_OK) != is_there) throw std::logic_error("a string by its id");
    touch(out);
    pc_string comment{};
    if (host.comment_at(set_, id % 4, choices_.id(), &comment, nullptr) == PC_OK) touch(comment);
  }

  void lists(std::uint32_t id) {
    std::array<pc_label, 3> labels{};
    std::array<std::uint32_t, 3> frames{};
    std::size_t count = 0;
    std::uint32_t parent = 0;
    std::uint32_t frame = 0;
    const std::size_t capacity = choices_.below(labels.size() + 1);
    const bool is_null = choices_.one_in(8);
    const std::int32_t order = choices_.flag();
    static_cast<void>(host.labels_at(set_, id, capacity == 0 ? nullptr : labels.data(), capacity,
                                     is_null ? nullptr : &count, nullptr));
    static_cast<void>(host.stack_at(set_, id, &parent, is_null ? nullptr : &frame, nullptr));
    static_cast<void>(host.stack_frames(set_, id, order, capacity == 0 ? nullptr : frames.data(), capacity,
                                        is_null ? nullptr : &count, nullptr));
  }

  /// All rows of a profile have its total.
  void rows(std::size_t index) {
    pc_cursor* cursor = nullptr;
    if (host.cursor_create(set_, index, choices_.number(), &cursor, nullptr) != PC_OK) return;
    pc_samples samples{.size = sizeof(pc_samples)};
    std::int64_t sum = 0;
    while (host.cursor_next(cursor, &samples, nullptr) == PC_OK && samples.count != 0) {
      for (std::size_t row = 0; row < samples.count; ++row) {
        const pc_column& values = samples.values[0];
        sum += *reinterpret_cast<const std::int64_t*>(static_cast<const char*>(values.data) + values.stride * row);
      }
    }
    host.cursor_free(cursor);
    const Profile& profile = whole_set().profiles().at(index);
    if (profile.value_types[0].aggregation == Aggregation::sum && sum != total(profile, 0)) {
      throw std::logic_error("the rows have another sum");
    }
  }

  void job(std::uint32_t number) {
    std::uint32_t id = 0;
    const std::int32_t flag = choices_.flag();
    const pc_string text = choices_.text();
    switch (choices_.below(6)) {
      case 0:
        return static_cast<void>(host.add_strings(job_, &text, sizeof(text), 1, &id));
      case 1:
        return static_cast<void>(host.fail(job_, flag + PC_ERROR_READ, number, text));
      case 2:
        return static_cast<void>(host.next_line(job_, nullptr, nullptr));
      case 3:
        return static_cast<void>(host.report(job_, flag, "kind", number, text));
      default:
        return static_cast<void>(host.write(job_, flag < 0 ? nullptr : "words", number % 6));
    }
  }

  pc_job* job_;
  const pc_set* set_;
  Choices& choices_;
};

}  // namespace

void write_lying(Choices& choices) {
  MadePlugin made;
  const std::array<const char*, 2> carries{"profiles", nullptr};
  made.writer.carries = carries.data();
  std::optional<std::string> broken;
  made.on_write = [&](pc_job* job, const pc_set* set) {
    try {
      return LyingWriter(job, set, choices).run();
    } catch (const std::logic_error& error) {
      broken = error.what();
      return pc_status{PC_ERROR_INTERNAL};
    }
  };
  try {
    static_cast<void>(made.write(whole_set()));
  } catch (const Error&) {
    // What it was refused is refused in words.
  }
  if (broken) throw std::logic_error(*broken);
}

}  // namespace profconv::test
