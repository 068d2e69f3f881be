// SPDX-License-Identifier: Apache-2.0
// Opening files for libdw.
#include "tools/lib/symbolize/dwarf_file.h"

#ifdef PROFCONV_HAS_LIBDW

#include <fcntl.h>
#include <unistd.h>

namespace profconv::symbolize {

namespace {

/// The debug file of a file is opened by itself.
int find_no_debug_file(Dwfl_Module*, void**, const char*, Dwarf_Addr, const char*, const char*, GElf_Word, char**) {
  return -1;
}

}  // namespace

DwarfFile::DwarfFile(const Libdw& dw, const std::string& path, bool is_relocatable) : dw_(dw) {
  if (is_relocatable) {
    open_relocatable(path);
  } else {
    open(path);
  }
}

DwarfFile::~DwarfFile() {
  if (session_ != nullptr) {
    dw_.session_end(session_);
  } else if (dwarf_ != nullptr) {
    dw_.end(dwarf_);
  }
  if (descriptor_ >= 0) ::close(descriptor_);
}

void DwarfFile::open(const std::string& path) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ >= 0) dwarf_ = dw_.begin(descriptor_, DWARF_C_READ);
}

void DwarfFile::open_relocatable(const std::string& path) {
  static const Dwfl_Callbacks callbacks{.find_elf = nullptr,
                                        .find_debuginfo = find_no_debug_file,
                                        .section_address = dw_.offline_section_address,
                                        .debuginfo_path = nullptr};
  session_ = dw_.session_begin(&callbacks);
  if (session_ == nullptr) return;
  Dwfl_Module* const module = dw_.report_offline(session_, path.c_str(), path.c_str(), -1);
  if (module == nullptr || dw_.report_end(session_, nullptr, nullptr) != 0) return;
  Dwarf_Addr dwarf_bias = 0;
  GElf_Addr elf_bias = 0;
  dwarf_ = dw_.module_getdwarf(module, &dwarf_bias);
  Elf* const elf = dw_.module_getelf(module, &elf_bias);
  if (dwarf_ == nullptr || elf == nullptr) return;
  section_addresses_.push_back(0);
  for (Elf_Scn* section = dw_.nextscn(elf, nullptr); section != nullptr; section = dw_.nextscn(elf, section)) {
    GElf_Shdr header{};
    const bool is_known = dw_.getshdr(section, &header) != nullptr && (header.sh_flags & SHF_ALLOC) != 0;
    section_addresses_.push_back(is_known ? header.sh_addr + elf_bias - dwarf_bias : 0);
  }
}

}  // namespace profconv::symbolize

#endif
