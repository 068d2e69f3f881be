// SPDX-License-Identifier: Apache-2.0
// What all aggregations of a reading share.
#pragma once

#include "profconv/profile_builder.h"
#include "readers/dtrace/settings.h"
#include "readers/dtrace/text/report.h"

namespace profconv::dtrace {

struct Sources {
  ProfileSetBuilder& builder;
  const Settings& settings;
  Report& report;
};

}  // namespace profconv::dtrace
