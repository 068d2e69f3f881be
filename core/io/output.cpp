// SPDX-License-Identifier: Apache-2.0
// Sinks: a file that is renamed into place, an unseekable or special file, memory, and compressing layers.
#include "profconv/output.h"

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/io/file.h"
#include "core/io/file_identity.h"
#include "core/io/gzip_sink.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

namespace fs = std::filesystem;

/// Writes straight to a file that has no "before": standard output, a fifo, a device.
class DirectSink : public Sink {
 public:
  DirectSink(File file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}
  void write(std::string_view bytes) override { file_.write(bytes, name_); }
  void finish() override { file_.close(name_); }

 private:
  File file_;
  std::string name_;
};

/// Writes beside the target and renames; removes what it wrote when it was not finished.
class ReplacingSink : public Sink {
 public:
  explicit ReplacingSink(std::string target)
      : target_(std::move(target)), file_(File::create_beside(target_, &temporary_)) {}
  ReplacingSink(const ReplacingSink&) = delete;
  ReplacingSink& operator=(const ReplacingSink&) = delete;
  ~ReplacingSink() override {
    if (!temporary_.empty()) File::remove(temporary_);
  }
  void write(std::string_view bytes) override { file_.write(bytes, target_); }
  void finish() override {
    file_.close(target_);
    std::error_code failed;
    fs::rename(temporary_, target_, failed);
    if (failed) throw WriteError(target_ + ": cannot write: " + failed.message());
    temporary_.clear();
  }

 private:
  std::string target_;
  std::string temporary_;
  File file_;
};

class MemorySink : public Sink {
 public:
  explicit MemorySink(std::string* text) : text_(text) {}
  void write(std::string_view bytes) override { written_.append(bytes); }
  void finish() override { *text_ = std::move(written_); }

 private:
  std::string* text_;
  std::string written_;
};

class ZstdSink : public Sink {
 public:
  explicit ZstdSink(std::unique_ptr<Sink> inner)
      : inner_(std::move(inner)), stream_(ZSTD_createCStream(), ZSTD_freeCStream), block_(ZSTD_CStreamOutSize()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  void write(std::string_view bytes) override { pump(bytes, ZSTD_e_continue); }
  void finish() override {
    pump({}, ZSTD_e_end);
    inner_->finish();
  }

 private:
  void pump(std::string_view bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{block_.data(), block_.size(), 0};
      left = ZSTD_compressStream2(stream_.get(), &out, &in, directive);
      if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      if (ZSTD_isError(left) != 0) throw WriteError(std::string("zstd: ") + ZSTD_getErrorName(left));
      inner_->write({block_.data(), out.pos});
    } while (in.pos < in.size || (directive == ZSTD_e_end && left != 0));
  }

  std::unique_ptr<Sink> inner_;
  std::unique_ptr<ZSTD_CStream, decltype(&ZSTD_freeCStream)> stream_;
  std::vector<char> block_;
};

std::unique_ptr<Sink> compressed(std::unique_ptr<Sink> sink, Compression compression, TaskPool* tasks) {
  if (compression == Compression::gzip) return gzip_sink(std::move(sink), tasks);
  if (compression == Compression::zstd) return std::make_unique<ZstdSink>(std::move(sink));
  return sink;
}

std::unique_ptr<Sink> sink_for(const std::string& path) {
  // Renaming over /dev/stdout would replace the file that it is redirected to, and lose what others write there.
  constexpr std::array<std::string_view, 4> standard{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
  if (std::find(standard.begin(), standard.end(), path) != standard.end())
    return std::make_unique<DirectSink>(File::standard_output(), "<stdout>");
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (!fs::status_known(status)) throw WriteError(path + ": cannot write: " + failed.message());
  if (fs::is_directory(status)) throw WriteError(path + ": cannot write: is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return std::make_unique<DirectSink>(File::open_for_writing(path), path);
  }
  // Renaming would replace a symbolic link instead of the file it leads to, which need not exist yet.
  return std::make_unique<ReplacingSink>(link_target(path));
}

}  // namespace

Sink::Sink() = default;
Sink::~Sink() = default;

void Sink::write_beside(const std::string& path, std::string_view text) {
  beside_.push_back(Output::to_path(path));
  beside_.back().write(text);
}

void Sink::finish_beside() {
  for (Output& file : beside_) file.commit();
}

Output::Output(std::unique_ptr<Sink> sink, Compression compression, TaskPool* tasks)
    : sink_(compressed(std::move(sink), compression, tasks)) {
  buffer_.reserve(buffer_bytes);
}

Output Output::to_path(const std::string& path, Compression compression, TaskPool* tasks) {
  return Output(sink_for(path), compression, tasks);
}

Output Output::to_memory(std::string* text, Compression compression, TaskPool* tasks) {
  return Output(std::make_unique<MemorySink>(text), compression, tasks);
}

/// Gives the sink whole blocks only: a page that two writes share takes a system twice the work.
void Output::write_blocks(std::string_view bytes) {
  const std::size_t begun = buffer_.empty() ? 0 : buffer_bytes - buffer_.size();
  if (begun != 0) pass_on(buffer_.append(bytes.substr(0, begun)));
  buffer_.clear();
  bytes.remove_prefix(begun);
  const std::size_t whole = bytes.size() / buffer_bytes * buffer_bytes;
  if (whole != 0) pass_on(bytes.substr(0, whole));
  buffer_.append(bytes.substr(whole));
}

void Output::pass_on(std::string_view bytes) {
  if (sink_ == nullptr) throw std::logic_error("an output takes nothing after commit()");
  spend(bytes.size());
  sink_->write(bytes);
}

void Output::spend(std::uint64_t bytes) {
  if (bytes > most_bytes_ - spent_bytes_) {
    throw LimitError("the output is larger than the limit of " + std::to_string(most_bytes_) +
                     " bytes before compression (--max-output)");
  }
  spent_bytes_ += bytes;
}

void Output::flush() {
  if (!buffer_.empty()) pass_on(buffer_);
  buffer_.clear();
}

void Output::commit() {
  if (sink_ == nullptr) throw std::logic_error("an output is committed once");
  flush();
  const std::unique_ptr<Sink> sink = std::move(sink_);
  sink->finish();
  sink->finish_beside();
}

}  // namespace profconv
