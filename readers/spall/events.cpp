// SPDX-License-Identifier: Apache-2.0
// Manual traces, versions 1 and 3.
#include "readers/spall/events.h"

#include "core/wire/spall.h"

namespace profconv::spall_in {

namespace {

using spall::EventType;

/// Padding at the next byte; false where the input ends within it.
bool skip_padding(Bytes& bytes, Trace& trace) {
  if (!bytes.have(spall::pad_skip_bytes)) {
    report_cut(bytes, trace, "padding");
    return false;
  }
  if (const Check* const check = trace.check()) check->padding(bytes.offset());
  const auto size = bytes.number<std::uint32_t>(1);
  bytes.take(spall::pad_skip_bytes);
  if (bytes.skip(size)) return true;
  report_cut(bytes, trace, "padding");
  return false;
}

bool read_begin_v1(Bytes& bytes, Clock& clock, Trace& trace) {
  if (!bytes.have(spall::v1::begin_bytes)) return false;
  const auto name = bytes.number<std::uint8_t>(18);
  const auto arguments = bytes.number<std::uint8_t>(19);
  const std::size_t size = spall::v1::begin_bytes + name + arguments;
  if (!bytes.have(size)) return false;
  Lane& lane = trace.lane(bytes.number<std::uint32_t>(2), bytes.number<std::uint32_t>(6));
  const FrameId frame = trace.frame(bytes.text(spall::v1::begin_bytes, name), bytes.offset());
  const LabelSetId labels = trace.arguments(bytes.text(spall::v1::begin_bytes + name, arguments));
  if (Check* const check = trace.check()) check->stored_time(bytes.real(10), bytes.offset());
  trace.begin(lane, clock.at(bytes.real(10)), frame, labels, bytes.offset());
  bytes.take(size);
  return true;
}

bool read_end_v1(Bytes& bytes, Clock& clock, Trace& trace) {
  if (!bytes.have(spall::v1::end_bytes)) return false;
  Lane& lane = trace.lane(bytes.number<std::uint32_t>(1), bytes.number<std::uint32_t>(5));
  if (Check* const check = trace.check()) {
    check->stored_time(bytes.real(9), bytes.offset());
    trace.check_thread(lane, bytes.offset());
  }
  trace.end(lane, clock.at(bytes.real(9)), bytes.offset());
  bytes.take(spall::v1::end_bytes);
  return true;
}

bool read_begin_v3(Bytes& bytes, Buffer& buffer, Clock& clock, Lane& lane, Trace& trace) {
  if (!buffer.fits(spall::v3::begin_bytes)) return false;
  const auto name = bytes.number<std::uint8_t>(9);
  const auto arguments = bytes.number<std::uint8_t>(10);
  const std::size_t size = spall::v3::begin_bytes + name + arguments;
  if (!buffer.fits(size)) return false;
  const FrameId frame = trace.frame(bytes.text(spall::v3::begin_bytes, name), bytes.offset());
  const LabelSetId labels = trace.arguments(bytes.text(spall::v3::begin_bytes + name, arguments));
  trace.begin(lane, clock.at(bytes.number<std::uint64_t>(1)), frame, labels, bytes.offset());
  bytes.take(size);
  return true;
}

bool read_name_v3(Bytes& bytes, Buffer& buffer, EventType type, Lane& lane, Trace& trace) {
  if (!buffer.fits(spall::v3::name_bytes)) return false;
  const std::size_t size = spall::v3::name_bytes + bytes.number<std::uint8_t>(1);
  if (!buffer.fits(size)) return false;
  constexpr std::size_t viewers_minimum = 8;
  if (const Check* const check = trace.check()) check->name(bytes.have(viewers_minimum), bytes.offset());
  const std::string_view name = bytes.text(spall::v3::name_bytes, size - spall::v3::name_bytes);
  if (type == EventType::name_process) {
    trace.name_process(lane, name, bytes.offset());
  } else {
    trace.name_thread(lane, name, bytes.offset());
  }
  bytes.take(size);
  return true;
}

/// One event of a buffer; false where no more of it can be read.
bool read_event_v3(Bytes& bytes, Buffer& buffer, Clock& clock, Lane& lane, Trace& trace) {
  if (!buffer.fits(1)) return false;
  const auto type = static_cast<EventType>(bytes.number<std::uint8_t>(0));
  switch (type) {
    case EventType::begin:
      return read_begin_v3(bytes, buffer, clock, lane, trace);
    case EventType::end:
      if (!buffer.fits(spall::v3::end_bytes)) return false;
      trace.end(lane, clock.at(bytes.number<std::uint64_t>(1)), bytes.offset());
      bytes.take(spall::v3::end_bytes);
      return true;
    case EventType::name_process:
    case EventType::name_thread:
      return read_name_v3(bytes, buffer, type, lane, trace);
    case EventType::pad_skip: {
      if (!buffer.fits(spall::pad_skip_bytes)) return false;
      if (const Check* const check = trace.check()) check->padding(bytes.offset());
      const std::size_t size = spall::pad_skip_bytes + std::size_t{bytes.number<std::uint32_t>(1)};
      return buffer.skips(size);
    }
  }
  trace.unknown_event(static_cast<unsigned>(type), "the rest of its buffer is left out", bytes.offset());
  return false;
}

}  // namespace

void report_cut(const Bytes& bytes, Trace& trace, std::string_view what) {
  trace.error("spall.cut", "the file ends within " + std::string(what) + "; what comes before is read", bytes.offset());
}

bool Buffer::fits(std::uint64_t count) {
  if (count > end_ - bytes_->offset()) {
    trace_->error("spall.crossing", "an event is longer than what is left of its buffer, which is left out",
                  bytes_->offset());
    return false;
  }
  return bytes_->have(count);
}

bool Buffer::skips(std::uint64_t count) { return count > end_ - bytes_->offset() ? fits(count) : bytes_->skip(count); }

bool Buffer::leave() {
  if (at_end() || bytes_->skip(end_ - bytes_->offset())) return true;
  report_cut(*bytes_, *trace_, "a buffer");
  return false;
}

void read_v1(Bytes& bytes, Clock& clock, Trace& trace) {
  while (bytes.have(1)) {
    const auto type = bytes.number<std::uint8_t>(0);
    bool is_whole = false;
    switch (static_cast<EventType>(type)) {
      case EventType::begin:
        is_whole = read_begin_v1(bytes, clock, trace);
        break;
      case EventType::end:
        is_whole = read_end_v1(bytes, clock, trace);
        break;
      case EventType::pad_skip:
        if (!skip_padding(bytes, trace)) return;
        is_whole = true;
        break;
      default:
        trace.unknown_event(type, "the rest of the file is left out", bytes.offset());
        return;
    }
    if (!is_whole) return report_cut(bytes, trace, "an event");
  }
}

void read_v3(Bytes& bytes, Clock& clock, Trace& trace) {
  if (Check* const check = trace.check()) check->begin_version_3();
  while (bytes.have(1)) {
    if (!bytes.have(spall::v3::buffer_header_bytes)) return report_cut(bytes, trace, "a buffer's header");
    const auto size = bytes.number<std::uint32_t>(0);
    const auto tid = bytes.number<std::uint32_t>(4);
    const auto pid = bytes.number<std::uint32_t>(8);
    if (const Check* const check = trace.check()) check->buffer(spall::v3::buffer_header_bytes + size, bytes.offset());
    bytes.take(spall::v3::buffer_header_bytes);
    Buffer buffer(bytes, trace, size);
    if (buffer.at_end()) continue;
    Lane& lane = trace.lane(pid, tid);
    while (!buffer.at_end() && read_event_v3(bytes, buffer, clock, lane, trace)) {
    }
    if (!buffer.leave()) return;
  }
}

}  // namespace profconv::spall_in
