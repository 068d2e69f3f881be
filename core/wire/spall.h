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
//
// Either version may hold padding: u8 7, u32 size, bytes. The types 0, 1, 2, 5 and 6 have numbers but no layout.
//
// Auto-tracing (of functions, by the compiler) has another magic and a header of u64 magic, u64 version, f64
// nanoseconds a tick, u64 load address, u16 path length, path of the program. Version 3: buffers of u32 payload size,
// u32 tid, u64 first time, u32 depth, payload. Times and addresses are told as differences, from the first time and
// from 0 in each buffer; their sizes (1, 2, 4 or 8 bytes) stand, as logarithms, in the event's first byte, bits 7-6 of
// which say what it is:
//   0  begin of a function; bits 5-4, 3-2, 1-0: sizes of the time's growth, of what the address and the caller's are
//      XORed with
//   1  end; bits 5-4: size of the time's growth
//   2  begin of a named span where bits 5-4 are 1; bits 3-2: size of the time's growth; bits 1 and 0: whether the
//   length
//      of the name and that of the arguments have 2 bytes; then these, the name, the arguments
#pragma once

#include <cstddef>
#include <cstdint>

namespace profconv::spall {

inline constexpr std::uint64_t magic = 0x0BADF00D;
inline constexpr std::size_t header_bytes = 32;
inline constexpr std::size_t max_name_bytes = 255;

/// The first byte of an event.
enum class EventType : std::uint8_t { begin = 3, end = 4, pad_skip = 7, name_process = 8, name_thread = 9 };

inline constexpr std::size_t pad_skip_bytes = 5;  ///< without the padding

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

namespace automatic {
inline constexpr std::uint64_t magic = 0xABADF00D;
inline constexpr std::uint64_t version = 3;
inline constexpr std::size_t header_bytes = 34;  ///< without the path
inline constexpr std::size_t buffer_header_bytes = 20;
enum class EventType : std::uint8_t { micro_begin = 0, micro_end = 1, other = 2 };
}  // namespace automatic

/// What Spall's web viewer has room for. It keeps processes, threads and rows of depth in one arena, in arrays that
/// grow to 8, 24, 56, 120 ... places and never give their old place back; when the arena is full the viewer stops.
namespace viewer {
inline constexpr std::uint64_t arena_bytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t process_bytes = 160;
inline constexpr std::uint64_t thread_bytes = 176;
inline constexpr std::uint64_t depth_bytes = 72;

/// Places that an array has taken up, outgrown ones included, once it holds `count`.
constexpr std::uint64_t places_taken(std::uint64_t count) {
  std::uint64_t taken = 0;
  for (std::uint64_t capacity = 0; capacity < count; taken += capacity) capacity = capacity * 2 + 8;
  return taken;
}
}  // namespace viewer

}  // namespace profconv::spall
