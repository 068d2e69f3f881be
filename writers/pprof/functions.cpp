// SPDX-License-Identifier: Apache-2.0
// Collecting and writing functions.
#include "writers/pprof/functions.h"

#include <unordered_map>

#include "core/names/frame_names.h"

namespace profconv::pprof {

namespace {
constexpr int functions_a_piece = 1024;
}  // namespace

Functions::Functions(const Dictionary& dictionary, const Locations& locations, const FrameNames& names, Naming naming,
                     StringTable& strings)
    : dictionary_(dictionary),
      naming_(naming),
      has_no_stack_(locations.empty_stack() != 0),
      item_of_frame_(dictionary.frames().size(), UINT32_MAX) {
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  std::vector<std::uint8_t> origins;
  std::vector<FrameId> frames;
  for (std::uint32_t id = 1; id <= locations.count(); ++id) {
    locations.frames(id, frames);
    if (is_bare(frames)) continue;
    for (const FrameId frame : frames) {
      std::uint32_t& item = item_of_frame_[frame.value];
      if (item != UINT32_MAX) continue;
      const FunctionId function = dictionary.frame(frame).function;
      const std::int64_t name =
          naming_ == Naming::as_read ? strings[dictionary.function(function).name] : strings.of(names[frame]);
      const std::uint64_t key = std::uint64_t{function.value} << 32 | static_cast<std::uint32_t>(name);
      item = known.try_emplace(key, static_cast<std::uint32_t>(items_.size())).first->second;
      if (item != items_.size()) continue;
      items_.push_back({.function = function, .name = name});
      origins.push_back(origin_of(function));
    }
  }
  numbering_ = Numbering(origins);
}

bool Functions::is_bare(std::span<const FrameId> frames) const {
  if (naming_ == Naming::made || frames.size() != 1) return false;
  const Frame& frame = dictionary_.frame(frames.front());
  return !frame.function && frame.line == 0 && frame.column == 0 && (frame.mapping || frame.address != 0);
}

Functions::Origin Functions::origin_of(FunctionId id) const {
  if (naming_ == Naming::as_read) return own_name;
  const Function& function = dictionary_.function(id);
  if (!function.name) return function.system_name ? system_name : made;
  return function.name == function.system_name ? both_names : own_name;
}

void Functions::write(Fragments& out, StringTable& strings) const {
  for (std::uint32_t id = 1; id <= numbering_.count(); ++id) {
    const Named& named = items_[numbering_.item(id)];
    const Function& function = dictionary_.function(named.function);
    auto& written = *out.piece().add_function();
    written.set_id(id);
    written.set_name(named.name);
    // pprof demangles and cuts names that equal their system name.
    if (origin_of(named.function) == own_name) written.set_system_name(strings[function.system_name]);
    written.set_filename(strings[function.file]);
    written.set_start_line(function.start_line);
    if (out.piece().function_size() == functions_a_piece) out.send();
  }
  if (has_no_stack_) {
    auto& written = *out.piece().add_function();
    written.set_id(no_stack());
    written.set_name(strings.of(no_stack_name));
  }
  out.send();
}

nlohmann::json Functions::facts() const {
  nlohmann::json facts;
  for (const ClassRange& range : numbering_.ranges()) {
    if (range.of == own_name) continue;
    nlohmann::json fact{{"first", range.first}, {"last", range.last}};
    fact["name"] = range.of == made ? "made" : range.of == system_name ? "system_name" : "both";
    facts.push_back(std::move(fact));
  }
  return facts;
}

}  // namespace profconv::pprof
