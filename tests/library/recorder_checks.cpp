// SPDX-License-Identifier: Apache-2.0
// What recorder_test.py runs: a program that records itself, or another, and says what it did and what was recorded.
//
//   samples BACKEND          two threads compute; "thread TID CPU_SECONDS SAMPLES HOT", "times FROM FIRST LAST TO"
//   cycles BACKEND COUNT     starts, stops and destroys recorders; "descriptors BEFORE AFTER"
//   follow BACKEND PID       records a process until it ends; "samples COUNT OF_IT"
//   killed BACKEND           waits until somebody kills the tracer; "error MESSAGE"
//   short BACKEND COUNT      so many threads compute for 5 ms each, and this one as often; for both "SECONDS SAMPLES"
//   misuse BACKEND           what a recorder refuses, and what it survives; "bad WHAT" for each that goes wrong
#include <profconv/recorder.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace {

using profconv::RecordedSample;
using profconv::Recorder;

volatile unsigned long sink;

[[gnu::noinline]] void hot_inner() {
  for (unsigned long i = 0; i < 100'000; ++i) sink = sink * 31 + i;
}

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Work {
  std::int64_t tid = 0;
  double cpu_s = 0;
};

void compute(double cpu_s, Work& done) {
  while (seconds_of(CLOCK_THREAD_CPUTIME_ID) < cpu_s) hot_inner();
  done = {.tid = syscall(SYS_gettid), .cpu_s = seconds_of(CLOCK_THREAD_CPUTIME_ID)};
}

bool is_hot(const RecordedSample& sample) {
  for (const profconv::RecordedFrame& frame : sample.frames) {
    if (frame.function.find("hot_inner") != std::string::npos) return true;
  }
  return false;
}

int samples(const std::string& backend) {
  Recorder recorder({.backend = backend, .frequency = 499});
  const auto now_ns = [] { return static_cast<std::int64_t>(seconds_of(CLOCK_REALTIME) * 1e9); };
  const std::int64_t from = now_ns();
  recorder.start();
  Work first;
  Work second;
  std::thread one(compute, 1.0, std::ref(first));
  std::thread two(compute, 2.0, std::ref(second));
  std::vector<RecordedSample> all;
  const auto take = [&] {
    for (RecordedSample& sample : recorder.take_samples()) all.push_back(std::move(sample));
  };
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    take();
  }
  const std::size_t early = all.size();
  one.join();
  two.join();
  const bool was_recording = recorder.is_recording();
  recorder.stop();
  take();
  std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> counts;
  std::int64_t earliest = now_ns();
  std::int64_t latest = 0;
  for (const RecordedSample& sample : all) {
    if (sample.process != getpid()) std::cout << "process " << sample.process << "\n";
    counts[sample.thread].first += sample.count;
    counts[sample.thread].second += is_hot(sample) ? sample.count : 0;
    earliest = std::min(earliest, sample.start_ns);
    latest = std::max(latest, sample.start_ns);
  }
  for (const Work& work : {first, second}) {
    const auto [count, hot] = counts[work.tid];
    std::cout << "thread " << work.tid << " " << work.cpu_s << " " << count << " " << hot << "\n";
  }
  std::cout << "times " << from << " " << earliest << " " << latest << " " << now_ns() << "\n";
  std::cout << "early " << early << "\nstate " << was_recording << " " << recorder.is_recording() << " "
            << recorder.dropped() << "\n";
  return recorder.take_samples().empty() ? 0 : 1;
}

std::ptrdiff_t entries(const char* folder) {
  return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

int cycles(const std::string& backend, int count) {
  const std::ptrdiff_t before = entries("/proc/self/fd");
  for (int i = 0; i < count; ++i) {
    Recorder recorder({.backend = backend});
    if (i % 4 == 0) continue;  // never started
    recorder.start();
    if (i % 4 == 1) continue;  // destroyed while it records
    Recorder moved(std::move(recorder));
    hot_inner();
    if (i % 4 == 2) moved.stop();
    static_cast<void>(moved.take_samples());
  }
  std::cout << "descriptors " << before << " " << entries("/proc/self/fd") << "\nthreads " << entries("/proc/self/task")
            << "\n";
  return 0;
}

int follow(const std::string& backend, std::int64_t pid) {
  Recorder recorder({.backend = backend, .process = pid, .frequency = 499});
  recorder.start();
  std::cout << "started" << std::endl;
  while (recorder.is_recording()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::size_t of_it = 0;
  const std::vector<RecordedSample> all = recorder.take_samples();
  for (const RecordedSample& sample : all) of_it += sample.process == pid ? 1 : 0;
  std::cout << "samples " << all.size() << " " << of_it << "\n";
  return 0;
}

int killed(const std::string& backend) {
  Recorder recorder({.backend = backend});
  recorder.start();
  std::cout << "started" << std::endl;
  while (recorder.is_recording()) hot_inner();
  try {
    while (!recorder.take_samples().empty()) continue;
  } catch (const profconv::RecordError& error) {
    std::cout << "error " << error.what() << "\n";
    return recorder.take_samples().empty() ? 0 : 1;  // a second call throws nothing
  }
  return 1;
}

/// This thread computes in turns with the short ones, so that a machine that takes time away takes it from both.
int short_threads(const std::string& backend, int count) {
  Recorder recorder({.backend = backend, .frequency = 499});
  recorder.start();
  double short_s = 0;
  double long_s = 0;
  for (int i = 0; i < count; ++i) {
    Work done;
    std::thread(compute, 0.005, std::ref(done)).join();
    short_s += done.cpu_s;
    const double before_s = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    compute(before_s + 0.005, done);
    long_s += done.cpu_s - before_s;
  }
  recorder.stop();
  std::int64_t of_short = 0;
  std::int64_t of_long = 0;
  for (const RecordedSample& sample : recorder.take_samples()) {
    if (is_hot(sample)) (sample.thread == syscall(SYS_gettid) ? of_long : of_short) += sample.count;
  }
  std::cout << "short " << short_s << " " << of_short << "\nlong " << long_s << " " << of_long << "\n";
  return 0;
}

void expect(bool holds, const char* what) {
  if (!holds) std::cout << "bad " << what << "\n";
}

template <class Call>
bool is_refused(Call call) {
  try {
    call();
  } catch (const std::logic_error&) {
    return true;
  }
  return false;
}

/// In a child that fork() made: its copy of the recorder neither works nor stops the tracer.
bool is_useless_in_child(Recorder& recorder) {
  const pid_t child = fork();
  if (child == 0) {
    bool is_good =
        is_refused([&] { recorder.stop(); }) && is_refused([&] { static_cast<void>(recorder.take_samples()); });
    { const Recorder destroyed(std::move(recorder)); }
    _exit(is_good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0;
}

std::size_t count_for(Recorder& recorder, double cpu_s) {
  Work done;
  std::thread(compute, cpu_s, std::ref(done)).join();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  return recorder.take_samples().size();
}

int misuse(const std::string& backend) {
  Recorder recorder({.backend = backend, .frequency = 499});
  recorder.stop();
  expect(recorder.take_samples().empty() && !recorder.is_recording(), "before the start");
  recorder.start();
  expect(is_refused([&] { recorder.start(); }), "second start");
  static_cast<void>(count_for(recorder, 0.2));
  expect(is_useless_in_child(recorder), "use in a child");
  expect(recorder.is_recording(), "recording after a child has ended");
  expect(count_for(recorder, 0.5) > 20, "samples after a child has ended");

  Work done;
  std::thread(compute, 0.5, std::ref(done)).join();
  const pid_t worker = fork();  // holds copies of all descriptors
  if (worker == 0) {
    sleep(60);
    _exit(0);
  }
  const double before_s = seconds_of(CLOCK_MONOTONIC);
  recorder.stop();
  expect(seconds_of(CLOCK_MONOTONIC) - before_s < 30, "stop while a child lives");
  kill(worker, SIGKILL);
  waitpid(worker, nullptr, 0);
  profconv::Context cancelled;
  cancelled.cancel();
  try {
    static_cast<void>(recorder.take(cancelled));
    expect(false, "take with a cancelled context");
  } catch (const profconv::Cancelled&) {
    expect(recorder.take_samples().size() > 20, "samples after a take that was cancelled");
  }
  const Recorder moved(std::move(recorder));
  expect(is_refused([&] { recorder.stop(); }) && is_refused([&] { static_cast<void>(recorder.backend()); }),
         "moved from");
  return 0;
}

}  // namespace

int main(int count, char** words) try {
  if (count < 3) return 2;
  const std::string_view what = words[1];
  if (what == "samples") return samples(words[2]);
  if (what == "follow" && count == 4) return follow(words[2], std::atoll(words[3]));
  if (what == "cycles" && count == 4) return cycles(words[2], std::atoi(words[3]));
  if (what == "short" && count == 4) return short_threads(words[2], std::atoi(words[3]));
  if (what == "misuse") return misuse(words[2]);
  if (what == "killed") return killed(words[2]);
  return 2;
} catch (const profconv::Error& error) {
  std::cerr << error.what() << "\n";
  return 3;
}
