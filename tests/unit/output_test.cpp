// SPDX-License-Identifier: Apache-2.0
// Bytes out: whole or not at all.
#include "profconv/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "profconv/errors.h"
#include "profconv/input.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/scratch.h"

namespace profconv::test {

namespace fs = std::filesystem;

namespace {

void write_and_commit(const fs::path& path, std::string_view bytes, Compression compression = Compression::none) {
  Output output = Output::to_path(path.string(), compression);
  output.write(bytes);
  output.commit();
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

std::string in_memory(std::string_view bytes, Compression compression) {
  std::string text;
  Output output = Output::to_memory(&text, compression);
  for (const char c : bytes) output.put(c);
  output.commit();
  return text;
}

std::string unpacked(std::string_view packed) {
  Context context;
  Input input = Input::from_memory("packed", packed, context);
  const ByteBuffer all = input.read_all();
  return {all.data(), all.size()};
}

/// Notes what it gets.
class NotingSink : public Sink {
 public:
  NotingSink(std::string& written, std::vector<std::size_t>& sizes) : written_(written), sizes_(sizes) {}
  void write(std::string_view bytes) override {
    written_.append(bytes);
    sizes_.push_back(bytes.size());
  }
  void finish() override {}

 private:
  std::string& written_;
  std::vector<std::size_t>& sizes_;
};

}  // namespace

TEST_CASE("an output that is not committed leaves the old file as it was", "[output]") {
  const Scratch scratch;
  write_file(scratch / "out", "old");
  {
    Output output = Output::to_path((scratch / "out").string());
    output.write(std::string(1'000'000, 'n'));
  }
  CHECK(file_bytes(scratch / "out") == "old");
  CHECK(files_in(scratch.path()) == 1);
}

TEST_CASE("an output takes its limit to the byte, before compression, with what is written beside it", "[output]") {
  const Scratch scratch;
  const auto write = [&](std::size_t bytes, std::size_t beside, std::uint64_t limit, Compression compression) {
    Output output = Output::to_path((scratch / "out").string(), compression);
    output.limit(limit);
    output.write(std::string(bytes, 'x'));
    if (beside != 0) output.write_beside((scratch / "beside").string(), std::string(beside, 'y'));
    output.commit();
  };
  for (const Compression compression : {Compression::none, Compression::gzip, Compression::zstd}) {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{1'000}, std::size_t{3'000'000}}) {
      write(bytes, 0, bytes, compression);
      write(bytes, 10, bytes + 10, compression);
      fs::remove(scratch / "out");
      fs::remove(scratch / "beside");
      if (bytes != 0) CHECK_THROWS_WITH(write(bytes, 0, bytes - 1, compression), contains("(--max-output)"));
      CHECK_THROWS_AS(write(bytes, 10, bytes + 9, compression), LimitError);
      CHECK(files_in(scratch.path()) == 0);
    }
  }
}

TEST_CASE("an output that is not committed leaves no file where none was", "[output]") {
  const Scratch scratch;
  {
    Output output = Output::to_path((scratch / "out").string());
    output.write(std::string(1'000'000, 'n'));
  }
  CHECK(files_in(scratch.path()) == 0);
}

TEST_CASE("a committed output replaces the old file and keeps its permissions", "[output]") {
  const Scratch scratch;
  write_file(scratch / "out", "old");
  fs::permissions(scratch / "out", fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  write_and_commit(scratch / "out", "new");
  CHECK(file_bytes(scratch / "out") == "new");
  CHECK(fs::status(scratch / "out").permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
  CHECK(files_in(scratch.path()) == 1);
}

TEST_CASE("a new file gets the permissions that the umask leaves", "[output]") {
  const Scratch scratch;
  const mode_t before = ::umask(027);
  write_and_commit(scratch / "out", "new");
  ::umask(before);
  CHECK(static_cast<unsigned>(fs::status(scratch / "out").permissions()) == 0640U);
}

TEST_CASE("a symbolic link stays one, and its file is replaced", "[output]") {
  const Scratch scratch;
  fs::create_directory(scratch / "folder");
  write_file(scratch / "folder" / "file", "old");
  fs::create_symlink("folder/file", scratch / "link");
  write_and_commit(scratch / "link", "new");
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(file_bytes(scratch / "folder" / "file") == "new");
}

TEST_CASE("a symbolic link to nothing makes the file it leads to", "[output]") {
  const Scratch scratch;
  fs::create_symlink("target", scratch / "link");
  write_and_commit(scratch / "link", "new");
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(file_bytes(scratch / "target") == "new");
}

TEST_CASE("what is no regular file is written as it is", "[output]") {
  const Scratch scratch;
  write_and_commit("/dev/null", "gone");
  CHECK(fs::is_character_file("/dev/null"));

  REQUIRE(::mkfifo((scratch / "pipe").c_str(), 0600) == 0);
  std::string received;
  std::thread reader([&] { received = file_bytes(scratch / "pipe"); });
  write_and_commit(scratch / "pipe", "through the pipe");
  reader.join();
  CHECK(received == "through the pipe");
  CHECK(fs::is_fifo(scratch / "pipe"));
}

TEST_CASE("an output that cannot be written says why", "[output]") {
  CHECK_THROWS_WITH(write_and_commit("/dev/full", "x"), contains("/dev/full: cannot write: No space left"));
  CHECK_THROWS_WITH(write_and_commit("/no/such/folder/out", "x"), contains("/no/such/folder/out: cannot write"));
  CHECK_THROWS_WITH(write_and_commit("/tmp", "x"), contains("/tmp: cannot write: is a directory"));
  CHECK_THROWS_AS(write_and_commit("/dev/full", std::string(10'000'000, 'x'), Compression::zstd), WriteError);
}

TEST_CASE("what is compressed can be opened again, and is the same bytes each time", "[output]") {
  std::string text;
  for (std::uint64_t i = 0; i < 300'000; ++i) text += std::to_string(i * 7919 % 100'003) + " ";
  for (const Compression compression : {Compression::none, Compression::gzip, Compression::zstd}) {
    const std::string packed = in_memory(text, compression);
    const bool same = unpacked(packed) == text;
    CHECK(same);
    CHECK((packed.size() < text.size()) == (compression != Compression::none));
    const bool again = in_memory(text, compression) == packed;
    CHECK(again);
    CHECK(unpacked(in_memory("", compression)).empty());
  }
}

TEST_CASE("a gzip output carries no name and no time", "[output]") {
  const std::string packed = in_memory("text", Compression::gzip);
  CHECK(packed.substr(0, 4) == std::string("\x1f\x8b\x08\x00", 4));
  CHECK(packed.substr(4, 4) == std::string(4, '\0'));
}

TEST_CASE("memory is replaced at the end and not before", "[output]") {
  std::string text = "old";
  {
    Output output = Output::to_memory(&text);
    output.write(std::string(1'000'000, 'n'));
    CHECK(text == "old");
  }
  CHECK(text == "old");
}

TEST_CASE("a sink gets whole blocks, however the bytes come, and at last the rest", "[output]") {
  constexpr std::size_t block_bytes = 1 << 18;
  for (const std::size_t piece_bytes : {1'000U, 200'000U, 262'143U, 262'144U, 1'000'003U}) {
    CAPTURE(piece_bytes);
    std::string text;
    for (std::size_t i = 0; text.size() < 3'000'000; ++i) text += std::to_string(i) + ' ';
    std::string written;
    std::vector<std::size_t> sizes;
    Output output(std::make_unique<NotingSink>(written, sizes));
    for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
      output.write(std::string_view(text).substr(at, piece_bytes));
    }
    output.commit();
    CHECK(written == text);
    REQUIRE_FALSE(sizes.empty());
    CHECK(sizes.back() <= block_bytes);
    sizes.pop_back();
    for (const std::size_t size : sizes) CHECK(size % block_bytes == 0);
  }
}

TEST_CASE("a file beside an output becomes final with it", "[output]") {
  const Scratch folder;
  const std::string path = (folder / "beside").string();
  std::string text;
  {
    Output dropped = Output::to_memory(&text);
    dropped.write_beside(path, "one");
  }
  CHECK_FALSE(std::filesystem::exists(path));
  for (const Compression compression : {Compression::none, Compression::gzip}) {
    Output output = Output::to_memory(&text, compression);
    output.write_beside(path, "two");
    CHECK_FALSE(std::filesystem::exists(path));
    output.commit();
    CHECK(file_bytes(path) == "two");
    std::filesystem::remove(path);
  }
  Output output = Output::to_memory(&text);
  CHECK_THROWS_AS(output.write_beside((folder / "missing" / "file").string(), "three"), WriteError);
}

TEST_CASE("outputs made by several threads at once get the usual permissions", "[output]") {
  const Scratch folder;
  const mode_t before = ::umask(027);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&folder, i] {
      for (int n = 0; n < 200; ++n) {
        Output output = Output::to_path((folder.path() / (std::to_string(i) + "-" + std::to_string(n))).string());
        output.write("x");
        output.commit();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(::umask(before) == 027);
  for (const auto& file : fs::directory_iterator(folder.path())) {
    if (static_cast<unsigned>(file.status().permissions()) != 0640U) FAIL(file.path() << " has other permissions");
  }
}

}  // namespace profconv::test
