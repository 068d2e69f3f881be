// SPDX-License-Identifier: Apache-2.0
// What is read and written depends on the input alone: not on the locale, the time zone or other threads.
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <locale>
#include <string>
#include <thread>
#include <vector>

#include "laws/formats.h"
#include "support/catch.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// Writes numbers as in much of Europe: 1.234,5.
class CommaNumbers : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// All that is made of a fixture: what is read, and what is written of it in every format.
std::string all_of(const Fixture& fixture) {
  const Outcome outcome = read(fixture);
  std::string text = outcome.text();
  if (!outcome.set) return text;
  for (const ProfileSet& one : one_by_one(*outcome.set)) {
    for (const Writer* writer : all_writers) text.append(writer->name).append("\n").append(written(one, *writer));
  }
  return text;
}

std::vector<std::string> all_of_each(const std::vector<Fixture>& all) {
  std::vector<std::string> texts;
  for (const Fixture& fixture : all) texts.push_back(all_of(fixture));
  return texts;
}

void check_same(const std::vector<Fixture>& all, const std::vector<std::string>& before) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].name());
    CHECK(first_difference(before[i], all_of(all[i])) == "");
  }
}

/// Sets an environment variable for as long as it lives.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* const before = getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

}  // namespace

TEST_CASE("law: a locale of C++ changes nothing", "[laws][format]") {
  for_each_reader([](const Reader& reader) {
    const std::vector<Fixture> all = fixtures(reader);
    const std::vector<std::string> before = all_of_each(all);
    const std::locale was = std::locale::global(std::locale(std::locale(), new CommaNumbers));
    check_same(all, before);
    std::locale::global(was);
  });
}

TEST_CASE("law: a locale of C changes nothing", "[laws][format]") {
  constexpr std::array<const char*, 4> with_comma{"de_DE.UTF-8", "fr_FR.UTF-8", "pl_PL.UTF-8", "ru_RU.UTF-8"};
  const auto is_there = [](const char* name) { return std::setlocale(LC_ALL, name) != nullptr; };
  if (std::none_of(with_comma.begin(), with_comma.end(), is_there)) {
    WARN("skipped: no locale with a decimal comma is installed; tests/cli/surroundings_test.py makes one");
    SUCCEED();
    return;
  }
  for_each_reader([&](const Reader& reader) {
    std::setlocale(LC_ALL, "C");
    const std::vector<Fixture> all = fixtures(reader);
    const std::vector<std::string> before = all_of_each(all);
    static_cast<void>(std::find_if(with_comma.begin(), with_comma.end(), is_there));
    check_same(all, before);
    std::setlocale(LC_ALL, "C");
  });
}

TEST_CASE("law: the time zone changes nothing", "[laws][format]") {
  for_each_reader([](const Reader& reader) {
    const std::vector<Fixture> all = fixtures(reader);
    const std::vector<std::string> before = all_of_each(all);
    for (const char* zone : {"NPT-5:45", "AKST9AKDT,M3.2.0,M11.1.0"}) {
      const Environment environment("TZ", zone);
      tzset();
      check_same(all, before);
    }
    tzset();
  });
}

TEST_CASE("law: threads that convert at the same time do not meet", "[laws][format]") {
  constexpr std::size_t thread_count = 4;
  for_each_reader([](const Reader& reader) {
    const std::vector<Fixture> all = fixtures(reader);
    const std::vector<std::string> alone = all_of_each(all);
    std::array<std::vector<std::string>, thread_count> together;
    std::vector<std::thread> threads;
    for (auto& texts : together) threads.emplace_back([&] { texts = all_of_each(all); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& texts : together) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        INFO(all[i].name());
        CHECK(first_difference(alone[i], texts[i]) == "");
      }
    }
  });
}

}  // namespace profconv::test
