// SPDX-License-Identifier: Apache-2.0
// Reading and writing with made plugins.
#include "support/plugins.h"

#include "profconv/convert.h"

namespace profconv::test {

Outcome MadePlugin::read(std::string_view bytes, const Limits& limits) const {
  plugins::LibraryPlugin loaded("/test.so", &plugin);
  Context context(limits);
  Input input = Input::from_memory("in", bytes, context);
  Outcome outcome;
  try {
    const Reader& format = *loaded.readers().front();
    outcome.set = read_profiles(format, input, Options(format.options), {});
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  outcome.diagnostics.assign(context.diagnostics().begin(), context.diagnostics().end());
  return outcome;
}

std::string MadePlugin::write(const ProfileSet& set) const {
  plugins::LibraryPlugin loaded("/test.so", &plugin);
  const Writer& format = *loaded.writers().front();
  return written(set, format, Options(format.options));
}

std::string MadePlugin::refusal() const {
  try {
    const plugins::LibraryPlugin loaded("/test.so", &plugin);
    return {};
  } catch (const plugins::Refusal& refusal) {
    return refusal.what();
  }
}

}  // namespace profconv::test
