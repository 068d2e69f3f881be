// SPDX-License-Identifier: Apache-2.0
// Line by line.
#include "tools/lib/record/tracer_text.h"

#include <charconv>

#include "tools/lib/record/backend.h"

namespace profconv::record {

namespace {

/// The last line of a record of dtrace, "   17", or of bpftrace, "]: 17"; without a user's stack ", ]: 17", without any
/// stack the whole record, "@samples[4541, cc1plus, ]: 17".
bool ends_record(std::string_view line) {
  const std::size_t digits = line.find_last_not_of("0123456789");
  if (digits == line.npos || digits + 1 == line.size()) return false;
  return line.substr(0, digits + 1).ends_with("]: ") || line.find_first_not_of(' ') == digits + 1;
}

}  // namespace

std::size_t whole_records(std::string_view lines) {
  std::size_t end = lines.rfind('\n');
  while (end != lines.npos) {
    const std::size_t before = end == 0 ? lines.npos : lines.rfind('\n', end - 1);
    const std::size_t begin = before == lines.npos ? 0 : before + 1;
    if (ends_record(lines.substr(begin, end - begin))) return end + 1;
    end = before;
  }
  return 0;
}

void TracerText::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    if (end == bytes.npos) {
      begun_.append(bytes);
      return;
    }
    if (begun_.empty()) {
      take(bytes.substr(0, end));
    } else {
      begun_.append(bytes.substr(0, end));
      take(begun_);
      begun_.clear();
    }
    bytes.remove_prefix(end + 1);
  }
}

void TracerText::end() {
  if (!begun_.empty()) take(begun_);
  begun_.clear();
}

/// "Lost 12 events".
bool TracerText::count_lost(std::string_view line) {
  constexpr std::string_view mark = "Lost ";
  if (!line.starts_with(mark) || !line.ends_with(" events")) return false;
  std::uint64_t number = 0;
  std::from_chars(line.data() + mark.size(), line.data() + line.size(), number);
  lost_ += number;
  return true;
}

/// "profconv: exec 4711".
bool TracerText::note_exec(std::string_view line) {
  if (!line.starts_with(exec_mark)) return false;
  line.remove_prefix(exec_mark.size());
  pid_t pid = 0;
  std::from_chars(line.data(), line.data() + line.size(), pid);
  if (names_ != nullptr && pid > 0) names_->note_exec(pid);
  return true;
}

void TracerText::take(std::string_view line) {
  if (line == ready_line || line == alive_line) {
    is_ready_ = true;
    ++marks_;
    return;
  }
  if (is_ours_ && (count_lost(line) || note_exec(line))) return;
  if (is_ours_ && line.empty()) {
    blank_waits_ = true;
    return;
  }
  if (is_ours_ && blank_waits_ && in_record_) lines_ += '\n';
  blank_waits_ = false;
  in_record_ = !ends_record(line);
  has_lines_ = has_lines_ || !line.starts_with("Attaching ");
  if (names_ == nullptr || !names_->append_named(line, lines_)) lines_.append(line);
  lines_ += '\n';
}

}  // namespace profconv::record
