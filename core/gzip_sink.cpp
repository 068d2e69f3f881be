// SPDX-License-Identifier: Apache-2.0
// What fits is compressed at once by libdeflate, as small as zlib makes it. More goes through ISA-L, which takes a
// sixth of zlib's time for 3 to 13 % more bytes: what is large is waited for. Go's runtime asks for speed, too.
#include "gzip_sink.h"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstdint>
#include <future>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profconv/errors.h"

namespace profconv {

namespace {

constexpr int level_at_once = 5;  ///< libdeflate's: as few bytes as zlib's default, in a third of its time

std::string compressed_at_once(std::string_view text) {
  const auto end = [](libdeflate_compressor* compressor) { libdeflate_free_compressor(compressor); };
  const std::unique_ptr<libdeflate_compressor, decltype(end)> compressor(libdeflate_alloc_compressor(level_at_once));
  if (!compressor) throw std::bad_alloc();
  std::string out(libdeflate_gzip_compress_bound(compressor.get(), text.size()), '\0');
  out.resize(libdeflate_gzip_compress(compressor.get(), text.data(), text.size(), out.data(), out.size()));
  return out;
}

/// One member, compressed as its text comes.
class GzipStream {
 public:
  GzipStream() {
    isal_deflate_init(&stream_);
    stream_.level = ISAL_DEF_MAX_LEVEL;
    stream_.level_buf = memory_.data();
    stream_.level_buf_size = static_cast<std::uint32_t>(memory_.size());
    stream_.gzip_flag = IGZIP_GZIP;
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  /// What comes out is good until the next call.
  std::string_view compressed(std::string_view text, bool is_last) {
    stream_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
    stream_.avail_in = static_cast<std::uint32_t>(text.size());
    stream_.end_of_stream = is_last ? 1 : 0;
    std::size_t made = 0;
    do {
      if (made == out_.size()) out_.resize(made + gzip_piece_bytes);
      stream_.next_out = out_.data() + made;
      stream_.avail_out = static_cast<std::uint32_t>(out_.size() - made);
      if (isal_deflate(&stream_) != COMP_OK) throw WriteError("gzip: the text cannot be compressed");
      made = out_.size() - stream_.avail_out;
    } while (stream_.avail_out == 0);
    return {reinterpret_cast<const char*>(out_.data()), made};
  }

 private:
  isal_zstream stream_{};
  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(ISAL_DEF_LVL3_DEFAULT);
  std::vector<std::uint8_t> out_;
};

class GzipSink : public Sink {
 public:
  GzipSink(std::unique_ptr<Sink> inner, std::size_t at_once_bytes)
      : inner_(std::move(inner)), most_bytes_(at_once_bytes) {}

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      if (text_.size() == most_bytes_) write_text(false);
      const std::size_t taken = std::min(bytes.size(), most_bytes_ - text_.size());
      text_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
    }
  }

  void finish() override {
    if (stream_) {
      write_text(true);
      write_compressed();
    } else {
      inner_->write(compressed_at_once(text_));
    }
    inner_->finish();
  }

 private:
  /// Has the text compressed by a thread, while the next comes.
  void write_text(bool is_last) {
    write_compressed();
    if (!stream_) stream_ = std::make_unique<GzipStream>();
    piece_.swap(text_);
    text_.clear();
    most_bytes_ = gzip_piece_bytes;
    compressed_ = std::async(std::launch::async | std::launch::deferred,
                             [this, is_last] { return stream_->compressed(piece_, is_last); });
  }

  void write_compressed() {
    if (compressed_.valid()) inner_->write(compressed_.get());
  }

  std::unique_ptr<Sink> inner_;
  std::size_t most_bytes_;  ///< of text before it is compressed
  std::string text_;
  std::unique_ptr<GzipStream> stream_;  ///< of what does not fit
  std::string piece_;                   ///< that is being compressed
  std::future<std::string_view> compressed_;
};

}  // namespace

std::unique_ptr<Sink> gzip_sink(std::unique_ptr<Sink> inner, std::size_t at_once_bytes) {
  return std::make_unique<GzipSink>(std::move(inner), at_once_bytes);
}

}  // namespace profconv
