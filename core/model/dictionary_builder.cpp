// SPDX-License-Identifier: Apache-2.0
// Interning, table by table.
#include "core/model/dictionary_builder.h"

#define XXH_INLINE_ALL  // small keys: a call would cost as much as the hash
#include <xxhash.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "core/model/dictionary_texts.h"
#include "profconv/comparison.h"
#include "profconv/errors.h"

namespace profconv {

std::uint64_t hash_bytes(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

void refuse_more(std::uint64_t most, std::string_view what, std::string_view option) {
  const std::string limit = option.empty() ? "" : ", the limit (" + std::string(option) + ")";
  throw LimitError("more than " + std::to_string(most) + " " + std::string(what) + limit);
}

namespace {

std::uint64_t hash_of(const Mapping& m) {
  std::uint64_t h = mix(m.file.value, m.build_id.value);
  return mix(mix(mix(h, m.start), m.limit), m.offset);
}

/// Two ids as one word.
template <class A, class B>
std::uint64_t word_of(A a, B b) {
  return std::uint64_t{a.value} << 32 | b.value;
}

std::uint64_t hash_of(const Function& f) {
  return mix(word_of(f.name, f.system_name),
             std::uint64_t{f.file.value} << 32 ^ static_cast<std::uint64_t>(f.start_line));
}

std::uint64_t hash_of(const Frame& f) {
  const std::uint64_t flags =
      static_cast<std::uint64_t>(f.kind) * 4 + (f.shares_location ? 2 : 0) + (f.inlined ? 1 : 0);
  const std::uint64_t place = static_cast<std::uint64_t>(f.line) << 32 ^ static_cast<std::uint64_t>(f.column) << 4;
  return mix(mix(mix(word_of(f.function, f.mapping), f.address), f.offset), place ^ flags);
}

std::uint64_t hash_of(const StackNode& n) { return mix(0, word_of(n.parent, n.frame)); }

std::uint64_t hash_of(const Thread& t) {
  std::uint64_t h = mix(static_cast<std::uint64_t>(t.pid), static_cast<std::uint64_t>(t.tid));
  return mix(mix(h, t.process_name.value), t.thread_name.value);
}

std::uint64_t hash_of(const Label& l) {
  const std::uint64_t h = mix(l.key.value, l.text.value);
  const std::uint64_t unit = std::uint64_t{l.unit.value} * 2 + (l.is_number ? 1 : 0);
  return mix(mix(h, unit), static_cast<std::uint64_t>(l.number));
}

std::uint64_t hash_of(std::span<const Label> labels) {
  std::uint64_t hash = labels.size();
  for (const Label& label : labels) hash = mix(hash, hash_of(label));
  return hash;
}

/// How many entries a table may have beside its first, and how that is said.
struct Most {
  std::string_view what;
  std::uint32_t entries = Limits::most_entries;
  std::string_view option = {};
};

/// Interns a plain struct; the default-constructed one is entry 0.
template <class IdType, class T>
IdType intern(std::vector<T>& table, IdTable& index, const T& value, const Most& most) {
  if (value == T{}) return {};
  return {index.find_or_make(
      hash_of(value), [&](std::uint32_t id) { return table[id] == value; },
      [&] {
        if (table.size() > most.entries) refuse_more(most.entries, most.what, most.option);
        const auto id = static_cast<std::uint32_t>(table.size());
        table.push_back(value);
        return id;
      })};
}

}  // namespace

DictionaryBuilder::DictionaryBuilder(const Limits& limits, bool label_words)
    : limits_(limits),
      label_words_(label_words),
      frames_(std::make_shared<std::vector<Frame>>(1)),
      stacks_(std::make_shared<std::vector<StackNode>>(1)) {
  dictionary_.frames_ = frames_;
  dictionary_.stacks_ = stacks_;
}

DictionaryBuilder::DictionaryBuilder(const Dictionary& from) : limits_(Limits::none()) {
  dictionary_.texts_ = std::make_shared<Dictionary::Texts>(*from.texts_);
  dictionary_.strings_ = from.strings_;
  dictionary_.mappings_ = from.mappings_;
  dictionary_.functions_ = from.functions_;
  dictionary_.frames_ = from.frames_;
  dictionary_.stacks_ = from.stacks_;
  dictionary_.threads_ = from.threads_;
  dictionary_.labels_ = from.labels_;
  dictionary_.label_ends_ = from.label_ends_;
}

StringId DictionaryBuilder::string(std::string_view text) {
  if (text.empty()) return {};
  auto& table = dictionary_.strings_;
  return {dictionary_.texts_->ids.find_or_make(
      hash_bytes(text), [&](std::uint32_t id) { return table[id] == text; },
      [&] {
        if (text.size() > limits_.max_string_bytes) refuse_string(text);
        const std::uint32_t id = next_id(table, "strings");
        table.push_back(dictionary_.texts_->bytes.keep(text));
        return id;
      })};
}

MappingId DictionaryBuilder::mapping(const Mapping& mapping) {
  return intern<MappingId>(dictionary_.mappings_, mappings_, mapping, {"mappings"});
}

FunctionId DictionaryBuilder::function(const Function& function) {
  return intern<FunctionId>(dictionary_.functions_, functions_, function, {"functions"});
}

bool DictionaryBuilder::set_functions(std::vector<Function> functions) {
  IdTable index;
  for (std::uint32_t id = 1; id < functions.size(); ++id) {
    const std::uint32_t first = index.find_or_make(
        hash_of(functions[id]), [&](std::uint32_t other) { return functions[other] == functions[id]; },
        [&] { return id; });
    if (first != id || functions[id] == Function{}) return false;
  }
  dictionary_.functions_ = std::move(functions);
  functions_ = std::move(index);
  return true;
}

FrameId DictionaryBuilder::frame(const Frame& frame) {
  return intern<FrameId>(*frames_, frame_ids_, frame, {"different frames", limits_.max_frames, "--max-frames"});
}

void DictionaryBuilder::refuse_string(std::string_view text) const {
  constexpr std::size_t shown_bytes = 40;
  throw LimitError("a text of " + std::to_string(text.size()) + " bytes, '" + std::string(text.substr(0, shown_bytes)) +
                   "...', is longer than the limit of " + std::to_string(limits_.max_string_bytes) +
                   " bytes (--max-string)");
}

void DictionaryBuilder::make_room(std::size_t nodes) {
  // What nobody writes to takes no memory, but each copy takes new memory for all that was there. The 64 MiB that this
  // asks for count against a limit of memory, so that it is no more.
  constexpr std::size_t many = std::size_t{1} << 18;
  constexpr std::size_t room = std::size_t{1} << 23;
  if (nodes > stacks_->capacity() && nodes >= many) stacks_->reserve(std::max(2 * nodes, room));
}

StackId DictionaryBuilder::append(const StackNode& node) {
  if (stacks_->size() > limits_.max_stacks) refuse_more(limits_.max_stacks, "different stacks", "--max-stacks");
  const auto id = static_cast<std::uint32_t>(stacks_->size());
  make_room(stacks_->size() + 1);
  stacks_->push_back(node);
  return {id};
}

StackId DictionaryBuilder::append_path(std::span<const FrameId> frames) {
  std::vector<StackNode>& nodes = *stacks_;
  const std::size_t first = nodes.size();
  if (first + frames.size() > std::size_t{limits_.max_stacks} + 1) {
    refuse_more(limits_.max_stacks, "different stacks", "--max-stacks");
  }
  make_room(first + frames.size());
  nodes.resize(first + frames.size());
  StackId parent{static_cast<std::uint32_t>(first - 1)};
  for (std::size_t i = 0; i < frames.size(); ++i) {
    nodes[first + i] = {parent, frames[i]};
    parent.value = static_cast<std::uint32_t>(first + i);
    path_.push_back({frames[i], parent});
  }
  return parent;
}

StackId DictionaryBuilder::root_first(std::span<const FrameId> frames) {
  const auto is_same = [](FrameId frame, const Step& step) { return frame == step.frame; };
  const auto [differs, left] = std::mismatch(frames.begin(), frames.end(), path_.begin(), path_.end(), is_same);
  path_.erase(left, path_.end());
  StackId last = path_.empty() ? StackId() : path_.back().stack;
  for (auto frame = differs; frame != frames.end(); ++frame) {
    // What the newest stack calls is new, and so is all that follows.
    if (is_newest(last)) return append_path({frame, frames.end()});
    last = stack({last, *frame});
    path_.push_back({*frame, last});
  }
  return last;
}

StackId DictionaryBuilder::find_or_append(const StackNode& node) {
  return {stack_ids_.find_or_make(
      hash_of(node), [&](std::uint32_t id) { return (*stacks_)[id] == node; }, [&] { return append(node).value; })};
}

ThreadId DictionaryBuilder::thread(const Thread& thread) {
  return intern<ThreadId>(dictionary_.threads_, threads_, thread, {"threads"});
}

LabelSetId DictionaryBuilder::labels(std::span<const LabelText> labels) {
  scratch_.clear();
  for (const LabelText& l : labels) {
    scratch_.push_back({.key = string(l.key),
                        .text = l.is_number ? StringId() : string(l.text),
                        .unit = l.is_number ? string(l.unit) : StringId(),
                        .number = l.is_number ? l.number : 0,
                        .is_number = l.is_number});
  }
  return label_set();
}

LabelSetId DictionaryBuilder::interned_labels(std::span<const Label> labels) {
  const auto is_known = [&](StringId id) { return id.value < dictionary_.strings_.size(); };
  const auto has_words = [&](const Label& l) { return is_known(l.key) && is_known(l.text) && is_known(l.unit); };
  if (!std::all_of(labels.begin(), labels.end(), has_words)) throw std::logic_error("a label of unknown strings");
  scratch_.assign(labels.begin(), labels.end());
  return label_set();
}

/// By the words, not by their ids: the order must not depend on what was interned before.
void DictionaryBuilder::sort_labels() {
  const auto has_key = [](const Label& label, StringId key) { return label.key == key; };
  if (std::equal(scratch_.begin(), scratch_.end(), sorted_keys_.begin(), sorted_keys_.end(), has_key)) return;
  const auto words = [this](const Label& l) {
    return std::tuple(dictionary_.string(l.key), l.is_number, dictionary_.string(l.text), l.number,
                      dictionary_.string(l.unit));
  };
  std::sort(scratch_.begin(), scratch_.end(), [&](const Label& a, const Label& b) { return words(a) < words(b); });
  const auto has_same_key = [](const Label& a, const Label& b) { return a.key == b.key; };
  sorted_keys_.clear();
  if (std::adjacent_find(scratch_.begin(), scratch_.end(), has_same_key) != scratch_.end()) return;
  for (const Label& label : scratch_) sorted_keys_.push_back(label.key);
}

/// Leaves the base's label, and one label for all others.
void DictionaryBuilder::hide_labels(std::uint64_t hash) {
  const auto is_other = [&](const Label& label) { return dictionary_.string(label.key) != base_label_key; };
  if (std::erase_if(scratch_, is_other) == 0) return;
  scratch_.push_back({.number = static_cast<std::int64_t>(hash), .is_number = true});
}

LabelSetId DictionaryBuilder::label_set() {
  if (scratch_.empty()) return {};
  sort_labels();
  const std::uint64_t hash = hash_of(std::span<const Label>(scratch_));
  if (!label_words_) hide_labels(hash);
  return {label_sets_.find_or_make(
      hash,
      [&](std::uint32_t id) {
        const auto known = dictionary_.labels(LabelSetId{id});
        return std::equal(known.begin(), known.end(), scratch_.begin(), scratch_.end());
      },
      [&] {
        const std::uint32_t id = next_id(dictionary_.label_ends_, "label sets");
        dictionary_.labels_.insert(dictionary_.labels_.end(), scratch_.begin(), scratch_.end());
        dictionary_.label_ends_.push_back(dictionary_.labels_.size());
        return id;
      })};
}

IdMaps DictionaryBuilder::absorb(const Dictionary& other) {
  IdMaps maps;
  const auto fill = [](auto& map, const auto& table, auto&& intern_one) {
    map.reserve(table.size());
    for (const auto& entry : table) map.push_back(intern_one(entry));
  };
  fill(maps.strings, other.strings(), [&](std::string_view text) { return string(text); });
  const auto moved = [&](StringId id) { return maps.strings[id.value]; };
  fill(maps.mappings, other.mappings(), [&](Mapping m) {
    m.file = moved(m.file);
    m.build_id = moved(m.build_id);
    return mapping(m);
  });
  fill(maps.functions, other.functions(), [&](Function f) {
    f.name = moved(f.name);
    f.system_name = moved(f.system_name);
    f.file = moved(f.file);
    return function(f);
  });
  fill(maps.frames, other.frames(), [&](Frame f) {
    f.function = maps.functions[f.function.value];
    f.mapping = maps.mappings[f.mapping.value];
    return frame(f);
  });
  maps.stacks.reserve(other.stacks().size());
  maps.stacks.push_back({});
  for (const StackNode& n : other.stacks().subspan(1)) {
    maps.stacks.push_back(stack({maps.stacks[n.parent.value], maps.frames[n.frame.value]}));
  }
  fill(maps.threads, other.threads(), [&](Thread t) {
    t.process_name = moved(t.process_name);
    t.thread_name = moved(t.thread_name);
    return thread(t);
  });
  for (std::uint32_t i = 0; i < other.label_set_count(); ++i) {
    scratch_.clear();
    for (Label l : other.labels(LabelSetId{i})) {
      l.key = moved(l.key);
      l.text = moved(l.text);
      l.unit = moved(l.unit);
      scratch_.push_back(l);
    }
    maps.label_sets.push_back(label_set());
  }
  return maps;
}

}  // namespace profconv
