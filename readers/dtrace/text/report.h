// SPDX-License-Identifier: Apache-2.0
// What a reading has to say, with the line it is about.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "profconv/context.h"
#include "profconv/errors.h"
#include "profconv/input.h"

namespace profconv::dtrace {

/// Findings of one input, by line.
class Report {
 public:
  Report(const Input& input, Context& context) : input_(input), context_(context) {}

  /// Calls `before` ahead of each message, so that what waits says what it has to say of earlier lines.
  void call_before(std::function<void()> before) { before_ = std::move(before); }

  void note(std::string_view kind, std::uint64_t line, std::string_view message) {
    report(Severity::note, kind, line, message);
  }
  void data_loss(std::string_view kind, std::uint64_t line, std::string_view message) {
    report(Severity::data_loss, kind, line, message);
  }
  /// A note, or a warning if it reports an assumption that decides a number.
  void tell(bool is_certain, std::string_view kind, std::uint64_t line, std::string_view message) {
    report(is_certain ? Severity::note : Severity::data_loss, kind, line, message);
  }
  void error(std::string_view kind, std::uint64_t line, std::string_view message) {
    report(Severity::error, kind, line, message);
  }
  [[noreturn]] void fail(std::uint64_t line, std::string_view message) const {
    throw ReadError(input_.at_line(line), message);
  }
  [[nodiscard]] Location at(std::uint64_t line) const { return input_.at_line(line); }
  [[nodiscard]] const Context& context() const { return context_; }

 private:
  void report(Severity severity, std::string_view kind, std::uint64_t line, std::string_view message) {
    if (before_) before_();
    context_.report(severity, kind, input_.at_line(line), message);
  }

  const Input& input_;
  Context& context_;
  std::function<void()> before_;
};

}  // namespace profconv::dtrace
