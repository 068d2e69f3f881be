// SPDX-License-Identifier: Apache-2.0
// Placing frames in files.
#include "tools/lib/symbolize/locator.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/text/base_name.h"
#include "tools/lib/symbolize/findings.h"
#include "tools/lib/symbolize/text_symbols.h"

namespace profconv::symbolize {

namespace {

/// Where Valgrind loads a program that can be anywhere (seen with 3.19 to 3.27 on x86-64).
constexpr std::uint64_t valgrind_base = 0x108000;

/// A module as tracers name memory that no file is mapped in: "[unknown]", "[vdso]", "[anon]", "//anon", "".
bool is_anonymous(std::string_view path) {
  return path.empty() || path.starts_with('[') || path == "//anon" || path == "anon";
}

/// What recorders and readers call a frame that has no name: "[unknown]", "[libc.so.6]".
bool is_placeholder(std::string_view name) { return name.starts_with('[') && name.ends_with(']'); }

/// Whether a file was written after a recording.
bool is_newer(const std::string& path, const std::string& recording) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(recording, failed)) return false;
  const auto recorded = std::filesystem::last_write_time(recording, failed);
  if (failed) return false;
  const auto written = std::filesystem::last_write_time(path, failed);
  return !failed && written > recorded;
}

/// The file of a part of the kernel that perf calls "[kernel.kallsyms]" or "[nf_tables]", and DTrace "nf_tables".
std::string kernel_file(std::string_view module) {
  if (is_placeholder(module)) module = module.substr(1, module.size() - 2);
  if (module == "kernel.kallsyms" || module == "vmlinux") return "vmlinux";
  return std::string(module).append(module.ends_with(".ko") ? "" : ".ko");
}

bool is_perf_map(std::string_view path) { return perf_map_pid(path) != Thread::unknown; }

}  // namespace

Locator::Locator(Modules& modules, const Origin& origin, const Dictionary& from, Context& context)
    : modules_(modules),
      sources_(modules.sources()),
      user_(modules.user_files()),
      origin_(origin),
      from_(from),
      context_(context) {
  for (const Frame& frame : from.frames()) {
    if (!frame.mapping) continue;
    const auto [known, is_new] = entries_.try_emplace(frame.mapping.value);
    Entry& entry = known->second;
    if (is_new) {
      entry.mapping = from.mapping(frame.mapping);
      entry.module = module_of(entry.mapping, frame.kind == FrameKind::kernel);
    }
    if (frame.inlined) continue;
    const bool is_placed = frame.address != 0 || frame.offset != Frame::no_offset;
    entry.has_open_frames = entry.has_open_frames || (is_placed && frame.line == 0);
    if (recorded_name(frame).empty() || frame.address == 0) continue;
    NamedAddress named{.function = recorded_name(frame), .address = frame.address};
    if (frame.offset != Frame::no_offset) named.offset = frame.offset;
    entry.named.push_back(named);
  }
}

Locator::Entry& Locator::entry_of(MappingId id) { return entries_.at(id.value); }

/// Null: it is no file.
Module* Locator::module_of(const Mapping& mapping, bool is_kernel) {
  // DTrace names modules without their folders.
  const std::string_view path = user_.whole_path(from_.string(mapping.file));
  const std::string_view build_id = from_.string(mapping.build_id);
  if (is_kernel && !path.empty() && path.find('/') == std::string_view::npos) {
    Module& found = modules_.find(kernel_file(path), build_id);
    return found.is_found() || !is_placeholder(path) ? &found : nullptr;
  }
  const bool is_file = path.empty() ? !build_id.empty() : !is_anonymous(path) && !is_perf_map(path);
  return is_file ? &modules_.find(path, build_id) : nullptr;
}

std::string_view Locator::recorded_name(const Frame& frame) const {
  const std::string_view name = from_.string(from_.function(frame.function).name);
  return is_placeholder(name) ? std::string_view() : name;
}

Found Locator::at(const Place& place) {
  Found found;
  const bool is_placed = place.frame.address != 0 || place.frame.offset != Frame::no_offset;
  if (!is_placed) return found;
  const bool is_nameless = !is_named(place.frame);
  const bool has_module = place.frame.mapping && entry_of(place.frame.mapping).module != nullptr;
  if (is_nameless || has_module) ++asked_;
  if (has_module) found.frames = in_module(place, entry_of(place.frame.mapping));
  if (found.frames.empty() && is_nameless && place.frame.address != 0) found = unmapped(place);
  if (found.frames.empty()) return found;
  ++resolved_;
  if (found.frames.front().line != 0) ++with_lines_;
  return found;
}

bool Locator::is_signal_return(const Frame& frame) {
  constexpr std::string_view names[] = {"__restore_rt", "__kernel_rt_sigreturn", "runtime.sigreturn"};
  const std::string_view name = recorded_name(frame);
  if (!name.empty()) {
    return std::any_of(std::begin(names), std::end(names),
                       [&](std::string_view known) { return name.starts_with(known); });
  }
  if (frame.kind != FrameKind::user || !frame.mapping) return false;
  Entry& entry = entry_of(frame.mapping);
  if (entry.module == nullptr || !entry.module->is_found()) return false;
  const auto address = address_of(frame, entry);
  // perf prints what it has unwound by DWARF a byte less.
  return address && (entry.module->is_signal_return(*address) || entry.module->is_signal_return(*address + 1));
}

bool Locator::is_system_call(const Frame& frame) const {
  const std::string_view name = recorded_name(frame);
  constexpr std::string_view words[] = {"SYSCALL", "syscall", "SYSENTER", "INT80", "el0_svc"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

Mapping Locator::described(MappingId id) {
  const Entry& entry = entry_of(id);
  Mapping mapping = entry.mapping;
  if (!entry.has_open_frames || entry.module == nullptr || !entry.module->is_found()) return mapping;
  mapping.has_functions = true;
  if (!entry.module->has_lines()) return mapping;
  mapping.has_filenames = true;
  mapping.has_line_numbers = true;
  mapping.has_inline_frames = true;
  return mapping;
}

std::vector<SourceFrame> Locator::in_module(const Place& place, Entry& entry) {
  const Frame& frame = place.frame;
  const std::string_view name = recorded_name(frame);
  // Where calls go through a table the linker made the code, and no symbol has it.
  if (name.ends_with("@plt")) return {};
  if (!entry.module->is_found()) {
    ++entry.missed;
    return {};
  }
  const std::optional<std::uint64_t> address = address_of(frame, entry);
  if (!address) {
    if (name.empty()) ++entry.unplaced;
    return {};
  }
  const std::uint64_t code = code_address(*address, place);
  std::vector<SourceFrame> frames = entry.module->at(code);
  if (frames.empty()) {
    if (name.empty()) ++entry.missed;
    return {};
  }
  if (!name.empty()) {
    if (!entry.module->is_verified() && !entry.module->is_in_function(*address, name)) {
      ++entry.mismatched;
      return {};
    }
    ++entry.agreed;
    // The recorder named the function after the call, not the one that called.
    if (!entry.module->is_one_function(code, *address)) return {};
    if (frames.size() == 1 && frames.front().line == 0) return {};
  }
  ++entry.resolved;
  return frames;
}

/// A call may be the last instruction of its function: the address that it returns to is another's.
std::uint64_t Locator::code_address(std::uint64_t address, const Place& place) const {
  return place.is_caller && origin_.has_return_addresses && address != 0 ? address - 1 : address;
}

std::optional<std::uint64_t> Locator::address_of(const Frame& frame, Entry& entry) {
  Module& module = *entry.module;
  if (const std::string_view name = recorded_name(frame); !name.empty() && frame.offset != Frame::no_offset) {
    if (const auto address = module.address_in(name, frame.offset)) return address;
  }
  if (frame.address == 0) return std::nullopt;
  const Mapping& mapping = entry.mapping;
  if (mapping.relative_addresses) return module.address_at_offset(frame.address);
  if (mapping.limit != 0) {
    if (frame.address < mapping.start || frame.address >= mapping.limit) return std::nullopt;
    return module.address_in({.start = mapping.start, .end = mapping.limit, .offset = mapping.offset, .path = {}},
                             frame.address);
  }
  if (module.is_fixed() || (origin_.format == "perf" && module.is_code(frame.address))) return frame.address;
  const MappedFile* const mapped = user_.mapped_at(frame.address, from_.string(mapping.file));
  if (mapped != nullptr) return module.address_in(*mapped, frame.address);
  return by_bias(frame.address, entry);
}

std::optional<std::uint64_t> Locator::by_bias(std::uint64_t address, Entry& entry) {
  if (!entry.bias) {
    entry.bias = entry.module->load_bias(entry.named);
    entry.guessed_bias = !entry.bias && origin_.format == "dhat";
    // Addresses without a word about where the file was loaded are usually those in the file.
    if (!entry.bias) entry.bias = entry.guessed_bias ? valgrind_base : 0;
  }
  if (!entry.module->is_code(address - *entry.bias)) return std::nullopt;
  return address - *entry.bias;
}

Found Locator::unmapped(const Place& place) {
  if (TableSymbol symbol = in_tables(place); !symbol.frame.function.empty()) {
    if (symbol.is_replaced) ++replaced_;
    return {.frames = {std::move(symbol.frame)}};
  }
  if (place.frame.mapping && entry_of(place.frame.mapping).module != nullptr) return {};
  const MappedFile* const mapped = user_.mapped_at(place.frame.address, {});
  if (mapped == nullptr) {
    ++homeless_;
    return {};
  }
  Module& module = modules_.find(mapped->path, {});
  if (!module.is_found()) return {.frames = {}, .mapped = mapped};
  const auto address = module.address_in(*mapped, place.frame.address);
  return {.frames = address ? module.at(code_address(*address, place)) : std::vector<SourceFrame>(), .mapped = mapped};
}

TableSymbol Locator::in_tables(const Place& place) {
  const bool is_kernel = place.frame.kind == FrameKind::kernel;
  const std::int64_t map_pid = perf_map_pid(from_.string(from_.mapping(place.frame.mapping).file));
  const std::int64_t pid = map_pid != Thread::unknown ? map_pid : place.pid;
  bool has_table = false;
  // Those of other processes come second: of a parent that forked, or one with another number in its container.
  for (const bool is_own : {true, false}) {
    for (const SymbolTable& table : user_.tables()) {
      if ((table.kind() == SymbolTable::Kind::kallsyms) != is_kernel || (table.pid() == pid) != is_own) continue;
      has_table = true;
      if (TableSymbol symbol = table.at(code_address(place.frame.address, place)); !symbol.frame.function.empty()) {
        return symbol;
      }
    }
  }
  // A copy of another kernel's symbols stands for all of that kernel.
  return !sources_.local || (is_kernel && has_table) ? TableSymbol() : in_system_tables(place, pid);
}

TableSymbol Locator::in_system_tables(const Place& place, std::int64_t pid) {
  const std::uint64_t address = code_address(place.frame.address, place);
  if (place.frame.kind == FrameKind::kernel) {
    TableSymbol symbol = modules_.table("/proc/kallsyms").at(address);
    if (!symbol.frame.function.empty()) ++this_kernel_;
    return symbol;
  }
  const std::string_view module = from_.string(from_.mapping(place.frame.mapping).file);
  if (pid < 0 || (!is_anonymous(module) && !is_perf_map(module))) return {};
  if (TableSymbol symbol = modules_.table(jit_dump_path(pid)).at(address); !symbol.frame.function.empty())
    return symbol;
  return modules_.table(is_perf_map(module) ? std::string(module) : perf_map_path(pid)).at(address);
}

/// Where it was mapped, as its writers do for perf's sake; else where most have it.
const std::string& Locator::jit_dump_path(std::int64_t pid) {
  const auto [known, is_new] = jit_dump_paths_.try_emplace(pid);
  if (!is_new) return known->second;
  const std::string name = "jit-" + std::to_string(pid) + ".dump";
  known->second = "/tmp/" + name;
  for (const Mapping& mapping : from_.mappings()) {
    if (const std::string_view path = from_.string(mapping.file); base_name(path) == name) known->second = path;
  }
  return known->second;
}

void Locator::report() {
  std::vector<ModuleFindings> found;
  for (auto& [id, entry] : entries_) {
    if (entry.module == nullptr) continue;
    found.push_back({.name = from_.string(entry.mapping.file),
                     .build_id = from_.string(entry.mapping.build_id),
                     .path = entry.module->path(),
                     .is_found = entry.module->is_found(),
                     .has_lines = entry.resolved != 0 && entry.module->has_lines(),
                     .lacks_split = entry.resolved != 0 && entry.module->lacks_split(),
                     .has_guessed_base = entry.guessed_bias,
                     .is_newer = entry.agreed == 0 && is_newer(entry.module->path(), origin_.recording),
                     .resolved = entry.resolved,
                     .unplaced = entry.unplaced,
                     .mismatched = entry.mismatched,
                     .missed = entry.missed});
    if (found.back().name.empty()) found.back().name = found.back().build_id;
  }
  symbolize::report(found,
                    {.asked = asked_,
                     .resolved = resolved_,
                     .with_lines = with_lines_,
                     .homeless = homeless_,
                     .this_kernel = this_kernel_,
                     .replaced = replaced_},
                    sources_, context_);
}

}  // namespace profconv::symbolize
