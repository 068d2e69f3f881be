// SPDX-License-Identifier: Apache-2.0
// Reading attributes. A picture is handed on, and what it holds must not run: links lead to pages, not to code.
#include "writers/flamegraph/frame_attributes.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text/blanks.h"
#include "profconv/errors.h"
#include "profconv/input.h"

namespace profconv::flamegraph {

namespace {

std::string_view unquoted(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

std::string lower(std::string_view text) {
  std::string all(text);
  std::transform(all.begin(), all.end(), all.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return all;
}

/// Relative links, and absolute ones of schemes that only lead somewhere.
bool is_harmless_link(std::string_view href) {
  constexpr std::array<std::string_view, 4> schemes{"http", "https", "mailto", "file"};
  const std::size_t colon = href.find(':');
  if (colon == std::string_view::npos || href.find_first_of("/?#") < colon) return true;
  return std::find(schemes.begin(), schemes.end(), lower(href.substr(0, colon))) != schemes.end();
}

/// A name for XML that starts no script, loads nothing and is not told by the picture itself.
bool is_harmless_attribute(std::string_view name) {
  constexpr std::array<std::string_view, 4> taken{"href", "xlink:href", "style", "src"};
  const std::string small = lower(name);
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; };
  return !small.empty() && std::isalpha(static_cast<unsigned char>(small.front())) != 0 &&
         std::all_of(small.begin(), small.end(), fits) && !small.starts_with("on") &&
         std::find(taken.begin(), taken.end(), small) == taken.end();
}

class Line {
 public:
  Line(FrameAttributes& into, const LineReader& lines) : into_(into), lines_(lines) {}

  void take(std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) refuse(part, "expected name=value, as in href=https://example.org");
    const std::string_view name = without_blanks_around(part.substr(0, equals));
    const std::string_view value = unquoted(without_blanks_around(part.substr(equals + 1)));
    if (name == "href") {
      if (!is_harmless_link(value)) refuse(value, "expected a link to a page (http, https, mailto, file or relative)");
      into_.href = value;
    } else if (name == "target") {
      into_.target = value;
    } else if (name == "title") {
      into_.title = value;
    } else if (name == "class" || name == "id") {
      into_.of_frame.emplace_back(name, value);
    } else if (name == "g_extra" || name == "a_extra") {
      take_extra(value, name == "g_extra" ? into_.of_frame : into_.of_link);
    } else {
      refuse(name, "expected one of href, target, title, class, id, g_extra, a_extra");
    }
  }

 private:
  [[noreturn]] void refuse(std::string_view what, std::string_view expected) const {
    throw ReadError(lines_.here(), std::string(expected) + ", got '" + one_line(what.substr(0, 100)) + "'");
  }

  /// Attributes as a tag has them: name="value" name=value.
  void take_extra(std::string_view text, Attributes& into) const {
    while (!(text = without_blanks_around(text)).empty()) {
      const std::size_t equals = text.find('=');
      const std::string_view name = without_blanks_around(text.substr(0, equals));
      if (equals == std::string_view::npos || !is_harmless_attribute(name)) {
        refuse(text, R"(expected attributes that run nothing and load nothing, as in data-owner="net")");
      }
      text.remove_prefix(equals + 1);
      const bool is_quoted = text.starts_with('"');
      if (is_quoted) text.remove_prefix(1);
      const std::size_t end = std::min(text.find(is_quoted ? '"' : ' '), text.size());
      if (is_quoted && end == text.size()) refuse(text, "expected a closing quote");
      into.emplace_back(name, text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  FrameAttributes& into_;
  const LineReader& lines_;
};

}  // namespace

void AttributeMap::load(const std::string& path, Context& context) {
  Input input = Input::open(path, context);
  LineReader lines(input);
  for (std::string_view line; lines.next(line);) {
    if (without_blanks_around(line).empty()) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos || tab == 0) {
      throw ReadError(lines.here(),
                      "expected a name, a tab and attributes, got '" + one_line(line.substr(0, 100)) + "'");
    }
    Line parts(by_name_[std::string(line.substr(0, tab))], lines);
    for (std::string_view rest = line.substr(tab + 1); !rest.empty();) {
      const std::size_t end = std::min(rest.find('\t'), rest.size());
      if (!without_blanks_around(rest.substr(0, end)).empty()) parts.take(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

const FrameAttributes* AttributeMap::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &found->second;
}

}  // namespace profconv::flamegraph
