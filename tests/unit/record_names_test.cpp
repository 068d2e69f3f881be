// SPDX-License-Identifier: Apache-2.0
// Names for the addresses that a tracer prints, found in this test's own process.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "profconv/profile_builder.h"
#include "support/catch.h"
#include "support/scratch.h"
#include "tools/lib/record/address_names.h"
#include "tools/lib/record/mapped_places.h"
#include "tools/lib/record/mapped_symbols.h"
#include "tools/lib/record/memory_maps.h"
#include "tools/lib/record/perf_maps.h"
#include "tools/lib/record/tracer_text.h"
#include "tools/lib/symbolize/elf_file.h"
#include "tools/lib/symbolize/text_symbols.h"

// One function with three names.
extern "C" {
__attribute__((noinline)) int __GI___profconv_named(int number) noexcept {  // NOLINT: as C libraries name them
  return number + 1;
}
int __profconv_named(int number) noexcept __attribute__((alias("__GI___profconv_named")));  // NOLINT
int profconv_named(int number) noexcept __attribute__((alias("__GI___profconv_named")));
}

namespace profconv::test {

using namespace record;

namespace {

/// A file's code, mapped once more.
class Mapping {
 public:
  explicit Mapping(const std::string& path) : size_(std::filesystem::file_size(path)) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    memory_ = ::mmap(nullptr, size_, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    ::close(file);
    REQUIRE(memory_ != MAP_FAILED);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { ::munmap(memory_, size_); }

  [[nodiscard]] std::uintptr_t at(std::uint64_t offset) const {
    return reinterpret_cast<std::uintptr_t>(memory_) + offset;
  }

 private:
  std::size_t size_;
  void* memory_ = nullptr;
};

const bool has_maps = std::filesystem::exists("/proc/self/maps");

/// Where this test's function with three names is in its file.
std::uint64_t offset_of_function() {
  MemoryMaps maps;
  maps.look_at(::getpid());
  const auto address = reinterpret_cast<std::uintptr_t>(&profconv_named);
  const MappedFile* const file = maps.find(address);
  REQUIRE(file != nullptr);
  return address - file->start + file->offset;
}

/// What bpftrace prints of a frame without a name, and what it becomes.
std::string named(AddressNames& names, std::uintptr_t address) {
  std::array<char, 80> line{};
  std::snprintf(line.data(), line.size(), "\t%" PRIxPTR " 0x%" PRIxPTR " ([unknown])", address, address);
  std::string to;
  static_cast<void>(names.append_named(line.data(), to));
  return to.substr(std::min(to.size(), to.find(' ')));
}

std::string record_of_this() { return "@samples[1, " + std::to_string(::getpid()) + ", 1, prog,"; }

}  // namespace

TEST_CASE("an address of a process is named after the function of its file", "[record]") {
  // This test's own code, found by its address as a tracer would print it.
  int (*function)(const char*) = [](const char* text) { return std::atoi(text); };
  const auto address = reinterpret_cast<std::uintptr_t>(function);
  MemoryMaps maps;
  maps.look_at(::getpid());
  const MappedFile* const file = maps.find(address);
  if (file == nullptr) return;  // no /proc
  CHECK(address >= file->start);
  const symbolize::ElfFile symbols(file->path);
  const symbolize::Symbol symbol = symbols.find(address - file->start + file->offset);
  CHECK_FALSE(symbol.name.empty());
  CHECK(symbol.offset == 0);

  AddressNames names(AddressForm::dtrace);
  std::array<char, 200> line{};
  std::snprintf(line.data(), line.size(), " %16d %8d %8d  %-50s", 1000000000, ::getpid(), 1, "prog");
  std::string to;
  CHECK_FALSE(names.append_named(line.data(), to));
  std::snprintf(line.data(), line.size(), "              0x%" PRIxPTR, address);
  REQUIRE(names.append_named(line.data(), to));
  CHECK(to ==
        "              " + file->path.substr(file->path.rfind('/') + 1) + "`" + std::string(symbol.name) + "+0x0");
  CHECK_FALSE(names.append_named("              0x10", to));
  CHECK_FALSE(names.append_named("              prog`main+0x1", to));
}

TEST_CASE("addresses of code that no file holds get the names of a perf map, as it grows", "[record]") {
  PerfMaps maps;
  const std::string path = symbolize::perf_map_path(::getpid());
  if (!std::filesystem::exists("/proc/self")) return;
  std::filesystem::remove(path);
  const auto write = [&](const char* line) { std::ofstream(path, std::ios::app) << line; };
  const auto later = [] { std::this_thread::sleep_for(std::chrono::milliseconds(100)); };
  CHECK(maps.name_at(::getpid(), 0x1004).empty());
  later();
  write("1000 10 JS:*hot prog.js:1:15\n");
  CHECK(maps.name_at(::getpid(), 0x1004) == "JS:*hot prog.js:1:15");
  CHECK(maps.name_at(::getpid(), 0x1010).empty());
  later();
  write("1010 10 JS:*cold prog.js:2:1\n");
  CHECK(maps.name_at(::getpid(), 0x1010) == "JS:*cold prog.js:2:1");
  AddressNames names(AddressForm::bpftrace);
  std::string to;
  CHECK_FALSE(names.append_named("@samples[1, " + std::to_string(::getpid()) + ", 1, prog,", to));
  REQUIRE(names.append_named("\t1004 0x1004 ([unknown])", to));
  CHECK(to == "\t1004 JS:*hot prog.js:1:15+0 (" + path + ")");
  std::filesystem::remove(path);
  if (::geteuid() != 0) return;
  write("1000 10 of_another_user\n");
  REQUIRE(::chown(path.c_str(), 65534, 65534) == 0);
  CHECK(PerfMaps().name_at(::getpid(), 0x1004).empty());
  std::filesystem::remove(path);
  std::filesystem::create_symlink("/dev/zero", path);
  CHECK(PerfMaps().name_at(::getpid(), 0x1004).empty());
  std::filesystem::remove(path);
}

TEST_CASE("of a function's names that is taken which people use", "[record]") {
  if (!has_maps) return;
  const symbolize::ElfFile file("/proc/self/exe");
  CHECK(file.find(offset_of_function()).name == "profconv_named");
}

TEST_CASE("an address that was mapped since is looked for at once", "[record]") {
  if (!has_maps) return;
  const std::uint64_t offset = offset_of_function();
  AddressNames names(AddressForm::bpftrace);
  std::string to;
  CHECK_FALSE(names.append_named(record_of_this(), to));
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const std::string path = std::filesystem::read_symlink("/proc/self/exe");
  const Mapping mapping(path);
  CHECK(named(names, mapping.at(offset)) == " profconv_named+0 (" + path + ")");
  CHECK(named(names, 16).empty());
}

TEST_CASE("after an exec, what was mapped before names nothing", "[record]") {
  if (!has_maps) return;
  const std::uint64_t offset = offset_of_function();
  AddressNames names(AddressForm::bpftrace);
  TracerText text(true, &names);
  std::uintptr_t address = 0;
  {
    const Mapping mapping(std::filesystem::read_symlink("/proc/self/exe"));
    address = mapping.at(offset);
    text.add(record_of_this() + "\n");
    CHECK_FALSE(named(names, address).empty());
  }
  CHECK_FALSE(named(names, address).empty());
  text.add("profconv: exec " + std::to_string(::getpid()) + "\n");
  CHECK(named(names, address).empty());
  CHECK(text.lines() == record_of_this() + "\n");
}

TEST_CASE("the file that is mapped is read, not another at its path", "[record]") {
  if (!has_maps) return;
  const std::uint64_t offset = offset_of_function();
  const Scratch scratch;
  const std::string path = (scratch / "copy").string();
  std::filesystem::copy_file("/proc/self/exe", path);
  const Mapping mapping(path);
  const std::uintptr_t address = mapping.at(offset);
  MemoryMaps maps;
  maps.look_at(::getpid());
  const MappedFile* const file = maps.find(address);
  REQUIRE(file != nullptr);
  CHECK(file->path == path);
  constexpr pid_t nobody = 0;  // a process that has ended
  CHECK(MappedSymbols().find(nobody, *file, address).name == "profconv_named");
  // Another file, in a container perhaps.
  MappedFile other = *file;
  ++other.inode;
  CHECK(MappedSymbols().find(nobody, other, address).name.empty());
  // Root sees the file itself.
  std::filesystem::remove(path);
  CHECK(MappedSymbols().find(nobody, *file, address).name.empty());
  if (::geteuid() == 0) CHECK(MappedSymbols().find(::getpid(), *file, address).name == "profconv_named");
}

TEST_CASE("a profile says where the files of its frames were mapped", "[record]") {
  constexpr std::uint64_t start = 0x7f0000001000;
  const auto at = [](std::uint64_t begin, std::uint64_t offset, const char* path) {
    return PlacedFile{.mapped = {.start = begin, .end = begin + 0x1000, .offset = offset, .path = path},
                      .build_id = "abcdef01"};
  };
  const std::vector<PlacedFile> places{at(start, 0x1000, "/bin/a"), at(start + 0x1000, 0x3000, "/bin/a"),
                                       at(start, 0x1000, "/bin/b"), at(start, 0x5000, "/bin/b")};
  const auto placed = [&](const char* file, std::uint64_t address, std::uint64_t limit = 0) {
    ProfileSetBuilder builder(SampleOrder::as_read);
    const MappingId mapping = builder.mapping({.file = builder.string(file), .limit = limit});
    ProfileBuilder& profile = builder.add_profile();
    profile.add_value_type({.type = "samples", .unit = "count"});
    profile.add({.stack = builder.child({}, builder.frame({.mapping = mapping, .address = address}))}, 3);
    Context context;
    const ProfileSet set = with_places(std::move(builder).finish(), places, context);
    CHECK(set.profiles().front().samples.values.front() == std::vector<std::int64_t>{3});
    const Dictionary& dictionary = set.dictionary();
    const StackId stack = set.profiles().front().samples.stack.front();
    const auto& found = dictionary.mapping(dictionary.frame(dictionary.stack(stack).frame).mapping);
    CHECK(dictionary.string(found.file) == file);
    CHECK(dictionary.string(found.build_id) == (found.limit == 0 || limit != 0 ? "" : "abcdef01"));
    return std::tuple(found.start, found.limit, found.offset);
  };
  const std::tuple nowhere(0UL, 0UL, 0UL);
  CHECK(placed("/bin/a", start + 5) == std::tuple(start, start + 0x1000, 0x1000UL));
  CHECK(placed("/bin/a", start + 0x1fff) == std::tuple(start + 0x1000, start + 0x2000, 0x3000UL));
  CHECK(placed("a", start + 5) == std::tuple(start, start + 0x1000, 0x1000UL));
  CHECK(placed("/bin/a", start + 0x2000) == nowhere);
  CHECK(placed("/opt/a", start + 5) == nowhere);
  CHECK(placed("/bin/b", start + 5) == nowhere);  // of two processes, in different places
  CHECK(placed("/bin/a", 0) == nowhere);
  CHECK(placed("/bin/a", start + 5, 16) == std::tuple(0UL, 16UL, 0UL));
}

TEST_CASE("the files that a process has mapped are known, with the build ids of those that were read", "[record]") {
  if (!has_maps) return;
  AddressNames names(AddressForm::bpftrace);
  std::string to;
  CHECK_FALSE(names.append_named(record_of_this(), to));
  const auto address = reinterpret_cast<std::uintptr_t>(&profconv_named);
  CHECK_FALSE(named(names, address).empty());
  const std::vector<PlacedFile> places = names.places();
  const auto found = std::find_if(places.begin(), places.end(), [&](const PlacedFile& place) {
    return address >= place.mapped.start && address < place.mapped.end;
  });
  REQUIRE(found != places.end());
  CHECK(found->mapped.path == std::filesystem::read_symlink("/proc/self/exe"));
  CHECK(found->build_id == symbolize::ElfFile("/proc/self/exe").build_id());
}

}  // namespace profconv::test
