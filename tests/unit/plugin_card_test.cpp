// SPDX-License-Identifier: Apache-2.0
// The cards of plugins: which are taken, which are refused and why, and what a writer of a plugin sees.
#include <array>
#include <string>

#include "profconv/conversion.h"
#include "support/catch.h"
#include "support/plugins.h"
#include "support/rich_profile.h"
#include "support/scratch.h"
#include "tools/lib/plugins/job.h"
#include "tools/lib/plugins/plugins.h"

namespace profconv::test {

namespace {

const pc_host& host = plugins::host();

/// Why a plugin that `change` has changed is refused.
template <class Change>
std::string refused(Change change) {
  MadePlugin made;
  change(made);
  return made.refusal();
}

}  // namespace

TEST_CASE("plugin: versions", "[plugin]") {
  CHECK(refused([](MadePlugin&) {}).empty());
  CHECK(refused([](MadePlugin& made) {
          made.plugin.version = 2;
        }).starts_with("needs version 2 of the plugin interface; profconv "));
  CHECK(refused([](MadePlugin& made) { made.plugin.version = 0; }) ==
        "pc_plugin.version is 0; the first version of the plugin interface is 1");
  CHECK(refused([](MadePlugin& made) { made.plugin.size = 4; }) == "pc_plugin.size is not set");
  // A plugin of an older header: its structs end earlier.
  CHECK(refused([](MadePlugin& made) { made.plugin.size = offsetof(pc_plugin, writers); }).empty());
  // One of a newer header that asks for an old version, and sets nothing new.
  struct Newer {
    pc_reader_card card;
    void* more;
  };
  static Newer newer{};
  CHECK(refused([](MadePlugin& made) {
          newer.card = made.reader;
          newer.card.size = made.plugin.reader_stride = sizeof newer;
          made.plugin.readers = &newer.card;
        }).empty());
  newer.more = &newer;
  CHECK(refused([](MadePlugin& made) {
          newer.card = made.reader;
          newer.card.size = made.plugin.reader_stride = sizeof newer;
          made.plugin.readers = &newer.card;
        }) == "readers has a field that this version does not know");
  const auto refuse = [] { const plugins::LibraryPlugin plugin("/x.so", nullptr); };
  CHECK_THROWS_AS(refuse(), plugins::Refusal);
}

TEST_CASE("plugin: cards that make no format are refused in words", "[plugin]") {
  CHECK(refused([](MadePlugin& made) { made.reader.name = nullptr; }) == "the name of a format is NULL");
  CHECK(refused([](MadePlugin& made) { made.reader.name = "A B"; }) ==
        "a format has a name that is not 1 to 40 of a-z, 0-9, '-' and '_': 'A B'");
  CHECK(refused([](MadePlugin& made) { made.reader.summary = "two\nlines"; }) ==
        "the format 'made' has a summary that is not one line of 1 to 200 bytes");
  CHECK(refused([](MadePlugin& made) { made.reader.read = nullptr; }) ==
        "the reader 'made' has no probe or cannot read");
  CHECK(refused([](MadePlugin& made) { made.writer.write = nullptr; }) == "the writer 'made' cannot write");
  CHECK(refused([](MadePlugin& made) { made.writer.compression = 9; }) ==
        "has a writer with compression 9, which does not exist");
  CHECK(refused([](MadePlugin& made) {
          made.plugin.reader_stride = 8;
        }).starts_with("has readers with a stride of 8 bytes"));
  static std::array<pc_reader_card, 2> readers{};
  CHECK(refused([](MadePlugin& made) {
          readers = {made.reader, made.reader};
          readers[1].size = std::size_t{1} << 40;
          made.plugin.readers = readers.data();
          made.plugin.reader_count = 2;
        }) == "has readers with a stride of " + std::to_string(sizeof(pc_reader_card)) +
                  " bytes, one of which has 1099511627776");
  CHECK(refused([](MadePlugin& made) { made.plugin.reader_count = 1'000'000; }) ==
        "has 1000000 readers; at most 100 are allowed");
  CHECK(refused([](MadePlugin& made) { made.plugin.readers = nullptr; }) == "has 1 readers at NULL");
  CHECK(refused([](MadePlugin& made) { made.plugin.reader_count = made.plugin.writer_count = 0; }) == "has no formats");
  static const std::array<const char*, 2> carries{"thread_idz", nullptr};
  CHECK(refused([](MadePlugin& made) { made.reader.carries = carries.data(); }) ==
        "the format 'made' carries 'thread_idz', which is not a feature; did you mean 'thread_ids'?");
  static const std::array<const char*, 2> extensions{"made", nullptr};
  CHECK(refused([](MadePlugin& made) { made.reader.extensions = extensions.data(); }) ==
        "the format 'made' has an extension that does not begin with a dot: 'made'");
  static pc_option_card option{};
  const auto with_option = [](MadePlugin& made) {
    made.reader.options = &option;
    made.reader.option_stride = sizeof option;
    made.reader.option_count = 1;
  };
  option = {.size = sizeof option, .name = "n", .fallback = "ten", .summary = "s", .type = PC_INTEGER};
  CHECK(refused(with_option) == "the format 'made', default: option n: 'ten' is not an integer");
  option = {.size = sizeof option, .name = "n", .fallback = "a", .summary = "s", .type = PC_CHOICE};
  CHECK(refused(with_option) == "the format 'made', option 'n': choices belong to an option that is a choice");
  option = {.size = sizeof option, .name = "n", .fallback = "6", .summary = "s", .max = 5, .type = PC_DECIMAL};
  CHECK(refused(with_option) == "the format 'made', default: option n: '6' is not between 0 and 5");
  option = {.size = sizeof option, .name = "n", .summary = "s", .type = 12};
  CHECK(refused(with_option) == "has an option of type 12, which does not exist");
}

TEST_CASE("plugin: an option without a default has the least that it may be", "[plugin]") {
  static const std::array<const char*, 3> choices{"wide", "narrow", nullptr};
  const auto fallback = [](pc_option_card card) {
    card.size = sizeof card;
    card.name = "n";
    card.summary = "s";
    MadePlugin made;
    made.reader.options = &card;
    made.reader.option_stride = sizeof card;
    made.reader.option_count = 1;
    const plugins::LibraryPlugin plugin("/x.so", &made.plugin);
    return std::string(plugin.readers().front()->options.front().fallback);
  };
  CHECK(fallback({.type = PC_BOOLEAN}) == "no");
  CHECK(fallback({.type = PC_INTEGER}) == "0");
  CHECK(fallback({.min = 3, .max = 9, .type = PC_INTEGER}) == "3");
  CHECK(fallback({.min = -9, .max = -3, .type = PC_DECIMAL}) == "-3");
  CHECK(fallback({.choices = choices.data(), .type = PC_CHOICE}) == "wide");
  CHECK(fallback({.type = PC_TEXT}).empty());
  CHECK(fallback({.fallback = "on", .type = PC_BOOLEAN}) == "yes");
}

TEST_CASE("plugin: a writer sees the columns of a profile where they are", "[plugin]") {
  const ProfileSet set = rich_profile();
  MadePlugin made;
  const std::array<const char*, 2> carries{"profiles", nullptr};
  made.writer.carries = carries.data();
  made.on_write = [&](pc_job* job, const pc_set* view) {
    pc_cursor* cursor = nullptr;
    pc_samples rows{};
    rows.size = sizeof rows;
    host.cursor_create(view, 0, 0, &cursor, nullptr);
    host.cursor_next(cursor, &rows, nullptr);
    CHECK(rows.count == set.profiles()[0].samples.size());
    CHECK(rows.stack.data == set.profiles()[0].samples.stack.data());
    host.cursor_free(cursor);
    pc_string name{};
    CHECK(host.string_at(view, 1, &name, nullptr) == PC_OK);
    host.write(job, name.data, name.size);
    return host.write(job, "!\n", 2);
  };
  CHECK(made.write(set) == std::string(set.dictionary().string(StringId{1})) + "!\n");
  made.on_write = [](pc_job* job, const pc_set*) { return host.add_comment(job, 0, {}); };
  CHECK(made.write(set) ==
        "error: the plugin 'test' (/test.so) made a wrong call: a call that reads or builds while writing");
  made.on_write = [](pc_job* job, const pc_set*) { return host.fail(job, PC_ERROR_WRITE, 0, {"no room", 7}); };
  CHECK(made.write(set) == "error: no room");
}

TEST_CASE("plugin: where plugins are looked for, and what becomes of each", "[plugin]") {
  namespace fs = std::filesystem;
  const Scratch scratch;
  const auto copy = [&](const char* from, const char* to) { fs::copy_file(module_path(from), scratch / to); };
  copy("collapsed-c", "a.so");
  copy("collapsed-c", "b.so");
  copy("collapsed", "c.so");
  write_file(scratch / "d.so", "no library");
  write_file(scratch / "notes.txt", "");
  fs::create_symlink(scratch / "a.so", scratch / "e.so");
  const plugins::Places places{.files = {},
                               .folders = {{.folder = "relative", .reason = "r"},
                                           {.folder = (scratch / "missing").string(), .reason = "m"},
                                           {.folder = scratch.path().string(), .reason = "s"}}};
  const plugins::Plugins found(places, builtin_registry());
  std::string all;
  for (const plugins::Look& look : found.looks()) {
    all += std::to_string(static_cast<int>(look.outcome)) + " " + fs::path(look.path).filename().string() + ": " +
           look.words.substr(0, look.words.find("; reads")) + "\n";
  }
  CHECK(all.find("2 relative: is not an absolute path (r)\n0 missing: does not exist (m)\n") == 0);
  CHECK(all.find("1 a.so: collapsed-in-c 1.0, interface 1\n"
                 "2 b.so: the format 'collapsed-c' is already read\n"
                 "2 c.so: the format 'collapsed' is already read\n"
                 "2 d.so: ") != std::string::npos);
  CHECK(all.find("3 e.so: is loaded already\n3 notes.txt: is not called *.so, ") != std::string::npos);
  CHECK(found.registry().reader("collapsed-c").name == "collapsed-c");
  CHECK(found.registry().readers().size() == builtin_registry().readers().size() + 1);
  fs::permissions(scratch.path(), fs::perms::others_write, fs::perm_options::add);
  const plugins::Plugins none(places, builtin_registry());
  CHECK(none.looks().back().words == "any user may change this folder (s)");
  CHECK(none.loaded().empty());
}

}  // namespace profconv::test
