// SPDX-License-Identifier: Apache-2.0
// Writing, reading and writing again.
#include "support/round_trip.h"

#include <algorithm>
#include <optional>

#include "profconv/comparison.h"
#include "profconv/convert.h"
#include "profconv/errors.h"
#include "support/compare.h"
#include "support/fixtures.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

/// Whether something was left out or changed that the model or the format has no place for: a model's times are whole
/// nanoseconds and end with 64 bits, those of a Spall trace can be finer and later; names in JSON are UTF-8.
bool says_loss(const Context& context) {
  const auto said = context.diagnostics();
  return std::any_of(said.begin(), said.end(),
                     [](const Diagnostic& d) { return d.severity != Severity::note || d.kind == "spall.rounded"; });
}

/// What was written; nothing where the writer refuses.
struct Written {
  std::optional<std::string> bytes;
  bool has_losses = false;
};

Written write(const ProfileSet& set, const Writer& writer, const Limits& limits) {
  Context context(limits);
  std::string bytes;
  try {
    Output output = Output::to_memory(&bytes);
    write_profiles(set, writer, Options(writer.options), output, context);
  } catch (const Error&) {
    if (!bytes.empty()) throw std::logic_error("an output was made by a writer that failed");
    return {};
  }
  return {std::move(bytes), says_loss(context)};
}

bool is_comparison(const ProfileSet& set) { return BaseSamples(set.dictionary()).compared_in(set.profiles().front()); }

/// What was read back.
struct Back {
  ProfileSet set;
  bool has_losses = false;
};

Back read_back(const Writer& writer, bool two_columns, std::string_view bytes, const Limits& limits) {
  Context context(limits);
  const SampleOrder order = sample_order(writer, Options(writer.options));
  const Reader& reader = *reader_of(writer);
  Options options(reader.options);
  if (options.declares("site-max")) options.set("site-max", "yes");
  // A name may end in a number, which would be taken for a column.
  if (options.declares("columns")) options.set("columns", two_columns ? "2" : "1");
  Input input = Input::from_memory("written", bytes, context);
  ProfileSet set = read_profiles(reader, input, options, order);
  const bool has_losses = says_loss(context);
  return {std::move(set), has_losses};
}

std::string fault_of(const ProfileSet& set, const Writer& writer, const Limits& limits) {
  Written once = write(set, writer, limits);
  if (!once.bytes || once.bytes->empty()) return {};
  bool was_comparison = is_comparison(set);
  try {
    constexpr int passes = 3;
    for (int pass = 1;; ++pass) {
      const Back back = read_back(writer, was_comparison, *once.bytes, limits);
      // Fractions that were rounded to 0 may have been all of a side.
      const bool stays_comparison = is_comparison(back.set) == was_comparison;
      const bool may_differ = once.has_losses || back.has_losses || !stays_comparison;
      Written again = write(back.set, writer, limits);
      if (!again.bytes) return "what was read back is refused";
      if (!may_differ || pass == passes) return first_difference(*once.bytes, *again.bytes);
      if (*once.bytes == *again.bytes) return {};
      once = std::move(again);
      was_comparison = is_comparison(back.set);
    }
  } catch (const LimitError&) {
    return {};
  } catch (const Error& error) {
    // Names that the format cannot represent become equal, and with them stacks, whose sum may overflow.
    const bool is_sum = std::string_view(error.what()).find("overflows a 64-bit integer") != std::string_view::npos;
    if (is_sum && once.has_losses) return {};
    return std::string("what was written is not read: ") + error.what();
  }
}

}  // namespace

std::string round_trip_fault(const ProfileSet& set, const Limits& limits) {
  for (const Writer* writer : all_writers) {
    if (reader_of(*writer) == nullptr) continue;
    const std::string fault = fault_of(set, *writer, limits);
    if (!fault.empty()) return "written as " + std::string(writer->name) + ", read and written again: " + fault;
  }
  return {};
}

}  // namespace profconv::test
