// SPDX-License-Identifier: Apache-2.0
// Inputs too large to be kept as files, made for each format that can be read.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "profconv/format.h"

namespace profconv::test {

/// One sample of value 1 whose stack has `depth` frames, in a reader's format; "" for a reader not known here.
[[nodiscard]] std::string deep_stack(std::string_view reader, std::size_t depth);

/// A line of `bytes` bytes that begins like a line of the reader's format; `end` closes it as a record.
struct LongLine {
  std::string begin;
  std::string end;
};
/// Empty for a reader not known here.
[[nodiscard]] LongLine long_line(std::string_view reader);

/// `begin`, then `filler` up to `bytes` bytes, then `end`, made while it is read.
class LongLineSource : public Source {
 public:
  LongLineSource(LongLine line, std::size_t bytes) : line_(std::move(line)), filler_left_(bytes) {}
  std::size_t read(std::span<char> buffer) override;

 private:
  LongLine line_;
  std::size_t filler_left_;
};

}  // namespace profconv::test
