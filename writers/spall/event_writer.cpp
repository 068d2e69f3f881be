// SPDX-License-Identifier: Apache-2.0
// Encoding events. core/wire/spall.h has the layout.
#include "event_writer.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "profconv/errors.h"

namespace profconv::spall {

namespace {

constexpr std::size_t v1_block_bytes = std::size_t{1} << 20;
constexpr std::size_t v3_block_bytes = std::size_t{4} << 20;
constexpr std::int64_t max_exact_double = std::int64_t{1} << 53;

/// Stores an unsigned number least byte first; returns the place after it.
template <class T>
char* put(char* to, T number) {
  for (std::size_t i = 0; i < sizeof(T); ++i) to[i] = static_cast<char>(number >> (8 * i));
  return to + sizeof(T);
}

char* put(char* to, EventType type) { return put(to, static_cast<std::uint8_t>(type)); }

}  // namespace

EventWriter::EventWriter(Output& output, const TraceNames& names, std::size_t block_bytes)
    : output_(&output), names_(names), block_bytes_(block_bytes), block_(new char[block_bytes]) {}

void EventWriter::write_header(std::uint64_t version, double timestamp_unit) {
  char* to = reserve(header_bytes);
  to = put(to, magic);
  to = put(to, version);
  to = put(to, std::bit_cast<std::uint64_t>(timestamp_unit));
  put(to, std::uint64_t{0});
  write_block();
}

void EventWriter::write_block() {
  output_->write({block_.get(), used_});
  used_ = 0;
}

void EventWriter::enter_track(std::size_t track) {
  number_ = names_.tracks[track];
  depth_ = 0;
  max_depth_ = 0;
}

WriterV1::WriterV1(Output& output, const TraceNames& names, const Tick& tick)
    : EventWriter(output, names, v1_block_bytes) {
  write_header(v1::version, tick.numerator_ns / (tick.denominator * 1000));
}

void WriterV1::step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) {
  if (time > max_exact_double) {
    throw WriteError(
        "Spall's version 1 holds times up to 2^53 ticks, and this trace is longer; use --set spall.version=3");
  }
  change_depth(ended, begun.size());
  const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(time));
  std::array<char, v1::end_bytes> end{};
  put(put(put(put(end.data(), EventType::end), number().pid), number().tid), bits);
  for (; ended != 0; --ended) std::memcpy(reserve(v1::end_bytes), end.data(), v1::end_bytes);
  for (const NameTable::Name begins : begun) {
    const std::string_view name = names().frames[begins];
    char* to = reserve(v1::begin_bytes + name.size());
    to = put(put(to, EventType::begin), std::uint8_t{0});
    to = put(put(put(to, number().pid), number().tid), bits);
    to = put(put(to, static_cast<std::uint8_t>(name.size())), std::uint8_t{0});
    std::memcpy(to, name.data(), name.size());
  }
}

WriterV3::WriterV3(Output& output, const TraceNames& names, const Tick& tick)
    : EventWriter(output, names, v3_block_bytes) {
  write_header(v3::version, tick.numerator_ns / tick.denominator);
}

void WriterV3::begin_track(std::size_t track) {
  enter_track(track);
  begin_buffer();
  const std::string_view process = names().processes[track];
  if (!process.empty() && named_process_ != number().pid) {
    write_name(EventType::name_process, process);
    named_process_ = number().pid;
  }
  if (const std::string_view thread = names().threads[track]; !thread.empty()) {
    write_name(EventType::name_thread, thread);
  }
}

void WriterV3::write_name(EventType type, std::string_view name) {
  char* to = reserve(v3::name_bytes + name.size());
  to = put(put(to, type), static_cast<std::uint8_t>(name.size()));
  std::memcpy(to, name.data(), name.size());
}

void WriterV3::step(std::int64_t time, std::size_t ended, std::span<const NameTable::Name> begun) {
  change_depth(ended, begun.size());
  time_ = static_cast<std::uint64_t>(time);
  if (!first_time_) first_time_ = time_;
  for (; ended != 0; --ended) put(put(reserve(v3::end_bytes), EventType::end), time_);
  for (const NameTable::Name begins : begun) {
    const std::string_view name = names().frames[begins];
    char* to = reserve(v3::begin_bytes + name.size());
    to = put(put(to, EventType::begin), time_);
    to = put(put(to, static_cast<std::uint8_t>(name.size())), std::uint8_t{0});
    std::memcpy(to, name.data(), name.size());
  }
}

void WriterV3::end_track() {
  leave_track();
  end_buffer();
}

void WriterV3::flush() {
  end_buffer();
  begin_buffer();
  first_time_ = time_;
}

void WriterV3::begin_buffer() {
  static_cast<void>(reserve(v3::buffer_header_bytes));
  first_time_.reset();
}

void WriterV3::end_buffer() {
  char* to = block();
  to = put(to, static_cast<std::uint32_t>(used() - v3::buffer_header_bytes));
  to = put(put(to, number().tid), number().pid);
  put(to, first_time_.value_or(0));
  write_block();
}

}  // namespace profconv::spall
