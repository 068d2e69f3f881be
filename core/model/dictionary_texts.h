// SPDX-License-Identifier: Apache-2.0
// Where a dictionary keeps the bytes of its strings, and how it finds them again.
#pragma once

#include "core/tables/id_table.h"
#include "core/tables/text_blocks.h"
#include "profconv/dictionary.h"

namespace profconv {

/// A copy shares the bytes, and more strings can be added to it.
struct Dictionary::Texts {
  TextBlocks bytes;
  IdTable ids;
};

}  // namespace profconv
