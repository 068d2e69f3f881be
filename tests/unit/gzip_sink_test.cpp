// SPDX-License-Identifier: Apache-2.0
// gzip at once and as it comes: one member, the same for any pieces, and errors that reach whoever writes.
#include "core/gzip_sink.h"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "profconv/errors.h"
#include "profconv/input.h"
#include "support/catch.h"
#include "support/compressed.h"
#include "support/fixtures.h"
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

constexpr std::size_t at_once_bytes = 1000;

std::string packed(std::string_view text, std::size_t piece = std::size_t{1} << 16) {
  class To : public Sink {
   public:
    explicit To(std::string* bytes) : bytes_(bytes) {}
    void write(std::string_view bytes) override { bytes_->append(bytes); }
    void finish() override {}

   private:
    std::string* bytes_;
  };
  std::string bytes;
  const auto sink = gzip_sink(std::make_unique<To>(&bytes), at_once_bytes);
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) sink->write(text.substr(0, piece));
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

constexpr std::array<std::size_t, 11> sizes{0,
                                            1,
                                            at_once_bytes,
                                            at_once_bytes + 1,
                                            gzip_piece_bytes - 1,
                                            gzip_piece_bytes,
                                            gzip_piece_bytes + 1,
                                            2 * gzip_piece_bytes - 1,
                                            2 * gzip_piece_bytes,
                                            2 * gzip_piece_bytes + 1,
                                            7 * gzip_piece_bytes + 12345};

}  // namespace

TEST_CASE("gzip is one member with the text in it, the same for any pieces", "[gzip_sink]") {
  for (const std::size_t size : sizes) {
    for (const std::string& text : {random_text(size), repetitive_text(size), std::string(size, 'a')}) {
      const std::string once = packed(text);
      const bool is_text = unpacked(once) == std::pair(text, std::uint64_t{1});
      CHECK(is_text);
      const bool is_same = packed(text, size + 1) == once && packed(text, 4099) == once;
      CHECK(is_same);
    }
  }
}

TEST_CASE("what fits is compressed at once, as small as zlib makes it", "[gzip_sink]") {
  for (const std::string& text : {random_text(50'000), repetitive_text(300'000), std::string(1'000'000, 'a')}) {
    const std::string bytes = compressed(text, Compression::gzip);
    CHECK(static_cast<double>(bytes.size()) < 1.02 * static_cast<double>(plain_gzip(text).size()) + 50);
    const bool is_text = unpacked(bytes) == std::pair(text, std::uint64_t{1});
    CHECK(is_text);
  }
}

TEST_CASE("what is compressed as it comes knows what stood before", "[gzip_sink]") {
  const std::string text = repetitive_text(8 * gzip_piece_bytes);
  CHECK(static_cast<double>(packed(text).size()) < 1.15 * static_cast<double>(plain_gzip(text).size()));
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
  const auto write = [&](std::size_t good_calls) {
    const auto sink = gzip_sink(std::make_unique<FailingSink>(good_calls), at_once_bytes);
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(gzip_piece_bytes)) {
      sink->write(rest.substr(0, gzip_piece_bytes));
    }
    sink->finish();
  };
  std::size_t calls = 0;
  const auto fails = [&] {
    try {
      write(calls);
      return false;
    } catch (const WriteError&) {
      return true;
    }
  };
  while (fails()) ++calls;
  // A piece is written at least once, and so is the end.
  CHECK(calls > 6);
}

TEST_CASE("gzip that is left in the middle leaves its thread behind it", "[gzip_sink]") {
  const auto sink = gzip_sink(std::make_unique<FailingSink>(std::numeric_limits<std::size_t>::max()), at_once_bytes);
  sink->write(random_text(5 * gzip_piece_bytes));
  SUCCEED("its destruction waits for it");
}

}  // namespace profconv::test
