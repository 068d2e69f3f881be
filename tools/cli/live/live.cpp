// SPDX-License-Identifier: Apache-2.0
// Once a second.
#include "tools/cli/live/live.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <system_error>
#include <utility>

#include "tools/cli/terminal.h"

namespace profconv::cli::live {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds between_shows{1000};
constexpr int pauses = 9;  ///< as long as it took to show it, if that is longer than a second
constexpr milliseconds between_looks{50};
constexpr milliseconds longest_rest{2000};  ///< of the text, after the profile was written

/// How many samples a second came lately.
class Rate {
 public:
  std::uint64_t at(Clock::time_point now, std::uint64_t samples) {
    while (seen_.size() > 1 && now - seen_.front().first > longest) seen_.pop_front();
    seen_.emplace_back(now, samples);
    const auto passed = std::chrono::duration_cast<milliseconds>(now - seen_.front().first).count();
    if (passed < shortest.count()) return 0;
    return (samples - seen_.front().second) * 1000 / static_cast<std::uint64_t>(passed);
  }

 private:
  static constexpr std::chrono::seconds longest{5};
  static constexpr milliseconds shortest{500};

  std::deque<std::pair<Clock::time_point, std::uint64_t>> seen_;
};

}  // namespace

/// Passes on what the tracer prints.
class Live::Watched : public Source {
 public:
  Watched(Live& live, std::unique_ptr<Source> tracer, std::function<std::uint64_t()> drops)
      : live_(live), tracer_(std::move(tracer)), drops_(std::move(drops)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t got = tracer_->read(buffer);
    if (live_.is_shown_) live_.profile_.text().add({buffer.data(), got});
    live_.drops_ = drops_();
    return got;
  }

 private:
  Live& live_;
  std::unique_ptr<Source> tracer_;
  std::function<std::uint64_t()> drops_;
};

Live::Live(std::unique_ptr<View> view, const record::Backend& backend, const record::Wish& wish,
           const ConversionRequest& request)
    : profile_(backend, wish, request),
      state_{.profile = profile_, .target = {}, .backend = std::string(backend.name)},
      view_(std::move(view)) {}

Live::~Live() {
  is_over_ = true;
  if (thread_.joinable()) thread_.join();
}

std::unique_ptr<Source> Live::watched(std::unique_ptr<Source> tracer, std::function<std::uint64_t()> drops) {
  return std::make_unique<Watched>(*this, std::move(tracer), std::move(drops));
}

void Live::start(std::string target) {
  state_.target = std::move(target);
  is_shown_ = true;
  try {
    const SignalsHeldBack held_back;
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error& error) {
    is_shown_ = false;
    failure_ = error.what();
    view_.reset();
  }
}

void Live::stop() { is_stopping_ = true; }

void Live::finish(std::string ending) {
  if (!thread_.joinable()) return;
  ending_ = std::move(ending);
  is_over_ = true;
  thread_.join();
}

std::optional<std::string> Live::failure() const { return failure_ ? failure_ : profile_.failure(); }

/// The thread's work. Whatever goes wrong, the recording goes on.
void Live::run() {
  try {
    show_all();
  } catch (const std::exception& error) {
    failure_ = error.what();
  }
  is_shown_ = false;
  view_.reset();
}

void Live::show_all() {
  const Clock::time_point started = Clock::now();
  Clock::time_point shown = started;
  Clock::duration pause = between_shows;
  Rate rate;
  const auto show = [&] {
    shown = Clock::now();
    profile_.update();
    if (!is_stopping_) state_.elapsed = std::chrono::duration_cast<milliseconds>(shown - started);
    state_.is_stopping = is_stopping_;
    state_.rate = rate.at(shown, profile_.samples());
    state_.drops = drops_;
    state_.failure = profile_.failure().value_or("");
    view_->show(state_);
    pause = std::max<Clock::duration>(between_shows, pauses * (Clock::now() - shown));
  };
  show();
  while (!is_over_) {
    view_->wait(between_looks);
    if (Clock::now() - shown >= pause) show();
  }
  if (ending_.empty()) return;
  profile_.text().end(longest_rest);
  state_.ending = ending_;
  show();
}

}  // namespace profconv::cli::live
