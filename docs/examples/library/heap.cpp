// SPDX-License-Identifier: Apache-2.0
// heap INPUT OUTPUT: looks at a DHAT heap profile, chooses its value types, adds a comment, and writes pprof.

#include <profconv/conversion.h>
#include <iostream>

using namespace profconv;

int main(int, char** argv) try {
  Context context;
  const ReadRequest request{.from = "dhat", .settings = {parse_setting("dhat.inuse=site-max")}};
  ProfileSet set = read_file(argv[1], request, context).set;

  const Profile& profile = set.profiles().front();
  std::cout << "command: " << profile.metadata.command << "\n";
  for (const std::string& comment : profile.metadata.comments) std::cout << comment << "\n";  // te, tg: times
  std::cout << "points: " << profile.samples.size() << "\n";
  std::cout << "allocated: " << total(profile, *profile.find_type("alloc_space")) << " bytes\n";

  set = select_types(std::move(set), std::vector<std::string>{"alloc_objects", "inuse_space", "alloc_space"});
  set = with_default_type(std::move(set), "inuse_space");

  // Profiles are immutable. Take them out of their set to change them; the dictionary stays.
  const auto dictionary = set.shared_dictionary();
  std::vector<Profile> profiles = std::move(set).release_profiles();
  profiles.front().metadata.comments.emplace_back("build 42");
  set = ProfileSet(dictionary, std::move(profiles));

  const Writer& pprof = builtin_registry().writer("pprof");
  Output output = Output::to_path(argv[2], Compression::gzip);
  write_profiles(set, pprof, Options(pprof.options), output, context);
} catch (const Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
