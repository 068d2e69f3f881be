// SPDX-License-Identifier: Apache-2.0
// `profconv diff --json`: schema "profconv-diff-1".
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tools/cli/diff.h"
#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

using Json = nlohmann::ordered_json;

Json change(const Change& c) { return {{"base", c.base}, {"now", c.now}, {"change", c.delta()}}; }

Json functions(const TypeChanges& changes) {
  Json all = Json::array();
  for (const FunctionChange& f : changes.functions) {
    all.push_back({{"name", f.name}, {"self", change(f.self)}, {"total", change(f.total)}});
  }
  return all;
}

Json types(const ProfileChanges& profile) {
  Json all = Json::array();
  for (const TypeChanges& type : profile.types) {
    all.push_back({{"type", type.type.type},
                   {"unit", type.type.unit},
                   {"scale", type.type.scale},
                   {"sum", change(type.sum)},
                   {"functions", functions(type)}});
  }
  return all;
}

}  // namespace

std::string diff_json(const ConversionReport& report, std::span<const Growth> grown) {
  Json profiles = Json::array();
  for (const ProfileChanges& profile : report.changes) {
    profiles.push_back({{"name", profile.name.empty() ? Json() : Json(profile.name)}, {"types", types(profile)}});
  }
  Json failures = Json::array();
  for (const Growth& growth : grown) {
    Json names = Json::array();
    for (const FunctionChange* function : growth.functions) names.push_back(function->name);
    failures.push_back({{"profile", growth.profile.empty() ? Json() : Json(growth.profile)},
                        {"type", growth.changes->type.type},
                        {"allowed_percent", static_cast<double>(growth.limit.millionths) / 1e4},
                        {"functions", std::move(names)},
                        {"message", describe(growth)}});
  }
  Json object{{"schema", "profconv-diff-1"},
              {"base", report.inputs.front().name},
              {"file", report.inputs.back().name},
              {"profiles", std::move(profiles)},
              {"grew", std::move(failures)}};
  return with_unsafe_escaped(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace profconv::cli
