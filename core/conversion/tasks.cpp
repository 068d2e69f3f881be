// SPDX-License-Identifier: Apache-2.0
// A pool of threads. Every state of every task changes under one mutex; tasks themselves run outside it.
#include "core/conversion/tasks.h"

#include <algorithm>
#include <new>
#include <system_error>

namespace profconv {

namespace {

/// The C library opens a file to count them.
std::size_t processors() {
  static const std::size_t count = std::max<std::size_t>(1, std::thread::hardware_concurrency());
  return count;
}

}  // namespace

TaskPool::TaskPool(std::size_t max_threads) : max_threads_(max_threads == 0 ? processors() : max_threads) {}

TaskPool::~TaskPool() {
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
  }
  offered_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void TaskPool::offer(Task& task) noexcept {
  if (max_threads_ == 1) return;
  const std::scoped_lock lock(mutex_);
  try {
    waiting_.push_back(&task);
    if (waiting_.size() > idle_) start_thread();
  } catch (const std::bad_alloc&) {
    // The owner runs it.
  }
  offered_.notify_one();
}

void TaskPool::start_thread() {
  if (!can_start_ || threads_.size() + 1 >= max_threads_) return;
  try {
    threads_.emplace_back([this] { run_offered(); });
  } catch (const std::system_error&) {
    can_start_ = false;
  }
}

void TaskPool::run_offered() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    offered_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) return;
    Task& task = *waiting_.front();
    waiting_.pop_front();
    run(task, lock);
  }
}

void TaskPool::run(Task& task, std::unique_lock<std::mutex>& lock) {
  task.state_ = Task::State::running;
  lock.unlock();
  task.run();
  lock.lock();
  // From here on its owner may destroy it.
  task.state_ = Task::State::done;
  done_.notify_all();
}

void TaskPool::run_here(Task& task) {
  std::unique_lock lock(mutex_);
  if (task.state_ != Task::State::waiting) return;
  std::erase(waiting_, &task);
  run(task, lock);
}

bool TaskPool::is_done(const Task& task) {
  const std::scoped_lock lock(mutex_);
  return task.state_ == Task::State::done;
}

void TaskPool::wait(const Task& task) {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return task.state_ == Task::State::done; });
}

void TaskPool::drop(Task& task) {
  {
    const std::scoped_lock lock(mutex_);
    std::erase(waiting_, &task);
    if (task.state_ == Task::State::waiting) return;
  }
  wait(task);
}

}  // namespace profconv
