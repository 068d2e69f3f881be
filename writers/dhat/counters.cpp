// SPDX-License-Identifier: Apache-2.0
// Choosing between heap, copies and events, and filling the counters.
#include "writers/dhat/counters.h"

#include <algorithm>

#include "profconv/errors.h"

namespace profconv::dhat_out {

namespace {

/// A value type that has a counter of its own.
struct KnownType {
  std::string_view type;
  std::string_view unit;  ///< empty: any
  Counter counter;
  Mode mode = Mode::heap;
};

/// The names that our reader gives, Go's and tcmalloc's.
constexpr std::array<KnownType, 15> known_types{{{"alloc_space", "bytes", Counter::tb},
                                                 {"alloc_objects", "count", Counter::tbk},
                                                 {"lifetime", "", Counter::tl},
                                                 {"site_max_space", "bytes", Counter::mb},
                                                 {"site_max_objects", "count", Counter::mbk},
                                                 {"inuse_space", "bytes", Counter::gb},
                                                 {"inuse_objects", "count", Counter::gbk},
                                                 {"space", "bytes", Counter::gb},
                                                 {"objects", "count", Counter::gbk},
                                                 {"end_space", "bytes", Counter::eb},
                                                 {"end_objects", "count", Counter::ebk},
                                                 {"read", "bytes", Counter::rb},
                                                 {"written", "bytes", Counter::wb},
                                                 {"copied", "bytes", Counter::tb, Mode::copy},
                                                 {"copies", "count", Counter::tbk, Mode::copy}}};

/// One of these must be known, for a heap of which all that viewers show first is 0 is none.
constexpr std::array size_counters{Counter::tb, Counter::tbk, Counter::gb, Counter::gbk, Counter::mb, Counter::mbk};

const KnownType* known(const ValueType& type) {
  const auto* const found = std::find_if(known_types.begin(), known_types.end(), [&](const KnownType& k) {
    return k.type == type.type && (k.unit.empty() || k.unit == type.unit);
  });
  return found == known_types.end() || type.scale != 0 ? nullptr : found;
}

/// The counter of a type; a maximum of what is in use is a site's own, with dhat.inuse=site-max.
std::optional<Counter> counter_of(const ValueType& type, Mode mode) {
  const KnownType* const k = known(type);
  if (k == nullptr || k->mode != mode) return std::nullopt;
  const bool is_site_max = k->counter == Counter::mb || k->counter == Counter::mbk;
  if (type.aggregation == Aggregation::sum) return k->counter;
  if (type.aggregation != Aggregation::max) return std::nullopt;
  if (k->counter == Counter::gb) return Counter::mb;
  if (k->counter == Counter::gbk) return Counter::mbk;
  return is_site_max ? std::optional(k->counter) : std::nullopt;
}

void place_known(const Profile& profile, Layout& layout) {
  std::array<bool, counter_count> by_alias{};
  for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
    const ValueType& type = profile.value_types[i];
    const auto counter = counter_of(type, layout.mode);
    if (!counter) continue;
    const auto index = static_cast<std::size_t>(*counter);
    const bool is_own = known(type)->counter == *counter;
    if (layout.types[index] && !(is_own && by_alias[index])) continue;
    layout.types[index] = i;
    by_alias[index] = !is_own;
  }
}

/// The format demands these.
void require(Layout& layout, std::initializer_list<Counter> counters) {
  for (const Counter c : counters) {
    if (!layout.type(c)) layout.invented.push_back(c);
  }
}

void complete_heap(Layout& layout) {
  const auto any = [&](std::initializer_list<Counter> counters) {
    return std::any_of(counters.begin(), counters.end(), [&](Counter c) { return layout.type(c).has_value(); });
  };
  layout.lifetimes =
      any({Counter::tl, Counter::mb, Counter::mbk, Counter::gb, Counter::gbk, Counter::eb, Counter::ebk});
  layout.accesses = any({Counter::rb, Counter::wb});
  if (layout.lifetimes) {
    require(layout, {Counter::tl, Counter::gb, Counter::gbk, Counter::eb, Counter::ebk, Counter::mb, Counter::mbk});
  }
  require(layout, {Counter::tb, Counter::tbk});
  if (layout.accesses) require(layout, {Counter::rb, Counter::wb});
}

/// Whether what the profile has tells the least that a counter can be.
bool has_least(const Layout& layout, Counter c) {
  using enum Counter;
  const auto any = [&](std::initializer_list<Counter> counters) {
    return std::any_of(counters.begin(), counters.end(), [&](Counter k) { return layout.type(k).has_value(); });
  };
  switch (c) {
    case tb:
      return any({mb, gb, eb});
    case tbk:
      return any({tb, mb, gb, eb, mbk, gbk, ebk});
    case mb:
      return any({gb, eb});
    case mbk:
      return any({mb, gb, eb, gbk, ebk});
    case gbk:
      return any({gb});
    case ebk:
      return any({eb});
    default:
      return false;
  }
}

bool is_plain_count(const ValueType& type) {
  return type.unit == "count" && type.aggregation == Aggregation::sum && type.scale == 0;
}

/// What an ad-hoc file calls a unit of this type. "bytes" it may not be: such a file would be one of allocations.
std::string unit_name(const ValueType& type) {
  if (type.unit == "bytes") return type.type + " bytes";
  if (!type.unit.empty() && type.unit != "count") return type.unit;
  if (type.type == "bytes") return "counted bytes";
  return type.type.empty() ? "units" : type.type;
}

/// Whether a type is read back by its name and unit from a file with this unit.
bool keeps_name(const ValueType& type) {
  const std::string unit = unit_name(type);
  const bool is_count = type.unit == "count" || unit == "count";
  return type.type == unit && type.unit == (is_count ? "count" : unit);
}

/// What is counted: its blocks and units have one name, by which it is read as a count. The blocks are those that the
/// reader found beside such units, else the units themselves.
void lay_out_counts(const Profile& profile, std::size_t weight, Layout& layout) {
  const std::string_view blocks = layout.block_unit;
  layout.type(Counter::tbk) = weight;
  for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
    const ValueType& other = profile.value_types[i];
    if (i != weight && is_plain_count(other) && other.type == blocks) layout.type(Counter::tbk) = i;
  }
  layout.block_unit = layout.space_unit;
}

void lay_out_events(const Profile& profile, Layout& layout) {
  const std::size_t weight = profile.default_type_index();
  const ValueType& type = profile.value_types[weight];
  layout.type(Counter::tb) = weight;
  layout.space_unit = unit_name(type);
  layout.block_unit = layout.space_unit == "events" ? "occurrences" : "events";
  // Units called "count" are a count to whoever reads the file.
  if (type.unit == "count" || layout.space_unit == "count") return lay_out_counts(profile, weight, layout);
  for (std::size_t i = 0; i < profile.value_types.size() && !layout.type(Counter::tbk); ++i) {
    const ValueType& other = profile.value_types[i];
    if (i == weight || !is_plain_count(other)) continue;
    layout.type(Counter::tbk) = i;
    if (!other.type.empty() && other.type != layout.space_unit) layout.block_unit = other.type;
  }
  require(layout, {Counter::tbk});
}

Mode mode_of(const Profile& profile) {
  const ValueType& shown = profile.value_types[profile.default_type_index()];
  const KnownType* const k = known(shown);
  if (k == nullptr || !counter_of(shown, k->mode)) return Mode::ad_hoc;
  const bool has_sizes = std::any_of(profile.value_types.begin(), profile.value_types.end(), [&](const ValueType& t) {
    const auto counter = counter_of(t, k->mode);
    return counter && std::find(size_counters.begin(), size_counters.end(), *counter) != size_counters.end();
  });
  return has_sizes ? k->mode : Mode::ad_hoc;
}

void require_addable(const ValueType& type) {
  if (type.scale == 0 && type.aggregation == Aggregation::sum) return;
  throw WriteError("DHAT's viewers add whole numbers, and the values of '" + type.type + "' " +
                   (type.scale != 0 ? "are fractions" : "do not add") +
                   ": choose another with --type, or another format");
}

std::string words(const ValueType& type) { return type.type + "/" + type.unit; }

}  // namespace

bool Layout::has(Counter c) const {
  if (c == Counter::tb || c == Counter::tbk) return true;
  return c == Counter::rb || c == Counter::wb ? accesses : lifetimes;
}

std::vector<std::size_t> Layout::written() const {
  std::vector<std::size_t> all;
  for (const auto& index : types) {
    if (index) all.push_back(*index);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Layout lay_out(const Profile& profile) {
  if (profile.value_types.empty()) throw WriteError("the profile has no values");
  Layout layout{.mode = mode_of(profile)};
  if (layout.mode == Mode::ad_hoc) {
    lay_out_events(profile, layout);
    require_addable(profile.value_types[profile.default_type_index()]);
  } else {
    place_known(profile, layout);
    if (layout.mode == Mode::heap) complete_heap(layout);
    if (layout.mode == Mode::copy) require(layout, {Counter::tb, Counter::tbk});
  }
  const std::vector<std::size_t> written = layout.written();
  for (std::size_t i = 0; i < profile.value_types.size(); ++i) {
    if (!std::binary_search(written.begin(), written.end(), i)) layout.left_out.push_back(i);
  }
  const Counter first = layout.lifetimes ? Counter::gb : Counter::tb;
  layout.default_type_shown = layout.type(first) == profile.default_type_index() || profile.value_types.size() == 1;
  return layout;
}

void report(const Layout& layout, const Profile& profile, Context& context) {
  std::string left_out;
  for (const std::size_t i : layout.left_out) {
    left_out.append(left_out.empty() ? "" : ", ").append(words(profile.value_types[i]));
  }
  if (!left_out.empty()) {
    constexpr std::array<std::string_view, 3> modes{"heap", "copy", "ad-hoc"};
    const std::string mode(modes[static_cast<std::size_t>(layout.mode)]);
    context.data_loss("dhat.left_out", {},
                      "a DHAT file has one mode; written as " + mode + ", without the value types " + left_out);
  }
  const ValueType& shown = profile.value_types[profile.default_type_index()];
  if (layout.mode == Mode::ad_hoc && !keeps_name(shown)) {
    context.data_loss("dhat.type_name", {},
                      "ad-hoc files name a unit alone: " + words(shown) + " is read back as " + layout.space_unit);
  }
  if (!layout.default_type_shown) {
    context.data_loss("dhat.default_type", {},
                      "DHAT's files name no value type to show first, as the profile does: " +
                          words(profile.value_types[profile.default_type_index()]));
  }
  std::string zeros, borrowed;
  for (const Counter c : layout.invented) {
    std::string& list = has_least(layout, c) ? borrowed : zeros;
    list.append(list.empty() ? "" : ", ").append(counter_names[static_cast<std::size_t>(c)]);
  }
  if (!zeros.empty())
    context.note("dhat.zeros", {}, "counters that DHAT requires and the profile lacks are 0: " + zeros);
  if (!borrowed.empty()) {
    const bool can_be_read = borrowed == "mb, mbk" && profile.metadata.source_format == "dhat";
    context.note("dhat.borrowed", {},
                 "counters that DHAT requires and the profile lacks have their known minimum: " + borrowed +
                     (can_be_read ? " (recorded: --set dhat.site-max=yes)" : ""));
  }
}

void report_merged_maxima(const Layout& layout, const Profile& points, Context& context) {
  const auto& types = points.value_types;
  const auto is_maximum = [](const ValueType& type) { return type.aggregation == Aggregation::max; };
  if (!points.metadata.merged_maxima || !layout.lifetimes || std::none_of(types.begin(), types.end(), is_maximum)) {
    return;
  }
  context.note("dhat.merged_maxima", {},
               "points became one; their mb and mbk are the largest of each, and the true maximum may be higher");
}

}  // namespace profconv::dhat_out
