// SPDX-License-Identifier: Apache-2.0
// Showing a recording while it is made, from a thread of its own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "profconv/input.h"
#include "tools/cli/live/view.h"
#include "tools/lib/record/backend.h"

namespace profconv::cli::live {

class Live {
 public:
  /// Shows what `request` would write; it and `backend` must outlive this. Throws ProcessError.
  Live(std::unique_ptr<View> view, const record::Backend& backend, const record::Wish& wish,
       const ConversionRequest& request);
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;
  ~Live();

  /// The tracer's output, which is shown when it is read. `drops` is asked then, and must live as long.
  [[nodiscard]] std::unique_ptr<Source> watched(std::unique_ptr<Source> tracer, std::function<std::uint64_t()> drops);
  /// Begins to show the recording of `target`, which begins now. Where that fails, the recording goes on.
  void start(std::string target);
  /// Nothing more is recorded from now on.
  void stop();
  /// Shows the last samples and how the recording ended, and stops.
  void finish(std::string ending);
  /// Why what was shown lacks something.
  [[nodiscard]] std::optional<std::string> failure() const;

 private:
  class Watched;

  void run();
  void show_all();

  record::LiveProfile profile_;
  State state_;
  std::unique_ptr<View> view_;  ///< null once there is nothing more to show
  std::atomic<std::uint64_t> drops_ = 0;
  std::atomic<bool> is_shown_ = false;
  std::atomic<bool> is_stopping_ = false;
  std::atomic<bool> is_over_ = false;
  std::string ending_;                  ///< set before is_over_
  std::optional<std::string> failure_;  ///< of the thread; read when it has ended
  std::thread thread_;
};

}  // namespace profconv::cli::live
