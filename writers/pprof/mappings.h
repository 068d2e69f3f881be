// SPDX-License-Identifier: Apache-2.0
// pprof's mapping table. The first entry is the program, which viewers show as the profile's title. Where the source
// does not say which it is there is always one, or pprof makes one up and complains that its binary is missing.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "wire/pprof.pb.h"
#include "writers/pprof/fragments.h"
#include "writers/pprof/locations.h"
#include "writers/pprof/string_table.h"

namespace profconv::pprof {

/// The program that a command line starts; empty where it is perf, whose header has its own command line.
[[nodiscard]] std::string program_of(std::string_view command);

/// The mappings of some locations.
class Mappings {
 public:
  /// The metadata say what was profiled. Flags and the first entry are those of the source where mappings are written
  /// `as_read`. All must outlive the mappings.
  Mappings(const Dictionary& dictionary, const Locations& locations, const Metadata& metadata, bool as_read);

  /// 0 for no mapping.
  [[nodiscard]] std::uint64_t of(MappingId mapping) const { return ids_[mapping.value]; }
  /// A line of a location in `mapping`: what it has, the mapping's flags say.
  void saw_line(MappingId mapping, bool has_file, bool has_line, bool is_inlined);

  void write(Fragments& out, StringTable& strings, Context& context) const;
  /// What the table cannot say of its entries; null: nothing.
  [[nodiscard]] nlohmann::json facts() const;

 private:
  struct Use {
    std::uint64_t locations = 0;
    std::uint64_t user_locations = 0;
    bool has_main = false;
  };
  struct Flags {
    bool functions = false;
    bool filenames = false;
    bool line_numbers = false;
    bool inline_frames = false;
  };

  void find_alike();
  [[nodiscard]] std::vector<Use> count_uses(const Locations& locations) const;
  [[nodiscard]] MappingId find_program(const std::vector<Use>& uses) const;
  [[nodiscard]] MappingId likely_program(const std::vector<Use>& uses) const;
  [[nodiscard]] bool is_program(const Mapping& mapping) const;
  void write_place(const Mapping& mapping, wire::pprof::Mapping& out, Context& context) const;
  void write_program(wire::pprof::Mapping& out, StringTable& strings, Context& context) const;

  const Dictionary& dictionary_;
  std::optional<Program> program_;  ///< of the source
  bool as_read_;
  std::string command_;             ///< the program of the command line
  std::vector<MappingId> written_;  ///< in order; none: a program that no location lies in
  std::vector<MappingId> alike_;    ///< by MappingId: the first that is written in the same way
  std::vector<std::uint32_t> ids_;  ///< by MappingId
  std::vector<Flags> flags_;        ///< by MappingId
};

}  // namespace profconv::pprof
