// SPDX-License-Identifier: Apache-2.0
// What is true of whole profiles: value types and metadata, from the fields of
// the file and from what profconv said.
#pragma once

#include "profconv/context.h"
#include "profconv/profile_builder.h"
#include "readers/pprof/comments.h"
#include "readers/pprof/labels.h"
#include "readers/pprof/samples.h"

namespace profconv::pprof_in {

/// Declares the columns of a profile's share.
void add_value_types(const ProfileFile& file, const ProfileFact& fact, const Share& share, ProfileBuilder& profile);

/// Fills the metadata of the profile that the file's header describes, the
/// first.
void read_header(const Document& document, const ProfileFile& file, const Comments& comments, const Share& share,
                 ProfileBuilder& profile, Context& context);

/// Fills in what profconv said of a profile.
void add_facts(const ProfileFact& fact, Metadata& metadata);

/// What start times are measured against, as far as the file says.
[[nodiscard]] Clock clock_of(const ProfileFile& file, const ProfileFact& fact, const LabelColumns& columns);

}  // namespace profconv::pprof_in
