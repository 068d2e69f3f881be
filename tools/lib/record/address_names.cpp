// SPDX-License-Identifier: Apache-2.0
// Lines of records, and names in their place.
#include "tools/lib/record/address_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>
#include <vector>

#include "core/text/base_name.h"
#include "tools/lib/symbolize/text_symbols.h"

namespace profconv::record {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view dtrace_indent = "              ";  // of a frame

/// A hexadecimal number that is all of the text.
std::optional<std::uint64_t> parse_address(std::string_view text) {
  constexpr int hexadecimal = 16;
  std::uint64_t address = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), address, hexadecimal);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return address;
}

std::string hex(std::uint64_t number) {
  constexpr int hexadecimal = 16;
  std::string text(hexadecimal, '0');
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number, hexadecimal);
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

/// The address of a frame without a name: "              0x55ff", or "\t55ff 0x55ff ([unknown])".
std::optional<std::uint64_t> nameless(std::string_view line, AddressForm form) {
  if (form == AddressForm::dtrace) {
    if (!line.starts_with(dtrace_indent) || line.substr(dtrace_indent.size(), 2) != "0x") return std::nullopt;
    return parse_address(line.substr(dtrace_indent.size() + 2));
  }
  if (!line.starts_with('\t') || !line.ends_with(" ([unknown])")) return std::nullopt;
  return parse_address(line.substr(1, line.find(' ') - 1));
}

/// The process id among the keys of a record: the second number.
std::optional<pid_t> process_in(std::string_view line, AddressForm form) {
  std::string_view separator = " ";
  if (form == AddressForm::bpftrace) {
    if (!line.starts_with("@samples[") && !line.starts_with("@offcpu[")) return std::nullopt;
    separator = ", ";
  } else if (line.starts_with(dtrace_indent) || !line.starts_with(' ')) {
    return std::nullopt;
  }
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  line.remove_prefix(std::min(line.find(separator), line.size()));
  line.remove_prefix(std::min(line.find_first_not_of(", "), line.size()));
  pid_t pid = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), pid);
  if (error != std::errc() || pid <= 0) return std::nullopt;
  return pid;
}

}  // namespace

void AddressNames::look_at(pid_t pid) {
  constexpr std::chrono::seconds early{2};
  Known& known = processes_[pid];
  const Clock::time_point now = Clock::now();
  const milliseconds pause{now - known.first < early ? 10 : 1000};
  if (known.looked != Clock::time_point() && now - known.looked < pause) return;
  known.looked = now;
  known.maps.look_at(pid);
}

void AddressNames::look_at_family(pid_t pid) {
  constexpr std::size_t most = 64;  // a look is twenty times a second
  std::vector<pid_t> family{pid};
  for (std::size_t i = 0; i < family.size() && i < most; ++i) {
    look_at(family[i]);
    const std::vector<pid_t> children = children_of(family[i]);
    family.insert(family.end(), children.begin(), children.end());
  }
}

bool AddressNames::note_process(std::string_view line) {
  const auto pid = process_in(line, form_);
  if (!pid) return false;
  process_ = *pid;
  look_at(*pid);
  return true;
}

bool AddressNames::append_named(std::string_view line, std::string& to) {
  if (form_ == AddressForm::none || note_process(line)) return false;
  const auto address = nameless(line, form_);
  if (!address) return false;
  const std::string name = name_of(*address);
  if (name.empty()) return false;
  ++named_;
  if (form_ == AddressForm::dtrace) {
    to.append(dtrace_indent).append(name);
  } else {
    to.append("\t").append(hex(*address)).append(" ").append(name);
  }
  return true;
}

void AddressNames::note_exec(pid_t pid) {
  processes_.erase(pid);
  look_at(pid);
}

/// What is mapped at an address of the process; null: not known.
const MappedFile* AddressNames::find(std::uint64_t address) {
  const auto known = processes_.find(process_);
  if (known == processes_.end()) return nullptr;
  const MappedFile* const mapped = known->second.maps.find(address);
  return mapped == nullptr && look_for_missed(known->second) ? known->second.maps.find(address) : mapped;
}

/// Looks at the process once more, for what it has mapped since; the less often the less there was. Returns whether
/// there is something.
bool AddressNames::look_for_missed(Known& known) {
  constexpr milliseconds longest{1000};
  const Clock::time_point now = Clock::now();
  if (now - known.looked < known.pause) return false;
  known.looked = now;
  const bool is_new = known.maps.look_at(process_);
  known.pause = is_new ? milliseconds{1} : std::min(2 * known.pause, longest);
  return is_new;
}

std::vector<PlacedFile> AddressNames::places() const {
  std::vector<MappedFile> files;
  for (const auto& [pid, known] : processes_) {
    for (const std::vector<MappedFile>& look : known.maps.looks()) files.insert(files.end(), look.begin(), look.end());
  }
  const auto key = [](const MappedFile& f) { return std::tie(f.start, f.end, f.offset, f.inode, f.path); };
  std::sort(files.begin(), files.end(), [&](const MappedFile& a, const MappedFile& b) { return key(a) < key(b); });
  files.erase(std::unique(files.begin(), files.end()), files.end());
  std::vector<PlacedFile> places;
  for (const MappedFile& file : files) {
    if (file.path.starts_with('/')) places.push_back({.mapped = file, .build_id = symbols_.build_id(file)});
  }
  return places;
}

std::string AddressNames::name_of(std::uint64_t address) {
  const MappedFile* const mapped = find(address);
  if (mapped == nullptr || mapped->path.empty()) return compiled_name(address);
  return name_in(*mapped, address);
}

std::string AddressNames::name_in(const MappedFile& file, std::uint64_t address) {
  const symbolize::Symbol symbol = symbols_.find(process_, file, address);
  const bool is_dtrace = form_ == AddressForm::dtrace;
  if (symbol.name.empty()) {
    if (std::string compiled = compiled_name(address); !compiled.empty()) return compiled;
    return is_dtrace ? std::string(base_name(file.path)) + "`0x" + hex(address)
                     : "0x" + hex(address) + " (" + file.path + ")";
  }
  return is_dtrace ? std::string(base_name(file.path)) + "`" + std::string(symbol.name) + "+0x" + hex(symbol.offset)
                   : std::string(symbol.name) + "+" + std::to_string(symbol.offset) + " (" + file.path + ")";
}

/// Of code that was compiled just in time.
std::string AddressNames::compiled_name(std::uint64_t address) {
  const std::string name = perf_maps_.name_at(process_, address);
  if (name.empty()) return {};
  const std::string path = symbolize::perf_map_path(process_);
  return form_ == AddressForm::dtrace ? std::string(base_name(path)) + "`" + name : name + "+0 (" + path + ")";
}

}  // namespace profconv::record
