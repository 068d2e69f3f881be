// SPDX-License-Identifier: Apache-2.0
// The flags of every command that writes profiles, and the request they make.
#pragma once

#include <string>
#include <vector>

#include "profconv/conversion.h"
#include "tools/cli/filter_flags.h"
#include "tools/cli/reading_flags.h"

namespace profconv::cli {

/// What is to be read, made of it and written.
struct ConversionFlags {
  ReadingFlags reading;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::string to;
  std::string only;
  std::vector<std::string> types;
  std::string default_type;
  std::string rate;
  std::string compression = "auto";
  std::string names = std::string(name_policies.front());
  bool keeps_mangled = false;
  bool demangles = false;
  std::vector<std::string> tag_roots;
  std::vector<std::string> tag_leaves;
  FilterFlags filters;
  bool force = false;
  bool strict = false;
  bool dry_run = false;
  bool opens = false;

  void declare(Flags& flags);
  /// Throws UsageError.
  [[nodiscard]] ConversionRequest request() const;
};

}  // namespace profconv::cli
