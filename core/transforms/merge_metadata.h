// SPDX-License-Identifier: Apache-2.0
// What is true of several recordings together.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/transforms/merge_periods.h"
#include "core/transforms/merge_types.h"
#include "profconv/context.h"
#include "profconv/profile.h"

namespace profconv {

/// The metadata of the profiles added so far.
class MergedMetadata {
 public:
  /// Throws UsageError, naming the input, where its clock contradicts what is known, or its sampling period does not
  /// go with those of others (merge_periods.h).
  void add(const Profile& profile, std::string_view input);
  /// Of a profile with these value types. Reports where texts differ of which only one can be kept.
  [[nodiscard]] Metadata finish(const std::vector<TypeKey>& types, Context& context) const;

  /// Whether counts of samples have to be left out.
  [[nodiscard]] bool periods_differ() const { return periods_.differ(); }

 private:
  void add_clock(const Profile& profile, std::string_view input);
  void add_command(const Metadata& m);
  void add_attributes(const Metadata& m);
  void add_program(const std::optional<Program>& program);
  void finish_commands(Metadata& m) const;
  void finish_default_type(Metadata& m, const std::vector<TypeKey>& types) const;
  void finish_attributes(Metadata& m, Context& context) const;

  std::set<std::string> sources_, commands_, told_commands_, comments_, links_, drops_, keeps_, defaults_;
  std::optional<Attributes> attributes_;  ///< those of every input; none: there was no input yet
  std::set<std::string> untold_attributes_;
  std::optional<Clock> clock_;
  std::optional<std::int64_t> start_ns_;
  Wide duration_ns_ = 0;
  Wide duration_instructions_ = 0;
  Wide recordings_ = 0;
  MergedPeriods periods_;
  std::optional<Program> program_;
  std::string distribution_;
  bool module_names_ = false;
  bool is_comparison_ = false;
  bool merged_maxima_ = false;
};

}  // namespace profconv
