// SPDX-License-Identifier: Apache-2.0
// build_profile: builds a profile and writes it to memory as collapsed stacks.

#include <profconv/conversion.h>
#include <array>
#include <iostream>

using namespace profconv;

int main() {
  ProfileSetBuilder builder;
  const auto frame = [&](std::string_view name) {
    return builder.frame({.function = builder.function({.name = builder.string(name)})});
  };
  ProfileBuilder& profile = builder.add_profile();
  profile.add_value_type({.type = "samples", .unit = "count"});
  const std::array reading{frame("main"), frame("parse"), frame("read")};
  const std::array evaluating{frame("main"), frame("eval")};
  profile.add({.stack = builder.root_first(reading)}, 30);
  profile.add({.stack = builder.root_first(evaluating)}, 100);

  Context context;
  std::string text;
  Output output = Output::to_memory(&text);
  const Writer& writer = builtin_registry().writer("collapsed");
  write_profiles(std::move(builder).finish(), writer, Options(writer.options), output, context);
  std::cout << text;
}
