// SPDX-License-Identifier: Apache-2.0
// The table and the pictures of docs/formats/flamegraph.md are made from the card and the list below, so that they
// cannot show anything else. BLESS=1 rewrites those that show something else: most are compared by what they draw.
#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "support/scratch.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view begin_mark = "<!-- made from the card: begin -->\n";
constexpr std::string_view end_mark = "<!-- made from the card: end -->\n";
constexpr std::string_view stacks_file = "server.folded";
constexpr std::string_view comparison_file = "server_diff.folded";
constexpr std::string_view recording_file = "diff/before.out";
constexpr std::string_view threads_file = "threads.out";

/// How an option is shown: settings, with blanks between them, and an input of docs/examples. FILE is a file that holds
/// `file`. Without settings there is nothing to see in a picture that does not move.
struct Shown {
  std::string_view option;
  std::string_view settings;
  std::string_view input = stacks_file;
  std::string_view file = {};
};

constexpr std::array<Shown, 40> shown{{
    {"title", "title=Requests"},
    {"subtitle", "subtitle=97-times-a-second"},
    {"source", "source=monday.out"},
    {"notes", ""},
    {"width", "width=300"},
    {"height", "height=24"},
    {"fontsize", "fontsize=9"},
    {"fonttype", "fonttype=serif"},
    {"fontwidth", "fontwidth=1"},
    {"minwidth", "minwidth=10%"},
    {"countname", ""},
    {"nametype", ""},
    {"colors", "colors=hot"},
    {"bgcolors", "bgcolors=blue"},
    {"hash", "hash=yes"},
    {"deterministic", "colors=hot deterministic=yes"},
    {"random", "random=yes"},
    {"seed", "random=yes seed=7"},
    {"colordiffusion", "colordiffusion=yes"},
    {"palette", "palette=FILE", stacks_file, "handle->rgb(120,200,120)\nquery->rgb(150,170,255)\n"},
    {"search", ""},
    {"searchcolor", ""},
    {"uicolor", "uicolor=#1a7f37 bgcolors=grey"},
    {"strokecolor", "strokecolor=#ffffff"},
    {"labelmodules", "labelmodules=always minwidth=1%", recording_file},
    {"truncate", "truncate=left"},
    {"reverse", "reverse=yes"},
    {"inverted", "inverted=yes"},
    {"flamechart", "flamechart=yes"},
    {"negate", "negate=yes", comparison_file},
    {"widths", "widths=new", comparison_file},
    {"nameattr", ""},
    {"factor", ""},
    {"total", "total=200"},
    {"base", "base=handle"},
    {"sort", "sort=total"},
    {"interactive", ""},
    {"modules", "modules=no minwidth=1%", recording_file},
    {"threads", "threads=yes minwidth=1% fontsize=7 height=8", threads_file},
    {"", "widths=both", comparison_file},
}};

/// Pictures that are compared byte for byte: two of which the style sheet says what they show, and two as examples.
constexpr std::array<std::string_view, 4> exact{"palette", "strokecolor", "title", "uicolor"};

/// What a picture draws, an element per line: frames with their title, place, colour and label, all other text, and the
/// element that is the picture itself. Not how its style sheet says it.
std::string drawn(const std::string& svg) {
  static const std::regex element(R"(<svg [^>]*>|<rect [^>]*>|<title>[^<]*|<text [^>]*>[^<]*)");
  std::string all;
  for (std::sregex_iterator found(svg.begin(), svg.end(), element), end; found != end; ++found) {
    all.append(found->str()).append("\n");
  }
  return all;
}

bool is_exact(const Shown& entry) { return std::find(exact.begin(), exact.end(), entry.option) != exact.end(); }

std::string picture_name(const Shown& entry) {
  return "flamegraph-" + std::string(entry.option.empty() ? "comparison" : entry.option) + ".svg";
}

/// A check that the file draws the same as `svg`, or where that is exact is the same.
void check_picture(const fs::path& file, const std::string& svg, const Shown& entry) {
  const bool exists = fs::exists(file);
  const std::string difference = exists ? first_difference(drawn(file_bytes(file)), drawn(svg)) : "";
  if (is_exact(entry) || !exists || (blessing() && !difference.empty())) return check_golden(file, svg, file.string());
  INFO(file.string() << " shows something else. If the new picture is right: ninja bless writes it");
  CHECK(difference == "");
}

std::string draw(const Shown& entry) {
  const Scratch scratch;
  write_file(scratch / "file", entry.file);
  Options options(flamegraph_writer.options);
  options.set("interactive", "no");
  options.set("width", "480");
  std::string_view rest = entry.settings;
  while (!rest.empty()) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    const Setting setting = parse_setting(rest.substr(0, blank));
    options.set(setting.option, setting.value == "FILE" ? (scratch / "file").string() : setting.value);
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
  const fs::path path = source_folder() / "docs" / "examples" / std::string(entry.input);
  const Reader& reader = path.extension() == ".out" ? dtrace_reader : collapsed_reader;
  Options how(reader.options);
  if (entry.input == threads_file) how.set("script", (path.parent_path() / "threads.d").string());
  Context context;
  Input input = Input::open(path.string(), context);
  const ProfileSet set = read_profiles(reader, input, how, sample_order(flamegraph_writer, options));
  return written(set, flamegraph_writer, options);
}

std::string values_of(const Option& option) {
  if (option.type == OptionType::boolean) return "`yes`, `no`";
  if (option.type == OptionType::integer || option.type == OptionType::decimal) return "a number";
  if (option.type == OptionType::text) return "a text";
  std::string all;
  for (const std::string_view choice : option.choices) {
    all.append(all.empty() ? "`" : ", `").append(choice).append("`");
  }
  return all;
}

std::string row(const Option& option) {
  const auto* const entry =
      std::find_if(shown.begin(), shown.end(), [&](const Shown& s) { return s.option == option.name; });
  REQUIRE(entry != shown.end());
  const std::string fallback = option.fallback.empty() ? "" : "`" + std::string(option.fallback) + "`";
  std::string picture;
  if (!entry->settings.empty()) {
    picture = "`" + std::string(entry->settings) + "`<br>![" + std::string(entry->option) + "](../pictures/" +
              picture_name(*entry) + ")";
  }
  return "| `" + std::string(option.name) + "` | " + values_of(option) + " | " + fallback + " | " +
         std::string(option.summary) + " | " + picture + " |\n";
}

std::string table() {
  std::string text = "\n| option | values | else | what it does | as in |\n|-|-|-|-|-|\n";
  for (const Option& option : flamegraph_writer.options) text += row(option);
  return text + "\n";
}

}  // namespace

TEST_CASE("docs/formats/flamegraph.md says and shows what the options do", "[architecture][flamegraph][golden]") {
  const auto file = source_folder() / "docs" / "formats" / "flamegraph.md";
  const std::string page = file_bytes(file);
  const std::size_t begin = page.find(begin_mark);
  const std::size_t end = page.find(end_mark);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  check_golden(file, page.substr(0, begin + begin_mark.size()) + table() + page.substr(end),
               "docs/formats/flamegraph.md");
}

TEST_CASE("the pictures in docs/pictures show what the command draws", "[architecture][flamegraph][golden]") {
  const fs::path folder = source_folder() / "docs" / "pictures";
  std::set<std::string> expected;
  std::set<std::string> different;
  for (const Shown& entry : shown) {
    if (entry.settings.empty()) continue;
    const std::string svg = draw(entry);
    INFO(entry.option);
    CHECK(svg.starts_with("<svg "));
    check_picture(folder / picture_name(entry), svg, entry);
    expected.insert(picture_name(entry));
    different.insert(is_exact(entry) ? svg : drawn(svg));
  }
  CHECK(different.size() == expected.size());
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    INFO(name);
    CHECK((!name.starts_with("flamegraph-") || expected.contains(name)));
  }
}

}  // namespace profconv::test
