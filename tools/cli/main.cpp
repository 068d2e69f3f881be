// SPDX-License-Identifier: Apache-2.0
// The profconv command: finds the command by its first word or by the program's name, and turns errors into a line and
// an exit status.
#include <array>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "profconv/names.h"
#include "tools/cli/commands.h"
#include "tools/cli/messages.h"
#include "tools/cli/terminal.h"

namespace {

using namespace profconv;
using namespace profconv::cli;

int run(std::string_view program, const Arguments& arguments) {
  if (base_name(program) == "dtrace2spall") return run_dtrace2spall(arguments);
  if (base_name(program) == "dhat-pprof") return run_dhat_pprof(arguments);
  constexpr std::array<std::pair<std::string_view, int (*)(const Arguments&)>, 6> commands{
      {{"convert", run_convert},
       {"info", run_info},
       {"diff", run_diff},
       {"formats", run_formats},
       {"dtrace2spall", run_dtrace2spall},
       {"dhat-pprof", run_dhat_pprof}}};
  for (const auto& [name, command] : commands) {
    if (!arguments.empty() && arguments.front() == name) return command({arguments.begin() + 1, arguments.end()});
  }
  return run_convert(arguments);
}

}  // namespace

int main(int argc, char** argv) {
  const Messages messages(false);
  try {
    return argc == 0 ? run({}, {}) : run(argv[0], {argv + 1, argv + argc});
  } catch (const UsageError& error) {
    messages.error(error.what());
    return usage;
  } catch (const Cancelled&) {
    messages.error("stopped; nothing was written");
    die_of_caught_signal();
  } catch (const std::bad_alloc&) {
    messages.error("out of memory");
  } catch (const std::exception& error) {
    // A reader that went away (head, less) caught its own signal's name; there is nobody to tell.
    die_of_caught_signal();
    messages.error(error.what());
  }
  return failed;
}
