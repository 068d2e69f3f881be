// SPDX-License-Identifier: Apache-2.0
// `profconv info` for people.
#include <algorithm>
#include <set>

#include "core/text/base_name.h"
#include "core/text/shown_numbers.h"
#include "profconv/summary.h"
#include "profconv/transforms.h"
#include "tools/cli/info.h"
#include "tools/cli/messages.h"
#include "tools/cli/words.h"

namespace profconv::cli {

namespace {

constexpr std::size_t label_width = 12;
constexpr std::size_t number_width = 16;
constexpr std::size_t share_width = 8;
constexpr std::size_t most_listed = 5;
constexpr std::size_t most_name_bytes = 100;

std::string right(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string field(std::string_view name, std::string_view value) {
  std::string line = "  " + std::string(name);
  line.resize(std::max(line.size(), label_width), ' ');
  return line.append("  ").append(value).append("\n");
}

std::string optional_field(std::string_view name, std::string_view value) {
  return value.empty() ? std::string() : field(name, inert(value, 500));
}

/// "3: a, b, c", with "..." where there are more than fit.
template <class Items, class Word>
std::string listing(const Items& items, Word word) {
  std::string text = grouped(std::uint64_t{items.size()}) + ": ";
  for (std::size_t i = 0; i < std::min(items.size(), most_listed); ++i) {
    text += (i == 0 ? "" : ", ") + inert(word(items[i]), most_name_bytes);
  }
  return items.size() > most_listed ? text + ", ..." : text;
}

std::string describe(const ValueSummary& value, bool has_samples) {
  const Aggregation rule = value.type.aggregation;
  const std::string name = value.type.type + (value.type.unit.empty() ? "" : " (" + value.type.unit + ")");
  if (rule == Aggregation::last) return name + ": cannot be added up";
  if (!value.total) return name + (has_samples ? ": more than 64 bits hold" : ": no samples");
  const std::string number = scaled(*value.total, value.type.scale);
  return name + ": " + number + (rule == Aggregation::sum ? "" : ", the " + std::string(aggregation_word(rule)));
}

std::string values(const Profile& profile, const Summary& summary) {
  std::string text;
  for (std::size_t i = 0; i < summary.values.size(); ++i) {
    const bool is_default = summary.values.size() > 1 && i == profile.default_type_index();
    text += field(i == 0 ? "values" : "",
                  inert(describe(summary.values[i], profile.samples.size() != 0)) + (is_default ? "  (default)" : ""));
  }
  return text;
}

std::string time_range(const Profile& profile, const Summary& summary) {
  if (!summary.time) return {};
  const auto [first, last] = *summary.time;
  if (profile.metadata.clock == Clock::epoch) return field("time", date(first) + " to " + date(last));
  return field("time", seconds(first) + " s to " + seconds(last) + " s, " +
                           std::string(clock_word(profile.metadata.clock)) + " clock");
}

std::string thread_word(const Dictionary& dictionary, ThreadId id) {
  const Thread& thread = dictionary.thread(id);
  const auto number = [](std::int64_t n) { return n == Thread::unknown ? "?" : std::to_string(n); };
  std::string text = number(thread.pid) + "/" + number(thread.tid);
  for (const StringId name : {thread.process_name, thread.thread_name}) {
    if (name) text.append(" ").append(dictionary.string(name));
  }
  return text;
}

std::string references(const Dictionary& dictionary, const Summary& summary) {
  std::string text;
  if (!summary.threads.empty()) {
    text += field("threads", listing(summary.threads, [&](ThreadId id) { return thread_word(dictionary, id); }));
  }
  if (!summary.mappings.empty()) {
    const auto name = [&](MappingId id) { return base_name(dictionary.string(dictionary.mapping(id).file)); };
    text += field("modules", listing(summary.mappings, name));
  }
  if (!summary.labels.empty()) {
    const auto word = [](const LabelSummary& label) {
      return std::string(label.key) + " (" + counted(label.samples, "sample", "samples") + ")";
    };
    text += field("labels", listing(summary.labels, word));
  }
  return text;
}

std::string metadata(const Metadata& m) {
  std::string text;
  if (m.start_ns) text += field("started", date(*m.start_ns));
  if (m.duration_ns != 0) text += field("duration", seconds(m.duration_ns) + " s");
  if (m.period != 0) {
    const ValueType& type = m.period_type;
    text += field("period", grouped(m.period) + (type.unit.empty() ? "" : " " + inert(type.unit)) +
                                (type.type.empty() ? "" : " of " + inert(type.type)));
  }
  text += optional_field("command", m.command);
  std::set<std::string> told;
  for (const auto& attribute : m.attributes) {
    told.insert(as_comment(attribute));
    text += optional_field("attribute", as_comment(attribute));
  }
  for (const std::string& comment : m.comments) {
    if (!told.contains(comment)) text += optional_field("comment", comment);
  }
  text += optional_field("see", m.doc_url);
  text += optional_field("buckets", m.distribution);
  return text;
}

/// "83.3%" of a whole.
std::string share(std::int64_t part, const std::optional<std::int64_t>& whole) {
  if (!whole || *whole <= 0) return {};
  return fixed(profconv::scaled(part, *whole, 1000), 1) + "%";
}

std::string frames(const std::string& heading, const std::vector<FrameSummary>& top, const ValueSummary& value) {
  const auto cell = [&](std::int64_t part) {
    return right(" " + scaled(part, value.type.scale), number_width) + right(share(part, value.total), share_width);
  };
  std::string text = right("self", number_width + share_width) + right("total", number_width + share_width) + "  " +
                     heading + " by " + inert(value.type.type) + "\n";
  for (const FrameSummary& frame : top) {
    text += cell(frame.self) + cell(frame.total) + "  " + inert(frame.name, most_name_bytes) + "\n";
  }
  return text;
}

std::string top_frames(const Summary& summary) {
  if (!summary.ranked_by || summary.top_total.empty()) return {};
  const ValueSummary& value = summary.values[*summary.ranked_by];
  return frames("frames with most self", summary.top_self, value) +
         frames("frames with most total", summary.top_total, value);
}

std::string profile(const ProfileSet& set, std::size_t index) {
  const ProfileSet part = used_part(set, index);
  const Profile& p = part.profiles().front();
  const Summary summary = summarize(part, 0);
  std::string heading = "profile " + std::to_string(index + 1) + " of " + std::to_string(set.profiles().size());
  if (!p.name.empty()) heading += ": " + inert(p.name, most_name_bytes);
  return heading + "\n" +
         field("samples", grouped(summary.samples) + " with " + counted(summary.stacks, "stack", "different stacks") +
                              ", at most " + counted(summary.max_depth, "frame", "frames") + " deep") +
         values(p, summary) + time_range(p, summary) + references(part.dictionary(), summary) + metadata(p.metadata) +
         top_frames(summary);
}

}  // namespace

std::string info_text(const ReadResult& read, std::span<const Unread> unread) {
  std::string text = inert(read.input) + ": " + std::string(read.reader->name) + ": " + inert(read.reason) +
                     (read.compression.empty() ? "" : "; compressed with " + read.compression) + "\n";
  for (const Unread& one : unread) text += field("not read", inert(describe(one)));
  for (std::size_t i = 0; i < read.set.profiles().size(); ++i) text += profile(read.set, i);
  return text;
}

}  // namespace profconv::cli
