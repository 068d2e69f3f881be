// SPDX-License-Identifier: Apache-2.0
// What was not needed.
#include "tools/lib/symbolize/modules.h"

#include <algorithm>
#include <string>

namespace profconv::symbolize {

void Modules::look_at(std::span<const Frame> frames, std::string_view format) {
  for (const Frame& frame : frames) {
    has_places_ = has_places_ || frame.address != 0 || frame.offset != Frame::no_offset;
    has_modules_ = has_modules_ || frame.mapping;
  }
  is_perf_ = is_perf_ || format == "perf";
}

void Modules::report_unused(Context& context) {
  if (std::exchange(is_reported_, true)) return;
  const std::string hint = is_perf_ ? " (perf script -F +ip,+dso prints them)" : "";
  const std::string no_use =
      has_places_ ? "no frame without a line is in a file of this name" : "no frame has an address" + hint;
  const auto report = [&](const std::string& path, const std::string& why) {
    context.data_loss("symbols.unused", {}, "--symbols " + path + " was not used: " + why);
  };
  for (const UserFiles::Program& program : user_.programs()) {
    const auto uses = [&](const auto& module) { return module.second->uses(program.path); };
    if (std::any_of(modules_.begin(), modules_.end(), uses)) continue;
    report(program.path, has_places_ && !has_modules_ ? "no frame has a module" + hint : no_use);
  }
  for (const SymbolTable& table : user_.tables()) {
    if (!table.is_used()) report(table.path(), no_use);
  }
}

}  // namespace profconv::symbolize
