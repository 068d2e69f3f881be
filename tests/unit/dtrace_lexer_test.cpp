// SPDX-License-Identifier: Apache-2.0
// The tokens of small texts.
#include "readers/dtrace/text/lexer.h"

#include <string>
#include <string_view>

#include "profconv/context.h"
#include "profconv/input.h"
#include "support/catch.h"
#include "unit/dtrace_reading.h"

namespace profconv::test {

namespace {

using dtrace::Token;

class Messages final : public dtrace::MessageSink {
 public:
  void message(std::string_view line, std::uint64_t number) override {
    lines.push_back(std::to_string(number) + " " + std::string(line));
  }
  void cut_frame(std::string_view, std::string_view, bool, std::uint64_t) override {}
  void doubtful_frame(dtrace::FrameDoubt, std::string_view, std::uint64_t) override {}

  Lines lines;
};

std::string name_of(Token::Kind kind) {
  switch (kind) {
    case Token::Kind::end:
      return "end";
    case Token::Kind::frames:
      return "frames";
    case Token::Kind::scalars:
      return "scalars";
    case Token::Kind::open_scalars:
      return "open";
    case Token::Kind::table:
      return "table";
    case Token::Kind::key_row:
      return "row";
    case Token::Kind::dump:
      return "dump";
    case Token::Kind::cpu:
      return "cpu";
    case Token::Kind::probe:
      return "probe";
    case Token::Kind::heading:
      return "heading";
    case Token::Kind::named_value:
      return "named";
    case Token::Kind::text:
      return "text";
    case Token::Kind::record:
      return "record";
  }
  return "";
}

/// What follows the kind: the texts or numbers of the token.
std::string content_of(const Token& token, const dtrace::FrameLines& frames) {
  std::string content;
  for (const auto& frame : token.frames) content += " " + frames.text(frame);
  for (const auto& column : token.columns) {
    const bool is_text = column.kind == dtrace::ColumnKind::text;
    content += std::string(" ") + static_cast<char>(column.kind) + ":";
    content += is_text ? std::string(token.text_of(column)) : std::to_string(column.number.value);
  }
  if (token.columns.empty() && !token.text.empty()) content += " '" + token.text + "'";
  for (const auto& row : token.rows) content += " " + std::to_string(row.count.value);
  for (const auto& number : token.numbers) content += " below:" + std::to_string(number.value);
  if (token.kind == Token::Kind::named_value) content += " " + std::to_string(token.count.value);
  return content;
}

/// "2+1 frames m`b+0x1 m`a+0x2": the line, the empty lines before it, the kind and the content of each token.
Lines tokens_of(std::string_view text, Lines* messages = nullptr) {
  Context context;
  Input input = Input::from_memory("in.dtrace", text, context);
  LineReader reader(input);
  dtrace::InputLines source(reader);
  dtrace::FrameLines frames;
  Messages sink;
  dtrace::Lexer lexer(source, frames, sink, 100, dtrace::Treatment());
  Lines tokens;
  Token token;
  do {
    lexer.next(token);
    const std::string content = token.kind == Token::Kind::cpu ? "" : content_of(token, frames);
    tokens.push_back(std::to_string(token.line) + "+" + std::to_string(token.blanks) + " " + name_of(token.kind) +
                     content);
  } while (token.kind != Token::Kind::end);
  if (messages != nullptr) *messages = sink.lines;
  return tokens;
}

}  // namespace

TEST_CASE("frames below one another are one token, and empty lines are counted", "[dtrace]") {
  const std::string text =
      "\n"
      "\n"
      "              m`b+0x1\n"
      "              m`a+0x2\n"
      "                3\n"
      "\n"
      "              m`b+0x1\n"
      "              m`a+0x2\n"
      "                4\n";
  CHECK(tokens_of(text) == Lines{"3+2 frames m`b+0x1 m`a+0x2", "5+0 scalars q:3", "7+1 frames m`b+0x1 m`a+0x2",
                                 "9+0 scalars q:4", "9+0 end"});
}

TEST_CASE("keys and a value of a line are one token of columns", "[dtrace]") {
  CHECK(tokens_of("     1935     1935  kworker/1:0                                                     500\n") ==
        Lines{"1+0 scalars w:1935 w:1935 t:kworker/1:0 q:500", "1+0 end"});
  CHECK(tokens_of("") == Lines{"0+0 end"});
}

TEST_CASE("a text key with newlines is joined with the lines after it", "[dtrace]") {
  const std::string text =
      "  new\n"
      "line                                                          4\n";
  CHECK(tokens_of(text) == Lines{"1+0 scalars t:new\nline q:4", "2+0 end"});
}

TEST_CASE("the numbers printed below a table are the table's", "[dtrace]") {
  const std::string text =
      "  bash                                              \n"
      "           value  ------------- Distribution ------------- count    \n"
      "               2 |                                         0        \n"
      "               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        \n"
      "               8 |                                         0        \n"
      "               17\n"
      "               18\n"
      "\n"
      "  sshd                                                              4\n";
  CHECK(tokens_of(text) ==
        Lines{"1+0 scalars t:bash", "2+0 table 0 2 0 below:17 below:18", "9+1 scalars t:sshd q:4", "9+0 end"});
}

TEST_CASE("lines of single CPUs are tokens of their own", "[dtrace]") {
  const std::string text =
      "  bash                                                              4\n"
      "    [CPU 0]                1\n"
      "    [CPU 1]                3\n";
  CHECK(tokens_of(text) == Lines{"1+0 scalars t:bash q:4", "2+0 cpu", "3+0 cpu", "3+0 end"});
}

TEST_CASE("text within a stack leaves two tokens of frames", "[dtrace]") {
  const std::string text =
      "\n"
      "              m`b+0x1\n"
      "done 22268\n"
      "              m`a+0x2\n"
      "                3\n";
  CHECK(tokens_of(text) ==
        Lines{"2+1 frames m`b+0x1", "3+0 text 'done 22268'", "4+0 frames m`a+0x2", "5+0 scalars q:3", "5+0 end"});
}

TEST_CASE("headings, probes and named values are tokens, dtrace's messages are none", "[dtrace]") {
  const std::string text =
      "CPU     ID                    FUNCTION:NAME\n"
      "  1   3973                         :tick-1s \n"
      "dtrace: 12 drops on CPU 0\n"
      "@reads = 17\n"
      "Totals\n";
  Lines messages;
  CHECK(tokens_of(text, &messages) ==
        Lines{"1+0 heading", "2+0 probe", "4+0 named '@reads' 17", "5+0 text 'Totals'", "5+0 end"});
  CHECK(messages == Lines{"3 dtrace: 12 drops on CPU 0"});
}

TEST_CASE("a text that is not ASCII is one token of its bytes", "[dtrace]") {
  const std::string text =
      "\n"
      "             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"
      "         0: c3 a9 74 c3 a9 00 00 00 00 00 00 00 00 00 00 00  ..t.............\n"
      "                3\n";
  CHECK(tokens_of(text) == Lines{"2+1 dump '\xc3\xa9t\xc3\xa9'", "4+0 scalars q:3", "4+0 end"});
}

TEST_CASE("rows of bars are tokens with their keys", "[dtrace]") {
  const std::string text =
      "              key  ------------- Distribution ------------- count\n"
      "       SAML token |@@@@@@@@@@@@@@@@@@@@                     6\n"
      "             bash |@@@@@@@@@@@@@@@@@@@@                     6\n"
      "\n";
  CHECK(tokens_of(text) == Lines{"2+0 row t:SAML token", "3+0 row t:bash", "4+0 end"});
}

}  // namespace profconv::test
