// SPDX-License-Identifier: Apache-2.0
// What was not needed.
#include "tools/lib/symbolize/modules.h"

#include <algorithm>
#include <vector>

namespace profconv::symbolize {

void Modules::report_unused(Context& context) {
  if (std::exchange(is_reported_, true)) return;
  std::vector<std::string> unused;
  for (const UserFiles::Program& program : user_.programs()) {
    const auto uses = [&](const auto& module) { return module.second->uses(program.path); };
    if (std::none_of(modules_.begin(), modules_.end(), uses)) unused.push_back(program.path);
  }
  for (const SymbolTable& table : user_.tables()) {
    if (!table.is_used()) unused.push_back(table.path());
  }
  for (const std::string& path : unused) {
    context.data_loss("symbols.unused", {},
                      "--symbols " + path + " was not used: no frame without a line is in a file of this name");
  }
}

}  // namespace profconv::symbolize
