// SPDX-License-Identifier: Apache-2.0
// Auto-tracing: the functions that a compiler made report themselves, by their addresses.
#include <array>
#include <string>

#include "core/wire/spall.h"
#include "readers/spall/events.h"

namespace profconv::spall_in {

namespace {

using AutomaticType = spall::automatic::EventType;

/// The fields of an event's first byte.
struct First {
  unsigned byte = 0;

  [[nodiscard]] AutomaticType type() const { return static_cast<AutomaticType>(byte >> 6U); }
  /// What two bits say of a size, from bit `low`.
  [[nodiscard]] std::size_t size(unsigned low) const { return std::size_t{1} << (byte >> low & 3U); }
  /// What one bit says.
  [[nodiscard]] std::size_t length_size(unsigned bit) const { return std::size_t{1} << (byte >> bit & 1U); }
  [[nodiscard]] bool is_named_begin() const { return (byte >> 4U & 3U) == 1; }
};

/// Reads buffer after buffer.
class Automatic {
 public:
  Automatic(Bytes& bytes, Clock& clock, MappingId program, ProfileSetBuilder& builder, Trace& trace)
      : bytes_(&bytes), clock_(&clock), program_(program), builder_(&builder), trace_(&trace) {}

  void read_buffers();

 private:
  bool read_event(Buffer& buffer, Lane& lane);
  bool read_micro_begin(Buffer& buffer, First first, Lane& lane);
  bool read_micro_end(Buffer& buffer, First first, Lane& lane);
  bool read_named_begin(Buffer& buffer, First first, Lane& lane);

  Bytes* bytes_;
  Clock* clock_;
  MappingId program_;
  ProfileSetBuilder* builder_;
  Trace* trace_;
  std::uint64_t time_ = 0;
  std::uint64_t address_ = 0;
};

bool Automatic::read_micro_begin(Buffer& buffer, First first, Lane& lane) {
  const std::size_t time_size = first.size(4);
  const std::size_t address_size = first.size(2);
  const std::size_t size = 1 + time_size + address_size + first.size(0);
  if (!buffer.fits(size)) return false;
  time_ += bytes_->number(1, time_size);
  address_ ^= bytes_->number(1 + time_size, address_size);
  // The model has no frame of which nothing is known.
  const bool is_known = program_ || address_ != 0;
  const FrameId frame =
      is_known ? builder_->frame({.mapping = program_, .address = address_}) : trace_->frame({}, bytes_->offset());
  trace_->begin(lane, clock_->at(time_), frame, {}, bytes_->offset());
  bytes_->take(size);
  return true;
}

bool Automatic::read_micro_end(Buffer& buffer, First first, Lane& lane) {
  const std::size_t size = 1 + first.size(4);
  if (!buffer.fits(size)) return false;
  time_ += bytes_->number(1, size - 1);
  trace_->end(lane, clock_->at(time_), bytes_->offset());
  bytes_->take(size);
  return true;
}

bool Automatic::read_named_begin(Buffer& buffer, First first, Lane& lane) {
  const std::size_t time_size = first.size(2);
  const std::size_t name_at = 1 + time_size;
  const std::size_t arguments_at = name_at + first.length_size(1);
  const std::size_t texts_at = arguments_at + first.length_size(0);
  if (!buffer.fits(texts_at)) return false;
  const auto name = static_cast<std::size_t>(bytes_->number(name_at, first.length_size(1)));
  const auto arguments = static_cast<std::size_t>(bytes_->number(arguments_at, first.length_size(0)));
  const std::size_t size = texts_at + name + arguments;
  if (!buffer.fits(size)) return false;
  time_ += bytes_->number(1, time_size);
  const FrameId frame = trace_->frame(bytes_->text(texts_at, name), bytes_->offset());
  const LabelSetId labels = trace_->arguments(bytes_->text(texts_at + name, arguments));
  trace_->begin(lane, clock_->at(time_), frame, labels, bytes_->offset());
  bytes_->take(size);
  return true;
}

bool Automatic::read_event(Buffer& buffer, Lane& lane) {
  if (!buffer.fits(1)) return false;
  const First first{bytes_->number<std::uint8_t>(0)};
  if (first.type() == AutomaticType::micro_begin) return read_micro_begin(buffer, first, lane);
  if (first.type() == AutomaticType::micro_end) return read_micro_end(buffer, first, lane);
  if (first.type() == AutomaticType::other && first.is_named_begin()) return read_named_begin(buffer, first, lane);
  trace_->unknown_event(first.byte, "the rest of its buffer is left out", bytes_->offset());
  return false;
}

void Automatic::read_buffers() {
  while (bytes_->have(1)) {
    if (!bytes_->have(spall::automatic::buffer_header_bytes)) return report_cut(*bytes_, *trace_, "a buffer's header");
    const auto size = bytes_->number<std::uint32_t>(0);
    const auto tid = bytes_->number<std::uint32_t>(4);
    time_ = bytes_->number<std::uint64_t>(8);
    address_ = 0;
    bytes_->take(spall::automatic::buffer_header_bytes);
    Buffer buffer(*bytes_, *trace_, size);
    if (buffer.at_end()) continue;
    Lane& lane = trace_->lane(std::nullopt, tid);
    while (!buffer.at_end() && read_event(buffer, lane)) {
    }
    if (!buffer.leave()) return;
  }
}

}  // namespace

void read_automatic(Bytes& bytes, Clock& clock, MappingId program, ProfileSetBuilder& builder, Trace& trace) {
  Automatic(bytes, clock, program, builder, trace).read_buffers();
}

}  // namespace profconv::spall_in
