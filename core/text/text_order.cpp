// SPDX-License-Identifier: Apache-2.0
// Sorting by eight bytes at a time, which stand side by side, where comparing whole texts would wait for each of them.
#include "core/text/text_order.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace profconv {

namespace {

/// Eight bytes of a text, ordered as they are.
struct Key {
  std::uint64_t bytes = 0;
  std::uint32_t text = 0;
};

/// Keys whose texts are equal before `at`.
struct Alike {
  std::span<Key> keys;
  std::size_t at = 0;
};

constexpr std::size_t key_bytes = sizeof(Key::bytes);

/// Zeros stand behind the end of a text.
std::uint64_t bytes_at(std::string_view text, std::size_t at) {
  std::uint64_t bytes = 0;
  text.copy(reinterpret_cast<char*>(&bytes), key_bytes, at);
  return std::endian::native == std::endian::big ? bytes : __builtin_bswap64(bytes);
}

/// Texts on their way into order.
class TextOrder {
 public:
  explicit TextOrder(std::span<const std::string_view> texts) : texts_(texts), keys_(texts.size()) {
    for (std::uint32_t i = 0; i < keys_.size(); ++i) keys_[i].text = i;
    left_.push_back({keys_, 0});
    while (!left_.empty()) {
      const Alike alike = left_.back();
      left_.pop_back();
      sort(alike);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> places() const {
    std::vector<std::uint32_t> places;
    places.reserve(keys_.size());
    for (const Key& key : keys_) places.push_back(key.text);
    return places;
  }

 private:
  void sort(const Alike& alike) {
    for (Key& key : alike.keys) key.bytes = bytes_at(texts_[key.text], alike.at);
    const auto is_smaller = [](const Key& a, const Key& b) { return a.bytes < b.bytes; };
    if (!std::is_sorted(alike.keys.begin(), alike.keys.end(), is_smaller)) {
      std::sort(alike.keys.begin(), alike.keys.end(), is_smaller);
    }
    for (auto first = alike.keys.begin(); first != alike.keys.end();) {
      const auto last = std::upper_bound(first, alike.keys.end(), *first, is_smaller);
      if (last - first > 1) sort_longer({{first, last}, alike.at + key_bytes});
      first = last;
    }
  }

  /// Of texts that are equal so far those that have ended stand first, the shorter ones, which lack a zero, before all.
  void sort_longer(const Alike& alike) {
    const auto size = [&](const Key& key) { return texts_[key.text].size(); };
    const auto goes_on =
        std::partition(alike.keys.begin(), alike.keys.end(), [&](const Key& key) { return size(key) <= alike.at; });
    std::sort(alike.keys.begin(), goes_on, [&](const Key& a, const Key& b) { return size(a) < size(b); });
    if (alike.keys.end() - goes_on > 1) left_.push_back({{goes_on, alike.keys.end()}, alike.at});
  }

  std::span<const std::string_view> texts_;
  std::vector<Key> keys_;
  std::vector<Alike> left_;  ///< to be sorted by what comes behind
};

}  // namespace

std::vector<std::uint32_t> order_of(std::span<const std::string_view> texts) { return TextOrder(texts).places(); }

}  // namespace profconv
