// SPDX-License-Identifier: Apache-2.0
// Placing frames in files.
#include "tools/lib/symbolize/locator.h"

#include <algorithm>

#include "core/text/base_name.h"
#include "tools/lib/symbolize/findings.h"

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

std::string perf_map(std::int64_t pid) { return "/tmp/perf-" + std::to_string(pid) + ".map"; }

bool is_perf_map(std::string_view path) { return base_name(path).starts_with("perf-") && path.ends_with(".map"); }

}  // namespace

Locator::Locator(Modules& modules, const Origin& origin, const Dictionary& from, Context& context)
    : modules_(modules),
      sources_(modules.sources()),
      user_(modules.user_files()),
      origin_(origin),
      from_(from),
      context_(context) {
  for (const Frame& frame : from.frames()) {
    if (!frame.mapping || frame.inlined) continue;
    Entry& entry = entry_of(frame.mapping);
    const bool is_placed = frame.address != 0 || frame.offset != Frame::no_offset;
    entry.has_open_frames = entry.has_open_frames || (is_placed && frame.line == 0);
    if (recorded_name(frame).empty() || frame.address == 0) continue;
    NamedAddress named{.function = recorded_name(frame), .address = frame.address};
    if (frame.offset != Frame::no_offset) named.offset = frame.offset;
    entry.named.push_back(named);
  }
}

Locator::Entry& Locator::entry_of(MappingId id) {
  const auto [found, is_new] = entries_.try_emplace(id.value);
  if (is_new) {
    found->second.mapping = from_.mapping(id);
    // DTrace names modules without their folders.
    const std::string_view path = user_.whole_path(from_.string(found->second.mapping.file));
    if (path == "[kernel.kallsyms]") {
      Module& kernel = modules_.find("vmlinux", from_.string(found->second.mapping.build_id));
      found->second.module = kernel.is_found() ? &kernel : nullptr;
    } else if (!is_anonymous(path) && !is_perf_map(path)) {
      found->second.module = &modules_.find(path, from_.string(found->second.mapping.build_id));
    } else if (path.empty() && found->second.mapping.build_id) {
      found->second.module = &modules_.find({}, from_.string(found->second.mapping.build_id));
    }
  }
  return found->second;
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
    return module.address_at_offset(frame.address - mapping.start + mapping.offset);
  }
  if (module.is_fixed() || (origin_.format == "perf" && module.is_code(frame.address))) return frame.address;
  const MappedFile* const mapped = user_.mapped_at(frame.address, from_.string(mapping.file));
  if (mapped != nullptr) return module.address_at_offset(frame.address - mapped->start + mapped->offset);
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
  const std::string_view name = text_name(place);
  if (!name.empty()) return {.frames = {SourceFrame{.function = std::string(name)}}};
  if (place.frame.mapping && entry_of(place.frame.mapping).module != nullptr) return {};
  const MappedFile* const mapped = user_.mapped_at(place.frame.address, {});
  if (mapped == nullptr) {
    ++homeless_;
    return {};
  }
  Module& module = modules_.find(mapped->path, {});
  if (!module.is_found()) return {.frames = {}, .mapped = mapped};
  const auto address = module.address_at_offset(place.frame.address - mapped->start + mapped->offset);
  return {.frames = address ? module.at(code_address(*address, place)) : std::vector<SourceFrame>(), .mapped = mapped};
}

std::string_view Locator::text_name(const Place& place) {
  const bool is_kernel = place.frame.kind == FrameKind::kernel;
  bool has_table = false;
  for (const TextSymbols& table : user_.tables()) {
    if ((table.kind() == TextSymbols::Kind::kallsyms) != is_kernel) continue;
    has_table = true;
    if (const std::string_view name = table.at(place.frame.address); !name.empty()) return name;
  }
  // A copy of another kernel's symbols stands for all of that kernel.
  return !sources_.local || (is_kernel && has_table) ? std::string_view() : system_name(place);
}

/// The name in a table of this system.
std::string_view Locator::system_name(const Place& place) {
  const std::uint64_t address = place.frame.address;
  if (place.frame.kind == FrameKind::kernel) {
    const std::string_view name = modules_.table("/proc/kallsyms").at(address);
    if (!name.empty()) ++this_kernel_;
    return name;
  }
  const std::string_view module = from_.string(from_.mapping(place.frame.mapping).file);
  if (is_perf_map(module)) return modules_.table(std::string(module)).at(address);
  if (place.pid < 0 || !is_anonymous(module)) return {};
  return modules_.table(perf_map(place.pid)).at(address);
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
                     .this_kernel = this_kernel_},
                    sources_, context_);
}

}  // namespace profconv::symbolize
