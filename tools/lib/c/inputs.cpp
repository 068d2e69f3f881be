// SPDX-License-Identifier: Apache-2.0
// The C interface to reading: inputs from files, memory and callbacks, detection, sets.
#include "handles.h"
#include "profconv/input.h"
#include "tools/lib/opened_input.h"
#include "tools/lib/settings.h"

namespace profconv::c {

namespace {

/// Bytes from a callback of the caller.
class CallbackSource final : public Source {
 public:
  CallbackSource(const pc_input& input, std::string name) : input_(input), name_(std::move(name)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::int64_t got = input_.read(input_.user, buffer.data(), buffer.size());
    if (got < 0) throw ReadError({.file = name_}, "the callback that reads it failed");
    if (static_cast<std::uint64_t>(got) > buffer.size())
      throw UsageError(name_ + ": the callback read past its buffer");
    return static_cast<std::size_t>(got);
  }

 private:
  pc_input input_;
  std::string name_;
};

Input open(const pc_input& input, Context& context) {
  const int given = (input.path != nullptr ? 1 : 0) + (input.data != nullptr ? 1 : 0) + (input.read != nullptr ? 1 : 0);
  if (given != 1) throw UsageError("input needs one of path, data and read");
  if (input.path != nullptr) return Input::open(input.path, context);
  const std::string name = input.name != nullptr ? input.name : input.data != nullptr ? "<memory>" : "<callback>";
  if (input.read != nullptr) return {name, std::make_unique<CallbackSource>(input, name), context};
  return Input::from_memory(name, {static_cast<const char*>(input.data), input.data_size}, context);
}

/// An input whose reader is known.
struct Chosen {
  std::vector<Setting> settings;
  Opened opened;
};

Chosen choose(const pc_input* input, const pc_read_options& options, Context& context) {
  std::vector<Setting> given = settings(options.settings, options.setting_count);
  const std::string from = text(options.from);
  Opened opened =
      with_reader(open(taken(input, "input"), context), {.from = from, .settings = given}, builtin_registry());
  return {.settings = std::move(given), .opened = std::move(opened)};
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_detect(pc_context* context, const pc_input* input, const pc_read_options* options, pc_detection* detection,
                    pc_error* error) {
  return guarded(error, [&] {
    pc_context& used = required(context, "context");
    const Chosen chosen = choose(input, taken_or_default(options, "options"), used.context);
    const profconv::Detection& found = chosen.opened.detection;
    used.reason = found.probe.reason;
    used.compression = chosen.opened.input.compression();
    give(detection,
         {.size = 0,
          .reader = view(found.reader->name),
          .reason = view(used.reason),
          .compression = view(used.compression),
          .confidence = static_cast<pc_confidence>(found.probe.confidence)},
         "detection");
  });
}

pc_status pc_read(pc_context* context, const pc_input* input, const pc_read_options* options, pc_set** set,
                  pc_error* error) {
  return guarded(error, [&] {
    pc_context& used = required(context, "context");
    pc_set*& result = required(set, "set");
    const pc_read_options given = taken_or_default(options, "options");
    Chosen chosen = choose(input, given, used.context);
    const profconv::Detection& found = chosen.opened.detection;
    const profconv::Options reader_options = options_for(*found.reader, chosen.settings);
    profconv::require_all_taken(chosen.settings, {&found.reader, 1}, {}, profconv::builtin_registry());
    const auto order = given.keep_order != 0 ? profconv::SampleOrder::as_read : profconv::SampleOrder::merged;
    profconv::ProfileSet profiles = read_opened(chosen.opened, reader_options, order);
    pc_source source{.reader = found.reader->name,
                     .reason = found.probe.reason,
                     .compression = std::string(chosen.opened.input.compression()),
                     .confidence = found.probe.confidence};
    result = new pc_set(std::move(profiles), order, std::move(source));
  });
}

void pc_set_free(pc_set* set) { delete set; }

pc_status pc_set_source(const pc_set* set, pc_detection* detection, pc_error* error) {
  return guarded(error, [&] {
    const auto& source = required(set, "set").source;
    if (!source) throw profconv::UsageError("the set was not read");
    give(detection,
         {.size = 0,
          .reader = view(source->reader),
          .reason = view(source->reason),
          .compression = view(source->compression),
          .confidence = static_cast<pc_confidence>(source->confidence)},
         "detection");
  });
}
