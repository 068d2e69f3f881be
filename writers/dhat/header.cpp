// SPDX-License-Identifier: Apache-2.0
// Fields from comments, and times in one unit.
#include "writers/dhat/header.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/wire/dhat_header.h"

namespace profconv::dhat_out {

namespace {

constexpr std::string_view microseconds = "\u00B5s";

std::string million_of(std::string_view unit) {
  if (unit == "ns") return "ms";
  if (unit == "ms") return "ks";
  if (unit == "s") return "Ms";
  if (dhat_unit_ns(unit) != 0) return "s";
  return unit == dhat_instructions ? "Minstr" : unit.empty() ? "" : "M" + std::string(unit);
}

/// What stands before ": " in a comment.
std::string_view key_of(std::string_view comment) { return comment.substr(0, comment.find(": ")); }

/// "9000 instrs", or "9000" where the file names no unit.
struct Number {
  std::string_view digits;
  std::string_view unit;
};

std::optional<Number> parse_number(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end == 0 || (end > 1 && text.front() == '0')) return std::nullopt;
  if (end == text.size()) return Number{.digits = text, .unit = {}};
  if (text[end] != ' ' || end + 1 == text.size()) return std::nullopt;
  return Number{.digits = text.substr(0, end), .unit = text.substr(end + 1)};
}

Mode kind_of(std::string_view mode) {
  if (mode.find("ad-hoc") != std::string_view::npos) return Mode::ad_hoc;
  return mode == "copy" ? Mode::copy : Mode::heap;
}

/// Puts the profile's comments and times into the fields.
class Fields {
 public:
  Fields(const Profile& profile, const Layout& layout)
      : profile_(profile), layout_(layout), has_parts_(profile.metadata.recordings > 1) {
    for (const std::string& comment : profile.metadata.comments) {
      if (field_of(key_of(comment)) != nullptr) has_parts_ = told_[key_of(comment)]++ != 0 || has_parts_;
    }
    constexpr std::array<std::string_view, 3> modes{"heap", "copy", "ad-hoc"};
    constexpr std::array<std::string_view, 3> verbs{"Allocated", "Copied", "Occurred"};
    header_.mode = modes[static_cast<std::size_t>(layout.mode)];
    header_.verb = verbs[static_cast<std::size_t>(layout.mode)];
  }

  Header take(Context& context) {
    header_.time_unit = choose_unit();
    header_.million_time_units = million_of(header_.time_unit);
    const std::int64_t unit_ns = dhat_unit_ns(header_.time_unit);
    if (lifetime_unit() == "nanoseconds") header_.lifetime_divisor = std::max<std::int64_t>(unit_ns, 1);
    place_comments(context);
    place_attributes(context);
    place_duration(unit_ns, context);
    // The Rust crate's word for events, too.
    if (header_.mode.starts_with("rust")) header_.verb = "Allocated";
    return std::move(header_);
  }

 private:
  [[nodiscard]] std::string lifetime_unit() const {
    const auto type = layout_.type(Counter::tl);
    return type ? profile_.value_types[*type].unit : std::string();
  }

  /// Whether a duration or a lifetime is no whole number of microseconds.
  [[nodiscard]] bool has_fractions() const {
    if (profile_.metadata.duration_ns % 1000 != 0) return true;
    if (lifetime_unit() != "nanoseconds") return false;
    const auto& lifetimes = profile_.samples.values[*layout_.type(Counter::tl)];
    return std::any_of(lifetimes.begin(), lifetimes.end(), [](std::int64_t v) { return v % 1000 != 0; });
  }

  /// The unit of the first comment that has one, where the lifetimes agree with it.
  [[nodiscard]] std::string choose_unit() const {
    std::string lifetimes = lifetime_unit();
    for (const std::string& comment : profile_.metadata.comments) {
      const std::string_view text(comment);
      if (!text.starts_with("te: ") && !text.starts_with("tg: ")) continue;
      const auto number = parse_number(text.substr(4));
      if (!number) continue;
      const bool is_time = dhat_unit_ns(number->unit) != 0;
      const std::string_view in_model = is_time                             ? "nanoseconds"
                                        : number->unit == dhat_instructions ? "instructions"
                                                                            : number->unit;
      if (lifetimes.empty() || lifetimes == in_model) return std::string(number->unit);
    }
    if (lifetimes == "instructions") return std::string(dhat_instructions);
    if (!lifetimes.empty() && lifetimes != "nanoseconds") return lifetimes;
    return has_fractions() ? "ns" : std::string(microseconds);
  }

  void place_comments(Context& context) {
    std::uint64_t left_out = 0;
    std::uint64_t of_parts = 0;
    for (const std::string& comment : profile_.metadata.comments) {
      const bool is_of_part = has_parts_ && field_of(key_of(comment)) != nullptr && !is_of_all_parts(comment);
      of_parts += is_of_part ? 1 : 0;
      left_out += is_of_part || place(comment) ? 0 : 1;
    }
    if (of_parts != 0) {
      context.data_loss("dhat.runs", {},
                        "a DHAT file describes one run; left out of several runs' process ids and times: " +
                            std::to_string(of_parts));
    }
    if (left_out != 0) {
      context.data_loss("dhat.comments", {},
                        "DHAT's files have no comments but those of its own; left out: " + std::to_string(left_out));
    }
  }

  /// Attributes are those of all runs. A process id, end or peak without one is that of a single run.
  [[nodiscard]] bool is_of_all_parts(std::string_view comment) const {
    const std::string_view key = key_of(comment);
    const auto attribute = profile_.metadata.attributes.find(key);
    if (attribute != profile_.metadata.attributes.end() && as_comment(*attribute) == comment) return true;
    return (key == "mode" || key == "tuth") && told_.at(key) == 1;
  }

  /// What comments told already stays.
  void place_attributes(Context& context) {
    std::uint64_t left_out = 0;
    for (const auto& attribute : profile_.metadata.attributes) {
      const std::string* const field = field_of(attribute.first);
      left_out += (field != nullptr && is_placed(field)) || place(as_comment(attribute)) ? 0 : 1;
    }
    if (left_out == 0) return;
    context.data_loss("dhat.attributes", {},
                      "DHAT's files have no attributes but those of its own; left out: " + std::to_string(left_out));
  }

  [[nodiscard]] bool is_placed(const std::string* field) const {
    return std::find(placed_.begin(), placed_.end(), field) != placed_.end();
  }

  bool place(std::string_view comment) {
    const std::size_t colon = comment.find(": ");
    if (colon == std::string_view::npos) return false;
    const std::string_view name = comment.substr(0, colon);
    const std::string_view text = comment.substr(colon + 2);
    std::string* const field = field_of(name);
    if (field == nullptr) return false;
    if (is_placed(field)) return false;
    if (name == "mode") {
      // After a choice of value types what is written may be something else.
      const bool is_written = kind_of(text) == layout_.mode;
      if (!is_written && text != "heap" && text != "copy" && text != "ad-hoc") return false;
      if (is_written) *field = text;
    } else {
      const auto number = parse_number(text);
      if (!number || number->unit != (name == "pid" ? std::string_view() : header_.time_unit)) return false;
      *field = number->digits;
    }
    placed_.push_back(field);
    return true;
  }

  std::string* field_of(std::string_view name) {
    if (name == "mode") return &header_.mode;
    if (name == "pid") return &header_.pid;
    if (name == "te") return &header_.end_time;
    if (name == "tg") return &header_.peak_time;
    return name == "tuth" ? &header_.short_lived : nullptr;
  }

  /// Merged runs come one after the other: they end when all have run.
  void place_duration(std::int64_t unit_ns, Context& context) {
    const Metadata& m = profile_.metadata;
    const bool is_known = is_placed(&header_.end_time);
    place_duration(m.duration_ns, unit_ns, "ns", is_known && unit_ns != 0, context);
    const bool in_instructions = header_.time_unit == dhat_instructions;
    place_duration(m.duration_instructions, in_instructions ? 1 : 0, "instructions", is_known, context);
  }

  void place_duration(std::int64_t duration, std::int64_t unit, std::string_view word, bool is_known,
                      Context& context) {
    if (duration == 0 || is_known) return;
    if (unit == 0 || duration < 0 || duration % unit != 0) {
      context.data_loss("dhat.duration", {},
                        "times are in " + header_.time_unit + ", and the duration of " + std::to_string(duration) +
                            " " + std::string(word) + " is no such number");
    }
    if (unit != 0 && duration > 0) header_.end_time = std::to_string(duration / unit);
  }

  const Profile& profile_;
  const Layout& layout_;
  std::map<std::string_view, std::size_t> told_;  ///< comments for each field
  bool has_parts_;                                ///< several runs were merged: a comment may describe one of them
  Header header_;
  std::vector<const std::string*> placed_;  ///< fields of the header that the profile gave
};

}  // namespace

Header header_of(const Profile& profile, const Layout& layout, Context& context) {
  return Fields(profile, layout).take(context);
}

}  // namespace profconv::dhat_out
