// SPDX-License-Identifier: Apache-2.0
// The byte layout of Spall traces. All numbers are little-endian and packed; names are bytes without an end mark.
//
// A file is a header: u64 magic, u64 version, f64 timestamp unit, u64 zero. The unit is microseconds a tick in version
// 1 and nanoseconds a tick in version 3.
//
// Version 1: events follow the header.
//   begin  u8 3, u8 category, u32 pid, u32 tid, f64 time, u8 name length, u8 arguments length, name, arguments
//   end    u8 4, u32 pid, u32 tid, f64 time
//
// Version 3: buffers follow the header: u32 payload size, u32 tid, u32 pid, u64 first time, payload. In the payload:
//   begin  u8 3, u64 time, u8 name length, u8 arguments length, name, arguments
//   end    u8 4, u64 time
//   name   u8 8 (process) or 9 (thread), u8 length, name: of the buffer's process or thread
#pragma once

#include <cstddef>
#include <cstdint>

namespace profconv::spall {

inline constexpr std::uint64_t magic = 0x0BADF00D;
inline constexpr std::size_t header_bytes = 32;
inline constexpr std::size_t max_name_bytes = 255;

/// The first byte of an event.
enum class EventType : std::uint8_t { begin = 3, end = 4, name_process = 8, name_thread = 9 };

namespace v1 {
inline constexpr std::uint64_t version = 1;
inline constexpr std::size_t begin_bytes = 20;  ///< without the name
inline constexpr std::size_t end_bytes = 17;
}  // namespace v1

namespace v3 {
inline constexpr std::uint64_t version = 3;
inline constexpr std::size_t buffer_header_bytes = 20;
inline constexpr std::size_t begin_bytes = 11;  ///< without the name
inline constexpr std::size_t end_bytes = 9;
inline constexpr std::size_t name_bytes = 2;  ///< without the name
}  // namespace v3

}  // namespace profconv::spall
