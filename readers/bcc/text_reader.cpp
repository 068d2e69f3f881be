// SPDX-License-Identifier: Apache-2.0
// Reading the output of bcc's tools.
#include "readers/bcc/text_reader.h"

#include <array>

#include "core/text/excerpts.h"
#include "core/text/integers.h"
#include "profconv/errors.h"

namespace profconv::bcc {

namespace {

using Tool = Heading::Tool;

/// "19:50:48", before each print of stackcount -T.
bool is_time(std::string_view line) {
  constexpr std::string_view form = "00:00:00";
  if (line.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool is_digit = line[i] >= '0' && line[i] <= '9';
    if (form[i] == ':' ? line[i] != ':' : !is_digit) return false;
  }
  return true;
}

}  // namespace

TextReader::TextReader(Input& input, ProfileSetBuilder& builder, bool keeps_offsets)
    : input_(input), frames_(builder, keeps_offsets), profiles_(builder), bad_lines_(input.context(), "bcc.bad_line") {}

void TextReader::read(std::string_view line, std::uint64_t number) {
  number_ = number;
  if (const auto heading = parse_heading(line)) return begin(*heading);
  if (heading_.tool == Tool::memleak && has_heading_) return read_leak(line);
  read_stack(line);
}

void TextReader::begin(const Heading& heading) {
  drop_stack();
  if (heading_.tool == Tool::memleak) end_leak();
  if (heading.tool == Tool::memleak) {
    // Each report holds what is outstanding then.
    report_.clear();
    report_line_ = number_;
    most_stacks_ = heading.most_stacks;
    ++reports_;
  }
  if (heading.tool == Tool::profile) note_rate(heading.hertz);
  heading_ = heading;
  has_heading_ = true;
}

/// Samples of different rates add up as counts, and mean different times.
void TextReader::note_rate(std::int64_t hertz) {
  if (rate_ && *rate_ != hertz) {
    input_.context().data_loss("bcc.rates", input_.at_line(number_),
                               "profile was run at several rates; the sampling period is that of the first run");
  }
  if (!rate_) rate_ = hertz;
}

void TextReader::read_stack(std::string_view line) {
  const std::size_t indent = indent_of(line);
  if (indent == line.size()) {
    drop_stack();
  } else if (!read_value(line, indent) && !read_frame(line, indent) && !is_message(line)) {
    add_bad(line);
  }
}

bool TextReader::read_value(std::string_view line, std::size_t indent) {
  const auto value = parse_integer<std::int64_t>(line.substr(indent));
  const bool is_count = heading_.tool == Tool::stackcount && indent == 4;
  if (!value || *value < 0 || !(is_count || (owner_ && indent == 8))) return false;
  Owner owner{.name = owner_ ? *owner_ : std::string_view(), .id = owner_id_};
  profiles_.add(heading_, owner_ ? &owner : nullptr, frames_.finish(heading_.is_kernel_only), std::array{*value});
  owner_.reset();
  first_frame_ = 0;
  return true;
}

bool TextReader::read_frame(std::string_view line, std::size_t indent) {
  if (indent != 2 && indent != 4) return false;
  if (!has_heading_ && first_frame_ == 0) guess_tool(indent);
  if (first_frame_ == 0) first_frame_ = number_;
  const bool is_stackcount = heading_.tool == Tool::stackcount;
  if (line == "    --" || line == "    [Missed User Stack]") frames_.end_kernel();
  if (line == "    --") return true;
  if (const auto owner = is_stackcount ? parse_bracketed_owner(line) : parse_owner(line)) {
    owner_ = owner->name;
    owner_id_ = owner->id;
    return true;
  }
  if (indent != (is_stackcount ? 2U : 4U)) return false;
  frames_.add(line.substr(indent), heading_.tool);
  return true;
}

/// offcputime prints stacks as profile does.
void TextReader::guess_tool(std::size_t indent) {
  heading_.tool = indent == 2 ? Tool::stackcount : Tool::profile;
  if (heading_.tool == Tool::stackcount) return;
  input_.context().data_loss("bcc.no_heading", input_.at_line(number_),
                             "no heading above: taken for samples of profile, not microseconds of offcputime");
}

void TextReader::read_leak(std::string_view line) {
  if (const auto outstanding = parse_outstanding(line)) {
    end_leak();
    outstanding_ = outstanding;
  } else if (line.starts_with("\t\t") && outstanding_) {
    frames_.add(line.substr(2), Tool::memleak);
  } else if (!line.starts_with("\taddr = ") && !line.empty() && !is_message(line)) {
    add_bad(line);
  }
}

void TextReader::end_leak() {
  if (!outstanding_) return;
  report_.push_back({.outstanding = *outstanding_, .stack = frames_.finish(false)});
  outstanding_.reset();
}

void TextReader::end_report() {
  end_leak();
  for (const Leak& leak : report_) {
    profiles_.add({.tool = Tool::memleak}, nullptr, leak.stack,
                  std::array{leak.outstanding.allocations, leak.outstanding.bytes});
  }
  if (reports_ > 1) {
    input_.context().note("bcc.reports", input_.at_line(report_line_),
                          "the last of " + std::to_string(reports_) + " reports of memleak is read");
  }
  if (!report_.empty() && report_.size() == most_stacks_) {
    input_.context().data_loss("bcc.top", input_.at_line(report_line_),
                               "memleak printed its top " + std::to_string(report_.size()) +
                                   " stacks, and there may be more: memleak --top N prints N");
  }
}

void TextReader::drop_stack() {
  if (first_frame_ == 0) return;
  bad_lines_.add(input_.at_line(first_frame_), "expected a number below the stack, got none");
  frames_.clear();
  owner_.reset();
  first_frame_ = 0;
}

bool TextReader::is_message(std::string_view line) {
  if (line.starts_with("WARNING: ") && line.find(" stack traces ") != std::string_view::npos) {
    input_.context().data_loss("bcc.lost_stacks", input_.at_line(number_),
                               "the tool could not show all stacks (--stack-storage-size): " + in_quotes(line));
    return true;
  }
  if (line.starts_with("Attaching to ")) {
    if (reports_ != 0) {
      input_.context().data_loss("bcc.processes", input_.at_line(number_),
                                 "memleak was run again: its last report counts, and others are left out");
    }
    return true;
  }
  return line == "Detaching..." || is_time(line);
}

void TextReader::add_bad(std::string_view line) {
  bad_lines_.add(input_.at_line(number_),
                 "expected a frame, a number or a heading of bcc's tools, got " + in_quotes(line));
}

void TextReader::finish() {
  if (first_frame_ != 0) {
    input_.context().data_loss("bcc.truncated", input_.at_line(first_frame_),
                               "the input ends within this stack: it may be cut");
  }
  end_report();
  bad_lines_.refuse_if_most(number_);
  if (profiles_.empty() && reports_ != 0) {
    profiles_.begin({.tool = Tool::memleak});  // nothing leaks
    return;
  }
  if (profiles_.empty() && has_heading_) throw ReadError(input_.whole(), "the recording has no stacks");
  if (profiles_.empty()) {
    bad_lines_.refuse(input_.whole(), "a stack of bcc's tools",
                      "'    function', '    - name (pid)' and '        number'");
  }
}

}  // namespace profconv::bcc
