// SPDX-License-Identifier: Apache-2.0
// Fuzzing what users write. Files that options name stand in a folder of the process, so that no other file is opened.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <stdexcept>

#include "fuzz/fuzz_one.h"
#include "profconv/conversion.h"
#include "support/fixtures.h"
#include "support/rich_profile.h"
#include "support/scratch.h"
#include "tools/lib/settings.h"

namespace profconv::test {

namespace {

/// Options whose value is a path, and the part of the input that the file holds.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> files{
    {{"script", "program"}, {"palette", "palette"}, {"nameattr", "names"}}};

/// A command line without its inputs.
struct Request {
  std::string to = "json";
  std::string only;
  std::vector<Setting> settings;
  std::vector<std::string> types;
  std::optional<SamplingRate> rate;
  Filters filters;
  NameRules names;
  LabelFrames label_frames;
};

/// What stands behind each `%%` line; the flags stand behind none.
std::map<std::string_view, std::string_view> parts_of(std::string_view bytes) {
  constexpr std::string_view mark = "%% ";
  std::map<std::string_view, std::string_view> parts;
  std::string_view name;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = bytes.substr(at, end - at);
    if (line.starts_with(mark)) {
      parts.emplace(name, bytes.substr(begin, at - begin));
      name = line.substr(mark.size());
      begin = std::min(end + 1, bytes.size());
    }
    at = end + 1;
  }
  parts.emplace(name, bytes.substr(begin));
  return parts;
}

bool take_pattern(Filters& filters, std::string_view flag, std::string_view value) {
  const std::map<std::string_view, std::string*> patterns{
      {"focus", &filters.samples.focus},        {"ignore", &filters.samples.ignore},
      {"tagfocus", &filters.samples.tag_focus}, {"tagignore", &filters.samples.tag_ignore},
      {"thread", &filters.samples.thread},      {"time", &filters.samples.time},
      {"hide", &filters.stacks.hide},           {"show", &filters.stacks.show},
      {"show-from", &filters.stacks.show_from}, {"trim-root", &filters.stacks.trim_root},
      {"trim-leaf", &filters.stacks.trim_leaf}};
  const auto found = patterns.find(flag);
  if (found != patterns.end()) *found->second = value;
  return found != patterns.end();
}

void take_setting(Request& request, std::string_view value) {
  Setting setting = parse_setting(value);
  const auto is_file = [&](const auto& file) { return file.first == setting.option; };
  if (std::none_of(files.begin(), files.end(), is_file)) request.settings.push_back(std::move(setting));
}

void take(Request& request, std::string_view flag, std::string_view value) {
  if (take_pattern(request.filters, flag, value)) return;
  const std::string text(value);
  if (flag == "set") take_setting(request, value);
  if (flag == "to") request.to = text;
  if (flag == "only") request.only = text;
  if (flag == "type") request.types.push_back(text);
  if (flag == "freq") request.rate = parse_sampling_rate(value);
  if (flag == "names") request.names.policy = parse_name_policy(value);
  if (flag == "no-demangle") request.names.demangle = false;
  if (flag == "tagroot") request.label_frames.roots.push_back(text);
  if (flag == "tagleaf") request.label_frames.leaves.push_back(text);
  if (flag == "granularity") request.filters.stacks.granularity = parse_granularity(value);
  if (flag == "collapse-recursion") request.filters.stacks.collapse_recursion = true;
  if (flag == "scale") request.filters.scalings.push_back(parse_scaling(value));
  if (flag == "anonymize") request.filters.anonymize = true;
  std::size_t number = 0;
  if (std::from_chars(value.data(), value.data() + value.size(), number).ec != std::errc()) return;
  if (flag == "max-depth" && number != 0) request.filters.stacks.max_depth = number;
  if (flag == "pid") request.filters.samples.pids.push_back(static_cast<std::int64_t>(number));
}

Request request_of(std::string_view flags) {
  Request request;
  for (std::size_t at = 0; at < flags.size();) {
    const std::size_t end = std::min(flags.find('\n', at), flags.size());
    const std::string_view line = flags.substr(at, end - at);
    const std::size_t blank = std::min(line.find(' '), line.size());
    take(request, line.substr(0, blank), line.substr(std::min(blank + 1, line.size())));
    at = end + 1;
  }
  return request;
}

ProfileSet read(std::string_view bytes, const Request& request, SampleOrder order, std::vector<const Reader*>& readers,
                Context& context) {
  Input input = Input::from_memory("fuzzed", bytes, context);
  const Reader& reader = *detect(input).reader;
  readers.push_back(&reader);
  return read_profiles(reader, input, options_for(reader, request.settings), order);
}

std::string convert(const Request& request, const std::optional<std::string_view>& input) {
  const Registry& registry = builtin_registry();
  Context context(fuzz_limits);
  const Writer& writer = registry.writer(request.to);
  std::vector<const Reader*> readers;
  const Options options = options_for(writer, request.settings);
  const SampleOrder order = sample_order(writer, options);
  ProfileSet set = input ? read(*input, request, order, readers, context) : rich_profile();
  const Writer* const writers = &writer;
  require_all_taken(request.settings, readers, {&writers, 1}, registry);
  if (!request.only.empty()) set = select_profile(std::move(set), request.only);
  if (request.rate) set = with_sampling_rate(std::move(set), *request.rate, context);
  if (!request.types.empty()) set = select_types(std::move(set), request.types);
  set = apply_filters(std::move(set), request.filters, request.names, order, context).set;
  set = apply_names(std::move(set), request.names, order, context);
  set = with_label_frames(std::move(set), request.label_frames, context);
  std::string bytes;
  Output output = Output::to_memory(&bytes);
  write_profiles(set, writer, options, output, context);
  return bytes;
}

}  // namespace

void fuzz_options(std::string_view bytes) {
  static const Scratch folder;
  const auto parts = parts_of(bytes);
  try {
    Request request = request_of(parts.contains("") ? parts.at("") : std::string_view());
    for (const auto& [option, part] : files) {
      if (!parts.contains(part)) continue;
      const std::filesystem::path path = folder.path() / part;
      write_file(path, parts.at(part));
      request.settings.push_back({.format = "", .option = std::string(option), .value = path.string()});
    }
    std::optional<std::string_view> input;
    if (parts.contains("input")) input = parts.at("input");
    (void)convert(request, input);
  } catch (const Error&) {
    return;
  }
}

}  // namespace profconv::test
