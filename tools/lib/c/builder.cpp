// SPDX-License-Identifier: Apache-2.0
// The C interface to building sets: tables and profiles. Ids of the caller are checked before the builder gets them.
#include "handles.h"
#include "table_entries.h"

namespace profconv::c {

namespace {

/// Gives the id of what `make` adds to the builder.
template <class Make>
pc_status added(pc_builder* builder, std::uint32_t* id, pc_error* error, Make make) {
  return guarded(error, [&] {
    std::uint32_t& result = required(id, "id");
    ProfileSetBuilder& into = building(builder);
    result = make(into, Ids(into)).value;
  });
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_builder_create(const pc_context* context, int32_t keep_order, pc_builder** builder, pc_error* error) {
  return guarded(error, [&] {
    pc_builder*& result = required(builder, "builder");
    const auto order = keep_order != 0 ? profconv::SampleOrder::as_read : profconv::SampleOrder::merged;
    result = new pc_builder(order, required(context, "context").context.limits());
  });
}

void pc_builder_free(pc_builder* builder) { delete builder; }

pc_status pc_builder_string(pc_builder* builder, pc_string string, uint32_t* id, pc_error* error) {
  return guarded(error, [&] {
    std::uint32_t& result = required(id, "id");
    result = building(builder).string(text(string)).value;
  });
}

pc_status pc_builder_mapping(pc_builder* builder, const pc_mapping* mapping, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    return into.mapping(entry(taken(mapping, "mapping"), ids));
  });
}

pc_status pc_builder_function(pc_builder* builder, const pc_function* function, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    return into.function(entry(taken(function, "function"), ids));
  });
}

pc_status pc_builder_frame(pc_builder* builder, const pc_frame* frame, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    return into.frame(entry(taken(frame, "frame"), ids));
  });
}

pc_status pc_builder_thread(pc_builder* builder, const pc_thread* thread, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    return into.thread(entry(taken(thread, "thread"), ids));
  });
}

pc_status pc_builder_labels(pc_builder* builder, const pc_label* labels, size_t count, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    if (count != 0) require_pointer(labels, "labels");
    std::vector<profconv::Label> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(entry(labels[i], ids));
    return into.interned_labels(all);
  });
}

pc_status pc_builder_stack(pc_builder* builder, pc_order order, const uint32_t* frames, size_t count, uint32_t* id,
                           pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    if (count != 0) require_pointer(frames, "frames");
    require_index(static_cast<std::uint32_t>(order), 2, "order");
    std::vector<profconv::FrameId> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(ids.frame(frames[i]));
    return order == PC_LEAF_FIRST ? into.leaf_first(all) : into.root_first(all);
  });
}

pc_status pc_builder_child(pc_builder* builder, uint32_t parent, uint32_t frame, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    return into.child(ids.stack(parent), ids.frame(frame));
  });
}

pc_status pc_builder_finish(pc_builder* builder, pc_set** set, pc_error* error) {
  return guarded(error, [&] {
    pc_set*& result = required(set, "set");
    profconv::ProfileSet made = std::move(building(builder)).finish();
    const profconv::SampleOrder order = builder->order;
    builder->builder.reset();
    result = new pc_set(std::move(made), order);
  });
}
