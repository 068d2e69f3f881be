// SPDX-License-Identifier: Apache-2.0
// What stands at the top of a DHAT file, from what the profile says of itself. Our reader keeps DHAT's header as
// comments ("te: 9000 instrs"); they are its fields again here.
#pragma once

#include <cstdint>
#include <string>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "writers/dhat/counters.h"

namespace profconv::dhat_out {

/// The fields, numbers as they are written: DHAT's may have more than 64 bits.
struct Header {
  std::string mode;
  std::string verb;
  std::string time_unit;              ///< tu
  std::string million_time_units;     ///< Mtu
  std::int64_t lifetime_divisor = 1;  ///< lifetimes of the profile in one time unit
  std::string short_lived = "0";      ///< tuth
  std::string pid = "0";
  std::string end_time = "0";   ///< te
  std::string peak_time = "0";  ///< tg
};

/// Says which comments and attributes, and whether the duration, had no place.
[[nodiscard]] Header header_of(const Profile& profile, const Layout& layout, Context& context);

}  // namespace profconv::dhat_out
