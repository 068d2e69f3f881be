// SPDX-License-Identifier: Apache-2.0
// The model as JSON: every field where docs/formats/json.md says it is, every integer to its last digit.
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "profconv/convert.h"
#include "support/catch.h"
#include "support/rich_profile.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

using nlohmann::json;

std::string write(const ProfileSet& set, std::initializer_list<Setting> settings = {}, Context* context = nullptr) {
  Options options(json_writer.options);
  for (const Setting& setting : settings) options.set(setting.option, setting.value);
  Context own;
  std::string bytes;
  Output output = Output::to_memory(&bytes);
  write_profiles(set, json_writer, options, output, context == nullptr ? own : *context);
  return bytes;
}

const Setting indented{.format = "", .option = "indent", .value = "2"};
const Setting as_strings{.format = "", .option = "strings64", .value = "yes"};

ProfileSet one_function(std::string_view name, std::int64_t value) {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const FrameId frame = builder.frame({.function = builder.function({.name = builder.string(name)})});
  profile.add({.stack = builder.child({}, frame)}, value);
  return std::move(builder).finish();
}

/// Root first, as a reader of the file would put a stack together.
std::string stack_text(const json& doc, std::size_t stack) {
  std::string text;
  for (; stack != 0; stack = doc["stacks"][stack]["parent"].get<std::size_t>()) {
    const json& frame = doc["frames"][doc["stacks"][stack]["frame"].get<std::size_t>()];
    const std::string name = doc["functions"][frame["function"].get<std::size_t>()]["name"].get<std::string>();
    text.insert(0, text.empty() ? name : name + ";");
  }
  return text;
}

}  // namespace

TEST_CASE("a small profile, whole", "[json]") {
  const std::string expected = R"({
  "schema": "profconv/1",
  "mappings": [
    null
  ],
  "functions": [
    null,
    {"name": "main"}
  ],
  "frames": [
    null,
    {"function": 1}
  ],
  "stacks": [
    null,
    {"parent": 0, "frame": 1}
  ],
  "threads": [
    null
  ],
  "label_sets": [
    null
  ],
  "profiles": [
    {
      "value_types": [
        {"type": "samples", "unit": "count", "aggregation": "sum", "scale": 0}
      ],
      "metadata": {
        "clock": "relative"
      },
      "samples": [
        {"stack": 1, "values": [42]}
      ]
    }
  ]
}
)";
  CHECK(write(one_function("main", 42), {indented}) == expected);
}

TEST_CASE("indented or not, it is the same document", "[json]") {
  const std::string compact = write(rich_profile());
  CHECK(compact.find('\n') == compact.size() - 1);
  CHECK(json::parse(compact) == json::parse(write(rich_profile(), {indented})));
}

TEST_CASE("nothing of the model is missing", "[json]") {
  const json doc = json::parse(write(rich_profile()));
  CHECK(doc["schema"] == "profconv/1");
  REQUIRE(doc["profiles"].size() == 2);
  const json& profile = doc["profiles"][0];
  CHECK(profile["name"] == "first");
  CHECK(profile["value_types"][1] == json({{"type", "peak"}, {"unit", "bytes"}, {"aggregation", "max"}, {"scale", 0}}));
  CHECK(profile["value_types"][2]["scale"] == -3);
  const json expected_metadata{
      {"source_format", "test"},
      {"clock", "epoch"},
      {"start_ns", 1'700'000'000'000'000'000},
      {"duration_ns", 2'000'000'000},
      {"period", 10'000'000},
      {"period_type", {{"type", "cpu"}, {"unit", "nanoseconds"}, {"aggregation", "sum"}, {"scale", 0}}},
      {"command", "app --run"},
      {"comments", {"first comment", "second comment"}},
      {"attributes", {{"host", "build-7"}, {"pid", 100}}},
      {"doc_url", "https://example.org/doc"},
      {"drop_frames", "malloc"},
      {"keep_frames", "run"},
      {"default_type", "samples"},
      {"distribution", "quantize"}};
  CHECK(profile["metadata"] == expected_metadata);
  CHECK(json::parse(write(rich_profile(true)))["profiles"][0]["metadata"]["module_names"] == true);

  CHECK(doc["mappings"][1] == json({{"file", "/usr/bin/app"},
                                    {"build_id", "c0ffee"},
                                    {"start", 0x400000},
                                    {"limit", 0x500000},
                                    {"offset", 0x1000}}));
  CHECK(doc["threads"][1] == json({{"pid", 100}, {"tid", 101}, {"process_name", "app"}, {"thread_name", "worker"}}));
  CHECK(doc["label_sets"][1] == json::array({{{"key", "bucket_low"}, {"number", 64}, {"unit", "bytes"}},
                                             {{"key", "request"}, {"text", "GET /"}}}));
}

TEST_CASE("attributes, offsets and relative addresses are fields of their own", "[json]") {
  ProfileSetBuilder builder;
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  profile.set_attribute("host", "a");
  profile.set_attribute("pid", 17);
  const MappingId mapping = builder.mapping({.file = builder.string("/bin/app"), .relative_addresses = true});
  const FunctionId function = builder.function({.name = builder.string("f")});
  const Frame frame{.function = function, .mapping = mapping, .address = 0x40, .offset = 0};
  profile.add({.stack = builder.child({}, builder.frame(frame))}, 1);
  const json doc = json::parse(write(std::move(builder).finish()));
  CHECK(doc["mappings"][1] == json{{"file", "/bin/app"}, {"relative_addresses", true}});
  CHECK(doc["frames"][1] == json{{"function", 1}, {"mapping", 1}, {"address", 0x40}, {"offset", 0}});
  CHECK(doc["profiles"][0]["metadata"]["attributes"] == json{{"host", "a"}, {"pid", 17}});
}

TEST_CASE("a sample leads to its frames", "[json]") {
  const json doc = json::parse(write(rich_profile()));
  const json& sample = doc["profiles"][0]["samples"][0];
  CHECK(sample["values"] == json({2, 40, -5}));
  CHECK(sample["start_ns"] == 1'700'000'000'000'000'000);
  CHECK(sample["shared_depth"] == 0);
  CHECK(sample["thread"] == 1);
  CHECK(sample["labels"] == 1);
  CHECK(stack_text(doc, sample["stack"].get<std::size_t>()) == "ns::run(int);ns::step;sys_read");

  const json& leaf = doc["frames"][doc["stacks"][sample["stack"].get<std::size_t>()]["frame"].get<std::size_t>()];
  CHECK(leaf["kind"] == "kernel");
  const std::size_t middle_stack = doc["stacks"][sample["stack"].get<std::size_t>()]["parent"].get<std::size_t>();
  CHECK(doc["frames"][doc["stacks"][middle_stack]["frame"].get<std::size_t>()]["inlined"] == true);
  const std::size_t root_stack = doc["stacks"][middle_stack]["parent"].get<std::size_t>();
  const json& root = doc["frames"][doc["stacks"][root_stack]["frame"].get<std::size_t>()];
  CHECK(root["address"] == 0x401234);
  CHECK(root["line"] == 12);
  CHECK(root["column"] == 7);
  CHECK(root["mapping"] == 1);
  const json& function = doc["functions"][root["function"].get<std::size_t>()];
  CHECK(function ==
        json({{"name", "ns::run(int)"}, {"system_name", "_ZN2ns3runEi"}, {"file", "/src/run.cc"}, {"start_line", 10}}));
}

TEST_CASE("a sample without a stack has no field for it", "[json]") {
  const json doc = json::parse(write(rich_profile()));
  CHECK_FALSE(doc["profiles"][0]["samples"][2].contains("stack"));
  CHECK_FALSE(doc["profiles"][0]["samples"][2].contains("labels"));
}

TEST_CASE("sums in the file are sums of the profile", "[json]") {
  const ProfileSet set = rich_profile();
  const json doc = json::parse(write(set));
  for (std::size_t p = 0; p < set.profiles().size(); ++p) {
    for (std::size_t type = 0; type < set.profiles()[p].value_types.size(); ++type) {
      std::int64_t sum = 0;
      for (const json& sample : doc["profiles"][p]["samples"]) sum += sample["values"][type].get<std::int64_t>();
      CHECK(sum == total(set.profiles()[p], type));
    }
  }
}

TEST_CASE("integers of 64 bits are exact, as numbers or as strings", "[json]") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  CHECK(json::parse(write(one_function("f", most)))["profiles"][0]["samples"][0]["values"][0] == most);
  const json doc = json::parse(write(one_function("f", most), {as_strings}));
  CHECK(doc["profiles"][0]["samples"][0]["values"][0] == "9223372036854775807");
  CHECK(doc["profiles"][0]["samples"][0]["stack"] == 1);
  const json rich = json::parse(write(rich_profile(), {as_strings}));
  CHECK(rich["mappings"][1]["start"] == "4194304");
  CHECK(rich["threads"][1]["pid"] == "100");
  CHECK(rich["label_sets"][1][0]["number"] == "64");
  CHECK(rich["profiles"][0]["samples"][0]["shared_depth"] == 0);
}

TEST_CASE("every name comes back as it was", "[json]") {
  for (const std::string name : {"operator\"\"_x", "a\\b", "line\nend\ttab", "\x01\x1f", "ünïcode 漢字 🙂",
                                 "</script>", "\u2028", "\x7f"}) {
    CHECK(json::parse(write(one_function(name, 1)))["functions"][1]["name"] == name);
  }
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD and are counted", "[json]") {
  Context context;
  const json doc = json::parse(write(one_function("caf\xe9!", 1), {}, &context));
  CHECK(doc["functions"][1]["name"] == "caf\uFFFD!");
  REQUIRE(context.diagnostics().size() == 1);
  CHECK(context.diagnostics()[0].kind == "json.utf8");
  CHECK(context.diagnostics()[0].severity == Severity::data_loss);
  CHECK(context.diagnostics()[0].message.ends_with("strings: 1"));
}

TEST_CASE("what was cancelled is not written to its end", "[json]") {
  Context context;
  context.cancel();
  CHECK_THROWS_AS(write(one_function("f", 1), {}, &context), Cancelled);
}

}  // namespace profconv::test
