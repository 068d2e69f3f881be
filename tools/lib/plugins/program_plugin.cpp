// SPDX-License-Identifier: Apache-2.0
// A plugin that is a program of its own: profconv-read-NAME gets the input and prints profconv's JSON or pprof,
// profconv-write-NAME gets JSON and prints the output.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/process/process.h"
#include "core/text/base_name.h"
#include "core/text/blanks.h"
#include "core/text/excerpts.h"
#include "plugin.h"
#include "profconv/conversion.h"
#include "program_card.h"
#include "program_failure.h"

namespace profconv::plugins {

namespace {

constexpr std::string_view reads = "profconv-read-";
constexpr std::string_view writes = "profconv-write-";
constexpr std::chrono::seconds describe_deadline{5};
constexpr std::size_t most_card_bytes = std::size_t{1} << 16;
constexpr std::size_t signature_bytes = 4096;
constexpr std::size_t most_message_bytes = 1000;

/// What a program is run for.
struct Program {
  Program(std::string file, ProgramCard described)
      : path(std::move(file)), card(std::move(described)), words(card.words) {}

  std::string path;
  ProgramCard card;
  Card words;

  [[nodiscard]] std::string name() const { return "the plugin '" + card.words.name + "'"; }

  [[nodiscard]] Command command(const Options& options, std::unique_ptr<Source> input) const {
    Command made{.words = {path}, .name = name(), .environment = {}, .input = std::move(input)};
    for (const Option& option : options.specs()) {
      made.words.push_back("--" + std::string(option.name) + "=" + std::string(options.text(option)));
    }
    made.deadline = card.deadline;
    return made;
  }
};

struct ProgramReader : Reader {
  explicit ProgramReader(const Program& of);
  const Program& program;
};

struct ProgramWriter : Writer {
  explicit ProgramWriter(const Program& of);
  const Program& program;
};

/// What is left of an input.
class Rest final : public Source {
 public:
  explicit Rest(Input& input) : input_(input) {}
  std::size_t read(std::span<char> buffer) override { return input_.read(buffer); }

 private:
  Input& input_;
};

class Text final : public Source {
 public:
  explicit Text(std::string text) : text_(std::move(text)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t count = text_.copy(buffer.data(), buffer.size(), at_);
    at_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

/// Standard output of a program that reads a file. Its failures are those of reading that file.
class Printed final : public Source {
 public:
  Printed(Command command, const Input& input) : process_(std::move(command), input.context()), input_(input) {}
  [[nodiscard]] std::string_view error_text() const { return process_.error_text(); }
  std::size_t read(std::span<char> buffer) override {
    try {
      return process_.read(buffer);
    } catch (const ProcessError& error) {
      throw_failure(input_.whole(), error);
    }
  }

 private:
  Process process_;
  const Input& input_;
};

const Program& of(const Reader& reader) { return static_cast<const ProgramReader&>(reader).program; }
const Program& of(const Writer& writer) { return static_cast<const ProgramWriter&>(writer).program; }

Probe probe(const Reader& reader, std::string_view head, std::string_view) {
  const ProgramCard& card = of(reader).card;
  for (const std::string& begin : card.begins) {
    if (head.starts_with(begin)) {
      return {.confidence = Confidence::certain, .reason = "begins with " + in_quotes(begin)};
    }
  }
  const std::string_view beginning = head.substr(0, signature_bytes);
  const auto has = [&](const std::string& part) { return beginning.find(part) != std::string_view::npos; };
  if (card.contains.empty() || !std::all_of(card.contains.begin(), card.contains.end(), has)) return {};
  return {.confidence = Confidence::likely, .reason = "contains " + in_quotes(card.contains.front())};
}

/// Reports what a program that succeeded printed on standard error: lines that begin with "warning:" are losses, others
/// are notes.
void report_words(std::string_view said, const Program& program, const Location& where, Context& context) {
  constexpr std::string_view mark = "warning:";
  while (!said.empty()) {
    std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(line.size() + 1, said.size()));
    line = without_blanks_around(line);
    if (line.empty()) continue;
    const bool is_loss = line.starts_with(mark);
    if (is_loss) line = without_blanks_around(line.substr(mark.size()));
    const std::string words = program.name() + ": " + shortened(line, most_message_bytes);
    if (is_loss) {
      context.data_loss("plugin.warning", where, words);
    } else {
      context.note("plugin.note", where, words);
    }
  }
}

/// The reader of what a program printed.
const Reader& reader_of(Input& printed, const Program& program, const Location& where) {
  const std::string_view head = printed.head();
  for (const std::string_view name : {"json", "pprof"}) {
    const Reader& reader = builtin_registry().reader(name);
    if (reader.probe(reader, head, {}).confidence > Confidence::weak) return reader;
  }
  if (head.empty()) throw ReadError(where, program.name() + " printed nothing");
  throw ReadError(where, program.name() + " printed neither profconv's JSON nor pprof: " +
                             in_quotes(head.substr(0, head.find('\n'))));
}

void read(const Reader& reader, Input& input, const Options& options, ProfileSetBuilder& builder, Context& context) {
  const Program& program = of(reader);
  try {
    auto source = std::make_unique<Printed>(program.command(options, std::make_unique<Rest>(input)), input);
    const Printed& process = *source;
    Input printed(input.name() + ", as " + program.name() + " reads it", std::move(source), context);
    const Reader& language = reader_of(printed, program, input.whole());
    language.read(language, printed, Options(language.options), builder, context);
    // Whatever follows is read too: only then the program's exit status is known.
    static_cast<void>(printed.read_all());
    report_words(process.error_text(), program, input.whole(), context);
  } catch (const ProcessError& error) {
    throw_failure(input.whole(), error);
  }
}

std::string as_json(const ProfileSet& set, Context& context) {
  const Writer& json = builtin_registry().writer("json");
  std::string text;
  Output output = Output::to_memory(&text);
  json.write(json, set, Options(json.options), output, context);
  output.commit();
  return text;
}

void write(const Writer& writer, const ProfileSet& set, const Options& options, Output& output, Context& context) {
  const Program& program = of(writer);
  try {
    Process process(program.command(options, std::make_unique<Text>(as_json(set, context))), context);
    std::vector<char> block(std::size_t{1} << 16);
    bool has_output = false;
    for (std::size_t count = 0; (count = process.read(block)) != 0; has_output = true) {
      output.write({block.data(), count});
    }
    if (!has_output) require_no_samples(set, program.name());
    report_words(process.error_text(), program, {}, context);
  } catch (const ProcessError& error) {
    throw WriteError(error.what());
  }
}

Features reader_carries(const Reader& reader, const Options&) { return of(reader).words.carries(); }
Features writer_carries(const Writer& writer, const Options&) { return of(writer).words.carries(); }
SampleOrder order(const Writer& writer, const Options&) {
  return of(writer).words.carries().has(Feature::start_times) ? SampleOrder::as_read : SampleOrder::merged;
}

ProgramReader::ProgramReader(const Program& of) : program(of) {
  of.words.describe(*this);
  carries = reader_carries;
  Reader::probe = plugins::probe;
  Reader::read = plugins::read;
}

ProgramWriter::ProgramWriter(const Program& of) : program(of) {
  of.words.describe(*this);
  binary = of.card.is_binary;
  compression = of.card.compression;
  carries = writer_carries;
  Writer::order = plugins::order;
  Writer::write = plugins::write;
}

class ProgramPlugin final : public Plugin {
 public:
  ProgramPlugin(std::string path, ProgramCard card)
      : program_(std::move(path), std::move(card)), reader_(program_), writer_(program_) {}

  [[nodiscard]] std::vector<const Reader*> readers() const override {
    return is_reader() ? std::vector<const Reader*>{&reader_} : std::vector<const Reader*>();
  }
  [[nodiscard]] std::vector<const Writer*> writers() const override {
    return is_reader() ? std::vector<const Writer*>() : std::vector<const Writer*>{&writer_};
  }
  [[nodiscard]] std::string description() const override {
    const std::string& release = program_.card.release;
    return "a program" + (release.empty() ? "" : ", release " + release);
  }

 private:
  [[nodiscard]] bool is_reader() const { return base_name(program_.path).starts_with(reads); }

  Program program_;
  ProgramReader reader_;
  ProgramWriter writer_;
};

/// What a program prints with --describe.
std::string described(const std::string& path) {
  Context context;
  Command command{.words = {path, "--describe"}, .name = "it", .environment = {}, .input = nullptr};
  command.deadline = describe_deadline;
  try {
    Process process(std::move(command), context);
    std::string text;
    std::vector<char> block(most_card_bytes);
    for (std::size_t count = 0; (count = process.read(block)) != 0;) {
      text.append(block.data(), count);
      if (text.size() > most_card_bytes) throw Refusal("prints more than 64 KiB with --describe");
    }
    return text;
  } catch (const ProcessError& error) {
    const bool has_no_interpreter = error.end() == ProcessEnd{ProcessEnd::Kind::not_started, ENOENT};
    if (has_no_interpreter)
      throw Refusal("cannot be started: the program that its first line (#!) names does not exist");
    throw Refusal("does not describe itself: " + std::string(error.what()));
  }
}

}  // namespace

bool is_program_name(std::string_view path) {
  return base_name(path).starts_with(reads) || base_name(path).starts_with(writes);
}

std::string reader_beside(const std::string& path) {
  const std::string_view file = base_name(path);
  if (!file.starts_with(writes)) return {};
  const std::string folder = path.substr(0, path.size() - file.size());
  return folder + std::string(reads) + std::string(file.substr(writes.size()));
}

std::unique_ptr<Plugin> load_program(const std::string& path) {
  if (access(path.c_str(), X_OK) != 0) throw Refusal("is not executable");
  ProgramCard card = parse_card(described(path));
  const std::string_view file = base_name(path);
  const std::string_view name = file.substr(file.starts_with(reads) ? reads.size() : writes.size());
  if (card.words.name != name) {
    throw Refusal("calls its format " + in_quotes(card.words.name) + ", but its file " + in_quotes(name));
  }
  return std::make_unique<ProgramPlugin>(path, std::move(card));
}

}  // namespace profconv::plugins
