// SPDX-License-Identifier: Apache-2.0
// The sources an Input is made of: a descriptor, memory, and decompressing layers over another source.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/input.h"

namespace profconv {

/// A source whose first bytes can be looked at; counts what it hands out as the conversion's progress.
class StoredSource : public Source {
 public:
  StoredSource(std::unique_ptr<Source> inner, const Context& context) : inner_(std::move(inner)), context_(&context) {}

  /// The first `count` bytes, fewer where the source ends before.
  std::string_view peek(std::size_t count);
  std::size_t read(std::span<char> buffer) override;
  [[nodiscard]] std::uint64_t expected_bytes() const override { return inner_->expected_bytes(); }

 private:
  std::unique_ptr<Source> inner_;
  const Context* context_;
  std::vector<char> peeked_;
  std::size_t peeked_used_ = 0;
  std::uint64_t bytes_ = 0;
};

std::unique_ptr<Source> open_path(const std::string& path, const Context& context);
/// What is read from `inner` is shown to `tap` at once.
std::unique_ptr<Source> open_tapped(std::unique_ptr<Source> inner, ByteTap tap);
std::unique_ptr<Source> open_memory(std::string_view text, std::size_t chunk_bytes);
/// Throw ReadError naming `name` and the stored byte for a stream that is damaged or ends early. The members of a gzip
/// stream are counted in `members`, which must outlive the source.
std::unique_ptr<Source> open_gzip(std::unique_ptr<Source> stored, std::string name, std::uint64_t& members);
std::unique_ptr<Source> open_zstd(std::unique_ptr<Source> stored, std::string name);

}  // namespace profconv
