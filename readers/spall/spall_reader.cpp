// SPDX-License-Identifier: Apache-2.0
// Spall: binary traces of nested spans, by hand or by the compiler. https://github.com/colrdavidson/spall-web
// A begin event of version 1: 03 00, pid 00000016, tid 0000001A, time (f64), 04 00, "main"
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/wire/spall.h"
#include "readers/readers.h"
#include "readers/spall/events.h"

namespace profconv {

namespace {

namespace automatic = spall::automatic;

constexpr std::array<std::string_view, 1> extensions{".spall"};

/// What stands in front of the events.
struct Header {
  std::uint64_t version = 0;
  double tick_ns = 0;
  bool is_automatic = false;
  std::uint64_t load_address = 0;
  std::string program;
};

std::uint64_t magic_of(std::string_view head) {
  std::uint64_t magic = 0;
  if (head.size() < sizeof magic) return 0;
  for (std::size_t i = sizeof magic; i-- > 0;) magic = magic << 8U | static_cast<unsigned char>(head[i]);
  return magic;
}

[[noreturn]] void refuse_what_is_no_trace(spall_in::Bytes& bytes) {
  const bool is_json = bytes.have(1) && (bytes.text(0, 1) == "{" || bytes.text(0, 1) == "[");
  throw ReadError(bytes.here(), is_json
                                    ? "expected a Spall trace, got JSON: that is Chrome's trace format, which Spall "
                                      "shows too; this reads Spall's binary traces"
                                    : "expected a Spall trace, which begins with the number 0x0BADF00D or "
                                      "0xABADF00D");
}

void check_version(const Header& header, const Location& where) {
  const auto version = header.version;
  if (header.is_automatic ? version == automatic::version
                          : version == spall::v1::version || version == spall::v3::version)
    return;
  const std::string what =
      (header.is_automatic ? "a Spall auto-trace of version " : "a Spall trace of version ") + std::to_string(version);
  throw ReadError(where, header.is_automatic
                             ? what + "; version 3 can be read, and Spall itself has dropped others"
                             : what + "; versions 1 and 3 can be read" +
                                   (version == 0 ? ", and Spall's upconvert makes one of version 0" : ""));
}

Header read_header(spall_in::Bytes& bytes) {
  Header header;
  const bool has_magic = bytes.have(sizeof(std::uint64_t));
  const auto magic = has_magic ? bytes.number<std::uint64_t>(0) : 0;
  if (magic != spall::magic && magic != automatic::magic) refuse_what_is_no_trace(bytes);
  header.is_automatic = magic == automatic::magic;
  std::size_t size = header.is_automatic ? automatic::header_bytes : spall::header_bytes;
  if (!bytes.have(size)) {
    throw ReadError(bytes.here(),
                    "a Spall trace that ends within its header; expected " + std::to_string(size) + " bytes");
  }
  header.version = bytes.number<std::uint64_t>(8);
  check_version(header, bytes.input().at_byte(8));
  const double unit = bytes.real(16);
  if (!std::isfinite(unit) || unit <= 0) {
    throw ReadError(bytes.input().at_byte(16), "expected how long a tick is, got " + std::to_string(unit) +
                                                   "; without it a Spall trace has no times");
  }
  header.tick_ns = !header.is_automatic && header.version == spall::v1::version ? unit * 1000 : unit;
  if (header.is_automatic) {
    header.load_address = bytes.number<std::uint64_t>(24);
    const auto path = bytes.number<std::uint16_t>(32);
    if (!bytes.have(size + path)) throw ReadError(bytes.here(), "a Spall trace that ends within its program's path");
    header.program = bytes.text(size, path);
    size += path;
  }
  bytes.take(size);
  return header;
}

void describe_program(const Header& header, ProfileBuilder& profile, const Input& input) {
  std::array<char, 32> text{};
  const int size =
      std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(header.load_address));
  profile.metadata().comments.emplace_back("load address " + std::string(text.data(), static_cast<std::size_t>(size)));
  input.context().note("spall.addresses", input.whole(),
                       "an auto-trace has addresses and no names of functions; where each call came from is left out");
}

void read_events(const Header& header, spall_in::Bytes& bytes, spall_in::Clock& clock, spall_in::Trace& trace,
                 ProfileSetBuilder& builder) {
  if (header.is_automatic) {
    const MappingId program = builder.mapping({.file = builder.string(header.program)});
    spall_in::read_automatic(bytes, clock, program, builder, trace);
  } else if (header.version == spall::v1::version) {
    spall_in::read_v1(bytes, clock, trace);
  } else {
    spall_in::read_v3(bytes, clock, trace);
  }
}

void read(const Reader&, Input& input, const Options&, ProfileSetBuilder& builder, Context& context) {
  spall_in::Bytes bytes(input);
  const Header header = read_header(bytes);
  spall_in::Clock clock(header.tick_ns);
  clock.report(input.at_byte(16), context);
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "wall", .unit = "nanoseconds"});
  if (header.is_automatic) describe_program(header, profile, input);
  spall_in::Trace trace(input, builder);
  read_events(header, bytes, clock, trace, builder);
  trace.finish(profile);
  if (profile.sample_count() == 0) context.note("spall.empty", input.whole(), "the trace has no spans");
  if (clock.resolution() > 1) {
    profile.metadata().period = clock.resolution();
    profile.metadata().period_type = {.type = "wall", .unit = "nanoseconds"};
  }
}

Probe probe(const Reader&, std::string_view head, std::string_view) {
  const std::uint64_t magic = magic_of(head);
  if (magic == spall::magic) return {.confidence = Confidence::magic, .reason = "begins with Spall's number"};
  if (magic != automatic::magic) return {};
  return {.confidence = Confidence::magic, .reason = "begins with the number of Spall's auto-traces"};
}

/// What the viewer refuses, and what is about the profile that is made.
constexpr std::array<Verdict, 5> verdicts{{{"spall.backwards", Severity::error},
                                           {"spall.time", Severity::error},
                                           {"spall.arguments", std::nullopt},
                                           {"spall.rounded", std::nullopt},
                                           {"spall.tick", std::nullopt}}};

Features carries(const Reader&, const Options&) {
  return {Feature::thread_ids,  Feature::process_names, Feature::thread_names, Feature::labels,
          Feature::start_times, Feature::shared_depths, Feature::empty_stacks, Feature::modules,
          Feature::addresses,   Feature::period,        Feature::comments};
}

}  // namespace

const Reader spall_reader{
    .name = "spall",
    .aliases = {},
    .summary = "traces of the Spall viewer: spans, which become samples of self time",
    .extensions = extensions,
    .options = {},
    .carries = carries,
    .probe = probe,
    .read = read,
    .verdicts = verdicts,
};

}  // namespace profconv
