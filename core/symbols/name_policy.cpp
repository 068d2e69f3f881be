// SPDX-License-Identifier: Apache-2.0
// What each policy leaves of a name.
#include "core/symbols/name_policy.h"

#include <algorithm>

#include "core/symbols/name_parts.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

void drop_identifier(std::string& text) {
  while (!text.empty() && is_identifier_char(text.back())) text.pop_back();
}

bool ends_in_identifier(std::string_view text) { return !text.empty() && is_identifier_char(text.back()); }

/// The types of Rust's `<core::slice::Iter<T> as core::iter::Iterator>`, without what the policy leaves out.
std::string shortened_types(std::string_view types, NamePolicy policy) {
  std::string out;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool is_path = types.substr(i, 2) == "::" && i + 2 < types.size();
    if (types[i] == '<' && ends_in_identifier(out)) {
      const std::size_t end = find_group_end(types, i);
      if (end == std::string_view::npos) return std::string(types);
      i = end - 1;
    } else if (is_path && types[i + 2] == '<' && ends_in_identifier(out)) {
      ++i;
    } else if (is_path && policy == NamePolicy::shortest && ends_in_identifier(out) &&
               is_identifier_char(types[i + 2])) {
      drop_identifier(out);
      ++i;
    } else {
      out.push_back(types[i]);
    }
  }
  return out;
}

/// Where the last two steps begin that people would name.
std::size_t first_shown(const std::vector<NamePart>& path) {
  std::size_t named = 0;
  for (std::size_t i = path.size(); i-- > 0;) {
    if (path[i].is_named() && ++named == 2) return i;
  }
  return 0;
}

/// The name up to its last arguments, where it has a scope.
std::optional<std::string> without_scoped_arguments(std::string_view name, std::string_view arguments) {
  if (arguments.empty()) return std::nullopt;
  const std::string_view left = name.substr(0, static_cast<std::size_t>(arguments.data() - name.data()));
  if (left.find("::") == std::string_view::npos) return std::nullopt;
  return std::string(left);
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_identifier_char);
}

/// Anything may be a module's name, but "std::`anonymous namespace'::f" is a name of Microsoft's.
std::size_t module_size(std::string_view name) {
  const std::size_t tick = name.find('`');
  if (tick == std::string_view::npos || tick == 0 || name.substr(0, tick).find("::") != std::string_view::npos)
    return 0;
  return tick + 1;
}

/// illumos puts the link map before modules outside of the program's own: "LM1`libc.so.1`f".
bool is_link_map(std::string_view module) { return module.rfind("LM", 0) == 0 && is_word(module.substr(2)); }

std::size_t offset_size(std::string_view name) {
  const std::size_t plus = name.find_last_not_of("0123456789abcdefx");
  if (plus == std::string_view::npos || plus == 0 || name[plus] != '+') return 0;
  std::string_view digits = name.substr(plus + 1);
  const bool is_hex = digits.rfind("0x", 0) == 0;
  if (is_hex) digits.remove_prefix(2);
  const auto is_digit = [&](char c) { return (c >= '0' && c <= '9') || (is_hex && c >= 'a' && c <= 'f'); };
  return !digits.empty() && std::all_of(digits.begin(), digits.end(), is_digit) ? name.size() - plus : 0;
}

}  // namespace

NamePolicy parse_name_policy(std::string_view text) {
  const auto* const found = std::find(name_policies.begin(), name_policies.end(), text);
  if (found != name_policies.end()) return static_cast<NamePolicy>(found - name_policies.begin());
  std::string known;
  for (const std::string_view policy : name_policies) known.append(known.empty() ? "" : ", ").append(policy);
  throw UsageError("'" + std::string(text) + "' is not a policy for names (there are: " + known + ")");
}

FramedName split_framed(std::string_view name) {
  std::size_t module = module_size(name);
  if (module > 0 && is_link_map(name.substr(0, module - 1))) module += module_size(name.substr(module));
  const std::size_t offset = offset_size(name.substr(module));
  return {name.substr(0, module), name.substr(module, name.size() - module - offset),
          name.substr(name.size() - offset)};
}

std::optional<std::string> shortened(std::string_view function, NamePolicy policy) {
  if (policy == NamePolicy::full || is_word(function)) return std::nullopt;
  const auto parts = take_apart(function);
  if (!parts) return std::nullopt;
  const auto& path = parts->path;
  if (policy == NamePolicy::stackcollapse) return without_scoped_arguments(function, path.back().arguments);
  std::string out(parts->prefix);
  for (std::size_t i = policy == NamePolicy::shortest ? first_shown(path) : 0; i < path.size(); ++i) {
    if (out.size() > parts->prefix.size()) out += "::";
    if (policy == NamePolicy::no_args) {
      out.append(path[i].name).append(path[i].templates);
    } else if (path[i].name[0] == '<') {
      out += shortened_types(path[i].name, policy);
    } else {
      out += path[i].name;
    }
  }
  if (out == function) return std::nullopt;
  return out;
}

}  // namespace profconv
