// SPDX-License-Identifier: Apache-2.0
// Errors of the C interface, and the checks of arguments that lead to them.
#include <array>
#include <exception>
#include <new>
#include <stdexcept>

#include "calls.h"
#include "profconv/conversion.h"
#include "profconv/recorder.h"

namespace profconv::c {

namespace {

constexpr auto status_names = std::to_array<const char*>(
    {"PC_OK", "PC_ERROR_READ", "PC_ERROR_WRITE", "PC_ERROR_USAGE", "PC_ERROR_SEVERAL_PROFILES", "PC_ERROR_LIMIT",
     "PC_ERROR_OVERFLOW", "PC_ERROR_CANCELLED", "PC_ERROR_LOSSY", "PC_ERROR_OUT_OF_MEMORY", "PC_ERROR_INTERNAL",
     "PC_ERROR_RECORD"});

/// The bytes of `message` that fit, up to the end of a character.
std::size_t fitting(std::string_view message, std::size_t capacity) {
  if (message.size() <= capacity) return message.size();
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  while (capacity > 0 && continues(message[capacity])) --capacity;
  return capacity;
}

pc_status fail(pc_error* error, pc_status status, std::string_view message, const Location& where = {}) noexcept {
  if (error == nullptr || error->size < sizeof(error->size)) return status;
  pc_error made{};
  made.size = error->size;
  made.status = status;
  made.has_byte = where.has_byte ? 1 : 0;
  made.line = where.line;
  made.byte = where.byte;
  const std::size_t known = std::min(error->size, sizeof(made));
  const std::size_t before = offsetof(pc_error, message);
  if (known > before) message.copy(made.message, fitting(message, known - before - 1));
  std::memcpy(error, &made, known);
  return status;
}

}  // namespace

pc_status describe_failure(pc_error* error) noexcept {
  try {
    throw;
  } catch (const LimitError& e) {
    return fail(error, PC_ERROR_LIMIT, e.what(), e.where());
  } catch (const ReadError& e) {
    return fail(error, PC_ERROR_READ, e.what(), e.where());
  } catch (const WriteError& e) {
    return fail(error, PC_ERROR_WRITE, e.what());
  } catch (const OverflowError& e) {
    return fail(error, PC_ERROR_OVERFLOW, e.what());
  } catch (const Cancelled& e) {
    return fail(error, PC_ERROR_CANCELLED, e.what());
  } catch (const LossyError& e) {
    return fail(error, PC_ERROR_LOSSY, e.what());
  } catch (const SeveralProfilesError& e) {
    return fail(error, PC_ERROR_SEVERAL_PROFILES, e.what());
  } catch (const RecordError& e) {
    return fail(error, PC_ERROR_RECORD, e.what());
  } catch (const Error& e) {
    return fail(error, PC_ERROR_USAGE, e.what());
  } catch (const std::bad_alloc&) {
    return fail(error, PC_ERROR_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    return fail(error, PC_ERROR_OUT_OF_MEMORY, "out of memory");
  } catch (const std::logic_error& e) {
    return fail(error, PC_ERROR_USAGE, e.what());
  } catch (const std::exception& e) {
    return fail(error, PC_ERROR_INTERNAL, e.what());
  } catch (...) {
    return fail(error, PC_ERROR_INTERNAL, "an unknown error");
  }
}

std::vector<std::string> texts(const char* const* given, std::size_t count, std::string_view what) {
  if (count != 0) require_pointer(given, what);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.emplace_back(&required(given[i], what));
  return all;
}

std::vector<Setting> settings(const char* const* given, std::size_t count) {
  std::vector<Setting> all;
  for (const std::string& each : texts(given, count, "settings")) all.push_back(parse_setting(each));
  return all;
}

void require_index(std::uint64_t index, std::uint64_t count, std::string_view what) {
  if (index < count) return;
  throw UsageError(std::string(what) + " " + std::to_string(index) + " does not exist: there are " +
                   std::to_string(count));
}

}  // namespace profconv::c

const char* pc_version(void) { return "profconv " PROFCONV_VERSION; }

const char* pc_status_name(pc_status status) {
  const auto& names = profconv::c::status_names;
  return status < 0 || static_cast<std::size_t>(status) >= names.size() ? "" : names[static_cast<std::size_t>(status)];
}
