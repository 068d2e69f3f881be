// SPDX-License-Identifier: Apache-2.0
// Files and events of the page.
#include "tools/cli/live/page.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "live_assets.h"
#include "profconv/conversion.h"
#include "profconv/transforms.h"

namespace profconv::cli::live {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_threads = 200;
constexpr std::chrono::seconds longest_end{2};

constexpr std::array<std::pair<std::string_view, File>, 3> files{{
    {"", {"text/html; charset=utf-8", assets::page}},
    {"live.js", {"text/javascript; charset=utf-8", assets::script}},
    {"live.css", {"text/css; charset=utf-8", assets::style}},
}};

/// "a b" of "a%20b".
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const char* const digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      plain += static_cast<char>(code);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// The value of a key of "key=value&key=value"; empty if it is not there.
std::string value_in(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const std::string_view field = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(field.size() + 1, query.size()));
    if (field.starts_with(key) && field.substr(key.size()).starts_with('='))
      return decoded(field.substr(key.size() + 1));
  }
  return {};
}

std::string id_of(const record::LiveThread& thread) {
  return std::to_string(thread.pid) + "/" + std::to_string(thread.tid);
}

/// The root is on top, so that what is seen stays where it is when deeper stacks come; and what is narrower than a
/// pixel is not drawn every second.
std::string picture_of(const ProfileSet& set) {
  const Writer& writer = builtin_registry().writer("flamegraph");
  const std::vector<Setting> settings{{.format = "flamegraph", .option = "inverted", .value = "yes"},
                                      {.format = "flamegraph", .option = "minwidth", .value = "0.05%"}};
  std::string svg;
  Output output = Output::to_memory(&svg);
  Context context;
  write_profiles(set, writer, options_for(writer, settings), output, context);
  return svg;
}

/// What a profile holds of the value and thread that were chosen.
void add_profile(Json& event, const record::LiveProfile& live, std::string_view query) {
  const Profile& profile = live.set().profiles().front();
  const std::size_t type = profile.find_type(value_in(query, "type")).value_or(profile.default_type_index());
  for (const ValueType& one : profile.value_types) event["types"].push_back(one.type);
  event["type"] = profile.value_types[type].type;
  const std::vector<record::LiveThread> threads = live.threads(type);
  double whole = 0;
  for (const record::LiveThread& thread : threads) whole += static_cast<double>(thread.value);
  for (const record::LiveThread& thread : threads) {
    if (event["threads"].size() == most_threads) break;
    const double share = whole == 0 ? 0 : 100 * static_cast<double>(thread.value) / whole;
    event["threads"].push_back({{"id", id_of(thread)}, {"name", thread.name}, {"share", share}});
  }
  event["others"] = threads.size() - event["threads"].size();
  const std::string chosen = value_in(query, "thread");
  const auto found =
      std::find_if(threads.begin(), threads.end(), [&](const auto& one) { return id_of(one) == chosen; });
  const bool is_one = found != threads.end();
  event["thread"] = is_one ? chosen : "";
  ProfileSet shown = is_one ? live.of_thread(found->pid, found->tid) : live.set();
  event["picture"] = picture_of(with_default_type(std::move(shown), profile.value_types[type].type));
}

}  // namespace

void Page::show(const State& state) {
  state_ = &state;
  if (state.ending.empty()) {
    server_.push();
  } else {
    server_.finish(longest_end);
  }
}

const File* Page::file(std::string_view name) const {
  const auto* const found =
      std::find_if(files.begin(), files.end(), [&](const auto& one) { return one.first == name; });
  return found == files.end() ? nullptr : &found->second;
}

std::string Page::event(std::string_view query) {
  Json event{{"target", ""}, {"backend", ""},          {"seconds", 0},      {"samples", 0},
             {"rate", 0},    {"dropped", 0},           {"stopping", false}, {"failure", ""},
             {"ending", ""}, {"types", Json::array()}, {"type", ""},        {"threads", Json::array()},
             {"others", 0},  {"thread", ""},           {"picture", ""}};
  if (state_ != nullptr) {
    event["target"] = state_->target;
    event["backend"] = state_->backend;
    event["seconds"] = state_->elapsed.count() / 1000;
    event["samples"] = state_->profile.samples();
    event["rate"] = state_->rate;
    event["dropped"] = state_->drops;
    event["ending"] = state_->ending;
    event["stopping"] = state_->is_stopping;
    event["failure"] = state_->failure;
    try {
      if (!state_->profile.set().profiles().empty()) add_profile(event, state_->profile, query);
    } catch (const std::exception& error) {
      event["failure"] = error.what();
    }
  }
  return event.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace profconv::cli::live
