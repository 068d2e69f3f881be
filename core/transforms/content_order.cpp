// SPDX-License-Identifier: Apache-2.0
// Ranking, table by table.
#include "core/transforms/content_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace profconv {

namespace {

using Ranks = std::vector<std::uint32_t>;

/// The place of each entry where `less` sorts their indices.
template <class Less>
Ranks ranks(std::size_t count, Less less) {
  Ranks order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), less);
  Ranks result(count);
  for (std::size_t i = 0; i < count; ++i) result[order[i]] = static_cast<std::uint32_t>(i);
  return result;
}

/// As ranks(), by a tuple that stands for each entry.
template <class Table, class Words>
Ranks ranks_by(const Table& table, Words words) {
  return ranks(table.size(), [&](std::uint32_t a, std::uint32_t b) { return words(table[a]) < words(table[b]); });
}

Ranks rank_frames(const Dictionary& dictionary, const Ranks& strings) {
  const auto of = [&](StringId id) { return strings[id.value]; };
  const Ranks mappings = ranks_by(dictionary.mappings(), [&](const Mapping& m) {
    return std::tuple(of(m.file), of(m.build_id), m.start, m.limit, m.offset, m.relative_addresses, m.has_functions,
                      m.has_filenames, m.has_line_numbers, m.has_inline_frames);
  });
  const Ranks functions = ranks_by(dictionary.functions(), [&](const Function& f) {
    return std::tuple(of(f.name), of(f.system_name), of(f.file), f.start_line);
  });
  return ranks_by(dictionary.frames(), [&](const Frame& f) {
    const std::uint64_t offset = f.offset - Frame::no_offset;  // none: before all others
    return std::tuple(functions[f.function.value], offset, mappings[f.mapping.value], f.address, f.line, f.column,
                      f.inlined, f.shares_location, f.kind);
  });
}

/// Along the prefix tree, so that no two stacks are ever compared frame by frame.
Ranks rank_stacks(const Dictionary& dictionary, const Ranks& frames, const Context& context) {
  constexpr std::uint32_t stacks_between_checks = 1U << 14;
  const auto stacks = dictionary.stacks();
  std::vector<std::uint32_t> end(stacks.size() + 1);
  for (std::size_t i = 1; i < stacks.size(); ++i) ++end[stacks[i].parent.value + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  // Counted into place by their parents: end[id] moves from where the children of id begin to where they end.
  Ranks children(stacks.size());
  for (std::uint32_t i = 1; i < stacks.size(); ++i) children[end[stacks[i].parent.value]++] = i;
  const auto falling = [&](std::uint32_t a, std::uint32_t b) {
    return frames[stacks[a].frame.value] > frames[stacks[b].frame.value];
  };
  Ranks result(stacks.size());
  Ranks open{0};
  for (std::uint32_t next = 0; !open.empty(); ++next) {
    if (next % stacks_between_checks == 0) context.check_cancelled();
    const std::uint32_t id = open.back();
    open.pop_back();
    result[id] = next;
    const auto first = children.begin() + (id == 0 ? 0 : end[id - 1]);
    const auto last = children.begin() + end[id];
    std::sort(first, last, falling);
    open.insert(open.end(), first, last);
  }
  return result;
}

Ranks rank_label_sets(const Dictionary& dictionary, const Ranks& strings) {
  const auto words = [&](const Label& l) {
    return std::tuple(strings[l.key.value], l.is_number, strings[l.text.value], l.number, strings[l.unit.value]);
  };
  return ranks(dictionary.label_set_count(), [&](std::uint32_t a, std::uint32_t b) {
    const auto of_a = dictionary.labels(LabelSetId{a});
    const auto of_b = dictionary.labels(LabelSetId{b});
    return std::lexicographical_compare(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                                        [&](const Label& x, const Label& y) { return words(x) < words(y); });
  });
}

}  // namespace

ContentOrder::ContentOrder(const Dictionary& dictionary, const Context& context) {
  const auto texts = dictionary.strings();
  const Ranks strings = ranks(texts.size(), [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
  stacks_ = rank_stacks(dictionary, rank_frames(dictionary, strings), context);
  threads_ = ranks_by(dictionary.threads(), [&](const Thread& t) {
    return std::tuple(t.pid, t.tid, strings[t.process_name.value], strings[t.thread_name.value]);
  });
  label_sets_ = rank_label_sets(dictionary, strings);
}

}  // namespace profconv
