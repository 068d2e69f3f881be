// SPDX-License-Identifier: Apache-2.0
// Bytes from one thread to another.
#include "tools/lib/record/live_text.h"

#include <array>
#include <exception>
#include <utility>

#include "profconv/errors.h"

namespace profconv::record {

/// Bytes that wait to be read.
class LiveText::Queue {
 public:
  void add(std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    if (!is_closed_) waiting_.append(bytes);
    changed_.notify_one();
  }
  /// Nothing more is added, and what waits is read.
  void end() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_one();
  }
  std::size_t read(std::span<char> buffer) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_closed_ || taken_ < waiting_.size(); });
    const std::size_t count = waiting_.copy(buffer.data(), buffer.size(), taken_);
    taken_ += count;
    if (taken_ == waiting_.size()) {
      waiting_.clear();
      taken_ = 0;
    }
    return count;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;
  std::size_t taken_ = 0;  ///< of waiting_
  bool is_closed_ = false;
};

LiveText::LiveText(const Backend& backend) : backend_(backend) {
  if (backend.text == nullptr) return;

  class Reading : public Source {
   public:
    explicit Reading(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}
    std::size_t read(std::span<char> buffer) override { return queue_->read(buffer); }

   private:
    std::shared_ptr<Queue> queue_;
  };

  constexpr pid_t all_processes = 0;
  recording_ = std::make_shared<Queue>();
  printed_ = backend.text(std::make_unique<Reading>(recording_), all_processes, context_);
  thread_ = std::thread([this] { read_all(); });
}

LiveText::~LiveText() {
  context_.cancel();
  if (recording_) recording_->end();
  if (thread_.joinable()) thread_.join();
}

void LiveText::add(std::string_view bytes) {
  if (recording_) {
    recording_->add(bytes);
  } else {
    append(bytes);
  }
}

void LiveText::end(std::chrono::milliseconds most) {
  if (!thread_.joinable()) return;
  recording_->end();
  {
    std::unique_lock lock(mutex_);
    if (!read_.wait_for(lock, most, [this] { return is_read_; })) failure_ = "the last samples came too late";
  }
  context_.cancel();
  thread_.join();
}

std::string LiveText::take() {
  const std::lock_guard lock(mutex_);
  const std::size_t whole = backend_.whole(text_);
  std::string taken = text_.substr(0, whole);
  text_.erase(0, whole);
  return taken;
}

std::optional<std::string> LiveText::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void LiveText::append(std::string_view text) {
  const std::lock_guard lock(mutex_);
  text_.append(text);
}

/// The thread's work.
void LiveText::read_all() {
  std::array<char, std::size_t{1} << 16> block{};
  std::optional<std::string> failure;
  try {
    while (const std::size_t got = printed_->read(block)) append({block.data(), got});
  } catch (const Cancelled&) {
    // Nobody waits for more.
  } catch (const std::exception& error) {
    failure = error.what();
  }
  recording_->end();  // what is added from now on would only wait
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  is_read_ = true;
  read_.notify_all();
}

}  // namespace profconv::record
