// SPDX-License-Identifier: Apache-2.0
// The C interface to building sets: tables and profiles. Ids of the caller are checked before the builder gets them.
#include "handles.h"

namespace profconv::c {

namespace {

/// Checks ids against the tables built so far.
class Ids {
 public:
  explicit Ids(const ProfileSetBuilder& builder) : in_(builder.dictionary()) {}

  [[nodiscard]] StringId string(std::uint32_t id) const { return checked<StringId>(id, in_.strings(), "string"); }
  [[nodiscard]] MappingId mapping(std::uint32_t id) const { return checked<MappingId>(id, in_.mappings(), "mapping"); }
  [[nodiscard]] FunctionId function(std::uint32_t id) const {
    return checked<FunctionId>(id, in_.functions(), "function");
  }
  [[nodiscard]] FrameId frame(std::uint32_t id) const { return checked<FrameId>(id, in_.frames(), "frame"); }
  [[nodiscard]] StackId stack(std::uint32_t id) const { return checked<StackId>(id, in_.stacks(), "stack"); }

 private:
  template <class Id, class Table>
  static Id checked(std::uint32_t id, const Table& table, std::string_view what) {
    require_index(id, table.size(), what);
    return Id{id};
  }

  const Dictionary& in_;
};

/// Gives the id of what `make` adds to the builder.
template <class Make>
pc_status added(pc_builder* builder, std::uint32_t* id, pc_error* error, Make make) {
  return guarded(error, [&] {
    std::uint32_t& result = required(id, "id");
    ProfileSetBuilder& into = building(builder);
    result = make(into, Ids(into)).value;
  });
}

FrameKind kind_of(pc_frame_kind kind) {
  require_index(static_cast<std::uint32_t>(kind), 4, "frame kind");
  return static_cast<FrameKind>(kind);
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
    const pc_mapping given = taken(mapping, "mapping");
    return into.mapping({.file = ids.string(given.file),
                         .build_id = ids.string(given.build_id),
                         .start = given.start,
                         .limit = given.limit,
                         .offset = given.offset,
                         .relative_addresses = given.relative_addresses != 0,
                         .has_functions = given.has_functions != 0,
                         .has_filenames = given.has_filenames != 0,
                         .has_line_numbers = given.has_line_numbers != 0,
                         .has_inline_frames = given.has_inline_frames != 0});
  });
}

pc_status pc_builder_function(pc_builder* builder, const pc_function* function, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    const pc_function given = taken(function, "function");
    return into.function({.name = ids.string(given.name),
                          .system_name = ids.string(given.system_name),
                          .file = ids.string(given.file),
                          .start_line = given.start_line});
  });
}

pc_status pc_builder_frame(pc_builder* builder, const pc_frame* frame, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    const pc_frame given = taken(frame, "frame");
    return into.frame({.function = ids.function(given.function),
                       .mapping = ids.mapping(given.mapping),
                       .address = given.address,
                       .offset = given.has_offset != 0 ? given.offset : profconv::Frame::no_offset,
                       .line = given.line,
                       .column = given.column,
                       .inlined = given.is_inlined != 0,
                       .shares_location = false,
                       .kind = kind_of(given.kind)});
  });
}

pc_status pc_builder_thread(pc_builder* builder, const pc_thread* thread, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    const pc_thread given = taken(thread, "thread");
    return into.thread({.pid = given.pid,
                        .tid = given.tid,
                        .process_name = ids.string(given.process_name),
                        .thread_name = ids.string(given.thread_name)});
  });
}

pc_status pc_builder_labels(pc_builder* builder, const pc_label* labels, size_t count, uint32_t* id, pc_error* error) {
  return added(builder, id, error, [&](profconv::ProfileSetBuilder& into, const Ids& ids) {
    if (count != 0) require_pointer(labels, "labels");
    std::vector<profconv::Label> all;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_number = labels[i].is_number != 0;
      all.push_back({.key = ids.string(labels[i].key),
                     .text = is_number ? profconv::StringId{} : ids.string(labels[i].text),
                     .unit = is_number ? ids.string(labels[i].unit) : profconv::StringId{},
                     .number = is_number ? labels[i].number : 0,
                     .is_number = is_number});
    }
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
    result = new pc_set{.set = std::move(made), .order = order, .source = std::nullopt};
  });
}
