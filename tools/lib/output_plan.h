// SPDX-License-Identifier: Apache-2.0
// Which files a request will write, and with which writer: found out before anything is read.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "profconv/conversion.h"

namespace profconv {

/// One file to be written.
struct PlannedOutput {
  std::string path;
  const Writer* writer = nullptr;
  Compression compression = Compression::none;
  std::string directory;  ///< that is made for it, and takes a file for each profile; empty: neither
  std::string stem;       ///< the path without extensions, in such a directory
  std::string replaces;   ///< the input that is this very file; empty: none
};

/// What is read, and what is written from it. Several inputs are merged.
struct Job {
  std::vector<std::string> inputs;
  std::vector<PlannedOutput> outputs;
};

/// One job, or one for each input where "DIR/" is the output.
/// Throws UsageError for a name that tells no format, for two outputs that are one file (by a link, too), and for an
/// output that is the input of another job.
[[nodiscard]] std::vector<Job> plan_jobs(const ConversionRequest& request, const Registry& registry);

/// Throws UsageError if a path made for one profile is an input, or the path of another output. `taken` are the paths
/// so far, and gets this one.
void refuse_taken(const std::string& path, const ConversionRequest& request, std::set<std::string>& taken);

/// Throws UsageError where a file that an output's options name, and that is written beside it, is an output itself.
void refuse_output_beside(const PlannedOutput& output, const Options& options, std::span<const PlannedOutput> outputs);

}  // namespace profconv
