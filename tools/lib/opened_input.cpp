// SPDX-License-Identifier: Apache-2.0
// Opening and reading one input.
#include "opened_input.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "profconv/errors.h"
#include "settings.h"
#include "symbolize/symbolize.h"

namespace profconv {

namespace {

/// Instruments writes folders; all other folders are refused when they are opened.
void refuse_instruments(const std::string& path) {
  const bool is_bundle = path.ends_with(".trace") || path.ends_with(".trace/");
  std::error_code ignored;
  if (!is_bundle || !std::filesystem::is_directory(path, ignored)) return;
  throw ReadError({.file = path},
                  "found a recording of Instruments; xctrace and inferno-collapse-xctrace make collapsed stacks "
                  "(docs/formats.md)");
}

}  // namespace

Opened with_reader(Input input, const FormatHints& hints, const Registry& registry) {
  if (hints.from.empty()) {
    Detection detection = detect(input, registry, hints.settings, hints.is_only_input);
    return {std::move(input), std::move(detection)};
  }
  return {std::move(input),
          {.reader = &registry.reader(hints.from),
           .probe = {.confidence = Confidence::certain, .reason = "named by --from"}}};
}

Opened open_input(const std::string& path, const FormatHints& hints, Context& context, const Registry& registry,
                  const ByteTap& tap) {
  // A format that nobody knows is refused before the file is.
  if (!hints.from.empty()) static_cast<void>(registry.reader(hints.from));
  refuse_instruments(path);
  return with_reader(Input::open(path, context, tap), hints, registry);
}

bool has_samples(const ProfileSet& set) {
  const std::vector<Profile>& profiles = set.profiles();
  return std::any_of(profiles.begin(), profiles.end(), [](const Profile& p) { return p.samples.size() != 0; });
}

ProfileSet read_opened(Opened& opened, const Options& options, Projection projection) {
  ProfileSet set = read_profiles(*opened.detection.reader, opened.input, options, projection);
  opened.input.context().check_cancelled();
  if (set.profiles().empty()) {
    throw ReadError(opened.input.whole(), "has no profile, read as " + std::string(opened.detection.reader->name));
  }
  if (!has_samples(set)) {
    opened.input.context().data_loss("input.no_samples", opened.input.whole(), "has no samples");
  }
  return set;
}

ProfileSet read_with_symbols(Opened& opened, Options options, const Projection& projection, symbolize::Modules& modules,
                             Context& context, const std::function<ProfileSet(ProfileSet)>& amend) {
  const Reader& reader = *opened.detection.reader;
  const bool drops_offsets = modules.sources().any() && prepare_for_symbols(reader, options);
  ProfileSet set = read_opened(opened, options, projection);
  if (amend) set = amend(std::move(set));
  if (!modules.sources().any()) return set;
  return symbolize::with_symbols(
      std::move(set), modules,
      {.reader = reader, .drops_offsets = drops_offsets, .order = projection.order, .path = opened.input.name()},
      context);
}

}  // namespace profconv
