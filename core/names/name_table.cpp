// SPDX-License-Identifier: Apache-2.0
// Interning names.
#include "core/names/name_table.h"

#include "core/text/text_order.h"

namespace profconv {

NameTable::Name NameTable::add(std::string_view text) {
  // Most tables get no more names than those of frames, and do without the index from then on.
  for (; indexed_ < texts_.size(); ++indexed_) index_.add(hash_bytes(texts_[indexed_]), static_cast<Name>(indexed_));
  return index_.find_or_make(
      hash_bytes(text), [&](Name name) { return texts_[name] == text; },
      [&] {
        const Name name = next_id(texts_, "names of frames");
        texts_.push_back(text);
        ++indexed_;
        return name;
      });
}

std::vector<std::uint32_t> NameTable::ranks() const {
  const std::vector<std::uint32_t> order = order_of(texts_);
  std::vector<std::uint32_t> ranks(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

}  // namespace profconv
