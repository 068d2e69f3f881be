// SPDX-License-Identifier: Apache-2.0
// Bytes in: a file, standard input, a pipe or memory; gzip and zstd are found by their magic and opened on the way.
// Read in large blocks, never mapped: a file that shrinks while it is read is an error, not a signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/byte_buffer.h"
#include "profconv/context.h"
#include "profconv/errors.h"

#pragma GCC visibility push(default)
namespace profconv {

/// Where bytes come from. Returns how many were read, 0 at the end; throws ReadError.
class Source {
 public:
  virtual ~Source() = default;
  virtual std::size_t read(std::span<char> buffer) = 0;
  /// How many bytes there will be, where that can be told beforehand; else 0. A file may shrink or grow meanwhile.
  [[nodiscard]] virtual std::uint64_t expected_bytes() const { return 0; }
};

/// Told of the bytes of an input as they are stored, when they are read.
using ByteTap = std::function<void(std::string_view bytes)>;

/// One input of a conversion, decompressed. Forward only: what was peeked is replayed, nothing else is read twice.
class Input {
 public:
  static constexpr std::size_t head_bytes = std::size_t{1} << 20;

  /// Opens a file, or standard input where path is "-"; `tap` may be empty.
  static Input open(const std::string& path, Context& context, ByteTap tap = {});
  /// Reads `text`, which must outlive the input, at most `chunk_bytes` at a time.
  static Input from_memory(std::string name, std::string_view text, Context& context,
                           std::size_t chunk_bytes = head_bytes);
  Input(std::string name, std::unique_ptr<Source> stored, Context& context);
  Input(Input&&) noexcept;
  Input& operator=(Input&&) = delete;
  ~Input();

  /// For messages and for telling formats by extension: the path as given, "<stdin>" for standard input.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// "gzip", "zstd" or "" for what the stored bytes are wrapped in.
  [[nodiscard]] std::string_view compression() const { return compression_; }
  /// How many gzip members have been opened so far; 0 where the stored bytes are no gzip.
  [[nodiscard]] std::uint64_t gzip_members() const { return *gzip_members_; }
  [[nodiscard]] Context& context() const { return *context_; }
  /// How many bytes there will be, where that can be told beforehand; else 0.
  [[nodiscard]] std::uint64_t expected_bytes() const { return source_->expected_bytes(); }

  /// The first head_bytes, more if they end in a long line of text, without consuming them. Call before first read().
  std::string_view head();
  /// Fills as much of `buffer` as one read gives; 0 at the end.
  std::size_t read(std::span<char> buffer);
  /// All that is left, followed by `padding` zero bytes for parsers that read ahead.
  ByteBuffer read_all(std::size_t padding = 0);

  [[nodiscard]] Location at_line(std::uint64_t line) const { return {.file = name_, .line = line}; }
  [[nodiscard]] Location at_byte(std::uint64_t byte) const { return {.file = name_, .byte = byte, .has_byte = true}; }
  [[nodiscard]] Location whole() const { return {.file = name_}; }

 private:
  std::string name_;
  Context* context_;
  std::string_view compression_;
  std::unique_ptr<std::uint64_t> gzip_members_ = std::make_unique<std::uint64_t>(0);
  std::unique_ptr<Source> source_;
  ByteBuffer head_;
  std::size_t head_filled_ = 0;
  std::size_t head_used_ = 0;
  std::uint64_t bytes_read_ = 0;
};

/// Splits an input into lines. A line is a view into a recycled buffer: good until the next call.
class LineReader {
 public:
  explicit LineReader(Input& input);

  /// The next line without its end ("\n" or "\r\n"), the first without a byte order mark of UTF-8; false at the end of
  /// the input.
  /// Throws LimitError for a line above Limits::max_line_bytes.
  bool next(std::string_view& line);
  /// What is read ahead of the next line, for readers that can tell what comes next; it may end within a line.
  [[nodiscard]] std::string_view ahead() const { return {buffer_.data() + begin_, end_ - begin_}; }
  /// Takes lines of so many bytes, each with its "\n", that ahead() begins with.
  void take(std::size_t bytes, std::uint64_t lines) {
    if (lines == 0) return;
    begin_ = scanned_ = begin_ + bytes;
    is_crlf_ = false;
    line_number_ += lines;
  }
  /// Of the line last returned, from 1.
  [[nodiscard]] std::uint64_t line_number() const { return line_number_; }
  [[nodiscard]] Location here() const { return input_->at_line(line_number_); }
  /// Whether it has no end, as where the input was cut.
  [[nodiscard]] bool is_unterminated() const { return is_unterminated_; }
  /// Whether it ended in "\r\n".
  [[nodiscard]] bool is_crlf() const { return is_crlf_; }

 private:
  bool refill();
  [[noreturn]] void refuse_long_line() const;

  Input* input_;
  std::size_t max_line_bytes_;
  ByteBuffer buffer_;
  std::size_t begin_ = 0;  ///< of the line being looked for
  std::size_t end_ = 0;    ///< of what was read
  std::size_t scanned_ = 0;
  bool at_end_ = false;
  std::uint64_t line_number_ = 0;
  bool is_crlf_ = false;
  bool is_unterminated_ = false;
};

}  // namespace profconv
#pragma GCC visibility pop
