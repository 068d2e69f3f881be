// SPDX-License-Identifier: Apache-2.0
// cancel OUTPUT: converts an endless input until another thread cancels the conversion.

#include <profconv/conversion.h>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>

using namespace profconv;

/// An input without an end.
class Endless : public Source {
 public:
  std::size_t read(std::span<char> buffer) override {
    constexpr std::string_view line = "main;parse 1\n";
    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = line[sent_++ % line.size()];
    return buffer.size();
  }

 private:
  std::size_t sent_ = 0;
};

int main(int, char** argv) {
  Context context;
  std::jthread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    context.cancel();
  });
  try {
    Output output = Output::to_path(argv[1]);
    Input input("endless", std::make_unique<Endless>(), context);
    const Reader& collapsed = builtin_registry().reader("collapsed");
    const Writer& pprof = builtin_registry().writer("pprof");
    const ProfileSet set = read_profiles(collapsed, input, Options(collapsed.options), {});
    write_profiles(set, pprof, Options(pprof.options), output, context);
  } catch (const Cancelled&) {
    std::cout << "cancelled, output " << (std::filesystem::exists(argv[1]) ? "written" : "not written") << "\n";
  }
}
