// SPDX-License-Identifier: Apache-2.0
// The functions that take most, drawn over and over on the terminal.
#pragma once

#include <cstddef>

#include "tools/cli/live/view.h"

namespace profconv::cli::live {

/// Draws on standard error, which must be a terminal. The last picture stays.
class Top : public View {
 public:
  void wait(std::chrono::milliseconds duration) override;
  void show(const State& state) override;

 private:
  bool is_first_ = true;
};

/// What fits on a terminal of that size; the rest of each line is cleared.
[[nodiscard]] std::string top_text(const State& state, std::size_t columns, std::size_t rows);

}  // namespace profconv::cli::live
