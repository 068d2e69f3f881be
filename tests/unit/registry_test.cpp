// SPDX-License-Identifier: Apache-2.0
// Finding formats: by name, by an output's extension, by an input's content.
#include "profconv/registry.h"

#include <array>

#include "profconv/errors.h"
#include "support/catch.h"

namespace profconv::test {

namespace {

constexpr std::array<std::string_view, 1> short_extension{".json"};
constexpr std::array<std::string_view, 1> long_extension{".trace.json"};
constexpr std::array<std::string_view, 1> alias{"nickname"};
constexpr std::array<std::string_view, 2> colours{"red", "green"};
constexpr Option colour_option{.name = "colour", .type = OptionType::choice, .fallback = "red", .choices = colours};
constexpr std::array options{colour_option};

template <class Card>
Features carries_nothing(const Card&, const Options&) {
  return {};
}
void reads_nothing(const Reader&, Input&, const Options&, ProfileSetBuilder&, Context&) {}
void writes_nothing(const Writer&, const ProfileSet&, const Options&, Output&, Context&) {}
Probe finds_magic(const Reader&, std::string_view head, std::string_view) {
  return {head.starts_with("MAGIC") ? Confidence::magic : Confidence::no, "starts with MAGIC"};
}
Probe finds_text(const Reader&, std::string_view head, std::string_view) {
  return {head.find("text") != std::string_view::npos ? Confidence::likely : Confidence::no, "holds text"};
}

Reader reader_called(std::string_view name, Probe (*probe)(const Reader&, std::string_view, std::string_view),
                     std::span<const std::string_view> extensions = {}) {
  return {.name = name, .extensions = extensions, .carries = carries_nothing, .probe = probe, .read = reads_nothing};
}

const Reader binary = reader_called("binary", finds_magic);
const Reader text = reader_called("text", finds_text);
const Reader text_json = reader_called("text-json", finds_text, short_extension);
const Writer plain{.name = "plain",
                   .aliases = alias,
                   .extensions = short_extension,
                   .options = options,
                   .carries = carries_nothing,
                   .write = writes_nothing};
const Writer trace{.name = "trace", .extensions = long_extension, .carries = carries_nothing, .write = writes_nothing};

Registry registry() { return {{&text, &text_json, &binary}, {&plain, &trace}}; }

std::vector<std::string_view> names_of(const std::vector<Detection>& detections) {
  std::vector<std::string_view> names;
  for (const Detection& detection : detections) names.push_back(detection.reader->name);
  return names;
}

using Names = std::vector<std::string_view>;

}  // namespace

TEST_CASE("a format is found by its name and by its alias", "[registry]") {
  CHECK(&registry().reader("binary") == &binary);
  CHECK(&registry().writer("plain") == &plain);
  CHECK(&registry().writer("nickname") == &plain);
}

TEST_CASE("formats that share a name or an alias are refused", "[registry]") {
  const Reader again = reader_called("text", finds_magic);
  const Writer nickname{.name = "nickname", .carries = carries_nothing, .write = writes_nothing};
  CHECK_THROWS_WITH(Registry({&text, &binary, &again}, {}), "two readers are called 'text'");
  CHECK_THROWS_WITH(Registry({}, {&plain, &nickname}), "two writers are called 'nickname'");
  CHECK_NOTHROW(Registry({&text}, {&plain, &trace}));
}

TEST_CASE("a card without functions has none, not random ones", "[registry]") {
  // What has no value cannot be read here.
  constexpr bool none_to_read = [] {
    Reader card;
    return card.carries == nullptr && card.probe == nullptr && card.read == nullptr;
  }();
  constexpr bool none_to_write = [] {
    Writer card;
    return card.carries == nullptr && card.write == nullptr;
  }();
  STATIC_REQUIRE(none_to_read);
  STATIC_REQUIRE(none_to_write);
}

TEST_CASE("an unknown format is an error that proposes the nearest name and lists all", "[registry]") {
  CHECK_THROWS_AS(registry().writer("plian"), UsageError);
  CHECK_THROWS_WITH(registry().writer("plian"), contains("did you mean 'plain'?") && contains("plain, trace"));
  CHECK_THROWS_WITH(registry().reader("zzzzzzzz"), contains("no format called 'zzzzzzzz' can be read"));
}

TEST_CASE("the longest extension that fits names the writer", "[registry]") {
  CHECK(registry().writer_for_path("a.json") == &plain);
  CHECK(registry().writer_for_path("a.trace.json") == &trace);
  CHECK(registry().writer_for_path("a.folded") == nullptr);
  CHECK(registry().writer_for_path("") == nullptr);
}

TEST_CASE("the surest reader comes first, and extensions only order equals", "[registry]") {
  CHECK(names_of(registry().candidates("MAGIC and text", "a.json")) == Names{"binary", "text-json", "text"});
  CHECK(names_of(registry().candidates("text", "a.out")) == Names{"text", "text-json"});
  CHECK(names_of(registry().candidates("text", "a.json.gz")) == Names{"text-json", "text"});
  CHECK(registry().candidates("nothing", "a.json").empty());
  CHECK(registry().candidates("text", "a.out")[0].probe.reason == "holds text");
}

TEST_CASE("a compressed name is its name and its compression", "[registry]") {
  CHECK(split_compression("a.folded.gz") == std::pair(std::string_view("a.folded"), Compression::gzip));
  CHECK(split_compression("a.zst") == std::pair(std::string_view("a"), Compression::zstd));
  CHECK(split_compression("a.folded") == std::pair(std::string_view("a.folded"), Compression::none));
}

TEST_CASE("settings reach the format they name, and without a name every format that has the option", "[registry]") {
  const std::array settings{parse_setting("plain.colour=green"), parse_setting("other.colour=red"),
                            parse_setting("speed=9")};
  CHECK(options_for(plain, settings).text(colour_option) == "green");
  CHECK(takes(plain, settings[0]));
  CHECK_FALSE(takes(plain, settings[1]));
  CHECK_FALSE(takes(plain, settings[2]));

  const std::array unnamed{parse_setting("colour=green")};
  CHECK(options_for(plain, unnamed).text(colour_option) == "green");
  const std::array by_alias{parse_setting("nickname.colour=green")};
  CHECK(options_for(plain, by_alias).text(colour_option) == "green");
}

TEST_CASE("a setting that a card does not have is left to another of the same name", "[registry]") {
  const std::array settings{parse_setting("plain.color=green")};
  CHECK(options_for(plain, settings).text(colour_option) == Options(plain.options).text(colour_option));
  CHECK_FALSE(takes(plain, settings[0]));
}

}  // namespace profconv::test
