// SPDX-License-Identifier: Apache-2.0
// Bytes out: a file that appears whole or not at all, standard output, or memory; gzip and zstd as a layer between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace profconv {
class TaskPool;
}
#pragma GCC visibility push(default)
namespace profconv {

/// What the bytes of an output are wrapped in.
enum class Compression : unsigned char { none, gzip, zstd };

class Output;

/// Where bytes go. finish() makes them final; a sink destroyed before that leaves nothing behind.
class Sink {
 public:
  Sink();
  virtual ~Sink();
  virtual void write(std::string_view bytes) = 0;
  virtual void finish() = 0;
  /// What Output::write_beside() does with the file, and makes it final.
  virtual void write_beside(const std::string& path, std::string_view text);
  void finish_beside();

 private:
  std::vector<Output> beside_;
};

/// One output of a conversion. Buffered; nothing is final before commit().
class Output {
 public:
  /// Writes beside `path` and renames in commit(); "-" is standard output, and what is no regular file (a fifo,
  /// /dev/null) is written as it is. The threads of `tasks` compress gzip (null: the calling thread does); they must
  /// outlive the output. Throws WriteError.
  static Output to_path(const std::string& path, Compression compression = Compression::none,
                        TaskPool* tasks = nullptr);
  /// Replaces `*text` in commit(); it must outlive the output.
  static Output to_memory(std::string* text, Compression compression = Compression::none, TaskPool* tasks = nullptr);
  explicit Output(std::unique_ptr<Sink> sink, Compression compression = Compression::none, TaskPool* tasks = nullptr);
  Output(Output&&) noexcept = default;
  Output& operator=(Output&&) = delete;
  ~Output() = default;

  /// Bounds the bytes of this output and the files written beside it, before compression. A write past the bound
  /// throws LimitError, without a place.
  void limit(std::uint64_t most_bytes) { most_bytes_ = most_bytes; }
  void write(std::string_view bytes) {
    if (bytes.size() < buffer_bytes - buffer_.size()) {
      buffer_.append(bytes);
    } else {
      write_blocks(bytes);
    }
  }
  void put(char c) { write(std::string_view(&c, 1)); }
  /// Writes another file, one that an option names, which becomes final with this output. Throws WriteError.
  void write_beside(const std::string& path, std::string_view text) {
    spend(text.size());
    sink_->write_beside(path, text);
  }
  /// Gives the sink what is buffered, so that an output that cannot take it fails before another one is final.
  void flush();
  /// Flushes and makes the output final; it takes no more. Without it the output is as if it had never been begun.
  void commit();

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

  void write_blocks(std::string_view bytes);
  void pass_on(std::string_view bytes);
  void spend(std::uint64_t bytes);

  std::unique_ptr<Sink> sink_;
  std::string buffer_;
  std::uint64_t most_bytes_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t spent_bytes_ = 0;  ///< of most_bytes_
};

}  // namespace profconv
#pragma GCC visibility pop
