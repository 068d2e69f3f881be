// SPDX-License-Identifier: Apache-2.0
// Looking formats up.
#include "profconv/registry.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/conversion/extensions.h"
#include "profconv/errors.h"

namespace profconv {

namespace {

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Card>
bool is_called(const Card& card, std::string_view name) {
  return card.name == name || contains(card.aliases, name);
}

template <class Card>
const Card& find(const std::vector<const Card*>& cards, std::string_view name, std::string_view verb) {
  std::vector<std::string_view> names;
  std::string known;
  for (const Card* card : cards) {
    if (is_called(*card, name)) return *card;
    names.push_back(card->name);
    names.insert(names.end(), card->aliases.begin(), card->aliases.end());
    known.append(known.empty() ? "" : ", ").append(card->name);
  }
  const std::string_view near = nearest(name, names);
  throw UsageError("no format called '" + std::string(name) + "' can be " + std::string(verb) +
                   (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?") + " (there are: " + known + ")");
}

template <class Card>
bool card_takes(const Card& card, const Setting& setting) {
  if (!setting.format.empty() && !is_called(card, setting.format)) return false;
  return std::any_of(card.options.begin(), card.options.end(),
                     [&](const Option& option) { return option.name == setting.option; });
}

template <class Card>
Options card_options(const Card& card, std::span<const Setting> settings) {
  Options options(card.options);
  for (const Setting& setting : settings) {
    if (card_takes(card, setting)) options.set(setting.option, setting.value);
  }
  return options;
}

/// Throws UsageError where a name or an alias of one card is one of another, too.
template <class Card>
void require_own_names(const std::vector<const Card*>& cards, std::string_view kind) {
  std::set<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (names.insert(name).second) return;
    throw UsageError("two " + std::string(kind) + " are called '" + std::string(name) + "'");
  };
  for (const Card* card : cards) {
    add(card->name);
    for (const std::string_view alias : card->aliases) add(alias);
  }
}

}  // namespace

Registry::Registry(std::vector<const Reader*> readers, std::vector<const Writer*> writers)
    : readers_(std::move(readers)), writers_(std::move(writers)) {
  for (const Reader* reader : readers_) {
    if (reader == nullptr) throw UsageError("a reader is null");
    if (reader->probe == nullptr) throw UsageError("the reader '" + std::string(reader->name) + "' has no probe");
    if (reader->read == nullptr) throw UsageError("the reader '" + std::string(reader->name) + "' cannot read");
  }
  for (const Writer* writer : writers_) {
    if (writer == nullptr) throw UsageError("a writer is null");
    if (writer->carries == nullptr || writer->write == nullptr) {
      throw UsageError("the writer '" + std::string(writer->name) + "' does not say what it carries, or cannot write");
    }
  }
  require_own_names(readers_, "readers");
  require_own_names(writers_, "writers");
}

const Reader& Registry::reader(std::string_view name) const { return find(readers_, name, "read"); }
const Writer& Registry::writer(std::string_view name) const { return find(writers_, name, "written"); }

const Writer* Registry::writer_for_path(std::string_view path) const {
  const Writer* best = nullptr;
  std::size_t best_length = 0;
  for (const Writer* writer : writers_) {
    const std::size_t length = extension_length(writer->extensions, path);
    if (length > best_length) {
      best = writer;
      best_length = length;
    }
  }
  return best;
}

std::vector<Detection> Registry::candidates(std::string_view head, std::string_view file_name) const {
  const std::string_view path = split_compression(file_name).first;
  std::vector<Detection> found;
  for (const Reader* reader : readers_) {
    Probe probe = reader->probe(*reader, head, path);
    if (probe.confidence != Confidence::no) found.push_back({.reader = reader, .probe = std::move(probe)});
  }
  const auto rank = [&](const Detection& d) {
    return std::pair(d.probe.confidence, extension_length(d.reader->extensions, path));
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const Detection& a, const Detection& b) { return rank(a) > rank(b); });
  return found;
}

std::pair<std::string_view, Compression> split_compression(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, Compression>, 2> layers{
      {{".gz", Compression::gzip}, {".zst", Compression::zstd}}};
  for (const auto& [extension, compression] : layers) {
    if (ends_in(path, extension)) return {path.substr(0, path.size() - extension.size()), compression};
  }
  return {path, Compression::none};
}

bool takes(const Reader& reader, const Setting& setting) { return card_takes(reader, setting); }
bool takes(const Writer& writer, const Setting& setting) { return card_takes(writer, setting); }

Options options_for(const Reader& reader, std::span<const Setting> settings) { return card_options(reader, settings); }
Options options_for(const Writer& writer, std::span<const Setting> settings) { return card_options(writer, settings); }

}  // namespace profconv
