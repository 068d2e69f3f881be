// SPDX-License-Identifier: Apache-2.0
// pprof's function table. Every frame gets a function with a name, because readers merge or drop locations without; but
// what came from pprof without a name is left to be symbolised.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/names/frame_names.h"
#include "writers/pprof/fragments.h"
#include "writers/pprof/locations.h"
#include "writers/pprof/string_table.h"

namespace profconv::pprof {

/// The functions of some locations.
class Functions {
 public:
  /// Names as their source has them (source_form.h), or made up where it has none.
  enum class Naming : std::uint8_t { as_read, made };

  /// All arguments must outlive the functions.
  Functions(const Dictionary& dictionary, const Locations& locations, const FrameNames& names, Naming naming,
            StringTable& strings);

  /// Whether a location of these frames is an address alone, without a line.
  [[nodiscard]] bool is_bare(std::span<const FrameId> frames) const;
  /// The function of a frame of a location that is not bare.
  [[nodiscard]] std::uint64_t of(FrameId frame) const { return numbering_.id(item_of_frame_[frame.value]); }
  /// The function that stands for the stack without frames.
  [[nodiscard]] std::uint64_t no_stack() const { return std::uint64_t{numbering_.count()} + 1; }

  void write(Fragments& out, StringTable& strings) const;
  /// What the table cannot say of its entries; null: nothing.
  [[nodiscard]] nlohmann::json facts() const;

 private:
  /// A function under the name it is written with.
  struct Named {
    FunctionId function;
    std::int64_t name = 0;
  };
  /// Where a written name comes from.
  enum Origin : std::uint8_t { own_name, both_names, system_name, made };

  [[nodiscard]] Origin origin_of(FunctionId function) const;

  const Dictionary& dictionary_;
  Naming naming_;
  bool has_no_stack_;
  std::vector<std::uint32_t> item_of_frame_;
  std::vector<Named> items_;
  Numbering numbering_;  ///< of items
};

}  // namespace profconv::pprof
