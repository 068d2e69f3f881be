// SPDX-License-Identifier: Apache-2.0
// Pasted text, line by line, as dtrace wrote it (pasted.h).
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "readers/dtrace/text/line_source.h"
#include "readers/dtrace/text/pasted.h"

namespace profconv::dtrace {

/// Repairs the lines of another source.
class RepairedLines final : public LineSource {
 public:
  RepairedLines(LineSource& below, Treatment treatment) : below_(below), pasted_(std::move(treatment)) {}

  bool next(SourceLine& line) override {
    const auto take = [this](std::string_view text, std::uint64_t number) {
      ready_.emplace_back(std::string(text), number);
    };
    while (ready_.empty()) {
      if (is_finished_) return false;
      if (below_.next(line)) {
        pasted_.feed(line.text, line.number, take);
      } else {
        is_finished_ = true;
        pasted_.finish(take);
      }
    }
    given_ = std::move(ready_.front());
    ready_.pop_front();
    line = {.text = given_.first, .number = given_.second, .record = nullptr};
    return true;
  }

 private:
  LineSource& below_;
  PastedText pasted_;
  std::deque<std::pair<std::string, std::uint64_t>> ready_;
  std::pair<std::string, std::uint64_t> given_;
  bool is_finished_ = false;
};

}  // namespace profconv::dtrace
