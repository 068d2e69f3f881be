// SPDX-License-Identifier: Apache-2.0
// Work shared between threads, with results in order. Nothing else in the library starts a thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace profconv {

/// One piece of work for a TaskPool, which runs it once. Must live until it is done or dropped.
class Task {
 public:
  Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  virtual ~Task() = default;

 private:
  friend class TaskPool;
  enum class State : std::uint8_t { waiting, running, done };

  virtual void run() noexcept = 0;

  State state_ = State::waiting;  ///< guarded by the pool's mutex
};

/// The threads of a conversion. They start as tasks arrive and end with the pool, which must outlive its tasks. Any
/// thread may use it.
class TaskPool {
 public:
  /// At most `max_threads` threads run tasks at a time, the one that waits for them included: 1 starts no thread. 0 is
  /// one for each processor.
  explicit TaskPool(std::size_t max_threads = 0);
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;
  ~TaskPool();

  [[nodiscard]] std::size_t max_threads() const { return max_threads_; }

  /// Lets the pool's threads run the task. If none can be started, its owner has to.
  void offer(Task& task) noexcept;
  /// Runs the task in the calling thread, unless another has begun it.
  void run_here(Task& task);
  [[nodiscard]] bool is_done(const Task& task);
  /// Waits for a task that has begun.
  void wait(const Task& task);
  /// Takes the task back; waits for it if it has begun.
  void drop(Task& task);

 private:
  void start_thread();
  void run_offered();
  void run(Task& task, std::unique_lock<std::mutex>& lock);

  const std::size_t max_threads_;
  std::mutex mutex_;  ///< guards everything below
  std::condition_variable offered_, done_;
  std::deque<Task*> waiting_;
  std::size_t idle_ = 0;  ///< threads that wait for tasks
  bool is_ending_ = false;
  bool can_start_ = true;  ///< false once the system had no thread left
  std::vector<std::thread> threads_;
};

/// Runs work ahead and returns the results in the order in which the work was added, for any number of threads. With a
/// single piece of work, it is a future. Belongs to one thread.
///
///   OrderedTasks<std::string> lines(pool, 8);
///   while (!lines.is_full() && has_more()) lines.add([part = next_part()] { return text_of(part); });
///   while (!lines.is_empty()) print(lines.next());
template <class Result>
class OrderedTasks {
 public:
  /// Work may use what outlives the tasks, and nothing that another piece of work changes.
  using Work = std::function<Result()>;

  /// Holds at most `capacity` results that nobody has taken.
  OrderedTasks(TaskPool& pool, std::size_t capacity) : pool_(pool), capacity_(capacity) {}
  OrderedTasks(const OrderedTasks&) = delete;
  OrderedTasks& operator=(const OrderedTasks&) = delete;
  /// Drops work that has not begun, and waits for the rest.
  ~OrderedTasks() {
    // The youngest first: no thread begins it while the oldest is waited for.
    for (auto item = items_.rbegin(); item != items_.rend(); ++item) pool_.drop(*item);
  }

  [[nodiscard]] bool is_empty() const { return items_.empty(); }
  [[nodiscard]] bool is_full() const { return items_.size() >= capacity_; }

  /// Not when full.
  void add(Work work) { pool_.offer(items_.emplace_back(std::move(work))); }

  /// The oldest result; throws what its work threw. Until it is there, the caller runs work that no thread has begun.
  /// Not when empty.
  Result next() {
    Item& oldest = items_.front();
    for (auto item = items_.begin(); item != items_.end() && !pool_.is_done(oldest); ++item) pool_.run_here(*item);
    pool_.wait(oldest);
    std::optional<Result> result = std::move(oldest.result);
    const std::exception_ptr error = std::move(oldest.error);
    items_.pop_front();
    if (error) std::rethrow_exception(error);
    return std::move(*result);
  }

 private:
  struct Item final : Task {
    explicit Item(Work to_do) : work(std::move(to_do)) {}
    void run() noexcept override {
      try {
        result = work();
      } catch (...) {
        error = std::current_exception();
      }
    }

    Work work;
    std::optional<Result> result;
    std::exception_ptr error;
  };

  TaskPool& pool_;
  std::size_t capacity_;
  std::deque<Item> items_;
};

}  // namespace profconv
