// SPDX-License-Identifier: Apache-2.0
// Reading names of C++, Rust, Go, Java, Python and JavaScript.
#include "writers/flamegraph/origins.h"

#include <algorithm>

namespace profconv::flamegraph {

namespace {

constexpr auto nowhere = std::string_view::npos;

bool is_identifier(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '$' || byte >= 0x80;
}

/// The identifier that ends in front of `end`.
std::string_view identifier_before(std::string_view name, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && is_identifier(name[begin - 1])) --begin;
  return name.substr(begin, end - begin);
}

/// The first namespace that has a name: `rusty` of `<rusty::Tree as core::fmt::Debug>::fmt`.
std::string_view namespace_of(std::string_view name) {
  for (std::size_t at = name.find("::"); at != nowhere; at = name.find("::", at + 2)) {
    const std::string_view found = identifier_before(name, at);
    if (!found.empty()) return found;
  }
  return {};
}

/// Up to the first point of the last part of a path, or the first two of three parts with points between them.
std::string_view package_of(std::string_view name) {
  name = name.substr(0, name.find_first_of(" (<"));
  const std::size_t slash = name.rfind('/');
  const std::size_t from = slash == nowhere ? 0 : slash + 1;
  const std::size_t first = name.find('.', from);
  if (first == nowhere) return slash == nowhere ? std::string_view() : name.substr(0, slash);
  if (first == from || first + 1 == name.size()) return name.substr(0, first);
  const std::size_t second = name.find('.', first + 1);
  const bool has_three_parts = slash == nowhere && second != nowhere && second + 1 < name.size();
  return name.substr(0, has_three_parts ? second : first);
}

bool is_unknown(std::string_view name) {
  return name.empty() || name.starts_with("0x") || name.starts_with('[') || name == "??" || name == "unknown";
}

}  // namespace

std::string_view origin_of(std::string_view name) {
  const std::size_t tick = name.find('`');
  const std::string_view module = tick == nowhere ? std::string_view() : name.substr(0, tick);
  const std::string_view function = tick == nowhere ? name : name.substr(tick + 1);
  if (is_unknown(function)) return module;
  if (const std::string_view space = namespace_of(function); !space.empty()) return space;
  if (const std::string_view package = package_of(function); !package.empty()) return package;
  return module.empty() ? function : module;
}

}  // namespace profconv::flamegraph
