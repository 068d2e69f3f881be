// SPDX-License-Identifier: Apache-2.0
// The calls that every job has, and the table of all of them.
#include "job.h"

#include <array>
#include <new>
#include <stdexcept>

#include "core/text/excerpts.h"
#include "profconv/profconv.h"

using profconv::c::required;
using profconv::c::text;

namespace profconv::plugins {

namespace {

constexpr std::size_t most_kinds = 100;
constexpr std::size_t most_kind_bytes = 60;
constexpr std::size_t most_message_bytes = 1000;

[[noreturn]] void fail_with(const pc_job& job, pc_status status, std::uint64_t line, std::string_view message) {
  switch (status) {
    case PC_ERROR_LIMIT:
      throw LimitError(job.at_line(line), message);
    case PC_ERROR_CANCELLED:
      throw Cancelled();
    case PC_ERROR_OUT_OF_MEMORY:
      throw std::bad_alloc();
    case PC_ERROR_USAGE:
      throw UsageError(std::string(message));
    default:
      if (job.input != nullptr) throw ReadError(job.at_line(line), message);
      throw WriteError(std::string(message));
  }
}

pc_status fail(pc_job* job, pc_status status, uint64_t line, pc_string message) {
  return performed(job, [&](pc_job& in) {
    const std::string words = one_line(shortened(text(message), most_message_bytes));
    in.is_reported = true;
    fail_with(in, status, line, words);
  });
}

pc_status report(pc_job* job, pc_severity severity, const char* kind, uint64_t line, pc_string message) {
  constexpr std::array severities{Severity::note, Severity::data_loss, Severity::error};
  return performed(job, [&](pc_job& in) {
    c::require_index(static_cast<std::uint32_t>(severity), severities.size(), "severity");
    const std::string name = std::string(in.format) + "." + shortened(&required(kind, "kind"), most_kind_bytes);
    in.kinds.insert(name);
    if (in.kinds.size() > most_kinds) throw UsageError("it reports more than 100 kinds of findings");
    in.context.report(severities[static_cast<std::size_t>(severity)], one_line(name), in.at_line(line),
                      shortened(text(message), most_message_bytes));
  });
}

pc_status check(pc_job* job) {
  return performed(job, [](pc_job&) {});
}

/// What `get` tells of an option; of one that is not on the card, nothing.
template <class Result, class Get>
Result of_option(pc_job* job, size_t option, Get get) {
  Result result{};
  performed(job, [&](pc_job& in) { result = get(in.options, c::element(in.options.specs(), option, "option")); });
  return result;
}

int64_t number_of(const Options& options, const Option& option) {
  switch (option.type) {
    case OptionType::boolean:
      return options.boolean(option) ? 1 : 0;
    case OptionType::integer:
      return options.integer(option);
    case OptionType::decimal:
      return options.millionths(option);
    case OptionType::choice:
      for (std::size_t i = 0; i < option.choices.size(); ++i) {
        if (option.choices[i] == options.text(option)) return static_cast<int64_t>(i);
      }
      return -1;
    case OptionType::text:
      break;
  }
  throw UsageError("option_number() of the text '" + std::string(option.name) + "'");
}

int64_t option_number(pc_job* job, size_t option) { return of_option<int64_t>(job, option, number_of); }

pc_string option_text(pc_job* job, size_t option) {
  return of_option<pc_string>(job, option,
                              [](const Options& options, const Option& each) { return c::view(options.text(each)); });
}

int32_t option_is_set(pc_job* job, size_t option) {
  return of_option<int32_t>(job, option,
                            [](const Options& options, const Option& each) { return options.is_set(each) ? 1 : 0; });
}

pc_status write(pc_job* job, const void* data, size_t size) {
  return performed(job, [&](pc_job& in) {
    if (in.output == nullptr) throw UsageError("write() while reading");
    if (size == 0) return;
    c::require_pointer(data, "data");
    in.output->write({static_cast<const char*>(data), size});
    in.has_written = true;
  });
}

pc_host table() {
  pc_host made{};
  made.size = sizeof(made);
  made.version = PC_PLUGIN_VERSION;
  made.program = pc_version();
  made.option_number = option_number;
  made.option_text = option_text;
  made.option_is_set = option_is_set;
  made.check = check;
  made.fail = fail;
  made.report = report;
  made.write = write;
  add_reading(made);
  made.table_sizes_get = pc_table_sizes_get;
  made.string_at = pc_string_at;
  made.mapping_at = pc_mapping_at;
  made.function_at = pc_function_at;
  made.frame_at = pc_frame_at;
  made.thread_at = pc_thread_at;
  made.labels_at = pc_labels_at;
  made.stack_at = pc_stack_at;
  made.stack_frames = pc_stack_frames;
  made.profile_count = pc_profile_count;
  made.profile_at = pc_profile_at;
  made.value_type_at = pc_value_type_at;
  made.comment_at = pc_comment_at;
  made.attribute_at = pc_attribute_at;
  made.cursor_create = pc_cursor_create;
  made.cursor_next = pc_cursor_next;
  made.cursor_free = pc_cursor_free;
  return made;
}

}  // namespace

const pc_host& host() {
  static const pc_host made = table();
  return made;
}

}  // namespace profconv::plugins

pc_status pc_job::keep_failure() noexcept {
  failure = std::current_exception();
  status = profconv::c::describe_failure(nullptr);
  return status;
}

void pc_job::finish(pc_status returned, std::string_view plugin) {
  const auto wrong = [&](std::string_view what) {
    const std::string message = std::string(plugin) + " " + std::string(what);
    if (input != nullptr) throw profconv::ReadError(input->whole(), message);
    throw profconv::WriteError(message);
  };
  if (!failure) {
    if (returned == PC_OK) return;
    const std::string name = pc_status_name(returned);
    wrong("failed with " + (name.empty() ? "status " + std::to_string(returned) : name) + " and no message");
  }
  if (is_reported) std::rethrow_exception(failure);
  try {
    std::rethrow_exception(failure);
  } catch (const profconv::UsageError& error) {
    wrong(std::string("made a wrong call: ") + error.what());
  } catch (const std::logic_error& error) {
    wrong(std::string("made a wrong call: ") + error.what());
  }
}
