// SPDX-License-Identifier: Apache-2.0
// Bytes in: compression found by its magic, lines of any end and length, and clear words for what is damaged.
#include "profconv/input.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <new>
#include <string>
#include <utility>

#include "support/catch.h"
#include "support/fixtures.h"
#include "support/scratch.h"

namespace profconv::test {

namespace {

std::string gzipped(std::string_view text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd_packed(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

/// Everything, read through a buffer of `buffer_bytes` from pieces of `chunk_bytes`.
std::string read_through(std::string_view stored, std::size_t buffer_bytes, std::size_t chunk_bytes) {
  Context context;
  Input input = Input::from_memory("in", stored, context, chunk_bytes);
  std::string all;
  std::string buffer(buffer_bytes, '\0');
  while (const std::size_t got = input.read(buffer)) all.append(buffer, 0, got);
  return all;
}

std::string read_all(std::string_view stored, std::size_t chunk_bytes = Input::head_bytes) {
  return read_through(stored, 4096, chunk_bytes);
}

std::string error_of(std::string_view stored) {
  try {
    (void)read_all(stored);
  } catch (const ReadError& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string> lines(std::string_view text, std::size_t chunk_bytes = Input::head_bytes) {
  Context context;
  Input input = Input::from_memory("in", text, context, chunk_bytes);
  LineReader reader(input);
  std::vector<std::string> all;
  for (std::string_view line; reader.next(line);) {
    all.emplace_back(line);
    CHECK(reader.line_number() == all.size());
  }
  return all;
}

std::string sample_text() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "line " + std::to_string(i % 1000) + "\n";
  return text;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("gzip and zstd are found by their magic and opened, through buffers of any size", "[input]") {
  const std::string text = sample_text();
  for (const std::string& packed : {gzipped(text), zstd_packed(text)}) {
    for (const std::size_t buffer_bytes : {std::size_t{100}, std::size_t{4096}, std::size_t{3'000'000}}) {
      for (const std::size_t chunk_bytes : {std::size_t{1}, std::size_t{1000}, Input::head_bytes}) {
        INFO("buffer of " << buffer_bytes << ", pieces of " << chunk_bytes);
        const bool same = read_through(packed, buffer_bytes, chunk_bytes) == text;
        CHECK(same);
      }
    }
  }
}

TEST_CASE("an input says what it was wrapped in", "[input]") {
  Context context;
  CHECK(Input::from_memory("in", "text", context).compression().empty());
  CHECK(Input::from_memory("in", gzipped("text"), context).compression() == "gzip");
  CHECK(Input::from_memory("in", zstd_packed("text"), context).compression() == "zstd");
}

TEST_CASE("how long an input is can be told beforehand where it is stored as it is", "[input]") {
  Context context;
  Input input = Input::from_memory("in", "text", context);
  CHECK(input.head() == "text");
  CHECK(input.expected_bytes() == 4);
  CHECK(Input::from_memory("in", gzipped("text"), context).expected_bytes() == 0);
}

TEST_CASE("a zstd window beyond the limit is called that", "[input]") {
  using namespace std::string_view_literals;
  // Magic number, no optional fields, a window of 2^31 bytes (`zstd --long=31`), one empty block.
  const std::string_view frame = "\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"sv;
  CHECK_THROWS_WITH(read_all(frame, 1), contains("its zstd window exceeds the limit of 128 MiB"));
  const std::string_view largest = "\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00"sv;
  CHECK(read_all(largest, 1).empty());
}

TEST_CASE("several gzip members and zstd frames are one input", "[input]") {
  CHECK(read_all(gzipped("one ") + gzipped("") + gzipped("two")) == "one two");
  CHECK(read_all(gzipped("one ") + gzipped("two"), 1) == "one two");
  CHECK(read_all(zstd_packed("one ") + zstd_packed("two"), 1) == "one two");
}

TEST_CASE("an input counts the gzip members it has opened", "[input]") {
  Context context;
  for (const auto& [stored, members] : {std::pair{std::string("plain"), 0U}, std::pair{gzipped("one"), 1U},
                                        std::pair{gzipped("one") + gzipped("two"), 2U}}) {
    Input input = Input::from_memory("in", stored, context);
    static_cast<void>(input.read_all());
    CHECK(input.gzip_members() == members);
  }
}

TEST_CASE("zeros behind a gzip stream are padding, anything else is an error", "[input]") {
  CHECK(read_all(gzipped("text") + std::string(512, '\0')) == "text");
  CHECK(read_all(gzipped("text") + std::string(512, '\0'), 1) == "text");
  CHECK(error_of(gzipped("text") + "junk").find("not gzip") != std::string::npos);
}

TEST_CASE("a compressed stream cut short is an error that says so, wherever it is cut", "[input]") {
  for (const std::string& packed : {gzipped("some text to pack"), zstd_packed("some text to pack")}) {
    for (std::size_t cut = 4; cut < packed.size(); ++cut) {
      INFO("cut at byte " << cut << " of " << packed.size());
      CHECK(error_of(std::string_view(packed).substr(0, cut)).find("cut short") != std::string::npos);
    }
  }
}

TEST_CASE("a damaged compressed stream is an error with its place", "[input]") {
  std::string packed = gzipped(sample_text());
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  CHECK(error_of(packed).find("in: byte ") == 0);
  CHECK(error_of(packed).find("gzip") != std::string::npos);
  packed = gzipped("checked");
  packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
  CHECK(error_of(packed).find("gzip") != std::string::npos);
}

TEST_CASE("the head can be looked at before anything is read, and is not lost", "[input]") {
  const std::string text = sample_text();
  for (const std::string& stored : {text, gzipped(text)}) {
    Context context;
    Input input = Input::from_memory("in", stored, context, 1000);
    CHECK(input.head().size() == std::min(text.size(), Input::head_bytes));
    CHECK(input.head() == std::string_view(text).substr(0, Input::head_bytes));
    const ByteBuffer all = input.read_all();
    const bool same = std::string_view(all.data(), all.size()) == text;
    CHECK(same);
  }
}

TEST_CASE("a file is read whole, whatever its size", "[input]") {
  const Scratch folder;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, (std::size_t{1} << 16) - 1, std::size_t{1} << 16, std::size_t{3} << 16}) {
    const std::string text(size, 'a');
    write_file(folder / "text", text);
    Context context;
    const ByteBuffer all = Input::open((folder / "text").string(), context).read_all(4);
    const bool same = std::string_view(all.data(), all.size()) == text + std::string(4, '\0');
    CHECK(same);
  }
}

TEST_CASE("a file is read whole into memory that another thread touches meanwhile", "[input]") {
  const Scratch folder;
  const std::string block = sample_text();
  std::string text;
  while (text.size() < std::size_t{20} << 20) text += block + std::to_string(text.size());
  write_file(folder / "text", text);
  Context context;
  const ByteBuffer all = Input::open((folder / "text").string(), context).read_all();
  const bool is_same = std::string_view(all.data(), all.size()) == text;
  CHECK(is_same);
}

TEST_CASE("a buffer holds what fits into memory, and says where there is none", "[input]") {
  ByteBuffer buffer;
  CHECK(buffer.data() == nullptr);
  buffer.resize(3);
  std::fill(buffer.begin(), buffer.end(), 'x');
  buffer.resize(std::size_t{1} << 23);
  CHECK(std::string_view(buffer.data(), 3) == "xxx");
  CHECK_THROWS_AS(buffer.resize(SIZE_MAX), std::bad_alloc);
  CHECK(buffer.size() == std::size_t{1} << 23);
}

TEST_CASE("what is read whole has zeros behind it", "[input]") {
  Context context;
  Input input = Input::from_memory("in", "abc", context);
  const ByteBuffer all = input.read_all(4);
  CHECK(std::string_view(all.data(), all.size()) == std::string_view("abc\0\0\0\0", 7));
}

TEST_CASE("lines end at LF or CRLF, and the last one needs no end", "[input]") {
  for (const std::size_t chunk_bytes : {std::size_t{1}, std::size_t{3}, Input::head_bytes}) {
    CHECK(lines("a\nb\r\n\r\n\nc", chunk_bytes) == Lines{"a", "b", "", "", "c"});
    CHECK(lines("a\rb\n", chunk_bytes) == Lines{"a\rb"});
    CHECK(lines("", chunk_bytes).empty());
    CHECK(lines("\n", chunk_bytes) == Lines{""});
    CHECK(lines("x\r", chunk_bytes) == Lines{"x"});
  }
}

TEST_CASE("a line reader tells how a line ended", "[input]") {
  Context context;
  Input input = Input::from_memory("in", "a\r\nb\nc\r", context);
  LineReader lines(input);
  std::string ends;
  for (std::string_view line; lines.next(line);) ends += lines.is_crlf() ? 'r' : 'n';
  CHECK(ends == "rnr");
}

TEST_CASE("what is read ahead can be taken line by line", "[input]") {
  Context context;
  Input input = Input::from_memory("in", "one\ntwo\r\nthree\nlast", context);
  LineReader lines(input);
  CHECK(lines.ahead().empty());  // nothing has been read yet
  std::string_view line;
  REQUIRE(lines.next(line));
  REQUIRE(lines.next(line));
  CHECK(line == "two");
  REQUIRE(lines.ahead() == "three\nlast");
  lines.take(6, 1);
  CHECK(lines.line_number() == 3);
  CHECK_FALSE(lines.is_crlf());
  CHECK(lines.ahead() == "last");
  REQUIRE(lines.next(line));
  CHECK(line == "last");
  CHECK(lines.line_number() == 4);
  CHECK(lines.ahead().empty());
  CHECK_FALSE(lines.next(line));
}

TEST_CASE("a line longer than the buffer is whole", "[input]") {
  const std::string longer(1'000'000, 'x');
  CHECK(lines("a\n" + longer + "\nb\n", 70'000) == Lines{"a", longer, "b"});
}

TEST_CASE("a line longer than the limit is an error that names the line", "[input]") {
  Context context(Limits{.max_line_bytes = 1000});
  const std::string text = "short\n" + std::string(2'000'000, 'x');
  Input input = Input::from_memory("in", text, context);
  LineReader reader(input);
  std::string_view line;
  CHECK(reader.next(line));
  CHECK_THROWS_WITH(reader.next(line), contains("in:2: ") && contains("limit of 1000 bytes"));
}

TEST_CASE("an input larger than the limit is an error, also when it was packed small", "[input]") {
  Context context(Limits{.max_input_bytes = 100'000});
  const std::string packed = gzipped(std::string(10'000'000, '\0'));
  Input input = Input::from_memory("in", packed, context);
  CHECK_THROWS_AS(input.read_all(), LimitError);
}

TEST_CASE("what cannot be opened says why", "[input]") {
  Context context;
  CHECK_THROWS_WITH(Input::open("/no/such/file", context), contains("/no/such/file: cannot open: No such file"));
  CHECK_THROWS_WITH(Input::open("/tmp", context), contains("/tmp: is a directory"));
}

TEST_CASE("progress counts the bytes as stored", "[input]") {
  Context context;
  std::uint64_t seen = 0;
  context.on_progress([&](std::uint64_t bytes) { seen = bytes; });
  const std::string packed = gzipped(sample_text());
  Input input = Input::from_memory("in", packed, context);
  (void)input.read_all();
  CHECK(seen == packed.size());
}

TEST_CASE("a cancelled conversion stops reading", "[input]") {
  Context context;
  Input input = Input::from_memory("in", "text", context);
  context.cancel();
  std::string buffer(10, '\0');
  CHECK_THROWS_AS(input.read(buffer), Cancelled);
}

TEST_CASE("a file is read as it is", "[input]") {
  const Scratch scratch;
  write_file(scratch / "in", "from a file");
  Context context;
  Input input = Input::open((scratch / "in").string(), context);
  CHECK(input.name() == (scratch / "in").string());
  CHECK(input.read_all().size() == 11);
}

}  // namespace profconv::test
