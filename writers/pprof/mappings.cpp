// SPDX-License-Identifier: Apache-2.0
// Choosing, numbering and writing mappings.
#include "writers/pprof/mappings.h"

#include <map>
#include <tuple>

#include "core/text/base_name.h"

namespace profconv::pprof {

namespace {

/// The first word of a command line.
std::string first_word(std::string_view command) {
  constexpr std::string_view blanks = " \t\n";
  const std::size_t begin = command.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  command.remove_prefix(begin);
  const char quote = command.front();
  if (quote != '"' && quote != '\'') return std::string(command.substr(0, command.find_first_of(blanks)));
  return std::string(command.substr(1, command.find(quote, 1) - 1));
}

}  // namespace

std::string program_of(std::string_view command) {
  std::string program = first_word(command);
  // perf's header has the command line of perf, not of what it recorded.
  return base_name(program) == "perf" ? std::string() : program;
}

Mappings::Mappings(const Dictionary& dictionary, const Locations& locations, const Metadata& metadata, bool as_read)
    : dictionary_(dictionary),
      program_(as_read ? metadata.program : std::nullopt),
      as_read_(as_read),
      command_(program_of(metadata.command)),
      ids_(dictionary.mappings().size()),
      flags_(dictionary.mappings().size()) {
  find_alike();
  const std::vector<Use> uses = count_uses(locations);
  const MappingId program = find_program(uses);
  if (program || program_ || !as_read_) written_.push_back(program);
  for (std::uint32_t i = 1; i < uses.size(); ++i) {
    const bool is_written = uses[i].locations != 0 || (as_read_ && alike_[i] == MappingId{i});
    if (is_written && MappingId{i} != program) written_.push_back(MappingId{i});
  }
  for (std::uint32_t i = 0; i < written_.size(); ++i) {
    if (written_[i]) ids_[written_[i].value] = i + 1;
  }
  for (std::size_t i = 1; i < ids_.size(); ++i) ids_[i] = ids_[alike_[i].value];
}

void Mappings::find_alike() {
  std::map<std::tuple<StringId, StringId, std::uint64_t, std::uint64_t, std::uint64_t>, MappingId> known;
  const auto all = dictionary_.mappings();
  alike_.resize(all.size());
  for (std::uint32_t i = 1; i < all.size(); ++i) {
    const Mapping& m = all[i];
    alike_[i] = known.try_emplace({m.file, m.build_id, m.start, m.limit, m.offset}, MappingId{i}).first->second;
    Flags& flags = flags_[alike_[i].value];
    flags.inline_frames |= m.has_inline_frames;
    if (!as_read_) continue;
    flags.functions |= m.has_functions;
    flags.filenames |= m.has_filenames;
    flags.line_numbers |= m.has_line_numbers;
  }
}

std::vector<Mappings::Use> Mappings::count_uses(const Locations& locations) const {
  std::vector<Use> uses(dictionary_.mappings().size());
  for (std::uint32_t id = 1; id <= locations.count(); ++id) {
    const Frame& frame = dictionary_.frame(locations.physical_frame(id));
    Use& use = uses[alike_[frame.mapping.value].value];
    ++use.locations;
    if (frame.kind != FrameKind::user) continue;
    ++use.user_locations;
    use.has_main = use.has_main || dictionary_.string(dictionary_.function(frame.function).name) == "main";
  }
  return uses;
}

bool Mappings::is_program(const Mapping& mapping) const {
  const Mapping& mapped = program_->mapped;
  return std::tie(mapping.start, mapping.limit, mapping.offset) ==
             std::tie(mapped.start, mapped.limit, mapped.offset) &&
         dictionary_.string(mapping.file) == program_->file &&
         dictionary_.string(mapping.build_id) == program_->build_id;
}

MappingId Mappings::find_program(const std::vector<Use>& uses) const {
  if (!program_) return likely_program(uses);
  for (std::uint32_t i = 1; i < uses.size(); ++i) {
    if (alike_[i] == MappingId{i} && is_program(dictionary_.mapping(MappingId{i}))) return MappingId{i};
  }
  return {};
}

MappingId Mappings::likely_program(const std::vector<Use>& uses) const {
  const auto rank = [&](std::uint32_t i) {
    return std::tuple(uses[i].has_main, uses[i].user_locations, uses[i].locations);
  };
  MappingId best;
  for (std::uint32_t i = 1; i < uses.size(); ++i) {
    if (uses[i].locations == 0) continue;
    const std::string_view file = dictionary_.string(dictionary_.mapping(MappingId{i}).file);
    if (!command_.empty() && base_name(file) != base_name(command_)) continue;
    if (!best || rank(i) > rank(best.value)) best = MappingId{i};
  }
  return best;
}

void Mappings::saw_line(MappingId mapping, bool has_file, bool has_line, bool is_inlined) {
  if (as_read_) return;
  Flags& flags = flags_[alike_[mapping.value].value];
  flags.filenames |= has_file;
  flags.line_numbers |= has_line;
  flags.inline_frames |= is_inlined;
}

void Mappings::write_place(const Mapping& mapping, wire::pprof::Mapping& out, Context& context) const {
  out.set_file_offset(mapping.offset);
  if (mapping.start > mapping.limit) {
    context.data_loss("pprof.mapping_range", {}, "a mapping that ends before it starts is written without its range");
    return;
  }
  out.set_memory_start(mapping.start);
  out.set_memory_limit(mapping.limit);
}

/// A program that no location lies in.
void Mappings::write_program(wire::pprof::Mapping& out, StringTable& strings, Context& context) const {
  if (!program_) {
    out.set_filename(strings.of(command_));
    out.set_has_functions(true);
    return;
  }
  write_place(program_->mapped, out, context);
  out.set_filename(strings.of(program_->file));
  out.set_build_id(strings.of(program_->build_id));
  out.set_has_functions(program_->mapped.has_functions);
  out.set_has_filenames(program_->mapped.has_filenames);
  out.set_has_line_numbers(program_->mapped.has_line_numbers);
  out.set_has_inline_frames(program_->mapped.has_inline_frames);
}

void Mappings::write(Fragments& out, StringTable& strings, Context& context) const {
  std::uint64_t id = 0;
  for (const MappingId mapping_id : written_) {
    auto& written = *out.piece().add_mapping();
    written.set_id(++id);
    if (!mapping_id) {
      write_program(written, strings, context);
      continue;
    }
    const Mapping& mapping = dictionary_.mapping(mapping_id);
    const Flags& flags = flags_[mapping_id.value];
    write_place(mapping, written, context);
    written.set_filename(strings[mapping.file]);
    written.set_build_id(strings[mapping.build_id]);
    written.set_has_functions(flags.functions || !as_read_);
    written.set_has_filenames(flags.filenames);
    written.set_has_line_numbers(flags.line_numbers);
    written.set_has_inline_frames(flags.inline_frames);
  }
  out.send();
}

nlohmann::json Mappings::facts() const {
  if (written_.empty() || written_.front() || program_) return {};
  return nlohmann::json::array({{{"first", 1}, {"last", 1}, {"made", true}}});
}

}  // namespace profconv::pprof
