// SPDX-License-Identifier: Apache-2.0
// What a conversion carries along: diagnostics, limits, progress and cancellation.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/errors.h"
#include "profconv/limits.h"

namespace profconv {
class TaskPool;
}
#pragma GCC visibility push(default)
namespace profconv {

/// note: an assumption or a fact worth knowing; data_loss: something is missing from the result;
/// error: part of the input is wrong and was left out.
enum class Severity : std::uint8_t { note, data_loss, error };

/// One finding. Findings of one kind are counted, and the first is kept.
struct Diagnostic {
  Severity severity = Severity::note;
  std::string kind;     ///< what makes two findings the same, e.g. "dtrace.saturated"
  std::string message;  ///< one line, of the first finding
  Location where;       ///< of the first finding; empty file: no place
  std::uint64_t count = 1;
};

/// Data that a reader skips: unless a setting requests it, or because no profile can hold it. Every file of its format
/// may have it, so that it is no data loss to a conversion.
struct Unread {
  std::string file;     ///< the input
  std::string what;     ///< "each site's own maximum (mb, mbk)"
  std::string setting;  ///< "dhat.site-max=yes"; empty: no setting requests it

  bool operator==(const Unread&) const = default;
};

/// Travels with one conversion through readers, transforms and writers. Only cancel() may come from another thread.
class Context {
 public:
  /// The conversion uses at most `max_threads` threads, the caller's included: 1 starts no thread, 0 is one for each
  /// processor. What it writes does not depend on their number.
  explicit Context(Limits limits = {}, std::size_t max_threads = 0);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context();

  [[nodiscard]] std::size_t max_threads() const;
  /// The threads of the conversion (<core/conversion/tasks.h>).
  [[nodiscard]] TaskPool& tasks() const { return whole_ != nullptr ? whole_->tasks() : *tasks_; }

  /// A context for a part of the conversion that another thread does: with the same limits and threads, and cancelled
  /// with this one, which must outlive it. It keeps no findings.
  [[nodiscard]] std::unique_ptr<Context> fork() const;
  /// Takes over the diagnostics of a part that is done, and what it left unread.
  void absorb(const Context& part);

  [[nodiscard]] const Limits& limits() const { return limits_; }

  void report(Severity severity, std::string_view kind, const Location& where, std::string_view message);
  void note(std::string_view kind, const Location& where, std::string_view message) {
    report(Severity::note, kind, where, message);
  }
  void data_loss(std::string_view kind, const Location& where, std::string_view message) {
    report(Severity::data_loss, kind, where, message);
  }
  void error(std::string_view kind, const Location& where, std::string_view message) {
    report(Severity::error, kind, where, message);
  }
  /// In the order in which each kind was first found.
  [[nodiscard]] std::span<const Diagnostic> diagnostics() const { return diagnostics_; }
  /// Declares data of an input unread; the same of the same input is declared once.
  void skip(Unread unread);
  [[nodiscard]] std::span<const Unread> unread() const { return unread_; }
  /// From now on every finding is kept at its own place, `most` of each kind; the rest is counted as always. Readers
  /// then also look for what a file has wrong and a conversion need not know.
  void keep_findings(std::uint64_t most) { most_kept_ = most; }
  [[nodiscard]] bool is_checking() const { return most_kept_ != 0; }
  /// What keep_findings() has kept, in the order found, each with its own place and a count of 1.
  [[nodiscard]] std::span<const Diagnostic> findings() const { return findings_; }
  [[nodiscard]] bool has(Severity severity) const;

  /// Called with the bytes of input consumed so far (as stored, before decompression).
  void on_progress(std::function<void(std::uint64_t bytes)> callback) { progress_ = std::move(callback); }
  void progress(std::uint64_t bytes) const {
    if (progress_) progress_(bytes);
  }

  /// Asks the conversion to stop; safe from a signal handler or another thread.
  void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  /// How many rows, nodes or the like long loops handle between two calls of check_cancelled().
  static constexpr std::size_t steps_between_checks = 4096;
  /// Throws Cancelled after cancel().
  void check_cancelled() const {
    if (is_cancelled()) throw Cancelled();
  }

 private:
  explicit Context(const Context* whole);

  [[nodiscard]] bool is_cancelled() const {
    return cancelled_.load(std::memory_order_relaxed) || (whole_ != nullptr && whole_->is_cancelled());
  }
  [[nodiscard]] Diagnostic* find(std::string_view kind, std::string_view file);

  Limits limits_;
  const Context* whole_ = nullptr;  ///< of which this is a part
  std::vector<Diagnostic> diagnostics_;
  std::vector<Diagnostic> findings_;
  std::vector<Unread> unread_;
  std::uint64_t most_kept_ = 0;
  std::function<void(std::uint64_t)> progress_;
  std::atomic<bool> cancelled_{false};
  std::unique_ptr<TaskPool> tasks_;  ///< null: those of the whole
};

}  // namespace profconv
#pragma GCC visibility pop
