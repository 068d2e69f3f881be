// SPDX-License-Identifier: Apache-2.0
// Flame graphs: stacks as an interactive picture, described with its options in docs/formats/flamegraph.md.
#include <array>
#include <string>

#include "core/names/frame_names.h"
#include "profconv/errors.h"
#include "writers/flamegraph/options.h"
#include "writers/flamegraph/page.h"
#include "writers/writers.h"

namespace profconv {

namespace flamegraph {

namespace {

constexpr std::array<std::string_view, 1> aliases{"svg"};
constexpr std::array<std::string_view, 1> extensions{".svg"};

void refuse_what_does_not_add(const ValueType& type) {
  if (type.aggregation == Aggregation::sum) return;
  throw WriteError("the values of " + type.type +
                   " do not add, and the width of a frame is a sum: choose another with " +
                   "--type, or write collapsed stacks");
}

/// What the reader of the picture should know and may not see in it.
void report(const Picture& picture, const Stacks& stacks, Context& context) {
  if (stacks.without_base != 0) {
    context.note("flamegraph.without_base", {},
                 "samples are not drawn, since their stacks have none of the frames that option base names: " +
                     std::to_string(stacks.without_base));
  }
  if (picture.layout.total_is_too_small) {
    context.note("flamegraph.total", {}, "option total is less than the sum of the samples, and was ignored");
  }
  if (picture.layout.pruned != 0) {
    context.note("flamegraph.pruned", {}, pruned_text(picture) + " (minwidth=0 draws all that has a width)");
  }
}

void write(const Writer&, const ProfileSet& set, const Options& chosen, Output& output, Context& context) {
  const Settings settings = settings_of(chosen);
  const Profile& profile = set.profiles().front();
  if (profile.value_types.empty()) throw WriteError("the profile has no values");
  const ValueType& type = profile.value_types[profile.default_type_index()];
  refuse_what_does_not_add(type);
  AttributeMap attributes;
  if (!settings.attribute_file.empty()) attributes.load(settings.attribute_file, context);
  PaletteMap palette;
  if (!settings.palette_file.empty()) palette.load(settings.palette_file, context);
  Names names(set.dictionary(), shows_modules(chosen, profile));
  const Stacks stacks = stacks_of(set.dictionary(), profile, settings, names, context);
  const Layout layout = lay_out(stacks.tree, names, type, settings);
  const Picture picture{settings, type, stacks.tree, names, layout, attributes, profile.metadata};
  Painter painter(stacks.tree, names, layout, settings, palette);
  write_page(picture, painter, output, context);
  report(picture, stacks, context);
  if (!settings.palette_file.empty()) palette.save(settings.palette_file, output);
}

Features carries(const Writer&, const Options& chosen) {
  Features features{Feature::empty_stacks, Feature::default_type, Feature::scales, Feature::comparisons,
                    Feature::function_offsets};
  add_module_features(chosen, features);
  if (chosen.boolean(threads_option)) {
    features.add(Feature::thread_ids).add(Feature::process_names).add(Feature::thread_names);
  }
  return features;
}

SampleOrder order(const Writer&, const Options& chosen) {
  return chosen.boolean(flamechart_option) ? SampleOrder::as_read : SampleOrder::merged;
}

}  // namespace

}  // namespace flamegraph

const Writer flamegraph_writer{
    .name = "flamegraph",
    .aliases = flamegraph::aliases,
    .summary = "flame graphs: stacks as an interactive picture (SVG)",
    .extensions = flamegraph::extensions,
    .options = flamegraph::options,
    .carries = flamegraph::carries,
    .order = flamegraph::order,
    .write = flamegraph::write,
};

}  // namespace profconv
