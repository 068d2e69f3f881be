// SPDX-License-Identifier: Apache-2.0
// The list of writers: one line each. tools/lib/builtin_formats.cpp puts them into the registry.
#pragma once

#include "profconv/format.h"

namespace profconv {

extern const Writer chrome_writer;
extern const Writer collapsed_writer;
extern const Writer dhat_writer;
extern const Writer flamegraph_writer;
extern const Writer hist_writer;
extern const Writer histsvg_writer;
extern const Writer json_writer;
extern const Writer pprof_writer;
extern const Writer spall_writer;
extern const Writer top_writer;

/// Every writer there is.
inline const Writer* const all_writers[] = {&chrome_writer, &collapsed_writer, &dhat_writer, &flamegraph_writer,
                                            &hist_writer,   &histsvg_writer,   &json_writer, &pprof_writer,
                                            &spall_writer,  &top_writer};

}  // namespace profconv
