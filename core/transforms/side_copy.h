// SPDX-License-Identifier: Apache-2.0
// One side of a comparison, copied into the dictionary that both sides share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/transforms/dictionary_copy.h"
#include "profconv/comparison.h"

namespace profconv {

/// Which side of a comparison a set is.
enum class Side : std::uint8_t { base, now };

/// Whether names are written "module`function", as in collapsed stacks of DTrace.
[[nodiscard]] bool has_framed_names(const Dictionary& dictionary);
/// Whether any frame can have a module: by its mapping or by its name.
[[nodiscard]] bool has_modules(const Dictionary& dictionary);

/// Gives functions the name they have in every build, leaves out ids of threads and processes, labels the base.
class SideCopy : public DictionaryCopy {
 public:
  SideCopy(const Dictionary& from, Side side);

 protected:
  /// A function's name, taken apart. Views are of the dictionary that is copied.
  struct Name {
    std::string_view whole;     ///< as the source has it
    std::string_view module;    ///< without the backtick
    std::string_view function;  ///< without module and offset
    bool has_offset = false;
  };
  [[nodiscard]] Name name_of(FunctionId id) const;
  /// The name that the function has in every build.
  [[nodiscard]] const std::string& comparable(FunctionId id);

  ThreadId copy(const Thread& old) override;
  LabelSetId copy(std::span<const Label> old) override;
  using DictionaryCopy::copy;

 private:
  Side side_;
  std::vector<std::optional<std::string>> names_;  ///< by function
};

/// What the frames of both sides have in common.
struct FrameMatching {
  Granularity granularity = Granularity::function;
  bool base_has_modules = false;
  bool now_has_modules = false;
};

/// Keeps of a frame what can be found again in another run: function and file name of the module.
class MatchedCopy final : public SideCopy {
 public:
  MatchedCopy(const Dictionary& from, Side side, const FrameMatching& matching);

 private:
  using SideCopy::copy;
  FrameId copy(const Frame& old) override;
  [[nodiscard]] MappingId matched_mapping(const Frame& old, std::string_view module);
  [[nodiscard]] FrameId unnamed(const Frame& old, const Name& name, std::string_view module);

  FrameMatching matching_;
};

/// Keeps a frame as its side recorded it. A mapping of the base that `now` has too, perhaps at another address, becomes
/// that one, and the base's addresses move with it, as pprof merges profiles.
class DetailedCopy final : public SideCopy {
 public:
  /// `now` is the dictionary of the new side, for a copy of the base; else null. It must outlive the copy.
  DetailedCopy(const Dictionary& from, Side side, const Dictionary* now);

 private:
  using SideCopy::copy;
  FrameId copy(const Frame& old) override;
  [[nodiscard]] MappingId mapping_of(const Frame& old, std::string_view module);

  const Dictionary* now_;
  std::vector<const Mapping*> counterparts_;  ///< by mapping of `from`; null: none
};

}  // namespace profconv
