// SPDX-License-Identifier: Apache-2.0
// DHAT's JSON, version 2: heap, copy and ad-hoc profiles of Valgrind (https://valgrind.org/docs/manual/dh-manual.html)
// and of the Rust crate (https://docs.rs/dhat). Described with its traps in docs/formats/dhat.md.
//
//   ,"pps":[{"tb":60,"tbk":12,"tl":3624,"mb":5,"mbk":1,"gb":0,"gbk":0,"eb":0,"ebk":0,"rb":120,"wb":60,"fs":[1,2,3]}
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>

#include "core/json/pull_reader.h"
#include "core/text/integers.h"
#include "core/wire/dhat_header.h"
#include "readers/dhat/check.h"
#include "readers/dhat/columns.h"
#include "readers/dhat/frame_table.h"
#include "readers/dhat/points.h"
#include "readers/readers.h"

namespace profconv {

namespace dhat {

namespace {

constexpr std::string_view supported_version = "2";

constexpr std::array<std::string_view, 2> extensions{".dhat.json", ".json"};
constexpr std::array options{inuse_option, site_max_option};

/// The keys of the top object.
enum class Key : std::uint8_t {
  version,
  mode,
  verb,
  bklt,
  bkacc,
  bu,
  bsu,
  bksu,
  tu,
  mtu,
  tuth,
  cmd,
  pid,
  te,
  tg,
  pps,
  ftbl,
  count_
};

constexpr std::array<std::string_view, static_cast<std::size_t>(Key::count_)> key_names{"dhatFileVersion",
                                                                                        "mode",
                                                                                        "verb",
                                                                                        "bklt",
                                                                                        "bkacc",
                                                                                        "bu",
                                                                                        "bsu",
                                                                                        "bksu",
                                                                                        "tu",
                                                                                        "Mtu",
                                                                                        "tuth",
                                                                                        "cmd",
                                                                                        "pid",
                                                                                        "te",
                                                                                        "tg",
                                                                                        "pps",
                                                                                        "ftbl"};

/// Reads one file.
class FileReader {
 public:
  FileReader(Input& input, const Options& set, ProfileSetBuilder& builder, Context& context)
      : text_(input, "dhat.invalid_utf8"),
        json_(text_),
        options_(set),
        builder_(builder),
        context_(context),
        frames_(builder) {
    if (context.is_checking()) check_.emplace(text_, header_, context);
  }

  void read() {
    find_members();
    check_version();
    read_header();
    if (check_) check_header();
    read_frames();
    ProfileBuilder& profile = builder_.add_profile();
    describe(profile);
    read_points(profile);
    if (check_) check_->finish();
  }

 private:
  [[nodiscard]] const JsonValue& value(Key key) const { return values_[static_cast<std::size_t>(key)]; }
  [[nodiscard]] bool has(Key key) const { return value(key).place != nullptr; }
  [[nodiscard]] static std::string_view name(Key key) { return key_names[static_cast<std::size_t>(key)]; }

  /// Points precede the frames they refer to, so all values are found first and read afterwards.
  void find_members() {
    if (json_.place() == text_.end()) text_.fail("the input is empty; expected DHAT's JSON");
    if (*json_.place() != '{') text_.fail(json_.place(), "expected DHAT's JSON, which begins with '{'");
    json_.begin_object();
    for (std::string_view key; json_.next_key(key);) find_member(key);
    json_.end();
  }

  void find_member(std::string_view key) {
    const auto known = std::find(key_names.begin(), key_names.end(), key);
    if (known == key_names.end()) {
      const Location where = text_.at(json_.name().data());
      const std::string message = "the file has a key that is not known: " + in_quotes(key);
      json_.skip_value();
      return context_.note("dhat.unknown_key", where, message);
    }
    JsonValue& value = values_[static_cast<std::size_t>(known - key_names.begin())];
    if (value.place != nullptr) {
      text_.fail(json_.name().data(), "the file has \"" + std::string(key) + "\" twice");
    }
    value = json_.defer_value();
  }

  void check_version() {
    if (!has(Key::version)) text_.fail("expected DHAT's JSON, but it has no \"dhatFileVersion\"");
    json_.go_to(value(Key::version));
    const std::string_view version = json_.digits();
    if (version == supported_version) return;
    text_.fail(version.data(), "expected DHAT file version 2, got version " + std::string(version) +
                                   (version == "1" || version == "0" ? "; record it again with Valgrind 3.17 or newer"
                                                                     : "; try a newer profconv"));
  }

  /// Goes to a value, if the file has it.
  bool find(Key key) {
    if (has(key)) json_.go_to(value(key));
    return has(key);
  }

  void read_header() {
    const auto text = [&](Key key, std::string& into) {
      if (find(key)) into = json_.string();
    };
    const auto digits = [&](Key key, std::string& into) {
      if (find(key)) into = json_.digits();
    };
    const auto flag = [&](Key key, bool& into) {
      if (find(key)) into = json_.boolean();
    };
    text(Key::mode, header_.mode);
    text(Key::verb, header_.verb);
    text(Key::bsu, header_.space_unit);
    text(Key::bksu, header_.block_unit);
    text(Key::tu, header_.time_unit);
    text(Key::cmd, header_.command);
    flag(Key::bklt, header_.lifetimes);
    flag(Key::bkacc, header_.accesses);
    digits(Key::pid, header_.pid);
    digits(Key::te, header_.end_time);
    digits(Key::tg, header_.peak_time);
    digits(Key::tuth, header_.short_lived);
    // Nothing is made of these.
    for (const Key key : {Key::bu, Key::mtu}) {
      if (find(key)) json_.skip_value();
    }
  }

  /// The viewer asks for more than reading needs.
  void check_header() {
    const auto ask_for = [&](std::initializer_list<Key> keys) {
      for (const Key key : keys) {
        if (!has(key)) check_->missing_field(name(key));
      }
    };
    using enum Key;
    ask_for({mode, verb, bklt, bkacc, tu, mtu, cmd, pid, te});
    if (header_.lifetimes) ask_for({tg, tuth});
    check_->times(value(tg).place);
  }

  void go_to_table(Key key) {
    if (!find(key)) text_.fail("DHAT's JSON lacks \"" + std::string(name(key)) + "\"");
  }

  void read_frames() {
    constexpr std::size_t frames_between_polls = 4096;
    go_to_table(Key::ftbl);
    for (json_.begin_array(); json_.next_element();) {
      if (frames_.size() % frames_between_polls == 0) context_.check_cancelled();
      if (frames_.size() >= UINT32_MAX) text_.fail(json_.place(), "\"ftbl\" has more than 4,294,967,295 entries");
      const char* const place = json_.place();
      const std::string_view words = json_.string();
      if (check_) check_->frame(words, place);
      frames_.add(words);
    }
  }

  void read_points(ProfileBuilder& profile) {
    go_to_table(Key::pps);
    PointReader(text_, header_, frames_, options_, profile, context_, check_ ? &*check_ : nullptr).read(json_);
    const auto types = profile.value_types();
    const auto is_maximum = [](const ValueType& type) { return type.aggregation == Aggregation::max; };
    const bool requested = options_.is_set(inuse_option) || options_.is_set(site_max_option);
    if (requested && std::any_of(types.begin(), types.end(), is_maximum) && !header_.mode.starts_with("rust")) {
      context_.note("dhat.site_max", text_.whole(),
                    "Valgrind updates a site's maximum only while the whole heap is at its maximum: many are too low");
    }
    const auto is_inuse = [](const ValueType& type) { return type.type == inuse_space; };
    if (options_.is_set(inuse_option) && std::none_of(types.begin(), types.end(), is_inuse)) {
      context_.note("dhat.no_inuse", text_.whole(),
                    "the file does not record what was in use: dhat.inuse has no effect");
    }
  }

  void describe(ProfileBuilder& profile) {
    Metadata& metadata = profile.metadata();
    metadata.command = header_.command;
    const std::string unit = header_.time_unit.empty() ? "" : " " + header_.time_unit;
    const auto comment = [&](std::string_view name, const std::string& text, const std::string& behind = {}) {
      if (!text.empty()) metadata.comments.push_back(std::string(name) + ": " + text + behind);
    };
    comment("mode", header_.mode);
    comment("pid", header_.pid);
    comment("te", header_.end_time, unit);
    comment("tg", header_.peak_time, unit);
    comment("tuth", header_.short_lived, unit);
    if (!header_.mode.empty()) profile.set_attribute("mode", header_.mode);
    if (const auto pid = parse_integer<std::int64_t>(header_.pid)) profile.set_attribute("pid", *pid);
    metadata.duration_ns = duration(header_.time_unit_ns());
    if (header_.time_unit == dhat_instructions) metadata.duration_instructions = duration(1);
    // Nothing was sampled, so that there is no period; its type tells kinds of profiles apart.
    if (counts_heap(header_)) metadata.period_type = {.type = "space", .unit = "bytes"};
  }

  /// The end time times `factor`; 0 if the file has no end time.
  [[nodiscard]] std::int64_t duration(std::int64_t factor) {
    std::int64_t duration = 0;
    const std::string& text = header_.end_time;
    if (factor == 0 || text.empty()) return 0;
    const auto end = parse_integer<std::int64_t>(text);
    if (end && !__builtin_mul_overflow(*end, factor, &duration)) return duration;
    context_.data_loss("dhat.saturated", text_.whole(),
                       "the duration does not fit into 64 bits; the largest integer that does is used");
    return INT64_MAX;
  }

  JsonText text_;
  JsonPullReader json_;
  const Options& options_;
  ProfileSetBuilder& builder_;
  Context& context_;
  FrameTable frames_;
  Header header_;
  std::optional<Check> check_;
  std::array<JsonValue, key_names.size()> values_{};
};

void read(const Reader&, Input& input, const Options& set, ProfileSetBuilder& builder, Context& context) {
  FileReader(input, set, builder, context).read();
}

Probe probe(const Reader&, std::string_view head, std::string_view) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (!head.starts_with('{')) return {};
  bool has_tables = false;
  try {
    const JsonText text(head);
    JsonPullReader json(text);
    json.begin_object();
    for (std::string_view key; json.next_key(key); static_cast<void>(json.defer_value())) {
      if (key == key_names[0])
        return {.confidence = Confidence::magic, .reason = "a JSON object with \"dhatFileVersion\""};
      has_tables = has_tables || key == "pps" || key == "ftbl";
    }
  } catch (const PlacedError&) {
    // The head ends in the middle of the file, or in what is not JSON.
  }
  if (!has_tables) return {};
  return {.confidence = Confidence::likely, .reason = "a JSON object with DHAT's \"pps\" or \"ftbl\""};
}

/// What the viewer refuses, and what is about the profile that is made.
constexpr std::array<Verdict, 3> verdicts{
    {{"dhat.missing_values", Severity::error}, {"dhat.site_max", std::nullopt}, {"dhat.no_inuse", std::nullopt}}};

Features carries(const Reader&, const Options& set) {
  Features features{Feature::value_types,  Feature::empty_stacks, Feature::modules,  Feature::addresses,
                    Feature::source_files, Feature::lines,        Feature::columns,  Feature::inlining,
                    Feature::duration,     Feature::command,      Feature::comments, Feature::default_type,
                    Feature::attributes};
  if (set.text(inuse_option) == "site-max" || set.boolean(site_max_option)) features.add(Feature::aggregations);
  return features;
}

}  // namespace

}  // namespace dhat

const Reader dhat_reader{
    .name = "dhat",
    .aliases = {},
    .summary = "DHAT's JSON: heap, copy and ad-hoc profiles of Valgrind and of the Rust crate",
    .extensions = dhat::extensions,
    .options = dhat::options,
    .carries = dhat::carries,
    .probe = dhat::probe,
    .read = dhat::read,
    .verdicts = dhat::verdicts,
};

}  // namespace profconv
