// SPDX-License-Identifier: Apache-2.0
// A protobuf message on its way out, piece by piece: messages that stand one after another are read as one, so only a
// piece is ever in memory, and none comes near protobuf's limit of 2 GiB.
#pragma once

#include <cstdint>
#include <string>

#include "profconv/output.h"
#include "wire/pprof.pb.h"
#include "writers/pprof/wire.h"

namespace profconv::pprof {

/// The profile being written, as the piece that is filled now.
class Fragments {
 public:
  explicit Fragments(Output& output) : output_(output) {}

  [[nodiscard]] wire::pprof::Profile& piece() { return piece_; }

  void send() {
    const std::size_t size = piece_.ByteSizeLong();
    if (bytes_.size() < size) bytes_.resize(size);
    piece_.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(bytes_.data()));
    output_.write({bytes_.data(), size});
    total_ += size;
    piece_.Clear();
  }

  /// Sends a field of the profile that is no part of the piece.
  void send(int field, const WireBytes& message) {
    head_.clear();
    head_.begin_field(field, message.view().size());
    output_.write(head_.view());
    output_.write(message.view());
    total_ += head_.view().size() + message.view().size();
  }

  [[nodiscard]] std::uint64_t bytes_sent() const { return total_; }

 private:
  Output& output_;
  wire::pprof::Profile piece_;
  std::string bytes_;
  WireBytes head_;
  std::uint64_t total_ = 0;
};

}  // namespace profconv::pprof
