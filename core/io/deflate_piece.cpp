// SPDX-License-Identifier: Apache-2.0
// libdeflate compresses a text as one whole stream and marks its last block as the end. In a piece that others follow,
// that mark is cleared, and an empty stored block fills the last byte. Where the mark is, only inflating can tell.
#include "core/io/deflate_piece.h"

#include <libdeflate.h>
#include <zlib.h>

#include <array>
#include <cstddef>
#include <memory>
#include <new>

#include "profconv/errors.h"

namespace profconv {

namespace {

std::string deflated(std::string_view text, int level) {
  const auto end = [](libdeflate_compressor* compressor) { libdeflate_free_compressor(compressor); };
  const std::unique_ptr<libdeflate_compressor, decltype(end)> compressor(libdeflate_alloc_compressor(level));
  if (!compressor) throw std::bad_alloc();
  std::string out(libdeflate_deflate_compress_bound(compressor.get(), text.size()), '\0');
  out.resize(libdeflate_deflate_compress(compressor.get(), text.data(), text.size(), out.data(), out.size()));
  return out;
}

/// Places in a stream, in bits: a byte's first bit is its lowest.
struct LastBlock {
  std::size_t begin = 0;  ///< its first bit tells that it is the last
  std::size_t end = 0;
};

LastBlock last_block(std::string& deflated) {
  // Of z_stream::data_type after Z_BLOCK.
  constexpr unsigned unused_bits = 7;
  constexpr unsigned in_last_block = 64;
  constexpr unsigned after_block = 128;
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ended(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(deflated.data());
  stream.avail_in = static_cast<uInt>(deflated.size());
  std::array<Bytef, std::size_t{1} << 15> text{};
  LastBlock last;
  while (true) {
    stream.next_out = text.data();
    stream.avail_out = static_cast<uInt>(text.size());
    const int status = inflate(&stream, Z_BLOCK);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK) throw WriteError("gzip: the compressed data cannot be read back");
    const auto state = static_cast<unsigned>(stream.data_type);
    if ((state & after_block) == 0) continue;
    last.end = 8 * stream.total_in - (state & unused_bits);
    if ((state & in_last_block) != 0) return last;
    last.begin = last.end;
  }
}

/// Makes room for more. The bits after the last block are 0, as libdeflate leaves them.
void continue_stream(std::string& deflated) {
  constexpr std::size_t header_bits = 3;
  const LastBlock last = last_block(deflated);
  char& byte = deflated[last.begin / 8];
  byte = static_cast<char>(static_cast<unsigned char>(byte) & ~(1U << last.begin % 8));
  // The empty block: a header of three bits that are 0, the rest of its byte, and a length of 0 with its complement.
  if (last.end + header_bits > 8 * deflated.size()) deflated.push_back('\0');
  deflated.append(std::string_view("\0\0\xFF\xFF", 4));
}

}  // namespace

std::string deflate_piece(std::string_view text, int level, bool is_last) {
  std::string piece = deflated(text, level);
  if (!is_last) continue_stream(piece);
  piece.shrink_to_fit();
  return piece;
}

}  // namespace profconv
