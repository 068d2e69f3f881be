// SPDX-License-Identifier: Apache-2.0
// Prints of which only the end of the input tells whether the D program repeated them or they are the last ones:
//
//   tick-1s { printa(@a); }    prints @a again and again, and dtrace prints @b when it ends: a, a, ..., a, b
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "readers/dtrace/aggregations/print_runs.h"
#include "readers/dtrace/program/description.h"

namespace profconv::dtrace {

/// A print and which of the D program's it is.
struct AssignedPrint {
  std::size_t print = 0;
  std::vector<HeldRecord> records;
};

/// Whether one of the D program's prints has records elsewhere.
using IsFound = std::function<bool(std::size_t print)>;

/// Holds back as many prints of each shape as there are last ones.
class LastPrints {
 public:
  /// `descriptions` must outlive this.
  explicit LastPrints(const Descriptions& descriptions) : descriptions_(descriptions) {}

  /// Whether the record has to wait.
  [[nodiscard]] bool must_hold(const Record& record);
  /// Whether the print of the record that need not wait is one that the program repeats, so that all prints that wait
  /// are repeated ones as well.
  [[nodiscard]] bool shows_repeated() const { return shows_repeated_ && !order_.empty(); }
  /// Whether the print that goes on is dtrace's own as it ends, by a format before it that only the end has.
  [[nodiscard]] bool is_at_end() const { return is_at_end_; }
  /// All that waits, as prints that the program repeats.
  [[nodiscard]] std::vector<AssignedPrint> take_repeated();
  /// Takes a record that has to wait; gives the print that can go on because of it.
  std::optional<AssignedPrint> hold(HeldRecord record);
  /// All that still waits: the last prints, in the order in which they began. A last print with other records
  /// (`is_found`) is not among them.
  [[nodiscard]] std::vector<AssignedPrint> take_all(const IsFound& is_found);

 private:
  struct Held {
    std::vector<HeldRecord> records;
    bool is_followed = false;  ///< by a record in a format, which dtrace's own last prints never are
  };

  /// The prints that can be of the same ones of the program.
  struct Queue {
    Turns turns;
    std::size_t turn = 0;  ///< of what is repeated, the next
    std::deque<Held> prints;
  };

  void see_format(const Record& record);
  void mark_followed();
  [[nodiscard]] bool fits(std::size_t print, const Held& held) const;
  [[nodiscard]] std::optional<std::size_t> last_for(const Queue& queue, std::size_t last, const Held& held) const;
  [[nodiscard]] std::vector<std::size_t> last_prints(const Queue& queue, const IsFound& is_found) const;
  AssignedPrint next_of(Queue& queue);

  const Descriptions& descriptions_;
  std::map<std::pair<std::vector<std::size_t>, std::vector<std::size_t>>, Queue> queues_;
  std::vector<Queue*> order_;
  bool shows_repeated_ = false;
  bool has_new_ = false;        ///< prints that no record in a format followed so far
  bool is_after_last_ = false;  ///< the record before is in a format that the program prints once, as it ends
  bool is_at_end_ = false;
  Queue* current_ = nullptr;   ///< of the print that goes on, if its records wait
  std::string current_shape_;  ///< of the print that goes on; empty: none
};

}  // namespace profconv::dtrace
