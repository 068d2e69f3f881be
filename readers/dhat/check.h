// SPDX-License-Identifier: Apache-2.0
// DHAT's invariants, and what Valgrind's viewer (dh_view.js) refuses: docs/check.md lists them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/json/pull_reader.h"
#include "profconv/context.h"
#include "readers/dhat/columns.h"

namespace profconv::dhat {

struct Point;

/// Judges one file while it is read.
class Check {
 public:
  Check(const JsonText& text, const Header& header, Context& context)
      : text_(&text), header_(&header), context_(&context) {}

  /// A key that the viewer asks for and the file has not.
  void missing_field(std::string_view key);
  /// The times of the header; `place` is that of the peak.
  void times(const char* place);
  /// An entry of the frame table.
  void frame(std::string_view text, const char* place);
  void point(const Point& point);
  void finish();

 private:
  void error(std::string_view kind, std::string_view message, const char* place);
  void warn(std::string_view kind, std::string_view message, const char* place);
  void note(std::string_view kind, std::string_view message, const char* place);
  void totals(const Point& point, const char* place);
  void maxima(const Point& point, const char* place);
  void blocks(const Point& point, const char* place);
  void stack(const Point& point, const char* place);
  void judge_histogram(const Point& point, const char* place);

  const JsonText* text_;
  const Header* header_;
  Context* context_;
  std::vector<const char*> frames_;  ///< places of the table's entries
  std::vector<bool> is_used_;
  std::unordered_map<std::string, std::size_t> entry_of_;
  std::unordered_map<std::string, std::uint64_t> point_of_;  ///< number of the point with these entries
  std::uint64_t points_ = 0;
  std::uint64_t low_maxima_ = 0;  ///< points of Valgrind whose maximum is below what they held
  const char* first_low_maximum_ = nullptr;
};

}  // namespace profconv::dhat
