// SPDX-License-Identifier: Apache-2.0
// Frames of one side of a comparison: matched with the other's, or kept in detail.
#include "core/transforms/side_copy.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/names/frame_names.h"
#include "core/symbols/name_policy.h"
#include "core/text/base_name.h"
#include "core/transforms/comparable_name.h"

namespace profconv {

namespace {

constexpr std::string_view unknown_name = "[unknown]";

/// "0x7f2a1c00", as formats that know names alone write a frame without a function.
bool is_address(std::string_view name) {
  return name.starts_with("0x") && name.size() > 2 &&
         name.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

/// What pprof tells mappings of several runs apart by: size in pages, offset, build id or file. Address space
/// randomization changes none of it.
using MappingKey = std::tuple<std::uint64_t, std::uint64_t, bool, std::string_view>;

std::optional<MappingKey> key_of(const Dictionary& dictionary, const Mapping& m) {
  constexpr std::uint64_t page = 0x1000;
  const std::string_view identity = dictionary.string(m.build_id ? m.build_id : m.file);
  if (identity.empty() || m.limit <= m.start) return std::nullopt;
  const std::uint64_t size = m.limit - m.start;
  return MappingKey{size / page + (size % page == 0 ? 0 : 1), m.offset, m.relative_addresses, identity};
}

}  // namespace

bool has_framed_names(const Dictionary& dictionary) {
  const auto functions = dictionary.functions();
  return std::any_of(functions.begin(), functions.end(),
                     [&](const Function& f) { return !split_framed(dictionary.string(f.name)).module.empty(); });
}

bool has_modules(const Dictionary& dictionary) {
  const auto mappings = dictionary.mappings();
  return std::any_of(mappings.begin(), mappings.end(), [](const Mapping& m) { return bool(m.file); }) ||
         has_framed_names(dictionary);
}

SideCopy::SideCopy(const Dictionary& from, Side side)
    : DictionaryCopy(from), side_(side), names_(from.functions().size()) {}

SideCopy::Name SideCopy::name_of(FunctionId id) const {
  const Function& function = from().function(id);
  Name name{.whole = from().string(function.name ? function.name : function.system_name), .module = {}, .function = {}};
  const FramedName framed = split_framed(name.whole);
  name.function = framed.function;
  name.has_offset = !framed.offset.empty();
  if (!framed.module.empty()) name.module = framed.module.substr(0, framed.module.size() - 1);
  return name;
}

const std::string& SideCopy::comparable(FunctionId id) {
  std::optional<std::string>& name = names_[id.value];
  if (!name) name = comparable_name(name_of(id).function);
  return *name;
}

ThreadId SideCopy::copy(const Thread& old) {
  return into().thread({.process_name = carry(old.process_name), .thread_name = carry(old.thread_name)});
}

LabelSetId SideCopy::copy(std::span<const Label> old) {
  std::vector<LabelText> texts;
  for (const Label& label : old) {
    if (from().string(label.key) == base_label_key) continue;
    texts.push_back({.key = from().string(label.key),
                     .text = from().string(label.text),
                     .unit = from().string(label.unit),
                     .number = label.number,
                     .is_number = label.is_number});
  }
  if (side_ == Side::base) texts.push_back({.key = base_label_key, .text = base_label_text});
  return into().labels(texts);
}

MatchedCopy::MatchedCopy(const Dictionary& from, Side side, const FrameMatching& matching)
    : SideCopy(from, side), matching_(matching) {}

FrameId MatchedCopy::copy(const Frame& old) {
  if (old.kind == FrameKind::synthetic) return DictionaryCopy::copy(old);
  const Name name = name_of(old.function);
  const std::string_view file = from().string(from().mapping(old.mapping).file);
  const std::string_view module = file.empty() ? name.module : base_name(file);
  if (name.function.empty() || is_address(name.function)) return unnamed(old, name, module);
  const bool by_line = matching_.granularity <= Granularity::line;
  Function matched{.name = into().string(comparable(old.function))};
  if (by_line) matched.file = carry(from().function(old.function).file);
  Frame frame{.function = into().function(matched)};
  if (by_line) frame.line = old.line;
  if (matching_.granularity == Granularity::address) frame.address = old.address;
  const bool both_have_modules = matching_.base_has_modules && matching_.now_has_modules;
  if (both_have_modules) frame.mapping = matched_mapping(old, module);
  return into().frame(frame);
}

/// Where addresses count, what they are relative to does too.
MappingId MatchedCopy::matched_mapping(const Frame& old, std::string_view module) {
  const bool is_relative = from().mapping(old.mapping).relative_addresses;
  return into().mapping({.file = into().string(module),
                         .relative_addresses = is_relative && matching_.granularity == Granularity::address});
}

/// Frames without a function are one for each module. Those without a module stay apart where the other side has
/// modules that they might be of.
FrameId MatchedCopy::unnamed(const Frame& old, const Name& name, std::string_view module) {
  Frame frame;
  if (!module.empty()) frame.mapping = matched_mapping(old, module);
  if (matching_.granularity == Granularity::address) frame.address = old.address;
  const bool is_apart = module.empty() && matching_.base_has_modules != matching_.now_has_modules;
  if (is_apart && !name.whole.empty()) {
    frame.function = into().function({.name = into().string(name.whole)});
  } else if (is_apart) {
    frame.address = old.address;
  }
  if (frame == Frame{}) frame.function = into().function({.name = into().string(unknown_name)});
  return into().frame(frame);
}

DetailedCopy::DetailedCopy(const Dictionary& from, Side side, const Dictionary* now)
    : SideCopy(from, side), now_(now), counterparts_(from.mappings().size()) {
  if (now == nullptr) return;
  std::map<MappingKey, const Mapping*> places;
  for (const Mapping& mapping : now->mappings()) {
    if (const auto key = key_of(*now, mapping)) places.emplace(*key, &mapping);
  }
  for (std::size_t i = 1; i < counterparts_.size(); ++i) {
    const auto key = key_of(from, from.mappings()[i]);
    const auto found = key ? places.find(*key) : places.end();
    if (found != places.end()) counterparts_[i] = found->second;
  }
}

FrameId DetailedCopy::copy(const Frame& old) {
  if (old.kind == FrameKind::synthetic) return DictionaryCopy::copy(old);
  const Function& function = from().function(old.function);
  const Name name = name_of(old.function);
  Frame frame = old;
  if (old.function) {
    const std::string& shown = comparable(old.function);
    // What is left out of the name stays in the system name, which matches nothing.
    const std::string whole = std::string(name.whole) + offset_suffix(old);
    const bool has_offset = name.has_offset || old.offset != Frame::no_offset;
    const bool is_whole = (shown == name.function && !has_offset) || function.system_name;
    frame.offset = Frame::no_offset;
    frame.function =
        into().function({.name = into().string(shown),
                         .system_name = into().string(is_whole ? from().string(function.system_name) : whole),
                         .file = carry(function.file),
                         .start_line = function.start_line});
  }
  frame.mapping = mapping_of(old, name.module);
  const Mapping& mapping = from().mapping(old.mapping);
  const Mapping* const other = counterparts_[old.mapping.value];
  if (other != nullptr && old.address != 0 && !mapping.relative_addresses) {
    frame.address = old.address - mapping.start + other->start;
  }
  return into().frame(frame);
}

MappingId DetailedCopy::mapping_of(const Frame& old, std::string_view module) {
  const Mapping* const other = counterparts_[old.mapping.value];
  const Dictionary& source = other == nullptr ? from() : *now_;
  Mapping mapping = other == nullptr ? from().mapping(old.mapping) : *other;
  const std::string_view file = source.string(mapping.file);
  mapping.file = into().string(file.empty() ? module : file);
  mapping.build_id = into().string(source.string(mapping.build_id));
  return into().mapping(mapping);
}

}  // namespace profconv
