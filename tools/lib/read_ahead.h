// SPDX-License-Identifier: Apache-2.0
// Work on many inputs, done by several threads some steps ahead of who takes the results, in the order of the inputs.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace profconv {

/// Does the work 0, 1, ... count-1. Never more than two results a thread wait to be taken.
template <class Result>
class ReadAhead {
 public:
  /// Does the work of one input, or leaves it to who takes the result. Called from any thread.
  using Work = std::function<std::optional<Result>(std::size_t)>;

  ReadAhead(std::size_t count, std::size_t threads, Work work)
      : count_(count), work_(std::move(work)), slots_(2 * threads) {
    try {
      threads_.reserve(threads);
      while (threads_.size() < threads) threads_.emplace_back([this] { run(); });
    } catch (const std::system_error&) {
      // As many as the system gives.
    } catch (const std::bad_alloc&) {
      // The same; who needs more will hear of it.
    }
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  /// Waits for what has been begun.
  ~ReadAhead() {
    {
      const std::scoped_lock lock(mutex_);
      is_stopped_ = true;
    }
    has_room_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  /// The next result; nothing where nobody has done the work. Throws what the work threw.
  std::optional<Result> next() {
    if (threads_.empty()) return std::nullopt;
    std::unique_lock lock(mutex_);
    Slot& slot = slots_[taken_ % slots_.size()];
    is_done_.wait(lock, [&] { return slot.is_done; });
    Slot done = std::exchange(slot, Slot{});
    ++taken_;
    has_room_.notify_one();
    if (done.error) std::rethrow_exception(done.error);
    return std::move(done.result);
  }

 private:
  struct Slot {
    bool is_done = false;
    std::optional<Result> result;
    std::exception_ptr error;
  };

  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      has_room_.wait(lock, [&] { return is_stopped_ || begun_ == count_ || begun_ < taken_ + slots_.size(); });
      if (is_stopped_ || begun_ == count_) return;
      const std::size_t index = begun_++;
      lock.unlock();
      Slot done{.is_done = true};
      try {
        done.result = work_(index);
      } catch (...) {
        done.error = std::current_exception();
      }
      lock.lock();
      slots_[index % slots_.size()] = std::move(done);
      is_done_.notify_one();
    }
  }

  std::size_t count_;
  Work work_;
  std::mutex mutex_;
  std::condition_variable has_room_, is_done_;
  std::vector<Slot> slots_;  ///< result i is in slot i modulo their number
  std::size_t begun_ = 0;
  std::size_t taken_ = 0;
  bool is_stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace profconv
