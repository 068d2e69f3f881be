// SPDX-License-Identifier: Apache-2.0
// The rules of the house, checked on the sources themselves: which part may include which, who may print, how long a
// file may be, and that no format was half added. docs/architecture.md says why.
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_lines = 400;

/// The folders of core, and its threads, that formats of this tree may use beside the public headers.
constexpr std::array kit{"core/json/", "core/names/", "core/process/", "core/tables/",
                         "core/text/", "core/time/",  "core/wire/",    "core/conversion/tasks.h"};

struct SourceFile {
  std::string path;  ///< from the project's root
  std::vector<std::string> lines;
};

fs::path root() { return source_folder(); }

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<SourceFile> sources(std::initializer_list<const char*> folders,
                                std::initializer_list<const char*> kinds = {".h", ".cpp", ".cc", ".js"}) {
  std::vector<SourceFile> found;
  for (const char* folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root() / folder)) {
      if (std::find(kinds.begin(), kinds.end(), entry.path().extension().string()) == kinds.end()) continue;
      found.push_back({fs::relative(entry.path(), root()).generic_string(), lines_of(entry.path())});
    }
  }
  std::sort(found.begin(), found.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return found;
}

/// The files in the root that are the project's; none where Git cannot tell.
std::set<std::string> tracked_in_root() {
  const std::string command = "git -C '" + root().string() + "' ls-files -- ':(glob)*' 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> git(popen(command.c_str(), "r"), pclose);
  std::string names;
  for (int c = 0; git && (c = std::fgetc(git.get())) != EOF;) names += static_cast<char>(c);
  std::istringstream lines(names);
  std::set<std::string> found;
  for (std::string line; std::getline(lines, line);) found.insert(line);
  return found;
}

/// "readers/dtrace/" for what lies in a format's folder, "readers/collapsed_reader" for a format of one file.
std::string own_prefix(const std::string& path) {
  const std::size_t first = path.find('/');
  const std::size_t second = path.find('/', first + 1);
  return second == std::string::npos ? path.substr(0, path.rfind('.')) : path.substr(0, second + 1);
}

/// A line without what stands in double quotes and in a comment behind it.
std::string code_of(const std::string& line) {
  static const RE2 quoted(R"("(\\.|[^"\\])*")");
  std::string code = line;
  RE2::GlobalReplace(&code, quoted, "");
  return code.substr(0, code.find("//"));
}

/// Whether a file may include a header of the project, written as in the source.
bool may_include(const std::string& path, const std::string& header) {
  const auto in = [&](std::string_view folder) { return path.starts_with(folder); };
  const auto is = [&](std::string_view prefix) { return header.starts_with(prefix); };
  const bool names_a_part = is("readers/") || is("writers/") || is("tools/") || is("tests/") || is("core/");
  if (is("profconv/")) return true;
  if (in("core/include/") || in("tools/lib/include/")) return !names_a_part && !is("wire/") && !is("google/");
  if (in("core/")) return is("core/") || !names_a_part;
  if (in("readers/") || in("writers/")) {
    const bool own_list = header == (in("readers/") ? "readers/readers.h" : "writers/writers.h");
    const bool in_kit = std::any_of(kit.begin(), kit.end(), is);
    return own_list || is(own_prefix(path)) || in_kit || is("wire/") || !names_a_part;
  }
  if (in("tools/lib/")) {
    const bool is_list = header == "readers/readers.h" || header == "writers/writers.h";
    return is_list || is("core/") || is("tools/lib/") || !names_a_part;
  }
  if (in("tools/cli/"))
    return is("core/process/") || is("core/text/") || is("tools/cli/") || is("tools/lib/") || !names_a_part;
  return true;
}

}  // namespace

TEST_CASE("the arrows of #include go one way: public headers know no others, core no format, formats no other format",
          "[architecture]") {
  const RE2 include("^\\s*#\\s*include\\s+[\"<]([^\">]+)[\">]");
  for (const SourceFile& file : sources({"core", "readers", "writers", "tools"})) {
    for (const std::string& line : file.lines) {
      std::string header;
      if (!RE2::PartialMatch(line, include, &header)) continue;
      INFO(file.path << ": " << line);
      CHECK(header.find("..") == std::string::npos);
      CHECK(may_include(file.path, header));
    }
  }
}

TEST_CASE("the library never prints and never exits", "[architecture]") {
  const RE2 prints(
      R"((\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|fputs|putchar|perror|exit|_exit|abort|quick_exit)\s*\())");
  for (const SourceFile& file : sources({"core", "readers", "writers", "tools/lib"})) {
    for (const std::string& line : file.lines) {
      INFO(file.path << ": " << line);
      const bool found = RE2::PartialMatch(code_of(line), prints);
      CHECK_FALSE(found);
    }
  }
}

TEST_CASE("every source file is short and begins with its licence and what it is", "[architecture]") {
  for (const SourceFile& file : sources({"core", "readers", "writers", "tools", "tests"})) {
    INFO(file.path << " has " << file.lines.size() << " lines");
    CHECK(file.lines.size() <= most_lines);
    REQUIRE(file.lines.size() > 2);
    CHECK(file.lines[0] == "// SPDX-License-Identifier: Apache-2.0");
    CHECK(file.lines[1].starts_with("// "));
  }
}

TEST_CASE("scripts are as short as sources", "[architecture]") {
  for (const SourceFile& file : sources({"docs", "tests", "tools"}, {".py", ".sh"})) {
    INFO(file.path << " has " << file.lines.size() << " lines");
    CHECK(file.lines.size() <= most_lines);
  }
}

TEST_CASE("the project's root holds only what the layout names", "[architecture]") {
  const std::set<std::string> known{"CMakeLists.txt", "LICENSE", "README.md", "core", "readers",
                                    "writers",        "tools",   "tests",     "docs"};
  const std::set<std::string> tracked = tracked_in_root();
  for (const auto& entry : fs::directory_iterator(root())) {
    const std::string name = entry.path().filename().string();
    const bool made_here = name.starts_with("build") || name == "out";
    INFO(name);
    // Who tries tools/run may have left files here.
    const bool left_here = entry.is_regular_file() && !tracked.empty() && !tracked.contains(name);
    CHECK((name.starts_with(".") || made_here || left_here || known.contains(name)));
  }
}

TEST_CASE("every format that can be read has fixtures, and every fixture a format", "[architecture]") {
  std::set<std::string> names;
  for (const Reader* reader : all_readers) {
    INFO("tests/data/" << reader->name << "/ needs a small input; `ninja bless` then writes what reading it gives");
    CHECK_FALSE(fixtures(*reader).empty());
    names.emplace(reader->name);
  }
  for (const auto& entry : fs::directory_iterator(data_folder())) {
    INFO(entry.path().string() << " has the name of no reader in readers/readers.h");
    CHECK(names.contains(entry.path().filename().string()));
  }
}

TEST_CASE("every format has a page, and a line in the changelog", "[architecture]") {
  std::set<std::string_view> names;
  for (const Reader* reader : all_readers) names.insert(reader->name);
  for (const Writer* writer : all_writers) names.insert(writer->name);
  std::string changelog = file_bytes(root() / "docs" / "changelog.md");
  std::transform(changelog.begin(), changelog.end(), changelog.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view name : names) {
    const std::string page = "docs/formats/" + std::string(name) + ".md";
    const bool has_page = fs::exists(root() / page);
    const bool has_line = changelog.find(name) != std::string::npos;
    INFO(name);
    if (!has_page) FAIL_CHECK("there is no " << page << ": its options first, then what each field becomes");
    if (!has_line) FAIL_CHECK("docs/changelog.md does not name the format: add a line to [Unreleased]");
  }
}

TEST_CASE("no two formats share a namespace, in which different types of one name would be one", "[architecture]") {
  const RE2 opening(R"(^namespace profconv::(\w+) \{)");
  std::map<std::string, std::set<std::string>> users;
  for (const SourceFile& file : sources({"readers", "writers"})) {
    for (const std::string& line : file.lines) {
      if (std::string name; RE2::PartialMatch(line, opening, &name)) users[name].insert(own_prefix(file.path));
    }
  }
  REQUIRE(users.size() > 5);
  for (const auto& [name, formats] : users) {
    INFO(name);
    CHECK(formats.size() == 1);
  }
}

}  // namespace profconv::test
