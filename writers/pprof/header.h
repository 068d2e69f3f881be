// SPDX-License-Identifier: Apache-2.0
// What is true of whole profiles: pprof's header fields, and one comment "#profconv {...}" for what pprof has no field
// for, so that reading the file back restores the model. pprof hides comments that begin with '#'.
// docs/formats/pprof.md lists the keys.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "profconv/profile.h"
#include "wire/pprof.pb.h"
#include "writers/pprof/columns.h"
#include "writers/pprof/string_table.h"

namespace profconv::pprof {

/// Writes the fields that describe the first of the profiles. Values `as_read` go into their fields whatever they are.
void write_header(const Metadata& metadata, bool as_read, wire::pprof::Profile& out, StringTable& strings);

/// What the header of the file does not say of the profiles, one entry each; null: nothing.
[[nodiscard]] nlohmann::json profile_facts(std::span<const Profile> profiles, bool as_read, const Columns& columns);

/// Writes the comment, where one of the facts says something.
void write_facts(const nlohmann::json& facts, wire::pprof::Profile& out, StringTable& strings);

}  // namespace profconv::pprof
