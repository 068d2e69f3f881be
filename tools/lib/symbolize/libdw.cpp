// SPDX-License-Identifier: Apache-2.0
// Finding the functions of libdw.
#include "tools/lib/symbolize/libdw.h"

#ifdef PROFCONV_HAS_LIBDW

#include <dlfcn.h>

#include <optional>

namespace profconv::symbolize {

namespace {

/// Sets functions, and notes whether all were found.
class Library {
 public:
  explicit Library(const char* name) : handle_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)), is_whole_(handle_ != nullptr) {}

  template <class Function>
  void set(Function& function, const char* name) {
    if (!is_whole_) return;
    function = reinterpret_cast<Function>(::dlsym(handle_, name));
    is_whole_ = function != nullptr;
  }
  [[nodiscard]] bool is_whole() const { return is_whole_; }

 private:
  void* handle_;  // it stays loaded
  bool is_whole_;
};

std::optional<Libdw> find_functions() {
  Library library("libdw.so.1");
  Libdw found;
  library.set(found.begin, "dwarf_begin");
  library.set(found.end, "dwarf_end");
  library.set(found.get_units, "dwarf_get_units");
  library.set(found.ranges, "dwarf_ranges");
  library.set(found.tag, "dwarf_tag");
  library.set(found.child, "dwarf_child");
  library.set(found.siblingof, "dwarf_siblingof");
  library.set(found.attr_integrate, "dwarf_attr_integrate");
  library.set(found.formstring, "dwarf_formstring");
  library.set(found.formudata, "dwarf_formudata");
  library.set(found.diename, "dwarf_diename");
  library.set(found.getsrc_die, "dwarf_getsrc_die");
  library.set(found.linesrc, "dwarf_linesrc");
  library.set(found.lineno, "dwarf_lineno");
  library.set(found.linecol, "dwarf_linecol");
  library.set(found.getsrcfiles, "dwarf_getsrcfiles");
  library.set(found.filesrc, "dwarf_filesrc");
  library.set(found.session_begin, "dwfl_begin");
  library.set(found.session_end, "dwfl_end");
  library.set(found.report_offline, "dwfl_report_offline");
  library.set(found.report_end, "dwfl_report_end");
  library.set(found.offline_section_address, "dwfl_offline_section_address");
  library.set(found.module_getdwarf, "dwfl_module_getdwarf");
  library.set(found.module_getelf, "dwfl_module_getelf");
  library.set(found.nextscn, "elf_nextscn");  // of libelf, which libdw has loaded
  library.set(found.getshdr, "gelf_getshdr");
  if (!library.is_whole()) return std::nullopt;
  return found;
}

}  // namespace

const Libdw* load_libdw() {
  static const std::optional<Libdw> found = find_functions();
  return found ? &*found : nullptr;
}

}  // namespace profconv::symbolize

#endif
