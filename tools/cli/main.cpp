// SPDX-License-Identifier: Apache-2.0
// The profconv command: finds the command by its first word or by the program's name, and turns errors into a line and
// an exit status.
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

#include "core/text/base_name.h"
#include "tools/cli/choices.h"
#include "tools/cli/commands.h"
#include "tools/cli/memory_limit.h"
#include "tools/cli/messages.h"
#include "tools/cli/registry.h"
#include "tools/cli/terminal.h"

namespace {

using namespace profconv;
using namespace profconv::cli;

/// The command of a drop-in name.
const CommandCard* drop_in_called(std::string_view program) {
  const CommandCard* const command = find_command(base_name(program));
  return command != nullptr && command->is_drop_in ? command : nullptr;
}

int run(std::string_view program, const Arguments& arguments) {
  if (const CommandCard* const command = drop_in_called(program); command != nullptr) {
    set_program_name(command->name.data());
    return command->run(arguments);
  }
  const CommandCard* const command = arguments.empty() ? nullptr : find_command(arguments.front());
  if (command != nullptr) return command->run({arguments.begin() + 1, arguments.end()});
  return run_convert(arguments);
}

/// The exit status; errors have been said, all but the want of memory, which may strike while they are.
int told(int argc, char** argv) {
  const Messages messages(false);
  try {
    return argc == 0 ? run({}, {}) : run(argv[0], {argv + 1, argv + argc});
  } catch (const SeveralProfilesError& error) {
    show_choices(error, argc == 0 ? Arguments() : Arguments(argv + 1, argv + argc), messages);
    return usage;
  } catch (const UsageError& error) {
    messages.error(error.what());
    return usage;
  } catch (const Cancelled&) {
    if (memory_is_used_up()) throw std::bad_alloc();
    messages.error("stopped; nothing was written");
    die_of_caught_signal();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::length_error&) {
    throw;
  } catch (const std::exception& error) {
    // A reader that went away (head, less) caught its own signal's name; there is nobody to tell.
    die_of_caught_signal();
    messages.error(error.what());
  }
  return failed;
}

}  // namespace

int main(int argc, char** argv) {
  open_missing_streams();
  guard_memory();
  watch_plugins();
  try {
    return told(argc, argv);
  } catch (const std::bad_alloc&) {
    print_out_of_memory();
  } catch (const std::length_error&) {
    print_out_of_memory();
  }
  return failed;
}
