// SPDX-License-Identifier: Apache-2.0
// Making large inputs.
#include "laws/generated.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace profconv::test {

namespace {

/// An input of one sample in a text format: all up to the end of the stack's first frame, another frame, in which '#'
/// is its number, and what follows the stack.
struct StackText {
  std::string_view reader;
  std::string_view first;
  std::string_view frame;
  std::string_view end;
};

constexpr std::array stack_texts{
    StackText{"bcc", "Sampling at 99 Hertz of all threads by user stack for 1 secs.\n\n    main\n", "    f#\n",
              "    -                a (1)\n        1\n\n"},
    StackText{"bpftrace", "Attaching 1 probe...\n@[\n    main+1\n", "    f#+1\n", "]: 1\n"},
    StackText{"collapsed", "main", ";f#", " 1\n"},
    StackText{"dtrace", "\n\n              a.out`main+0x1\n", "              a.out`f#+0x1\n", "                1\n"},
    StackText{"perf", "a 1/1 1.000000: 1 cycles: \n\t1 main (/a)\n", "\t1 f# (/a)\n", "\n"},
};

/// In collapsed stacks every frame has a name of its own; elsewhere a thousand names repeat.
std::string deep_text(const StackText& parts, std::size_t depth) {
  const std::size_t names = parts.reader == "collapsed" ? depth : 1000;
  const std::size_t number = parts.frame.find('#');
  std::string text(parts.first);
  for (std::size_t i = 1; i < depth; ++i) {
    text.append(parts.frame.substr(0, number));
    if (number != std::string_view::npos) text.append(std::to_string(i % names)).append(parts.frame.substr(number + 1));
  }
  return text.append(parts.end);
}

std::string deep_dhat(std::size_t depth) {
  std::string text =
      R"({"dhatFileVersion":2,"mode":"rust-heap","verb":"Allocated","bklt":true,"bkacc":false,"tu":"µs","Mtu":"s",)"
      R"("tuth":10,"cmd":"./a","pid":1,"tg":1,"te":2,"pps":[{"tb":1,"tbk":1,"tl":1,"mb":1,"mbk":1,"gb":1,"gbk":1,)"
      R"("eb":1,"ebk":1,"fs":[)";
  for (std::size_t i = 0; i < depth; ++i) text += (i == 0 ? "" : ",") + std::to_string(i % 1000 + 1);
  text += R"(]}],"ftbl":["[root]")";
  for (std::size_t i = 0; i < 1000; ++i) text += ",\"0x" + std::to_string(1000 + i) + ": f (a.rs:1:1)\"";
  return text + "]}\n";
}

/// A pprof file without its string table: "samples/count", one function (string 3), one location, and a sample whose
/// stack is `stack`, packed location ids.
std::string pprof_tables(const std::string& stack) {
  const auto varint = [](std::size_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7U) bytes.push_back(static_cast<char>(value % 0x80 + 0x80));
    return bytes + static_cast<char>(value);
  };
  const std::string sample = "\x0a" + varint(stack.size()) + stack + "\x10\x01";
  return "\x0a\x04\x08\x01\x10\x02\x12" + varint(sample.size()) + sample +
         "\x22\x06\x08\x01\x22\x02\x08\x01\x2a\x04\x08\x01\x10\x03";
}

/// The strings that pprof_tables() needs but for string 3, of which the tag is there.
const std::string pprof_strings(
    "\x32\x00\x32\x07samples\x32\x05"
    "count\x32",
    19);

std::string deep_pprof(std::size_t depth) {
  return pprof_tables(std::string(depth, '\x01')) + pprof_strings +
         "\x01"
         "f";
}

/// The header of a Spall trace of version 1, in nanoseconds.
const std::string spall_header(
    "\x0d\xf0\xad\x0b\0\0\0\0\x01\0\0\0\0\0\0\0\xfc\xa9\xf1\xd2\x4d\x62\x50\x3f\0\0\0\0\0\0\0\0", 32);

/// Spans that begin at time 0, of which the last ends at time 1.
std::string deep_spall(std::size_t depth) {
  const std::string begin("\x03\0\x01\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x01\0f", 21);
  const std::string end("\x04\x01\0\0\0\x01\0\0\0\0\0\0\0\0\0\xf0\x3f", 17);
  std::string text = spall_header;
  for (std::size_t i = 0; i < depth; ++i) text += begin;
  return text + end;
}

std::string deep_json(std::size_t depth) {
  std::string text =
      R"({"schema":"profconv/1","mappings":[null],"functions":[null,{"name":"f"}],"frames":[null,{"function":1}],)"
      R"("threads":[null],"label_sets":[null],"profiles":[{"value_types":[{"type":"a","unit":"count"}],"samples":[)"
      R"({"values":[1],"stack":)";
  text += std::to_string(depth) + R"(}]}],"stacks":[null)";
  for (std::size_t i = 0; i < depth; ++i) text += R"(,{"frame":1,"parent":)" + std::to_string(i) + "}";
  return text + "]}\n";
}

}  // namespace

std::string deep_stack(std::string_view reader, std::size_t depth) {
  for (const StackText& parts : stack_texts) {
    if (parts.reader == reader) return deep_text(parts, depth);
  }
  if (reader == "dhat") return deep_dhat(depth);
  if (reader == "json") return deep_json(depth);
  if (reader == "pprof") return deep_pprof(depth);
  if (reader == "spall") return deep_spall(depth);
  return {};
}

LongLine long_line(std::string_view reader) {
  if (reader == "collapsed") return {"main;", " 1\n"};
  if (reader == "dhat") return {R"({"dhatFileVersion":2,"mode":")", "\"}\n"};
  if (reader == "dtrace") return {"\n\n              a.out`", "\n                1\n"};
  if (reader == "json") return {R"({"schema":"profconv/1","more":")", "\"}\n"};
  // A function's name of 100,000,000 bytes.
  if (reader == "pprof") return {pprof_tables("\x01") + pprof_strings + "\x80\xc2\xd7\x2f", ""};
  // Padding of 100,000,000 bytes.
  if (reader == "spall") return {spall_header + std::string("\x07\x00\xe1\xf5\x05", 5), ""};
  return {};
}

std::size_t LongLineSource::read(std::span<char> buffer) {
  std::string& text = line_.begin.empty() && filler_left_ == 0 ? line_.end : line_.begin;
  if (text.empty()) {
    const std::size_t count = std::min(buffer.size(), filler_left_);
    std::memset(buffer.data(), 'x', count);
    filler_left_ -= count;
    return count;
  }
  const std::size_t count = std::min(buffer.size(), text.size());
  std::copy_n(text.begin(), count, buffer.begin());
  text.erase(0, count);
  return count;
}

}  // namespace profconv::test
