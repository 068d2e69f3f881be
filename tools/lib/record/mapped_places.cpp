// SPDX-License-Identifier: Apache-2.0
// Frames in their mappings.
#include "tools/lib/record/mapped_places.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/text/base_name.h"
#include "core/transforms/rewrite.h"

namespace profconv::record {

namespace {

class Places {
 public:
  explicit Places(const std::vector<PlacedFile>& places) {
    for (const PlacedFile& place : places) by_name_[base_name(place.mapped.path)].push_back(&place);
  }

  /// Null: no file of that name was there, or more than one.
  [[nodiscard]] const PlacedFile* find(std::string_view file, std::uint64_t address) const {
    const auto known = by_name_.find(base_name(file));
    if (known == by_name_.end()) return nullptr;
    const PlacedFile* found = nullptr;
    for (const PlacedFile* const place : known->second) {
      const symbolize::MappedFile& mapped = place->mapped;
      const bool is_it = file == mapped.path || file.find('/') == std::string_view::npos;
      if (!is_it || address < mapped.start || address >= mapped.end) continue;
      if (found != nullptr) return nullptr;
      found = place;
    }
    return found;
  }

 private:
  std::unordered_map<std::string_view, std::vector<const PlacedFile*>> by_name_;
};

}  // namespace

ProfileSet with_places(ProfileSet set, const std::vector<PlacedFile>& places, Context& context) {
  if (places.empty()) return set;
  const Places known(places);
  Rewriter rewriter(std::move(set), SampleOrder::as_read, context);
  const StackMap stacks = rewriter.map_frames([&](const Frame& frame) -> std::optional<FrameId> {
    const FunctionId function = rewriter.carry(frame.function);
    Mapping mapping = rewriter.from().mapping(frame.mapping);
    const bool is_placed = frame.address == 0 || mapping.limit != 0 || mapping.relative_addresses;
    const auto* const place = is_placed ? nullptr : known.find(rewriter.from().string(mapping.file), frame.address);
    if (place == nullptr) return rewriter.carry(frame, function);
    mapping.file = rewriter.carry(mapping.file);
    mapping.start = place->mapped.start;
    mapping.limit = place->mapped.end;
    mapping.offset = place->mapped.offset;
    mapping.build_id = mapping.build_id ? rewriter.carry(mapping.build_id) : rewriter.into().string(place->build_id);
    Frame placed = frame;
    placed.function = function;
    placed.mapping = rewriter.into().mapping(mapping);
    return rewriter.into().frame(placed);
  });
  return std::move(rewriter).finish(stacks);
}

}  // namespace profconv::record
