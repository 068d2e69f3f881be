// SPDX-License-Identifier: Apache-2.0
// The list of readers: one line each. tools/lib/builtin_formats.cpp puts them into the registry.
#pragma once

#include "profconv/format.h"

namespace profconv {

extern const Reader bcc_reader;
extern const Reader bpftrace_reader;
extern const Reader collapsed_reader;
extern const Reader dhat_reader;
extern const Reader dtrace_reader;
extern const Reader json_reader;
extern const Reader perf_reader;
extern const Reader pprof_reader;
extern const Reader spall_reader;

/// Every reader there is; ties between equally sure probes go to none of them.
inline const Reader* const all_readers[] = {&bcc_reader,  &bpftrace_reader, &collapsed_reader,
                                            &dhat_reader, &dtrace_reader,   &json_reader,
                                            &perf_reader, &pprof_reader,    &spall_reader};

}  // namespace profconv
