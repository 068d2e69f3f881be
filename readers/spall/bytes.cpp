// SPDX-License-Identifier: Apache-2.0
// Moving the window.
#include "readers/spall/bytes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace profconv::spall_in {

bool Bytes::fill(std::size_t count) {
  std::memmove(window_.data(), window_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  while (end_ < count) {
    const std::size_t got = input_->read(std::span(window_).subspan(end_));
    if (got == 0) return false;
    end_ += got;
  }
  return true;
}

bool Bytes::skip(std::uint64_t count) {
  while (count != 0) {
    if (!have(1)) return false;
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(count, end_ - begin_));
    take(step);
    count -= step;
  }
  return true;
}

double Bytes::real(std::size_t at) const { return std::bit_cast<double>(number<std::uint64_t>(at)); }

}  // namespace profconv::spall_in
