// SPDX-License-Identifier: Apache-2.0
// Reading one file, for programs that do not write another.
#include "opened_input.h"
#include "profconv/conversion.h"
#include "settings.h"
#include "symbolize/symbolize.h"

namespace profconv {

ReadResult read_file(const std::string& path, const ReadRequest& request, Context& context, const Registry& registry) {
  Opened opened = open_input(path, {.from = request.from, .settings = request.settings}, context, registry);
  const Reader* const reader = opened.detection.reader;
  Options options = options_for(*reader, request.settings);
  const bool drops_offsets = request.symbols.any() && prepare_for_symbols(*reader, options);
  require_all_taken(request.settings, {&reader, 1}, {}, registry);
  ProfileSet set = read_opened(opened, options, request.order);
  if (request.symbols.any()) {
    symbolize::Modules modules(request.symbols, context);
    set = symbolize::with_symbols(std::move(set), modules,
                                  {.reader = *reader, .drops_offsets = drops_offsets, .order = request.order}, context);
  }
  return {.input = opened.input.name(),
          .reader = reader,
          .reason = std::move(opened.detection.probe.reason),
          .compression = std::string(opened.input.compression()),
          .set = std::move(set)};
}

}  // namespace profconv
