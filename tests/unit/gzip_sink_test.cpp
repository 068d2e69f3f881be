// SPDX-License-Identifier: Apache-2.0
// gzip: one member, the same bytes for any writes and any number of threads, and errors that reach the writer.
#include "core/io/gzip_sink.h"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "core/conversion/tasks.h"
#include "core/io/deflate_piece.h"
#include "profconv/errors.h"
#include "profconv/input.h"
#include "support/catch.h"
#include "support/files.h"
#include "support/scratch.h"

namespace profconv::test {

namespace {

std::string random_text(std::size_t size) {
  std::mt19937 engine(static_cast<std::mt19937::result_type>(size));
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(engine() & 0xFFU);
  return text;
}

/// Words that come back within a piece and over its border.
std::string repetitive_text(std::size_t size) {
  std::mt19937 engine(7);
  std::string text;
  while (text.size() < size) text += "frame" + std::to_string(engine() % 5000) + ";";
  text.resize(size);
  return text;
}

std::string packed(std::string_view text, std::size_t write = std::size_t{1} << 16, TaskPool* tasks = nullptr) {
  class To : public Sink {
   public:
    explicit To(std::string* bytes) : bytes_(bytes) {}
    void write(std::string_view bytes) override { bytes_->append(bytes); }
    void finish() override {}

   private:
    std::string* bytes_;
  };
  std::string bytes;
  const auto sink = gzip_sink(std::make_unique<To>(&bytes), tasks);
  for (; !text.empty(); text.remove_prefix(std::min(write, text.size()))) sink->write(text.substr(0, write));
  sink->finish();
  return bytes;
}

/// What zlib makes of a text in one call.
std::string plain_gzip(std::string_view text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// The text of a deflate stream that ends where its bytes do.
std::string inflated(std::string_view deflated) {
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, -MAX_WBITS) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(deflated.data()));
  stream.avail_in = static_cast<uInt>(deflated.size());
  std::string text;
  std::array<char, 4096> buffer{};
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  CHECK(status == Z_STREAM_END);
  CHECK(stream.avail_in == 0);
  inflateEnd(&stream);
  return text;
}

/// A text, and how many gzip members it came from.
std::pair<std::string, std::uint64_t> unpacked(std::string_view bytes) {
  Context context;
  Input input = Input::from_memory("packed", bytes, context);
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = input.read(buffer)) text.append(buffer.data(), got);
  return {text, input.gzip_members()};
}

/// Fails at one of its calls, as a disk that is full does.
class FailingSink : public Sink {
 public:
  explicit FailingSink(std::size_t good_calls) : good_calls_(good_calls) {}
  void write(std::string_view) override { call(); }
  void finish() override { call(); }

 private:
  void call() {
    if (good_calls_-- == 0) throw WriteError("disk: cannot write: full");
  }

  std::size_t good_calls_;
};

constexpr std::array<std::size_t, 8> sizes{0,
                                           1,
                                           gzip_piece_bytes - 1,
                                           gzip_piece_bytes,
                                           gzip_piece_bytes + 1,
                                           2 * gzip_piece_bytes,
                                           2 * gzip_piece_bytes + 1,
                                           5 * gzip_piece_bytes + 12345};

}  // namespace

TEST_CASE("gzip is one member with the text in it, the same for any writes and threads", "[gzip_sink]") {
  for (const std::size_t size : sizes) {
    for (const std::string& text : {random_text(size), repetitive_text(size), std::string(size, 'a')}) {
      const std::string once = packed(text);
      const bool is_text = unpacked(once) == std::pair(text, std::uint64_t{1});
      CHECK(is_text);
      const bool is_same = packed(text, size + 1) == once && packed(text, 4099) == once;
      CHECK(is_same);
      for (const std::size_t threads : {1U, 2U, 8U}) {
        TaskPool pool(threads);
        const bool is_same_in_threads = packed(text, 100'000, &pool) == once;
        CHECK(is_same_in_threads);
      }
    }
  }
}

TEST_CASE("a small text becomes as small as zlib makes it, a large one nearly", "[gzip_sink]") {
  const auto ratio = [](const std::string& text) {
    return static_cast<double>(packed(text).size()) / static_cast<double>(plain_gzip(text).size() + 50);
  };
  for (const std::string& text : {random_text(50'000), repetitive_text(300'000), std::string(1'000'000, 'a')}) {
    CHECK(ratio(text) < 1.02);
  }
  CHECK(ratio(repetitive_text(4 * gzip_piece_bytes)) < 1.15);
}

TEST_CASE("pieces of deflate follow one another in one stream, however their last byte is filled", "[gzip_sink]") {
  // Random text is stored, equal letters are one block, and words are several; each size ends at another bit.
  std::string stream;
  std::string text;
  const auto add = [&](const std::string& piece, int level, bool is_last) {
    stream += deflate_piece(piece, level, is_last);
    text += piece;
  };
  for (std::size_t size = 1; size < 200; ++size) {
    const int level = 1 + static_cast<int>(size % 12);
    add(repetitive_text(size * size), level, false);
    add(random_text(size), level, false);
    add(std::string(size, 'a'), level, false);
  }
  add("the end", 6, true);
  const bool is_text = inflated(stream) == text;
  CHECK(is_text);
}

TEST_CASE("other programs open gzip that was compressed as it came", "[gzip_sink]") {
  const Scratch folder;
  const std::string file = (folder / "text.gz").string();
  const std::string text = repetitive_text(3 * gzip_piece_bytes + 5);
  write_file(folder / "text", text);
  write_file(file, packed(text));
  CHECK(std::system(("gzip -t '" + file + "'").c_str()) == 0);
  const std::string script =
      "import gzip,sys; sys.exit(gzip.open(sys.argv[1]).read() != open(sys.argv[2],'rb').read())";
  CHECK(std::system(("python3 -c \"" + script + "\" '" + file + "' '" + (folder / "text").string() + "'").c_str()) ==
        0);
}

TEST_CASE("a sink that fails below gzip fails for the writer, whenever it does", "[gzip_sink]") {
  const std::string text = random_text(5 * gzip_piece_bytes);
  for (const std::size_t threads : {1U, 3U}) {
    TaskPool pool(threads);
    const auto fails = [&](std::size_t good_calls) {
      try {
        const auto sink = gzip_sink(std::make_unique<FailingSink>(good_calls), &pool);
        for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(gzip_piece_bytes)) {
          sink->write(rest.substr(0, gzip_piece_bytes));
        }
        sink->finish();
        return false;
      } catch (const WriteError&) {
        return true;
      }
    };
    std::size_t calls = 0;
    while (fails(calls)) ++calls;
    // At least one write, and the end.
    CHECK(calls >= 2);
  }
}

TEST_CASE("gzip that is left in the middle leaves nothing running", "[gzip_sink]") {
  TaskPool pool(4);
  const auto sink = gzip_sink(std::make_unique<FailingSink>(std::numeric_limits<std::size_t>::max()), &pool);
  sink->write(random_text(5 * gzip_piece_bytes));
  SUCCEED("its destruction waits");
}

}  // namespace profconv::test
