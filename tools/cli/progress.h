// SPDX-License-Identifier: Apache-2.0
// How far a long conversion has come: a line on a terminal, or an object a line for programs; nothing anywhere else.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "profconv/conversion.h"

namespace profconv::cli {

/// Whom progress is for: nobody, a terminal where there is one, or a program.
enum class ProgressStyle : std::uint8_t { never, automatic, json };

/// Reads "never", "auto" or "json"; throws UsageError.
[[nodiscard]] ProgressStyle parse_progress(std::string_view word);

/// Where a conversion stands, in numbers.
struct Standing {
  Stage::Kind kind = Stage::Kind::reading;
  std::string name;          ///< of the input or output
  std::uint64_t number = 1;  ///< among `count`
  std::uint64_t count = 1;
  std::uint64_t bytes = 0;            ///< of this input or output
  std::optional<std::uint64_t> size;  ///< of this input, where it is known
  std::uint64_t all_bytes = 0;        ///< of all inputs so far
  std::optional<std::uint64_t> all_size;
  std::chrono::milliseconds elapsed{0};
  bool is_over = false;

  /// A second, of the inputs as they are stored.
  [[nodiscard]] std::uint64_t bytes_per_second() const;
  /// Until all inputs are read, rounded up; none where their size is not known, or that is done.
  [[nodiscard]] std::optional<std::chrono::seconds> time_left() const;
};

/// On fewer than `columns` columns, at least 1.
[[nodiscard]] std::string in_words(const Standing& standing, std::size_t columns);
/// Schema "profconv-progress-1".
[[nodiscard]] std::string in_json(const Standing& standing);

/// Watches a context from a thread of its own, so that it shows what takes long, whatever that is. A terminal is shown
/// a line after a second, which is wiped by finish() or at the end; a program ten objects a second at most, and a last
/// one.
class Progress {
 public:
  /// `inputs` in the order in which they will be read. The context keeps no hold of this after the destructor.
  Progress(Context& context, std::vector<std::string> inputs, ProgressStyle style);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// For ConversionRequest::on_stage.
  void begin(const Stage& stage);
  /// Stops showing progress; call it before printing anything else. Throws WriteError where a program did not get every
  /// object, since standard error could not be written.
  void finish();
  /// The same after an error; does not throw WriteError.
  void give_up();

 private:
  using Clock = std::chrono::steady_clock;

  void read(std::uint64_t bytes);
  void show_until_finished();
  void show(Standing standing);
  [[nodiscard]] std::optional<std::uint64_t> size_of_all() const;

  Context& context_;
  const std::vector<std::string> inputs_;
  const bool as_json_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable finishing_;
  bool is_finished_ = false;        ///< guarded by mutex_
  Standing standing_;               ///< guarded by mutex_
  std::uint64_t bytes_before_ = 0;  ///< of the inputs before this one, guarded by mutex_
  bool shown_ = false;
  int failure_ = 0;  ///< errno of the first line that could not be written; read when the thread has ended
  std::thread shower_;
};

}  // namespace profconv::cli
