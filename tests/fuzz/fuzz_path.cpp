// SPDX-License-Identifier: Apache-2.0
// Fuzzing a whole conversion.
#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "fuzz/fuzz_one.h"
#include "profconv/check.h"
#include "profconv/conversion.h"
#include "profconv/losses.h"
#include "profconv/merge.h"
#include "profconv/summary.h"
#include "support/compressed.h"

namespace profconv::test {

namespace {

/// The bytes that choose: one each for what stands in `Choice`.
enum Choice : std::size_t { storage, pieces, writer, options, filters, names, steps, details };

class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::size_t operator[](Choice choice) const { return static_cast<unsigned char>(bytes_[choice]); }
  [[nodiscard]] bool bit(Choice choice, unsigned number) const { return ((*this)[choice] >> number & 1U) != 0; }

 private:
  std::string_view bytes_;
};

std::string stored(std::string_view bytes, std::size_t how) {
  switch (how % 4) {
    case 1:
      return compressed(bytes, Compression::gzip);
    case 2:
      return compressed(bytes, Compression::zstd);
    case 3: {  // two members
      const std::size_t half = bytes.size() / 2;
      return compressed(bytes.substr(0, half), Compression::gzip) + compressed(bytes.substr(half), Compression::gzip);
    }
    default:
      return std::string(bytes);
  }
}

/// Sets each option that has a bounded set of values, or leaves it; a text may name a file and stays as it is.
Options chosen_options(std::span<const Option> specs, std::size_t choice) {
  Options chosen(specs);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const Option& option = specs[i];
    const std::size_t dice = (choice + 1) * (2 * i + 1) * 2654435761U >> 8U;
    if (choice == 0 || dice % 3 == 0) continue;
    if (option.type == OptionType::boolean) chosen.set(option.name, dice % 2 == 0 ? "yes" : "no");
    if (option.type == OptionType::choice) chosen.set(option.name, option.choices[dice % option.choices.size()]);
    if (option.type != OptionType::integer && option.type != OptionType::decimal) continue;
    const std::array<std::int64_t, 3> values{option.min, option.max,
                                             std::clamp<std::int64_t>(3, option.min, option.max)};
    chosen.set(option.name, std::to_string(std::max<std::int64_t>(values[dice % values.size()], 0)));
  }
  return chosen;
}

Filters chosen_filters(const Choices& choose) {
  Filters chosen;
  if (choose.bit(filters, 0)) chosen.samples.focus = "m";
  if (choose.bit(filters, 1)) chosen.samples.time = choose.bit(details, 0) ? "10%-90%" : "+0,+1";
  if (choose.bit(filters, 2)) chosen.stacks.hide = "^a";
  if (choose.bit(filters, 3))
    chosen.stacks.granularity = static_cast<Granularity>(choose[details] % granularities.size());
  if (choose.bit(filters, 4)) chosen.stacks.max_depth = choose[details] % 5 + 1;
  chosen.stacks.collapse_recursion = choose.bit(filters, 5);
  if (choose.bit(filters, 6)) chosen.scalings.push_back(parse_scaling("1/3"));
  chosen.anonymize = choose.bit(filters, 7);
  return chosen;
}

/// What the input is made of: read, changed as the command line would ask for.
ProfileSet transformed(ProfileSet set, const Choices& choose, SampleOrder order, Context& context) {
  if (choose.bit(steps, 0)) set = with_sampling_rate(std::move(set), {997, 1}, context);
  if (choose.bit(steps, 1)) {
    const std::array types{set.profiles().back().value_types.front().type};
    set = select_types(std::move(set), types);
  }
  const NameRules rules{.demangle = !choose.bit(names, 3),
                        .policy = static_cast<NamePolicy>(choose[names] % 8 % name_policies.size())};
  set = apply_filters(std::move(set), chosen_filters(choose), rules, order, context).set;
  if (choose.bit(steps, 2)) set = merge({set, set}, context);
  const Normalization normalization = choose.bit(details, 1) ? Normalization::to_base : Normalization::none;
  if (choose.bit(steps, 3)) set = compare(set, set, {.normalization = normalization}, context).set;
  if (choose.bit(steps, 4)) set = select_profile(std::move(set), "1");
  set = apply_names(std::move(set), rules, order, context);
  if (choose.bit(steps, 5)) set = with_label_frames(std::move(set), {.roots = {"pid"}, .leaves = {"tid"}}, context);
  return set;
}

void write_both_ways(const ProfileSet& set, const Writer& writer, const Options& options, Compression compression,
                     Context& context) {
  std::string plain;
  std::string packed;
  try {
    for (const Loss& loss : losses(set, writer, options)) (void)describe(loss);
    Output output = Output::to_memory(&plain);
    write_profiles(set, writer, options, output, context);
  } catch (const Error&) {
    if (!plain.empty()) throw std::logic_error("an output was made by a writer that failed");
    return;
  }
  Output output = Output::to_memory(&packed, compression);
  write_profiles(set, writer, options, output, context);
  Input input = Input::from_memory("packed", packed, context);
  const ByteBuffer unpacked = compression == Compression::none ? ByteBuffer() : input.read_all();
  const std::string_view again =
      compression == Compression::none ? std::string_view(packed) : std::string_view(unpacked.data(), unpacked.size());
  if (again != plain) throw std::logic_error(std::string(writer.name) + " wrote other bytes the second time");
}

/// A file that is valid can be read.
void check(std::string_view bytes, bool is_read) {
  Context context(fuzz_limits);
  const CheckResult result = check_input(Input::from_memory("fuzzed", bytes, context), {});
  if (result.is_valid() && !is_read) throw std::logic_error("a file is valid and cannot be read");
}

}  // namespace

void fuzz_path(std::string_view bytes) {
  if (bytes.size() < path_choices) return;
  const Choices choose(bytes.substr(0, path_choices));
  const std::string file = stored(bytes.substr(path_choices), choose[storage]);
  const auto all_writers = builtin_registry().writers();
  const Writer& writer = *all_writers[choose[Choice::writer] % all_writers.size()];
  const Options options = chosen_options(writer.options, choose[Choice::options]);
  const SampleOrder order = sample_order(writer, options);
  Context context(fuzz_limits);
  std::optional<ProfileSet> set;
  try {
    const std::size_t chunk_bytes = choose[pieces] == 0 ? Input::head_bytes : choose[pieces];
    Input input = Input::from_memory("fuzzed", file, context, chunk_bytes);
    const Reader& reader = *detect(input).reader;
    set = read_profiles(reader, input, chosen_options(reader.options, choose[details] / 16), order);
  } catch (const Error&) {
    set.reset();
  }
  const bool has_defaults = choose[details] / 16 == 0;
  if (choose.bit(steps, 6)) check(file, set.has_value() || !has_defaults);
  if (!set || set->profiles().empty()) return;
  for (std::size_t i = 0; i < set->profiles().size(); ++i) (void)summarize(*set, i);
  try {
    *set = transformed(*std::move(set), choose, order, context);
  } catch (const Error&) {
    return;
  }
  write_both_ways(*set, writer, options, static_cast<Compression>(choose[steps] / 128 + 1), context);
}

}  // namespace profconv::test
