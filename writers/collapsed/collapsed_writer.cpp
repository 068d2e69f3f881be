// SPDX-License-Identifier: Apache-2.0
// Collapsed (folded) stacks: one line a stack, frames from root to leaf joined by ';', a blank, an integer.
// Described with its traps in docs/formats/collapsed.md; at home in https://github.com/brendangregg/FlameGraph.
//
//   main;parse;read 41
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/names/name_tree.h"
#include "profconv/comparison.h"
#include "profconv/errors.h"
#include "writers/collapsed/line_names.h"
#include "writers/collapsed/line_values.h"
#include "writers/collapsed/lines.h"
#include "writers/collapsed/sorted_lines.h"
#include "writers/writers.h"

namespace profconv {

namespace collapsed {

namespace {

constexpr std::array<std::string_view, 1> aliases{"folded"};
constexpr std::array<std::string_view, 2> extensions{".folded", ".collapsed"};
constexpr std::array<std::string_view, 2> order_choices{"sorted", "input"};
constexpr std::array<std::string_view, 3> comparison_choices{"auto", "columns", "net"};
constexpr Option order_option{.name = "order",
                              .type = OptionType::choice,
                              .fallback = "sorted",
                              .summary = "lines sorted by their bytes, or as the input has them (for flame charts)",
                              .choices = order_choices};
constexpr Option comparison_option{
    .name = "comparison",
    .type = OptionType::choice,
    .fallback = "auto",
    .summary = "columns: two numbers a line, before and after; net: what has changed; auto: columns for comparisons",
    .choices = comparison_choices};
constexpr Option annotate_option{.name = "annotate",
                                 .type = OptionType::boolean,
                                 .fallback = "no",
                                 .summary = "mark kernel, jit and inlined frames: _[k], _[j], _[i]"};
constexpr Option threads_option{.name = "threads",
                                .type = OptionType::boolean,
                                .fallback = "no",
                                .summary = "add the process and the thread as frames below each stack"};
constexpr std::array options{order_option, modules_option, comparison_option, annotate_option, threads_option};

/// One profile on its way out.
struct Job {
  const Dictionary& dictionary;
  const Profile& profile;
  std::size_t type_index;
  bool threads;
  LineNames names;
  BaseSamples is_base;
  bool two_columns;

  [[nodiscard]] const ValueType& type() const { return profile.value_types[type_index]; }
  [[nodiscard]] LineValue value(std::size_t row) const {
    const std::int64_t value = profile.samples.values[type_index][row];
    if (!two_columns || !is_base(profile.samples.labels_of(row))) return {.value = value, .present = true};
    if (value == std::numeric_limits<std::int64_t>::min()) {
      throw WriteError("the negative of a value of " + type().type + " overflows a 64-bit integer");
    }
    return {.base = -value, .present = true};
  }
};

/// Writes lines in the order of their bytes.
class SortedOrder {
 public:
  SortedOrder(Job& job, Lines& lines)
      : job_(job),
        lines_(lines),
        tree_(job.dictionary, job.names.table(), job.threads ? NameTree::Start::root : NameTree::Start::stacks),
        values_(tree_.size(), job.profile.samples.size()) {}

  void run() {
    const Samples& samples = job_.profile.samples;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      const NameTree::Node node = tree_.node_of(samples.stack[row], thread_root(samples.thread_of(row)));
      if (!combine(values_.make(node), job_.value(row), job_.type().aggregation)) {
        refuse_to_combine(job_.type(), text(node));
      }
    }
    tree_.drop_index();
    write_sorted(tree_, values_, job_.names, job_.type(), lines_);
  }

 private:
  NameTree::Node thread_root(ThreadId thread) {
    NameTree::Node node = 0;
    if (!job_.threads) return node;
    for (const LineNames::Name name : job_.names.of_thread(thread)) node = tree_.child(node, name);
    return node;
  }

  [[nodiscard]] std::string text(NameTree::Node node) const {
    std::string text;
    for (const LineNames::Name name : tree_.path(node)) text.append(text.empty() ? "" : ";").append(job_.names[name]);
    return text;
  }

  Job& job_;
  Lines& lines_;
  NameTree tree_;  ///< stack by stack where there are no threads: stacks of equal names meet when they are written
  LineValues values_;
};

/// Writes lines in the order of the samples. Neighbours with the same stack are one line; what is left out because it
/// came to 0 stands between nobody.
class InputOrder {
 public:
  InputOrder(Job& job, Lines& lines) : job_(job), lines_(lines) {}

  void run() {
    const Samples& samples = job_.profile.samples;
    for (std::size_t row = 0; row < samples.size(); ++row) {
      make_text(samples.stack[row], samples.thread_of(row));
      if (text_ != current_.text) end_current();
      add(current_.value, job_.value(row));
      current_.text.swap(text_);
    }
    end_current();
    write_held();
  }

 private:
  struct Line {
    std::string text;
    LineValue value;
  };

  void add(LineValue& into, const LineValue& value) {
    if (!combine(into, value, job_.type().aggregation)) refuse_to_combine(job_.type(), text_);
  }

  void end_current() {
    if (!current_.value.present) return;
    if (lines_.comes_to_zero(current_.value)) {
      lines_.leave_out();
    } else if (held_.value.present && held_.text == current_.text) {
      add(held_.value, current_.value);
    } else {
      write_held();
      std::swap(held_, current_);
    }
    current_.value = {};
  }

  void write_held() {
    if (held_.value.present) lines_.write({}, held_.text, held_.value);
    held_.value = {};
  }

  void append(LineNames::Name name, bool is_leaf) {
    if (text_.empty()) name = job_.names.at_root(name);
    if (is_leaf) name = job_.names.as_leaf(name);
    text_.append(text_.empty() ? "" : ";").append(job_.names[name]);
  }

  void make_text(StackId stack, ThreadId thread) {
    text_.clear();
    if (job_.threads) {
      for (const LineNames::Name name : job_.names.of_thread(thread)) append(name, false);
    }
    job_.dictionary.root_first(stack, frames_);
    for (const FrameId& frame : frames_) append(job_.names.table().of_frame(frame), &frame == &frames_.back());
    if (frames_.empty()) append(job_.names.table().of_no_stack(), true);
  }

  Job& job_;
  Lines& lines_;
  Line held_;     ///< until a line with another stack is sure to come
  Line current_;  ///< of the neighbours seen last
  std::string text_;
  std::vector<FrameId> frames_;
};

bool has_two_columns(const Options& chosen, const Profile& profile, const BaseSamples& is_base) {
  const std::string_view wanted = chosen.text(comparison_option);
  const ValueType& type = profile.value_types[profile.default_type_index()];
  const bool adds = type.aggregation == Aggregation::sum;
  if (wanted == "auto") return adds && is_base.compared_in(profile);
  if (wanted == "columns" && !adds) {
    throw WriteError("values of " + type.type + " do not add, so there is no before and after");
  }
  return wanted == "columns";
}

bool in_input_order(const Options& set) { return set.text(order_option) == "input"; }

void write(const Writer&, const ProfileSet& set, const Options& chosen, Output& output, Context& context) {
  const Profile& profile = set.profiles().front();
  if (profile.value_types.empty()) throw WriteError("the profile has no values");
  BaseSamples is_base(set.dictionary());
  const bool two_columns = has_two_columns(chosen, profile, is_base);
  // Stacks that were read from lines go back into lines as they were.
  const bool was_collapsed = profile.metadata.source_format == collapsed_writer.name;
  const NameStyle style{.modules = shows_modules(chosen, profile),
                        .annotate = chosen.boolean(annotate_option),
                        .threads = chosen.boolean(threads_option),
                        .two_numbers = two_columns,
                        .escapes = was_collapsed};
  Job job{.dictionary = set.dictionary(),
          .profile = profile,
          .type_index = profile.default_type_index(),
          .threads = chosen.boolean(threads_option),
          .names = LineNames(set.dictionary(), profile, style),
          .is_base = std::move(is_base),
          .two_columns = two_columns};
  Lines lines(job.type(), job.two_columns, output, context);
  if (in_input_order(chosen)) {
    InputOrder(job, lines).run();
  } else {
    SortedOrder(job, lines).run();
  }
  lines.report();
}

Features carries(const Writer&, const Options& chosen) {
  Features features{Feature::negative_values, Feature::empty_stacks, Feature::default_type, Feature::function_offsets};
  add_module_features(chosen, features);
  if (chosen.text(comparison_option) != "net") features.add(Feature::comparisons);
  if (chosen.boolean(annotate_option)) features.add(Feature::inlining).add(Feature::frame_kinds);
  if (chosen.boolean(threads_option)) {
    features.add(Feature::thread_ids).add(Feature::process_names).add(Feature::thread_names);
  }
  return features;
}

SampleOrder order(const Writer&, const Options& chosen) {
  return in_input_order(chosen) ? SampleOrder::as_read : SampleOrder::merged;
}

}  // namespace

}  // namespace collapsed

const Writer collapsed_writer{
    .name = "collapsed",
    .aliases = collapsed::aliases,
    .summary = "collapsed (folded) stacks: one line per stack, for flame graph tools",
    .extensions = collapsed::extensions,
    .options = collapsed::options,
    .carries = collapsed::carries,
    .order = collapsed::order,
    .write = collapsed::write,
};

}  // namespace profconv
