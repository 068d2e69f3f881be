// SPDX-License-Identifier: Apache-2.0
// The lines of a profile in the order of their bytes, without a text for each.
//
// The order comes from walking the prefix tree. At every node two kinds of things compete: "a", the line that ends
// here, and "a;", all lines that go on. Sorted as these texts among their siblings they give the order of whole lines,
// also where a sibling is called "a b" and belongs between the two. Stacks whose frames are called the same meet on the
// way, so that the tree may have siblings of one name.
#pragma once

#include "core/names/name_tree.h"
#include "writers/collapsed/line_names.h"
#include "writers/collapsed/line_values.h"
#include "writers/collapsed/lines.h"

namespace profconv::collapsed {

/// Writes every line once, sorted by the bytes of its stack. Throws WriteError where values of one line do not combine.
void write_sorted(const NameTree& tree, const LineValues& values, LineNames& names, const ValueType& type,
                  Lines& lines);

}  // namespace profconv::collapsed
