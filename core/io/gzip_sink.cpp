// SPDX-License-Identifier: Apache-2.0
// A header, the text as deflate pieces, its checksum and size.
#include "core/io/gzip_sink.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/conversion/tasks.h"
#include "core/io/deflate_piece.h"

namespace profconv {

namespace {

/// libdeflate's. A text of one piece becomes as small as zlib makes it, in a third of the time; of a large one, speed
/// matters more: twice as fast, for 5 to 8 % more bytes.
constexpr int small_level = 5;
constexpr int large_level = 1;

/// Enough to keep up with any writer.
constexpr std::size_t most_pieces = 8;

constexpr std::string_view header("\x1f\x8b\x08\0\0\0\0\0\0\xFF", 10);

void append_number(std::string& to, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) to.push_back(static_cast<char>(number >> shift & 0xFFU));
}

class GzipSink : public Sink {
 public:
  GzipSink(std::unique_ptr<Sink> inner, TaskPool* tasks)
      : inner_(std::move(inner)),
        pool_(tasks != nullptr ? *tasks : own_pool_.emplace(1)),
        pieces_(pool_, pool_.max_threads() == 1 ? 1 : std::min(2 * pool_.max_threads(), most_pieces)) {}

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      if (text_.size() == gzip_piece_bytes) add_piece();
      const std::size_t taken = std::min(bytes.size(), gzip_piece_bytes - text_.size());
      text_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
    }
  }

  void finish() override {
    const bool is_only_piece = size_ == 0;
    count_text();
    // A thread takes longer to start than most outputs to deflate.
    if (!is_only_piece) offer_piece(true);
    while (!pieces_.is_empty()) compressed_ += pieces_.next();
    if (is_only_piece) compressed_ += deflate_piece(text_, small_level, true);
    append_number(compressed_, checksum_);
    append_number(compressed_, static_cast<std::uint32_t>(size_));
    write_compressed();
    inner_->finish();
  }

 private:
  void add_piece() {
    count_text();
    offer_piece(false);
    text_.reserve(gzip_piece_bytes);
  }

  void count_text() {
    checksum_ = libdeflate_crc32(checksum_, text_.data(), text_.size());
    size_ += text_.size();
  }

  void offer_piece(bool is_last) {
    if (pieces_.is_full()) {
      compressed_ += pieces_.next();
      write_compressed();
    }
    pieces_.add([text = std::exchange(text_, {}), is_last] { return deflate_piece(text, large_level, is_last); });
  }

  void write_compressed() {
    inner_->write(compressed_);
    compressed_.clear();
  }

  std::unique_ptr<Sink> inner_;
  std::optional<TaskPool> own_pool_;
  TaskPool& pool_;
  std::string text_;  ///< of the next piece
  std::uint32_t checksum_ = 0;
  std::uint64_t size_ = 0;  ///< of the text before that
  std::string compressed_ = std::string(header);
  OrderedTasks<std::string> pieces_;
};

}  // namespace

std::unique_ptr<Sink> gzip_sink(std::unique_ptr<Sink> inner, TaskPool* tasks) {
  return std::make_unique<GzipSink>(std::move(inner), tasks);
}

}  // namespace profconv
