// SPDX-License-Identifier: Apache-2.0
// Files of modules, and addresses in them.
#include "tools/lib/symbolize/module.h"

#include <algorithm>
#include <ios>
#include <iterator>
#include <limits>

#include "profconv/names.h"
#include "tools/lib/symbolize/file_parts.h"

namespace profconv::symbolize {

namespace {

bool is_mangled(std::string_view name) { return name.starts_with("_Z") || name.starts_with("_R"); }

/// The biases that one frame allows, whole pages from `least` to `most`.
struct Biases {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

constexpr std::int64_t page_bytes = 4096;
constexpr std::uint64_t most_address = std::uint64_t{1} << 56U;

std::int64_t page_up(std::int64_t value) {
  const std::int64_t rest = value % page_bytes;
  return rest > 0 ? value + page_bytes - rest : value - rest;
}

}  // namespace

Module::Module(const DebugFiles& files, std::string_view path, std::string_view build_id) : files_(files) {
  find(path, build_id);
}

/// A debug file will do where there is no program.
void Module::find(std::string_view path, std::string_view build_id) {
  for (const std::string& candidate : files_.modules(path, build_id)) {
    auto file = std::make_unique<ElfFile>(candidate);
    if (!file->is_usable()) continue;
    const bool is_verified = same_build_id(build_id, file->build_id());
    const bool is_other = !is_verified && !build_id.empty() && !file->build_id().empty();
    if (file_ != nullptr && (is_other || file->lacks_code() || is_verified != is_verified_)) continue;
    path_ = candidate;
    is_verified_ = is_verified;
    if (is_other) continue;
    file_ = std::move(file);
    if (!file_->lacks_code()) return;
  }
}

void Module::open_debug_file() {
  if (debug_) return;
  debug_.emplace(path_, file_->is_relocatable());
  if (debug_->has_units()) return file_->place_sections(debug_->section_addresses());
  debug_path_ = files_.debug_file(path_, *file_);
  if (debug_path_.empty()) return;
  debug_.emplace(debug_path_, file_->is_relocatable());
  file_->place_sections(debug_->section_addresses());
  debug_symbols_ = std::make_unique<ElfFile>(debug_path_);
  debug_symbols_->place_sections(debug_->section_addresses());
  if (!debug_symbols_->has_symbols()) debug_symbols_.reset();
}

bool Module::has_lines() {
  if (!is_found()) return false;
  open_debug_file();
  return debug_->has_units();
}

const ElfFile& Module::symbols() {
  open_debug_file();
  return debug_symbols_ == nullptr ? *file_ : *debug_symbols_;
}

const std::vector<SourceFrame>& Module::at(std::uint64_t address) {
  constexpr std::size_t most_frames = std::size_t{1} << 18;
  if (known_frames_ > most_frames) {
    known_.clear();
    known_frames_ = 0;
  }
  const auto [known, is_new] = known_.try_emplace(address);
  if (is_new) known->second = look_up(address);
  if (is_new) known_frames_ += known->second.size();
  return known->second;
}

std::vector<SourceFrame> Module::look_up(std::uint64_t address) {
  const Symbol symbol = symbols().function_at(address);
  std::vector<SourceFrame> frames = debug_->at(address);
  if (frames.empty() && symbol.name.empty()) return {};
  if (frames.empty()) frames.emplace_back();
  // Debug information may name a function without its scope, where the linker knows all of it.
  std::string& function = frames.back().function;
  if (function.empty() || (is_mangled(symbol.name) && !is_mangled(function))) function = symbol.name;
  return frames;
}

/// A function by the name that the linker knows or, if it may be such, by the name that people read.
const NamedFunction* Module::named(std::string_view function) {
  if (const NamedFunction* const found = symbols().named(function)) return found;
  if (function.find_first_of("(<:") == std::string_view::npos) return nullptr;
  if (mangled_.empty()) {
    for (const std::string_view name : symbols().function_names()) {
      if (!is_mangled(name)) continue;
      const auto [known, is_new] = mangled_.try_emplace(shown_name(name, {}), name);
      if (!is_new && known->second != name) known->second = {};
    }
  }
  const auto found = mangled_.find(std::string(function));
  return found == mangled_.end() ? nullptr : symbols().named(found->second);
}

bool Module::is_in_function(std::uint64_t address, std::string_view function) {
  if (symbols().is_in(function, address)) return true;
  const NamedFunction* const known = named(function);
  // A label has no size; its code is what at() says.
  if (known != nullptr && known->size != 0) {
    return address >= known->address && address - known->address <= known->size;
  }
  const std::vector<SourceFrame>& frames = at(address);
  function = unversioned(function);
  // Tools demangle names to different lengths.
  const NameRules rules{.policy = NamePolicy::shortest};
  const std::string shown = shown_name(function, rules);
  return std::any_of(frames.begin(), frames.end(), [&](const SourceFrame& frame) {
    return frame.function == function || shown_name(frame.function, rules) == shown;
  });
}

/// C libraries often have no symbol for it. x86-64, as GDB knows it (gdb/amd64-linux-tdep.c): rt_sigreturn is called.
bool Module::is_signal_return(std::uint64_t address) {
  constexpr std::string_view calls[] = {{"\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05", 9},
                                        {"\xb8\x0f\x00\x00\x00\x0f\x05", 7}};
  const auto offset = is_found() ? file_->offset_of(address) : std::nullopt;
  if (!offset) return false;
  if (!code_.is_open()) code_.open(path_, std::ios::binary);
  const std::string code = part_of(code_, *offset, calls[0].size());
  return std::any_of(std::begin(calls), std::end(calls), [&](std::string_view call) { return code.starts_with(call); });
}

bool Module::is_one_function(std::uint64_t a, std::uint64_t b) {
  const Symbol first = symbols().function_at(a);
  const Symbol second = symbols().function_at(b);
  return a - first.offset == b - second.offset || second.name.empty();
}

std::optional<std::uint64_t> Module::address_in(std::string_view function, std::uint64_t offset) {
  const NamedFunction* const known = named(function);
  if (known == nullptr || (known->size != 0 && offset > known->size)) return std::nullopt;
  return known->address + offset;
}

std::optional<std::uint64_t> Module::address_in(const MappedFile& mapped, std::uint64_t address) const {
  const std::uint64_t at = address - mapped.start;
  if (!file_->lacks_code()) return file_->address_at(at + mapped.offset);
  const auto code = file_->code_of_size(mapped.end - mapped.start);
  return code ? std::optional(*code + at) : std::nullopt;
}

std::optional<std::uint64_t> Module::load_bias(std::span<const NamedAddress> frames) {
  if (file_->is_relocatable()) return std::nullopt;  // each section may be anywhere
  if (file_->is_fixed()) return 0;
  Biases possible;
  bool is_known = false;
  for (const NamedAddress& frame : frames) {
    const NamedFunction* const function = named(frame.function);
    if (function == nullptr) continue;
    if (std::max({frame.address, function->address, function->size, frame.offset.value_or(0)}) > most_address) continue;
    const std::int64_t begins = static_cast<std::int64_t>(frame.address) - static_cast<std::int64_t>(function->address);
    const auto size = static_cast<std::int64_t>(function->size);
    const auto offset = static_cast<std::int64_t>(frame.offset.value_or(0));
    possible.most = std::min(possible.most, begins - offset);
    possible.least = std::max(possible.least, frame.offset ? begins - offset : begins - size);
    is_known = true;
  }
  if (!is_known) return std::nullopt;
  const std::int64_t bias = page_up(possible.least);
  if (bias > possible.most || bias + page_bytes <= possible.most) return std::nullopt;
  return static_cast<std::uint64_t>(bias);
}

}  // namespace profconv::symbolize
