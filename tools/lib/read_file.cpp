// SPDX-License-Identifier: Apache-2.0
// Reading one file, for programs that do not write another.
#include "opened_input.h"
#include "profconv/conversion.h"
#include "settings.h"

namespace profconv {

ReadResult read_file(const std::string& path, const ReadRequest& request, Context& context, const Registry& registry) {
  Opened opened = open_input(path, {.from = request.from, .settings = request.settings}, context, registry);
  const Reader* const reader = opened.detection.reader;
  const Options options = options_for(*reader, request.settings);
  require_all_taken(request.settings, {&reader, 1}, {}, registry);
  symbolize::Modules modules(request.symbols, context);
  ProfileSet set = read_with_symbols(opened, options, request.order, modules, context);
  modules.report_unused(context);
  return {.input = opened.input.name(),
          .reader = reader,
          .reason = std::move(opened.detection.probe.reason),
          .compression = std::string(opened.input.compression()),
          .set = std::move(set)};
}

}  // namespace profconv
