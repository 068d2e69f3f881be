// SPDX-License-Identifier: Apache-2.0
// Sources: descriptor, tap, memory, gzip (RFC 1952, any number of members) and zstd (RFC 8878, any number of frames).
#include "core/io/sources.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "core/io/file.h"

namespace profconv {

namespace {

constexpr std::size_t stored_block_bytes = std::size_t{1} << 18;

class FileSource : public Source {
 public:
  FileSource(File file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}
  std::size_t read(std::span<char> buffer) override { return file_.read(buffer, name_); }
  [[nodiscard]] std::uint64_t expected_bytes() const override { return file_.size(); }

 private:
  File file_;
  std::string name_;
};

class TappedSource : public Source {
 public:
  TappedSource(std::unique_ptr<Source> inner, ByteTap tap) : inner_(std::move(inner)), tap_(std::move(tap)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t got = inner_->read(buffer);
    if (got != 0) tap_({buffer.data(), got});
    return got;
  }
  [[nodiscard]] std::uint64_t expected_bytes() const override { return inner_->expected_bytes(); }

 private:
  std::unique_ptr<Source> inner_;
  ByteTap tap_;
};

class MemorySource : public Source {
 public:
  MemorySource(std::string_view text, std::size_t chunk_bytes)
      : text_(text), size_(text.size()), chunk_bytes_(std::max<std::size_t>(chunk_bytes, 1)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = std::min({buffer.size(), chunk_bytes_, text_.size()});
    std::copy_n(text_.begin(), count, buffer.begin());
    text_.remove_prefix(count);
    return count;
  }
  [[nodiscard]] std::uint64_t expected_bytes() const override { return size_; }

 private:
  std::string_view text_;  ///< that is left
  std::size_t size_;
  std::size_t chunk_bytes_;
};

/// What both decompressors share: a block of stored bytes, and where in the stored stream it stands.
class PackedSource : public Source {
 public:
  PackedSource(std::unique_ptr<Source> stored, std::string name)
      : stored_(std::move(stored)), name_(std::move(name)), block_(stored_block_bytes) {}

 protected:
  /// False at the end of the stored bytes.
  bool fetch() {
    consumed_ += used_;
    used_ = 0;
    filled_ = stored_->read(block_);
    return filled_ != 0;
  }
  [[nodiscard]] ReadError damaged(const std::string& what) const {
    return {{.file = name_, .byte = consumed_ + used_, .has_byte = true}, what};
  }

  std::unique_ptr<Source> stored_;
  std::string name_;
  ByteBuffer block_;
  std::size_t filled_ = 0;
  std::size_t used_ = 0;
  std::uint64_t consumed_ = 0;
};

class GzipSource : public PackedSource {
 public:
  GzipSource(std::unique_ptr<Source> stored, std::string name, std::uint64_t& members)
      : PackedSource(std::move(stored), std::move(name)), members_(&members) {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(std::span<char> buffer) override {
    while (true) {
      if (used_ == filled_ && !fetch()) {
        if (in_member_) throw damaged("the gzip stream ends early: the file was cut short; copy it again");
        return 0;
      }
      if (!in_member_ && !begin_member()) return 0;
      const std::size_t made = inflate_some(buffer);
      if (made != 0) return made;
    }
  }

 private:
  /// Zeros behind the last member are padding (gzip(1) ignores them too); anything else must be a member.
  bool begin_member() {
    while (*members_ != 0 && block_.data()[used_] != '\x1f') {
      const auto rest = std::span<char>(block_).subspan(used_, filled_ - used_);
      const auto content = std::find_if(rest.begin(), rest.end(), [](char c) { return c != 0; });
      used_ += static_cast<std::size_t>(content - rest.begin());
      if (content != rest.end()) throw damaged("bytes after the end of the gzip stream that are not gzip");
      if (!fetch()) return false;
    }
    inflateReset(&stream_);
    in_member_ = true;
    ++*members_;
    return true;
  }

  std::size_t inflate_some(std::span<char> buffer) {
    stream_.next_in = reinterpret_cast<Bytef*>(block_.data() + used_);
    stream_.avail_in = static_cast<uInt>(filled_ - used_);
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    const std::size_t room = std::min(buffer.size(), std::size_t{1} << 30);
    stream_.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    used_ = filled_ - stream_.avail_in;
    if (status == Z_STREAM_END) {
      in_member_ = false;
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      throw damaged(std::string("damaged gzip stream: ") + (stream_.msg != nullptr ? stream_.msg : "not gzip"));
    }
    return room - stream_.avail_out;
  }

  z_stream stream_{};
  bool in_member_ = false;
  std::uint64_t* members_;
};

class ZstdSource : public PackedSource {
 public:
  ZstdSource(std::unique_ptr<Source> stored, std::string name)
      : PackedSource(std::move(stored), std::move(name)), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }

  std::size_t read(std::span<char> buffer) override {
    while (true) {
      if (used_ == filled_ && !fetch()) {
        if (in_frame_) throw damaged("the zstd stream ends early: the file was cut short; copy it again");
        return 0;
      }
      ZSTD_inBuffer in{block_.data(), filled_, used_};
      ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
      used_ = in.pos;
      if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
        throw damaged("its zstd window exceeds the limit of 128 MiB; decompress it first (zstd -d --long=31)");
      }
      if (ZSTD_isError(status) != 0) {
        throw damaged(std::string("damaged zstd stream: ") + ZSTD_getErrorName(status));
      }
      in_frame_ = status != 0;
      if (out.pos != 0) return out.pos;
    }
  }

 private:
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  bool in_frame_ = false;
};

}  // namespace

std::string_view StoredSource::peek(std::size_t count) {
  while (peeked_.size() < count) {
    const std::size_t before = peeked_.size();
    peeked_.resize(count);
    const std::size_t got = inner_->read(std::span(peeked_).subspan(before));
    peeked_.resize(before + got);
    if (got == 0) break;
  }
  return {peeked_.data(), peeked_.size()};
}

std::size_t StoredSource::read(std::span<char> buffer) {
  std::size_t got = std::min(buffer.size(), peeked_.size() - peeked_used_);
  if (got != 0) {
    std::memcpy(buffer.data(), peeked_.data() + peeked_used_, got);
    peeked_used_ += got;
  }
  if (got < buffer.size()) got += inner_->read(buffer.subspan(got));
  bytes_ += got;
  context_->progress(bytes_);
  return got;
}

std::unique_ptr<Source> open_path(const std::string& path, const Context& context) {
  if (path == "-") return std::make_unique<FileSource>(File::standard_input(), "<stdin>");
  return std::make_unique<FileSource>(File::open_for_reading(path, [&] { context.check_cancelled(); }), path);
}

std::unique_ptr<Source> open_tapped(std::unique_ptr<Source> inner, ByteTap tap) {
  return std::make_unique<TappedSource>(std::move(inner), std::move(tap));
}

std::unique_ptr<Source> open_memory(std::string_view text, std::size_t chunk_bytes) {
  return std::make_unique<MemorySource>(text, chunk_bytes);
}

std::unique_ptr<Source> open_gzip(std::unique_ptr<Source> stored, std::string name, std::uint64_t& members) {
  return std::make_unique<GzipSource>(std::move(stored), std::move(name), members);
}

std::unique_ptr<Source> open_zstd(std::unique_ptr<Source> stored, std::string name) {
  return std::make_unique<ZstdSource>(std::move(stored), std::move(name));
}

}  // namespace profconv
