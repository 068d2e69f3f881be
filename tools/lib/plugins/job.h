// SPDX-License-Identifier: Apache-2.0
// One reading or one writing by a plugin: what its calls work on, and the first error, which every later call repeats.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/format.h"
#include "profconv/plugin.h"
#include "tools/lib/c/calls.h"

struct pc_job {
  pc_job(std::string_view format_name, const profconv::Options& given, profconv::Context& of)
      : format(format_name), options(given), context(of) {}

  std::string_view format;  ///< the card's name
  const profconv::Options& options;
  profconv::Context& context;
  profconv::Input* input = nullptr;                ///< null: this job writes
  profconv::ProfileSetBuilder* builder = nullptr;  ///< of one that reads
  profconv::Output* output = nullptr;              ///< null: this job reads
  std::optional<profconv::LineReader> lines;
  bool has_read = false;
  bool has_written = false;

  pc_status status = PC_OK;
  std::exception_ptr failure;
  bool is_reported = false;  ///< the failure is what the plugin says of its input

  std::set<std::string, std::less<>> kinds;  ///< of the findings that it has reported

  // Recycled between calls.
  std::vector<profconv::FrameId> frames;
  std::vector<profconv::Label> labels;
  std::vector<profconv::FrameId> named;  ///< by string: the frame of which only that name is known

  [[nodiscard]] profconv::Location at_line(std::uint64_t line) const {
    return input == nullptr ? profconv::Location{} : input->at_line(line);
  }
  /// Keeps the exception that is being handled.
  pc_status keep_failure() noexcept;
  /// Throws the job's failure, or one for a plugin that failed without a word. `plugin` is for messages.
  void finish(pc_status returned, std::string_view plugin);
};

namespace profconv::plugins {

/// Calls `work(job)` unless the job has failed, and keeps what it throws.
template <class Work>
pc_status performed(pc_job* job, Work work) noexcept {
  if (job == nullptr) return PC_ERROR_USAGE;
  if (job->status != PC_OK) return job->status;
  try {
    job->context.check_cancelled();
    work(*job);
    return PC_OK;
  } catch (...) {
    return job->keep_failure();
  }
}

/// Whether an array of a plugin has its elements where a T may be.
template <class T>
bool is_aligned(const T* array, std::size_t stride) {
  return stride % alignof(T) == 0 && reinterpret_cast<std::uintptr_t>(array) % alignof(T) == 0;
}

/// Element `index` of an array that is aligned.
template <class T>
const T& element_at(const T* array, std::size_t stride, std::size_t index) {
  return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(array) + stride * index);
}

/// What plugins call.
[[nodiscard]] const pc_host& host();

/// Fills the part of the host's table that reads inputs and builds profiles.
void add_reading(pc_host& table);

}  // namespace profconv::plugins
