// SPDX-License-Identifier: Apache-2.0
// Reading parts, now or ahead.
#include "input_parts.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace profconv {

namespace {

namespace fs = std::filesystem;

std::uint64_t sample_count(const ProfileSet& set) {
  std::uint64_t count = 0;
  for (const Profile& profile : set.profiles()) count += profile.sample_count();
  return count;
}

}  // namespace

bool normalizes(const ConversionRequest& request) {
  return !request.base.empty() && request.comparison.normalization != Normalization::none;
}

FormatHints hints_of(const ConversionRequest& request) {
  return {.from = request.from,
          .settings = request.settings,
          .is_only_input = request.inputs.size() == 1 && request.base.empty()};
}

Opened open_requested(const std::string& path, const ConversionRequest& request, Context& context,
                      const Registry& registry) {
  std::unique_ptr<Source> source = request.open ? request.open(path) : nullptr;
  if (source == nullptr) return open_input(path, hints_of(request), context, registry, request.tap);
  return with_reader(Input(path, std::move(source), context), hints_of(request), registry);
}

ProfileSet read_requested(Opened& opened, Options options, const Projection& projection,
                          const ConversionRequest& request, symbolize::Modules& modules, Context& context) {
  ProfileSet set = read_with_symbols(opened, std::move(options), projection, modules, context, request.amend);
  if (request.on_read) request.on_read(set);
  return set;
}

ProfileSet prepared(ProfileSet set, const ConversionRequest& request, Context& context) {
  if (request.rate) set = with_sampling_rate(std::move(set), *request.rate, context);
  if (!request.types.empty()) set = select_types(std::move(set), request.types);
  if (!request.default_type.empty()) set = with_default_type(std::move(set), request.default_type);
  return set;
}

Filtered filtered(ProfileSet set, const ConversionRequest& request, SampleOrder order, Context& context) {
  return apply_filters(std::move(set), request.filters, request.names, order, context);
}

InputReport report_on(const Opened& opened, const Filtered& filtered) {
  return {.name = opened.input.name(),
          .reader = opened.detection.reader,
          .reason = opened.detection.probe.reason,
          .compression = std::string(opened.input.compression()),
          .profiles = filtered.set.profiles().size(),
          .samples = sample_count(filtered.set),
          .emptied_by = filtered.emptied_by};
}

InputParts::InputParts(const ConversionRequest& request, std::span<const std::string> paths,
                       symbolize::Modules& modules, Context& context, const Registry& registry)
    : request_(request),
      paths_(paths),
      modules_(modules),
      context_(context),
      registry_(registry),
      ahead_(context.tasks(), 2 * threads()) {}

InputPart InputParts::next() {
  const std::string& path = paths_[taken_++];
  if (threads() == 1) return read(path, context_);
  for (; begun_ < paths_.size() && !ahead_.is_full(); ++begun_) {
    ahead_.add([this, &ahead = paths_[begun_]] { return read_ahead(ahead); });
  }
  std::optional<InputPart> part = ahead_.next();
  return part ? std::move(*part) : read(path, context_);
}

InputPart InputParts::read(const std::string& path, Context& context) const {
  InputPart part;
  try {
    Opened opened = open_requested(path, request_, context, registry_);
    const Options options = options_for(*opened.detection.reader, request_.settings);
    ProfileSet set = read_requested(opened, options, SampleOrder::merged, request_, modules_, context);
    Filtered kept{.set = prepared(std::move(set), request_, context), .left_out = 0, .emptied_by = {}};
    if (!normalizes(request_)) kept = filtered(std::move(kept.set), request_, SampleOrder::merged, context);
    part.report = report_on(opened, kept);
    part.set = std::move(kept.set);
  } catch (...) {
    part.error = std::current_exception();
  }
  return part;
}

std::optional<InputPart> InputParts::read_ahead(const std::string& path) const {
  constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 20;
  std::error_code failed;
  if (!fs::is_regular_file(path, failed) || fs::file_size(path, failed) > most_bytes) return std::nullopt;
  std::unique_ptr<Context> context = context_.fork();
  std::uint64_t stored_bytes = 0;
  context->on_progress([&](std::uint64_t bytes) { stored_bytes = bytes; });
  InputPart part = read(path, *context);
  context->on_progress(nullptr);
  part.stored_bytes = stored_bytes;
  part.context = std::move(context);
  return part;
}

std::size_t InputParts::threads() const {
  constexpr std::size_t most = 8;  // more than one thread merges what they read
  const bool calls_back = request_.tap || request_.open || request_.amend || request_.on_read;
  return calls_back || request_.symbols.any() || context_.is_checking() ? 1 : std::min(context_.max_threads(), most);
}

}  // namespace profconv
