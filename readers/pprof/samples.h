// SPDX-License-Identifier: Apache-2.0
// Samples: a stack of locations, a value for each sample type, labels.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/tables/id_table.h"
#include "profconv/context.h"
#include "profconv/profile_builder.h"
#include "readers/pprof/frames.h"
#include "readers/pprof/labels.h"
#include "readers/pprof/profile_file.h"

namespace profconv::pprof_in {

/// Which part of a file's samples and sample types is one profile.
struct Share {
  std::size_t first_sample = 0;
  std::size_t samples = 0;
  std::size_t first_type = 0;
  std::size_t types = 0;
};

/// Reads samples into profiles.
class Samples {
 public:
  /// All must outlive the samples.
  Samples(const Document& document, const ProfileFile& file, const Frames& frames, Labels& labels,
          ProfileSetBuilder& builder, Context& context);

  void read(const Share& share, const LabelColumns& columns, ProfileBuilder& profile);

 private:
  /// A stack by the bytes of its packed locations.
  struct Known {
    std::string_view locations;
    StackId stack;
  };

  void read_fields(std::string_view bytes, std::size_t number);
  void add_location(std::uint64_t id, const Field& field, std::size_t number);
  [[nodiscard]] StackId stack(std::size_t number);
  [[nodiscard]] StackId new_stack(std::size_t number);
  void check_others(const Share& share, std::string_view bytes, std::size_t number);

  const Document& document_;
  const ProfileFile& file_;
  const Frames& frames_;
  Labels& labels_;
  ProfileSetBuilder& builder_;
  Context& context_;
  std::vector<Field> locations_;  ///< of the sample being read
  std::vector<std::int64_t> values_;
  IdTable index_;  ///< into known_, + 1
  std::vector<Known> known_;
  std::vector<FrameId> leaf_first_;  ///< the frames of a stack
};

}  // namespace profconv::pprof_in
