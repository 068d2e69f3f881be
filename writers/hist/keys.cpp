// SPDX-License-Identifier: Apache-2.0
// Taking label sets apart, naming what is left.
#include "writers/hist/keys.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/names/frame_names.h"
#include "core/text/integers.h"
#include "core/text/plain_text.h"

namespace profconv::hist {

namespace {

constexpr std::string_view low_key = "bucket_low";
constexpr std::string_view high_key = "bucket_high";

bool is_bucket(const Label& label, std::string_view key) {
  return label.is_number && (key == low_key || key == high_key);
}

/// Equal for equal labels, and for those alone.
void append_identity(std::string& to, const Label& label) {
  const auto append = [&to](std::uint64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) to += static_cast<char>(number >> shift & 0xFFU);
  };
  append(std::uint64_t{label.key.value} << 32U | label.text.value);
  append(std::uint64_t{label.unit.value} << 32U | (label.is_number ? 1U : 0U));
  append(static_cast<std::uint64_t>(label.number));
}

/// The 2 of "key2": the columns that the source does not name.
std::optional<std::uint32_t> column_number(std::string_view key) {
  constexpr std::string_view prefix = "key";
  if (!key.starts_with(prefix)) return std::nullopt;
  return parse_integer<std::uint32_t>(key.substr(prefix.size()));
}

}  // namespace

LabelSplitter::LabelSplitter(const Dictionary& dictionary) : split_(dictionary.label_set_count()) {
  std::unordered_map<std::string, std::uint32_t> keys;
  for (std::uint32_t i = 0; i < split_.size(); ++i) {
    SplitLabels& split = split_[i];
    std::string identity;
    for (const Label& label : dictionary.labels(LabelSetId{i})) {
      const std::string_view key = dictionary.string(label.key);
      if (!is_bucket(label, key)) {
        append_identity(identity, label);
        continue;
      }
      split.has_bucket = true;
      split.unit = label.unit;
      (key == low_key ? split.bucket.low : split.bucket.high) = label.number;
    }
    split.key = keys.try_emplace(std::move(identity), static_cast<std::uint32_t>(keys.size())).first->second;
  }
}

std::string KeyNames::name(StackId stack, ThreadId thread, LabelSetId labels, bool with_stack) const {
  std::vector<std::string> parts;
  add_thread(parts, dictionary_.thread(thread));
  add_labels(parts, labels);
  if (with_stack) parts.push_back(stack_name(stack));
  std::string name;
  for (const std::string& part : parts) name.append(name.empty() ? "" : ", ").append(part);
  return inert(name);
}

bool KeyNames::is_cut(StackId stack) const { return style_.frames != 0 && dictionary_.depth(stack) > style_.frames; }

void KeyNames::add_thread(std::vector<std::string>& parts, const Thread& thread) const {
  if (thread.process_name) parts.emplace_back(dictionary_.string(thread.process_name));
  if (thread.pid != Thread::unknown) parts.push_back("pid " + std::to_string(thread.pid));
  if (thread.thread_name) parts.emplace_back(dictionary_.string(thread.thread_name));
  if (thread.tid != Thread::unknown) parts.push_back("tid " + std::to_string(thread.tid));
}

void KeyNames::add_labels(std::vector<std::string>& parts, LabelSetId id) const {
  std::vector<Label> labels;
  for (const Label& label : dictionary_.labels(id)) {
    if (!is_bucket(label, dictionary_.string(label.key))) labels.push_back(label);
  }
  const auto column = [&](const Label& label) { return column_number(dictionary_.string(label.key)); };
  std::stable_sort(labels.begin(), labels.end(), [&](const Label& a, const Label& b) {
    const auto first = column(a);
    const auto second = column(b);
    if (first.has_value() != second.has_value()) return first.has_value();
    return first < second;
  });
  for (const Label& label : labels) {
    std::string part;
    if (!column(label)) part.append(dictionary_.string(label.key)).append("=");
    if (label.is_number) {
      part.append(std::to_string(label.number));
      if (label.unit) part.append(" ").append(dictionary_.string(label.unit));
    } else {
      part.append(label.text ? dictionary_.string(label.text) : "\"\"");
    }
    parts.push_back(std::move(part));
  }
}

std::string KeyNames::stack_name(StackId stack) const {
  if (!stack) return std::string(no_stack_name);
  const std::size_t depth = dictionary_.depth(stack);
  const std::size_t shown = style_.frames == 0 ? depth : std::min<std::size_t>(depth, style_.frames);
  const std::string_view arrow = style_.ascii ? " < " : " ← ";
  std::string name;
  for (std::size_t i = 0; i < shown; ++i) {
    const StackNode& node = dictionary_.stack(stack);
    name.append(i == 0 ? "" : arrow).append(frames_[node.frame]);
    stack = node.parent;
  }
  if (shown < depth) name.append(arrow).append(std::to_string(depth - shown)).append(" more");
  return name;
}

}  // namespace profconv::hist
