// SPDX-License-Identifier: Apache-2.0
// The commands. Each takes the words behind its name, prints, and returns the exit status; errors are thrown.
#pragma once

#include "profconv/filters.h"
#include "tools/cli/command_table.h"
#include "tools/cli/reading_flags.h"

namespace profconv::cli {

/// What the command's exit status says.
enum ExitStatus : int { good = 0, failed = 1, usage = 2, lossy = 3, grew = 4 };

/// `profconv INPUT... -o OUTPUT`.
int run_convert(const Arguments& arguments);
void describe_convert(const FlagsVisitor& visit);
/// `profconv info FILE...`.
int run_info(const Arguments& arguments);
void describe_info(const FlagsVisitor& visit);
/// `profconv top FILE...`.
int run_top(const Arguments& arguments);
void describe_top(const FlagsVisitor& visit);
/// `profconv diff BASE NEW`.
int run_diff(const Arguments& arguments);
void describe_diff(const FlagsVisitor& visit);
/// `profconv record -- COMMAND`.
int run_record(const Arguments& arguments);
void describe_record(const FlagsVisitor& visit);
/// `profconv check FILE...`.
int run_check(const Arguments& arguments);
void describe_check(const FlagsVisitor& visit);
/// `profconv formats [NAME]`.
int run_formats(const Arguments& arguments);
void describe_formats(const FlagsVisitor& visit);
/// `profconv plugins`.
int run_plugins(const Arguments& arguments);
void describe_plugins(const FlagsVisitor& visit);
/// `profconv plugin-test PLUGIN [INPUT...]`.
int run_plugin_test(const Arguments& arguments);
void describe_plugin_test(const FlagsVisitor& visit);
/// `profconv help [TOPIC]`.
int run_help(const Arguments& arguments);
void describe_help(const FlagsVisitor& visit);
/// `dtrace2spall`, and `profconv dtrace2spall`.
int run_dtrace2spall(const Arguments& arguments);
void describe_dtrace2spall(const FlagsVisitor& visit);
/// `dhat-pprof`, and `profconv dhat-pprof`.
int run_dhat_pprof(const Arguments& arguments);
void describe_dhat_pprof(const FlagsVisitor& visit);

/// What `info` does once its flags are read; also what a conversion to a terminal shows.
int show_info(const std::vector<std::string>& files, const ReadingFlags& reading, const Filters& filters, bool as_json);

}  // namespace profconv::cli
