// SPDX-License-Identifier: Apache-2.0
// Writing an output without making it final.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "profconv/output.h"

namespace profconv {

/// Passes bytes on and counts them. The owner of the target commits it; without a target nothing is written.
class HeldSink final : public Sink {
 public:
  HeldSink(Output* target, std::uint64_t* bytes, std::function<void(std::uint64_t)> grown)
      : target_(target), bytes_(bytes), grown_(std::move(grown)) {
    grown_(0);
  }
  void write(std::string_view bytes) override {
    if (target_ != nullptr) target_->write(bytes);
    *bytes_ += bytes.size();
    grown_(*bytes_);
  }
  void finish() override {}
  void write_beside(const std::string& path, std::string_view text) override {
    if (target_ != nullptr) target_->write_beside(path, text);
  }

 private:
  Output* target_;
  std::uint64_t* bytes_;
  std::function<void(std::uint64_t)> grown_;
};

}  // namespace profconv
