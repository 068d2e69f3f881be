// SPDX-License-Identifier: Apache-2.0
// elfutils' libdw, which reads DWARF, loaded when it is first needed: most runs need no symbols, and start without it.
#pragma once

#ifdef PROFCONV_HAS_LIBDW

#include <dwarf.h>
#include <elfutils/libdw.h>

namespace profconv::symbolize {

/// The functions of libdw.h that are used here, by their names there without the prefix.
struct Libdw {
  decltype(&::dwarf_begin) begin = nullptr;
  decltype(&::dwarf_end) end = nullptr;
  decltype(&::dwarf_get_units) get_units = nullptr;
  decltype(&::dwarf_ranges) ranges = nullptr;
  decltype(&::dwarf_tag) tag = nullptr;
  decltype(&::dwarf_child) child = nullptr;
  decltype(&::dwarf_siblingof) siblingof = nullptr;
  decltype(&::dwarf_attr_integrate) attr_integrate = nullptr;
  decltype(&::dwarf_formstring) formstring = nullptr;
  decltype(&::dwarf_formudata) formudata = nullptr;
  decltype(&::dwarf_diename) diename = nullptr;
  decltype(&::dwarf_getsrc_die) getsrc_die = nullptr;
  decltype(&::dwarf_linesrc) linesrc = nullptr;
  decltype(&::dwarf_lineno) lineno = nullptr;
  decltype(&::dwarf_linecol) linecol = nullptr;
  decltype(&::dwarf_getsrcfiles) getsrcfiles = nullptr;
  decltype(&::dwarf_filesrc) filesrc = nullptr;
};

/// Null: this system has none.
[[nodiscard]] const Libdw* load_libdw();

}  // namespace profconv::symbolize

#endif
