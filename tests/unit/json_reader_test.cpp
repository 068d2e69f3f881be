// SPDX-License-Identifier: Apache-2.0
// Reading profconv's own JSON: members in any order, what is left out, and errors that name the byte.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

ProfileSet read(const std::string& text) {
  Context context;
  Input input = Input::from_memory("test.profconv.json", text, context);
  return read_profiles(json_reader, input, Options(json_reader.options), SampleOrder::as_read);
}

std::string error_of(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// A document with its members in an unusual order and these samples.
std::string document(const std::string& samples, const std::string& metadata = "{}") {
  return R"({"profiles":[{"samples":[)" + samples + R"(],"metadata":)" + metadata +
         R"(,"value_types":[{"type":"a","unit":"count","aggregation":"sum","scale":0}]}],)"
         R"("stacks":[null,{"frame":1,"parent":0},{"parent":1,"frame":1}],"label_sets":[null],"threads":[null],)"
         R"("frames":[null,{"function":1,"kind":"jit","line":"12"}],"functions":[null,{"name":"f"}],)"
         R"("mappings":[null],"later":{"x":[1]},"schema":"profconv/1"})";
}

Confidence confidence(const std::string& head) { return json_reader.probe(json_reader, head, "x").confidence; }

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("json: members may have any order, and unknown ones are skipped", "[json]") {
  const ProfileSet set = read(document(R"({"values":[341],"stack":2},{"stack":1,"values":["-9223372036854775808"]})"));
  const Profile& profile = set.profiles().at(0);
  CHECK(profile.value_types == std::vector<ValueType>{{.type = "a", .unit = "count"}});
  CHECK(profile.samples.values == std::vector<std::vector<std::int64_t>>{{341, INT64_MIN}});
  CHECK(set.dictionary().depth(profile.samples.stack.at(0)) == 2);
  const Frame& frame = set.dictionary().frame(set.dictionary().stack(profile.samples.stack.at(0)).frame);
  CHECK(frame.kind == FrameKind::jit);
  CHECK(frame.line == 12);
  CHECK(frame.offset == Frame::no_offset);
}

TEST_CASE("json: of the frame of a stack nothing need be known", "[json]") {
  const auto with_stacks = [](const std::string& stacks) {
    std::string text = document(R"({"values":[1],"stack":1})");
    const std::string known = R"([null,{"frame":1,"parent":0},{"parent":1,"frame":1}])";
    return text.replace(text.find(known), known.size(), "[null," + stacks + "]");
  };
  const ProfileSet set = read(with_stacks(R"({"parent":0,"frame":0},{"parent":1,"frame":1})"));
  const StackId stack = set.profiles().at(0).samples.stack.at(0);
  CHECK(set.dictionary().depth(stack) == 1);
  CHECK_FALSE(set.dictionary().stack(stack).frame);
  CHECK(has(error_of(with_stacks(R"({"parent":0})")), "expected a stack with a 'frame'"));
}

TEST_CASE("json: a profile keeps the format that it was made from", "[json]") {
  const std::string sample = R"({"values":[1]})";
  CHECK(read(document(sample, R"({"source_format":"dtrace","clock":"epoch","attributes":{"a":1,"b":"c"}})"))
            .profiles()
            .at(0)
            .metadata.source_format == "dtrace");
  CHECK(read(document(sample)).profiles().at(0).metadata.source_format == "json");
}

TEST_CASE("json: what cannot be right is an error with its byte", "[json]") {
  CHECK(has(error_of(""), "the input is empty"));
  CHECK(has(error_of("{}"), "\"schema\": \"profconv/1\""));
  CHECK(has(error_of(R"({"schema":"profconv/2"})"), "try a newer profconv"));
  CHECK(has(error_of(R"({"schema":"profconv/1"})"), "\"mappings\""));
  CHECK(has(error_of(document(R"({"values":[1],"stack":3})")), "a row of 'stacks', which has 3"));
  CHECK(has(error_of(document(R"({"values":[1,2]})")), "1 value types, got 2"));
  CHECK(has(error_of(document(R"({"stack":1})")), "1 value types, got 0"));
  CHECK(has(error_of(document(R"({"values":[9223372036854775808]})")), "an integer of 64 bits"));
  CHECK(has(error_of(document(R"({"values":[1.5]})")), "an integer of 64 bits"));
  CHECK(has(error_of(document(R"({"values":[1]},{"values":[1],"start_ns":5})")), "or in none"));
  CHECK(has(error_of(document(R"({"values":[1]})", R"({"clock":"sundial"})")), "'sundial'"));
  CHECK(has(error_of(document(R"({"values":[1]})") + "x"), "expected the end of the file"));
  CHECK(error_of(document(R"({"values":[1]})")) == "no error");
}

TEST_CASE("json: the schema tells the format", "[json]") {
  CHECK(confidence("{\"schema\":\"profconv/1\",") == Confidence::magic);
  CHECK(confidence("\n { \"schema\" : \"profconv/1\"") == Confidence::magic);
  CHECK(confidence("{\"schema\":\"other\",\"x\":\"profconv/1\"") == Confidence::no);
  CHECK(confidence("{\"dhatFileVersion\":2") == Confidence::no);
  CHECK(confidence("") == Confidence::no);
}

}  // namespace profconv::test
