// SPDX-License-Identifier: Apache-2.0
// elfutils' libdw, which reads DWARF, loaded when it is first needed: most runs need no symbols, and start without it.
#pragma once

#ifdef PROFCONV_HAS_LIBDW

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>

namespace profconv::symbolize {

/// The functions of libdw.h, libdwfl.h and libelf that are used here, by their names there without the prefix; those of
/// a Dwfl begin with session_.
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

  // Files that are not linked.
  decltype(&::dwfl_begin) session_begin = nullptr;
  decltype(&::dwfl_end) session_end = nullptr;
  decltype(&::dwfl_report_offline) report_offline = nullptr;
  decltype(&::dwfl_report_end) report_end = nullptr;
  decltype(&::dwfl_offline_section_address) offline_section_address = nullptr;
  decltype(&::dwfl_module_getdwarf) module_getdwarf = nullptr;
  decltype(&::dwfl_module_getelf) module_getelf = nullptr;
  decltype(&::elf_nextscn) nextscn = nullptr;
  decltype(&::gelf_getshdr) getshdr = nullptr;
};

/// Null: this system has none.
[[nodiscard]] const Libdw* load_libdw();

}  // namespace profconv::symbolize

#endif
