// SPDX-License-Identifier: Apache-2.0
// What a tracer prints, given on while it is recorded.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "profconv/context.h"
#include "tools/lib/record/backend.h"

namespace profconv::record {

/// One thread adds what Session::text() gives, another takes whole records of text. What a backend writes that is no
/// text (Backend::text) is given to the program that prints it.
class LiveText {
 public:
  /// `backend` must outlive the text. Throws ProcessError.
  explicit LiveText(const Backend& backend);
  LiveText(const LiveText&) = delete;
  LiveText& operator=(const LiveText&) = delete;
  ~LiveText();

  void add(std::string_view bytes);
  /// Nothing more is added; returns when what was added has become text, or after `most`.
  void end(std::chrono::milliseconds most);
  /// The whole records since the last call.
  [[nodiscard]] std::string take();
  /// Why there is no more text; nothing as long as there may be some.
  [[nodiscard]] std::optional<std::string> failure() const;

 private:
  class Queue;

  void read_all();
  void append(std::string_view text);

  const Backend& backend_;
  Context context_;
  std::shared_ptr<Queue> recording_;  ///< null: the backend prints text
  std::unique_ptr<Source> printed_;
  mutable std::mutex mutex_;  ///< of:
  std::string text_;
  std::optional<std::string> failure_;
  bool is_read_ = false;  ///< by the thread, to the end
  std::condition_variable read_;
  std::thread thread_;  ///< reads printed_
};

}  // namespace profconv::record
