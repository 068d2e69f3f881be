// SPDX-License-Identifier: Apache-2.0
// Looking for files.
#include "tools/lib/symbolize/debug_files.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "core/process/process.h"
#include "core/text/base_name.h"
#include "profconv/errors.h"

namespace profconv::symbolize {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view debug_folder = "/usr/lib/debug";
constexpr std::size_t folder_digits = 2;  // of a build id

bool is_file(const std::string& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

std::string joined(std::string_view folder, std::string_view path) {
  std::string whole(folder);
  if (!whole.ends_with('/') && !path.starts_with('/')) whole.push_back('/');
  return whole.append(path);
}

/// "FOLDER/.build-id/ab/cdef" and an ending.
std::string build_id_path(std::string_view folder, std::string_view build_id, std::string_view ending) {
  return joined(folder, ".build-id/")
      .append(build_id.substr(0, folder_digits))
      .append("/")
      .append(build_id.substr(folder_digits))
      .append(ending);
}

bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::uint32_t checksum(const std::string& path) {
  constexpr std::size_t block_bytes = std::size_t{1} << 16;
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(block_bytes);
  uLong sum = ::crc32(0, nullptr, 0);
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())), file.gcount() > 0) {
    sum = ::crc32(sum, reinterpret_cast<const Bytef*>(block.data()), static_cast<uInt>(file.gcount()));
  }
  return static_cast<std::uint32_t>(sum);
}

/// "libfoo.so" for "/usr/lib/debug/libfoo.so.debug".
std::string_view module_name(std::string_view path) {
  path = base_name(path);
  constexpr std::string_view ending = ".debug";
  if (path.ends_with(ending)) path.remove_suffix(ending.size());
  return path;
}

}  // namespace

bool same_build_id(std::string_view a, std::string_view b) {
  constexpr std::size_t fewest_digits = 8;
  return std::min(a.size(), b.size()) >= fewest_digits && (a.starts_with(b) || b.starts_with(a));
}

/// A file of the user with this build id, other than `beside`.
std::string DebugFiles::given_with(std::string_view build_id, std::string_view beside) const {
  const auto& programs = user_.programs();
  const auto found = std::find_if(programs.begin(), programs.end(), [&](const UserFiles::Program& program) {
    return program.path != beside && same_build_id(program.build_id, build_id);
  });
  return found == programs.end() ? std::string() : found->path;
}

std::vector<std::string> DebugFiles::modules(std::string_view path, std::string_view build_id) const {
  constexpr std::array<std::string_view, 6> library_folders{"/lib/x86_64-linux-gnu",
                                                            "/usr/lib/x86_64-linux-gnu",
                                                            "/lib/aarch64-linux-gnu",
                                                            "/usr/lib/aarch64-linux-gnu",
                                                            "/lib64",
                                                            "/usr/lib64"};
  // A path that goes up stays within the folders.
  const std::string normal = path.starts_with('/') ? fs::path(path).lexically_normal().string() : std::string(path);
  path = normal;
  std::vector<std::string> candidates;
  if (std::string same = given_with(build_id); !same.empty()) candidates.push_back(std::move(same));
  for (const UserFiles::Program& program : user_.programs()) {
    if (path.empty() || module_name(program.path) == module_name(path)) candidates.push_back(program.path);
  }
  for (const std::string& folder : user_.folders()) {
    if (path.empty()) continue;
    if (path.starts_with('/')) candidates.push_back(joined(folder, path));
    candidates.push_back(joined(folder, base_name(path)));
    candidates.push_back(joined(folder, base_name(path)) + ".debug");
  }
  if (sources_.local && path.starts_with('/')) candidates.emplace_back(path);
  if (sources_.local && !path.empty() && path.find('/') == std::string_view::npos) {
    for (const std::string_view folder : library_folders) candidates.push_back(joined(folder, path));
  }
  std::erase_if(candidates, [](const std::string& candidate) { return !is_file(candidate); });
  std::string known = by_build_id(build_id, "");
  if (known.empty()) known = by_build_id(build_id, ".debug");
  if (known.empty() && candidates.empty()) known = by_server("executable", build_id);
  if (!known.empty()) candidates.push_back(std::move(known));
  return candidates;
}

std::string DebugFiles::debug_file(const std::string& path, const ElfFile& module) const {
  std::string found = given_with(module.build_id(), path);
  if (found.empty()) found = by_build_id(module.build_id(), ".debug");
  if (found.empty()) found = by_link(path, module);
  if (found.empty()) found = by_server("debuginfo", module.build_id());
  return found;
}

std::string DebugFiles::by_build_id(std::string_view build_id, std::string_view ending) const {
  if (build_id.size() <= folder_digits || !is_hexadecimal(build_id)) return {};
  std::vector<std::string> folders = user_.folders();
  if (sources_.local) folders.emplace_back(debug_folder);
  for (const std::string& folder : folders) {
    std::string path = build_id_path(folder, build_id, ending);
    if (is_file(path)) return path;
  }
  return {};
}

std::string DebugFiles::by_link(const std::string& path, const ElfFile& module) const {
  if (module.debug_link().empty()) return {};
  std::error_code failed;
  const std::string folder = fs::absolute(path, failed).parent_path().string();
  std::vector<std::string> candidates;
  for (const std::string& given : user_.folders()) candidates.push_back(joined(given, module.debug_link()));
  for (const UserFiles::Program& program : user_.programs()) {
    if (base_name(program.path) == module.debug_link()) candidates.push_back(program.path);
  }
  candidates.push_back(joined(folder, module.debug_link()));
  candidates.push_back(joined(joined(folder, ".debug"), module.debug_link()));
  if (sources_.local) candidates.push_back(joined(std::string(debug_folder) + folder, module.debug_link()));
  const auto found = std::find_if(candidates.begin(), candidates.end(), [&](const std::string& candidate) {
    return candidate != path && is_file(candidate) && checksum(candidate) == module.debug_link_checksum();
  });
  return found == candidates.end() ? std::string() : *found;
}

std::string DebugFiles::by_server(std::string_view kind, std::string_view build_id) const {
  if (!sources_.debuginfod || build_id.empty() || !is_hexadecimal(build_id)) return {};
  constexpr std::chrono::minutes longest{5};
  constexpr std::size_t longest_path = 4096;
  std::string path;
  try {
    path = output_of({.words = {"debuginfod-find", std::string(kind), std::string(build_id)}, .deadline = longest},
                     context_, longest_path);
  } catch (const ProcessError& error) {
    if (error.end().kind != ProcessEnd::Kind::not_found) return {};
    throw UsageError("--symbols debuginfod runs debuginfod-find, which is not installed (Debian: debuginfod)");
  }
  while (path.ends_with('\n')) path.pop_back();
  return is_file(path) ? path : std::string();
}

}  // namespace profconv::symbolize
