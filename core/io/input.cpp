// SPDX-License-Identifier: Apache-2.0
// An Input over its sources, and the splitting into lines.
#include "profconv/input.h"

#include <algorithm>
#include <cstring>

#include "core/io/sources.h"

namespace profconv {

namespace {
constexpr std::size_t line_block_bytes = std::size_t{1} << 18;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view gzip_magic("\x1f\x8b\x08", 3);
constexpr std::string_view zstd_magic("\x28\xb5\x2f\xfd", 4);

/// Whether most of a head is the beginning of one line of text.
bool ends_in_long_line(std::string_view head) {
  constexpr std::size_t beginning = 4096;
  constexpr unsigned char bell = 7;
  const auto is_binary = [](char c) { return static_cast<unsigned char>(c) < bell; };
  const std::string_view start = head.substr(0, beginning);
  if (std::any_of(start.begin(), start.end(), is_binary)) return false;
  return head.substr(head.size() / 2).find('\n') == std::string_view::npos;
}
}  // namespace

Input::Input(std::string name, std::unique_ptr<Source> stored, Context& context)
    : name_(std::move(name)), context_(&context) {
  auto source = std::make_unique<StoredSource>(std::move(stored), context);
  const std::string_view magic = source->peek(zstd_magic.size());
  if (magic.starts_with(gzip_magic)) {
    compression_ = "gzip";
    source_ = open_gzip(std::move(source), name_, *gzip_members_);
  } else if (magic == zstd_magic) {
    compression_ = "zstd";
    source_ = open_zstd(std::move(source), name_);
  } else {
    source_ = std::move(source);
  }
}

Input::Input(Input&&) noexcept = default;
Input::~Input() = default;

Input Input::open(const std::string& path, Context& context, ByteTap tap) {
  std::unique_ptr<Source> source = open_path(path, context);
  if (tap) source = open_tapped(std::move(source), std::move(tap));
  return {path == "-" ? "<stdin>" : path, std::move(source), context};
}

Input Input::from_memory(std::string name, std::string_view text, Context& context, std::size_t chunk_bytes) {
  return {std::move(name), open_memory(text, chunk_bytes), context};
}

std::string_view Input::head() {
  if (!head_.empty()) return {head_.data(), head_filled_};
  bool is_at_end = false;
  const auto fill_to = [&](std::size_t size) {
    head_.resize(size);
    while (head_filled_ < size && !is_at_end) {
      const std::size_t got = source_->read(std::span<char>(head_).subspan(head_filled_));
      is_at_end = got == 0;
      head_filled_ += got;
    }
  };
  const auto lacks_line = [&] { return ends_in_long_line({head_.data(), head_filled_}); };
  fill_to(head_bytes);
  for (std::size_t size = head_bytes; !is_at_end && size <= context_->limits().max_line_bytes && lacks_line();) {
    size *= 2;
    fill_to(size);
  }
  return {head_.data(), head_filled_};
}

std::size_t Input::read(std::span<char> buffer) {
  context_->check_cancelled();
  std::size_t got = std::min(buffer.size(), head_filled_ - head_used_);
  if (got != 0) {
    std::memcpy(buffer.data(), head_.data() + head_used_, got);
    head_used_ += got;
    if (head_used_ == head_filled_) {
      head_used_ = head_filled_ = 0;
      head_ = ByteBuffer();
    }
  } else {
    got = source_->read(buffer);
  }
  bytes_read_ += got;
  if (bytes_read_ > context_->limits().max_input_bytes) {
    throw LimitError(whole(), "the input is larger than the limit of " +
                                  std::to_string(context_->limits().max_input_bytes) + " bytes (--max-input)");
  }
  return got;
}

ByteBuffer Input::read_all(std::size_t padding) {
  constexpr std::uint64_t first_bytes = std::uint64_t{1} << 16;
  const std::uint64_t expected = std::min(source_->expected_bytes(), context_->limits().max_input_bytes);
  // One byte more shows that nothing has been added.
  ByteBuffer all(std::max(first_bytes, expected + padding + 1));
  std::size_t filled = 0;
  while (true) {
    if (filled == all.size()) all.resize(all.size() * 2);
    const std::size_t got = read(std::span<char>(all).subspan(filled));
    if (got == 0) break;
    filled += got;
  }
  all.resize(filled + padding);
  std::fill_n(all.data() + filled, padding, '\0');
  return all;
}

LineReader::LineReader(Input& input)
    : input_(&input), max_line_bytes_(input.context().limits().max_line_bytes), buffer_(line_block_bytes) {}

void LineReader::refuse_long_line() const {
  throw LimitError(input_->at_line(line_number_ + 1),
                   "the line is longer than the limit of " + std::to_string(max_line_bytes_) + " bytes (--max-line)");
}

bool LineReader::refill() {
  if (at_end_) return false;
  if (begin_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    scanned_ -= begin_;
    begin_ = 0;
  }
  if (end_ > max_line_bytes_) refuse_long_line();
  if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
  const std::size_t got = input_->read(std::span<char>(buffer_).subspan(end_));
  end_ += got;
  at_end_ = got == 0;
  return !at_end_;
}

bool LineReader::next(std::string_view& line) {
  while (true) {
    const char* const found = static_cast<const char*>(std::memchr(buffer_.data() + scanned_, '\n', end_ - scanned_));
    if (found != nullptr) {
      const auto at = static_cast<std::size_t>(found - buffer_.data());
      line = std::string_view(buffer_.data() + begin_, at - begin_);
      begin_ = scanned_ = at + 1;
      break;
    }
    scanned_ = end_;
    if (refill()) continue;
    if (begin_ == end_) return false;
    line = std::string_view(buffer_.data() + begin_, end_ - begin_);
    begin_ = end_;
    is_unterminated_ = true;
    break;
  }
  if (line.size() > max_line_bytes_) refuse_long_line();
  is_crlf_ = line.ends_with('\r');
  if (is_crlf_) line.remove_suffix(1);
  if (++line_number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return true;
}

}  // namespace profconv
