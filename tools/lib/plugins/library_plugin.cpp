// SPDX-License-Identifier: Apache-2.0
// Taking the cards of a shared library, and calling what they point to.
#include "library_plugin.h"

#include <array>
#include <utility>

#include "job.h"
#include "tools/lib/c/handles.h"

namespace profconv::plugins {

namespace {

constexpr std::size_t most_cards = 100;
constexpr std::size_t most_words = 100;

/// A struct of the plugin, which may be shorter than the host's.
template <class T>
T card_taken(const T* given, std::string_view what) {
  try {
    return c::taken(given, what);
  } catch (const UsageError& error) {
    throw Refusal(error.what());
  }
}

std::string word(const char* given, std::string_view what) {
  if (given == nullptr) throw Refusal(std::string(what) + " is NULL");
  return given;
}

std::vector<std::string> words(const char* const* list, std::string_view what) {
  std::vector<std::string> all;
  for (; list != nullptr && *list != nullptr; ++list) {
    if (all.size() == most_words) throw Refusal(std::string(what) + " has more than 100 words, or no NULL at its end");
    all.emplace_back(*list);
  }
  return all;
}

/// Calls `take(element)` for each element of an array with a stride.
template <class T, class Take>
void for_each_card(const T* array, std::size_t stride, std::size_t count, const std::string& what, Take take) {
  if (count > most_cards) throw Refusal("has " + std::to_string(count) + " " + what + "; at most 100 are allowed");
  if (count == 0) return;
  if (array == nullptr) throw Refusal("has " + std::to_string(count) + " " + what + " at NULL");
  const std::string with = "has " + what + " with a stride of " + std::to_string(stride) + " bytes";
  if (!is_aligned(array, stride)) throw Refusal(with + ", which is not aligned");
  for (std::size_t i = 0; i < count; ++i) {
    const T& element = element_at(array, stride, i);
    if (element.size > stride) throw Refusal(with + ", one of which has " + std::to_string(element.size));
    take(card_taken(&element, what));
  }
}

OptionType type_of(pc_option_type type) {
  constexpr std::array types{OptionType::boolean, OptionType::integer, OptionType::decimal, OptionType::text,
                             OptionType::choice};
  if (type < 0 || static_cast<std::size_t>(type) >= types.size()) {
    throw Refusal("has an option of type " + std::to_string(type) + ", which does not exist");
  }
  return types[static_cast<std::size_t>(type)];
}

OptionWords option_words(const pc_option_card& given) {
  OptionWords option{.name = word(given.name, "the name of an option"),
                     .type = type_of(given.type),
                     .fallback = c::text(given.fallback),
                     .summary = word(given.summary, "the summary of an option"),
                     .choices = words(given.choices, "choices")};
  if (given.min != 0 || given.max != 0) {
    option.min = given.min;
    option.max = given.max;
  }
  return option;
}

template <class GivenCard>
CardWords card_words(const GivenCard& given) {
  CardWords card{.name = word(given.name, "the name of a format"),
                 .summary = word(given.summary, "the summary of a format"),
                 .aliases = words(given.aliases, "aliases"),
                 .extensions = words(given.extensions, "extensions"),
                 .carries = words(given.carries, "carries"),
                 .options = {}};
  for_each_card(given.options, given.option_stride, given.option_count, "options",
                [&](const pc_option_card& each) { card.options.push_back(option_words(each)); });
  return card;
}

const LibraryReader& of(const Reader& reader) { return static_cast<const LibraryReader&>(reader); }
const LibraryWriter& of(const Writer& writer) { return static_cast<const LibraryWriter&>(writer); }

Features reader_carries(const Reader& reader, const Options&) { return of(reader).words.carries(); }
Features writer_carries(const Writer& writer, const Options&) { return of(writer).words.carries(); }
SampleOrder order(const Writer& writer, const Options&) {
  return of(writer).card.keeps_order != 0 ? SampleOrder::as_read : SampleOrder::merged;
}

/// Calls a function of a plugin that may be written in C++ and be wrong.
template <class Call>
void contained(const LibraryPlugin& plugin, Call call) {
  try {
    call();
  } catch (...) {
    throw UsageError(plugin.name() + " let an exception escape");
  }
}

Probe probe(const Reader& reader, std::string_view head, std::string_view file_name) {
  const LibraryReader& self = of(reader);
  pc_probe found{};
  found.size = sizeof(found);
  contained(self.plugin, [&] {
    self.plugin.call([&] { self.card.probe(self.card.self, c::view(head), c::view(file_name), &found); });
  });
  if (found.confidence <= PC_NO || found.confidence > PC_MAGIC) return {};
  found.reason[sizeof(found.reason) - 1] = '\0';
  return {.confidence = static_cast<Confidence>(found.confidence), .reason = one_line(found.reason)};
}

void read(const Reader& reader, Input& input, const Options& options, ProfileSetBuilder& builder, Context& context) {
  const LibraryReader& self = of(reader);
  pc_job job(self.name, options, context);
  job.input = &input;
  job.builder = &builder;
  pc_status status = PC_OK;
  contained(self.plugin, [&] { status = self.plugin.call([&] { return self.card.read(self.card.self, &job); }); });
  job.finish(status, self.plugin.name());
}

void write(const Writer& writer, const ProfileSet& set, const Options& options, Output& output, Context& context) {
  const LibraryWriter& self = of(writer);
  const pc_set view(set);
  pc_job job(self.name, options, context);
  job.output = &output;
  pc_status status = PC_OK;
  contained(self.plugin,
            [&] { status = self.plugin.call([&] { return self.card.write(self.card.self, &job, &view); }); });
  job.finish(status, self.plugin.name());
  if (!job.has_written) require_no_samples(set, self.plugin.name());
}

Compression compression_of_card(pc_compression given) {
  switch (given) {
    case PC_COMPRESSION_DEFAULT:
    case PC_COMPRESSION_NONE:
      return Compression::none;
    case PC_COMPRESSION_GZIP:
      return Compression::gzip;
    case PC_COMPRESSION_ZSTD:
      return Compression::zstd;
    default:
      throw Refusal("has a writer with compression " + std::to_string(given) + ", which does not exist");
  }
}

}  // namespace

LibraryReader::LibraryReader(const pc_reader_card& given, LibraryPlugin& of)
    : words(card_words(given)), card(given), plugin(of) {
  words.describe(*this);
  if (given.probe == nullptr || given.read == nullptr) {
    throw Refusal("the reader '" + std::string(name) + "' has no probe or cannot read");
  }
  carries = reader_carries;
  Reader::probe = plugins::probe;
  Reader::read = plugins::read;
}

LibraryWriter::LibraryWriter(const pc_writer_card& given, LibraryPlugin& of)
    : words(card_words(given)), card(given), plugin(of) {
  words.describe(*this);
  if (given.write == nullptr) throw Refusal("the writer '" + std::string(name) + "' cannot write");
  binary = given.is_binary != 0;
  compression = compression_of_card(given.compression);
  carries = writer_carries;
  Writer::order = plugins::order;
  Writer::write = plugins::write;
}

LibraryPlugin::LibraryPlugin(std::string path, const pc_plugin* given) : path_(std::move(path)) {
  if (given == nullptr) throw Refusal("refuses to work with " + std::string(pc_version()));
  // The version comes first: what a newer plugin has at its end need not make sense here.
  if (given->size < offsetof(pc_plugin, is_thread_safe)) throw Refusal("pc_plugin.size is not set");
  version_ = given->version;
  if (version_ > PC_PLUGIN_VERSION) {
    throw Refusal("needs version " + std::to_string(version_) + " of the plugin interface; " + pc_version() +
                  " has version " + std::to_string(PC_PLUGIN_VERSION) + ": try a newer profconv");
  }
  if (version_ == 0) throw Refusal("pc_plugin.version is 0; the first version of the plugin interface is 1");
  const pc_plugin plugin = card_taken(given, "pc_plugin");
  name_ = one_line(word(plugin.name, "pc_plugin.name"));
  release_ = one_line(c::text(plugin.release));
  is_thread_safe_ = plugin.is_thread_safe != 0;
  for_each_card(plugin.readers, plugin.reader_stride, plugin.reader_count, "readers",
                [&](const pc_reader_card& each) { readers_.emplace_back(each, *this); });
  for_each_card(plugin.writers, plugin.writer_stride, plugin.writer_count, "writers",
                [&](const pc_writer_card& each) { writers_.emplace_back(each, *this); });
  if (readers_.empty() && writers_.empty()) throw Refusal("has no formats");
}

std::vector<const Reader*> LibraryPlugin::readers() const {
  std::vector<const Reader*> all;
  for (const LibraryReader& each : readers_) all.push_back(&each);
  return all;
}

std::vector<const Writer*> LibraryPlugin::writers() const {
  std::vector<const Writer*> all;
  for (const LibraryWriter& each : writers_) all.push_back(&each);
  return all;
}

std::string LibraryPlugin::description() const {
  return name_ + (release_.empty() ? "" : " " + release_) + ", interface " + std::to_string(version_);
}

}  // namespace profconv::plugins
