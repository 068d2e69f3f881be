// SPDX-License-Identifier: Apache-2.0
// The C interface to what turns sets into sets: transforms, merging, comparing.
#include "profconv/merge.h"
#include "requests.h"
#include "tools/lib/input_parts.h"

namespace profconv::c {

namespace {

/// As a conversion does it.
ProfileSet transformed(ProfileSet set, const ConversionRequest& request, SampleOrder order, Context& context) {
  if (!request.only.empty()) set = select_profile(std::move(set), request.only);
  Filtered kept = filtered(prepared(std::move(set), request, context), request, order, context);
  if (!kept.emptied_by.empty()) {
    context.data_loss("filters.nothing_left", {}, kept.emptied_by + ": no samples are left");
  }
  set = apply_names(std::move(kept.set), request.names, order, context);
  return with_label_frames(std::move(set), request.label_frames, context);
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_transform(pc_context* context, const pc_set* set, const pc_transforms* transforms, pc_set** result,
                       pc_error* error) {
  return guarded(error, [&] {
    profconv::Context& used = required(context, "context").context;
    const pc_set& from = required(set, "set");
    pc_set*& made = required(result, "result");
    profconv::ConversionRequest request;
    set_transforms(request, &required(transforms, "transforms"));
    used.check_cancelled();
    made = new pc_set(transformed(from.set, request, from.order, used), from.order, from.source);
  });
}

pc_status pc_merge(pc_context* context, const pc_set* const* sets, size_t count, pc_set** result, pc_error* error) {
  return guarded(error, [&] {
    profconv::Context& used = required(context, "context").context;
    pc_set*& made = required(result, "result");
    if (count != 0) require_pointer(sets, "sets");
    profconv::Merger merger(used);
    for (std::size_t i = 0; i < count; ++i) {
      used.check_cancelled();
      merger.add(required(sets[i], "sets").set, "set " + std::to_string(i + 1));
    }
    made = new pc_set(std::move(merger).finish(), profconv::SampleOrder::merged);
  });
}

pc_status pc_compare(pc_context* context, const pc_set* base, const pc_set* now, const pc_comparison* comparison,
                     pc_set** result, pc_error* error) {
  return guarded(error, [&] {
    profconv::Context& used = required(context, "context").context;
    pc_set*& made = required(result, "result");
    profconv::Comparison compared =
        compare(required(base, "base").set, required(now, "now").set, comparison_rules(comparison), used);
    made = new pc_set(std::move(compared.set), profconv::SampleOrder::merged);
  });
}
