// SPDX-License-Identifier: Apache-2.0
// Work on several threads: results in order, errors where the results would be, and nothing that runs on.
#include "core/conversion/tasks.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "profconv/context.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

constexpr std::array<std::size_t, 4> thread_counts{1, 2, 3, 8};

/// The results of `work` for 0, 1, ... count-1.
template <class Work>
auto all_results(std::size_t threads, std::size_t capacity, std::size_t count, Work work) {
  TaskPool pool(threads);
  OrderedTasks<decltype(work(std::size_t{}))> tasks(pool, capacity);
  std::vector<decltype(work(std::size_t{}))> results;
  for (std::size_t added = 0; results.size() < count;) {
    while (added < count && !tasks.is_full()) tasks.add([work, index = added++] { return work(index); });
    results.push_back(tasks.next());
  }
  CHECK(tasks.is_empty());
  return results;
}

void wait_until(const std::atomic<bool>& is_set) {
  while (!is_set) std::this_thread::yield();
}

}  // namespace

TEST_CASE("results come in the order of the work, for any number of threads", "[tasks]") {
  for (const std::size_t threads : thread_counts) {
    for (const std::size_t capacity : {1U, 2U, 7U, 300U}) {
      const std::vector<std::string> results = all_results(threads, capacity, 200, [](std::size_t i) {
        if (i % 3 == 0) std::this_thread::yield();
        return std::to_string(i * i);
      });
      REQUIRE(results.size() == 200);
      for (std::size_t i = 0; i < results.size(); ++i) CHECK(results[i] == std::to_string(i * i));
    }
  }
}

TEST_CASE("no more results wait than the tasks may hold", "[tasks]") {
  TaskPool pool(3);
  std::atomic<std::size_t> begun = 0;
  OrderedTasks<std::size_t> tasks(pool, 6);
  std::size_t added = 0;
  for (std::size_t taken = 0; taken < 100; ++taken) {
    while (!tasks.is_full()) {
      tasks.add([&begun, index = added++] {
        ++begun;
        return index;
      });
    }
    CHECK(begun <= taken + 6);
    CHECK(tasks.next() == taken);
  }
}

TEST_CASE("one thread runs everything itself, when a result is taken", "[tasks]") {
  TaskPool pool(1);
  OrderedTasks<std::thread::id> tasks(pool, 4);
  std::size_t begun = 0;
  for (int i = 0; i < 4; ++i) {
    tasks.add([&begun] {
      ++begun;
      return std::this_thread::get_id();
    });
  }
  CHECK(begun == 0);
  for (std::size_t i = 1; i <= 4; ++i) {
    CHECK(tasks.next() == std::this_thread::get_id());
    CHECK(begun == i);
  }
}

TEST_CASE("no more threads run tasks than the pool may have, the caller included", "[tasks]") {
  for (const std::size_t threads : thread_counts) {
    std::atomic<std::size_t> running = 0;
    std::atomic<std::size_t> most = 0;
    static_cast<void>(all_results(threads, 20, 100, [&](std::size_t i) {
      const std::size_t now = ++running;
      for (std::size_t known = most; known < now && !most.compare_exchange_weak(known, now);) {
      }
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      --running;
      return i;
    }));
    CHECK(most <= threads);
  }
}

TEST_CASE("the caller runs what waits while a thread is at the oldest", "[tasks]") {
  TaskPool pool(2);
  OrderedTasks<std::thread::id> tasks(pool, 2);
  std::atomic<bool> has_begun = false;
  std::atomic<bool> may_end = false;
  tasks.add([&] {
    has_begun = true;
    wait_until(may_end);
    return std::this_thread::get_id();
  });
  wait_until(has_begun);
  tasks.add([&] {
    may_end = true;
    return std::this_thread::get_id();
  });
  CHECK(tasks.next() != std::this_thread::get_id());
  CHECK(tasks.next() == std::this_thread::get_id());
}

TEST_CASE("what work throws is thrown where its result would be", "[tasks]") {
  for (const std::size_t threads : thread_counts) {
    TaskPool pool(threads);
    OrderedTasks<int> tasks(pool, 9);
    for (int i = 0; i < 9; ++i) {
      tasks.add([i] {
        if (i == 4) throw std::out_of_range("four");
        return i;
      });
    }
    for (int i = 0; i < 4; ++i) CHECK(tasks.next() == i);
    CHECK_THROWS_AS(tasks.next(), std::out_of_range);
    for (int i = 5; i < 9; ++i) CHECK(tasks.next() == i);
  }
}

TEST_CASE("tasks that end early wait for what has begun, and drop the rest", "[tasks]") {
  std::atomic<bool> has_begun = false;
  std::atomic<bool> is_over = false;
  std::atomic<std::size_t> others = 0;
  TaskPool pool(2);
  {
    OrderedTasks<int> tasks(pool, 10);
    tasks.add([&] {
      has_begun = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      is_over = true;
      return 0;
    });
    wait_until(has_begun);
    for (int i = 0; i < 9; ++i) tasks.add([&others] { return static_cast<int>(++others); });
  }
  CHECK(is_over);
  const std::size_t ended_with = others;
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(others == ended_with);
  CHECK(others < 9);
}

TEST_CASE("dropped work and taken results free what they hold", "[tasks]") {
  for (const std::size_t threads : thread_counts) {
    const auto held = std::make_shared<int>(1);
    {
      TaskPool pool(threads);
      OrderedTasks<std::shared_ptr<int>> tasks(pool, 5);
      for (int i = 0; i < 5; ++i) tasks.add([held] { return held; });
      CHECK(tasks.next() == held);
    }
    CHECK(held.use_count() == 1);
  }
}

TEST_CASE("several tasks share the threads of a pool", "[tasks]") {
  for (const std::size_t threads : thread_counts) {
    TaskPool pool(threads);
    OrderedTasks<int> first(pool, 4);
    OrderedTasks<int> second(pool, 4);
    for (int i = 0; i < 4; ++i) {
      first.add([i] { return i; });
      second.add([i] { return 10 + i; });
    }
    for (int i = 0; i < 4; ++i) CHECK(second.next() == 10 + i);
    for (int i = 0; i < 4; ++i) CHECK(first.next() == i);
  }
}

TEST_CASE("work may itself have work done", "[tasks]") {
  for (const std::size_t threads : thread_counts) {
    TaskPool pool(threads);
    OrderedTasks<int> tasks(pool, 8);
    for (int i = 0; i < 8; ++i) {
      tasks.add([&pool, i] {
        OrderedTasks<int> inner(pool, 3);
        for (int k = 0; k < 3; ++k) inner.add([i, k] { return i * k; });
        int sum = 0;
        while (!inner.is_empty()) sum += inner.next();
        return sum;
      });
    }
    for (int i = 0; i < 8; ++i) CHECK(tasks.next() == 3 * i);
  }
}

TEST_CASE("a context and its parts share the threads it may have", "[tasks][context]") {
  const Context context({}, 3);
  CHECK(context.max_threads() == 3);
  CHECK(&context.fork()->tasks() == &context.tasks());
  CHECK(Context().max_threads() >= 1);
  CHECK(Context().max_threads() == TaskPool(0).max_threads());
}

}  // namespace profconv::test
