// SPDX-License-Identifier: Apache-2.0
// The C interface to the tables that the profiles of a set share.
#include "handles.h"

namespace profconv::c {

namespace {

const Dictionary& dictionary(const pc_set* set) { return required(set, "set").set.dictionary(); }

/// The frames of a stack, the first `capacity` of them in an order that begins at the leaf or at the root.
std::size_t copy_frames(const Dictionary& in, StackId stack, bool leaf_first, std::uint32_t* frames,
                        std::size_t capacity) {
  const std::size_t depth = in.depth(stack);
  for (std::size_t from_leaf = 0; stack; ++from_leaf, stack = in.stack(stack).parent) {
    const std::size_t place = leaf_first ? from_leaf : depth - 1 - from_leaf;
    if (place < capacity) frames[place] = in.stack(stack).frame.value;
  }
  return depth;
}

}  // namespace

}  // namespace profconv::c

using namespace profconv::c;

pc_status pc_table_sizes_get(const pc_set* set, pc_table_sizes* sizes, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Dictionary& in = dictionary(set);
    const auto entries = [](std::size_t count) { return static_cast<std::uint32_t>(count); };
    give(sizes,
         {.size = 0,
          .strings = entries(in.strings().size()),
          .mappings = entries(in.mappings().size()),
          .functions = entries(in.functions().size()),
          .frames = entries(in.frames().size()),
          .stacks = entries(in.stacks().size()),
          .threads = entries(in.threads().size()),
          .label_sets = entries(in.label_set_count())},
         "sizes");
  });
}

pc_status pc_string_at(const pc_set* set, uint32_t id, pc_string* string, pc_error* error) {
  return guarded(error, [&] { required(string, "string") = view(element(dictionary(set).strings(), id, "string")); });
}

pc_status pc_mapping_at(const pc_set* set, uint32_t id, pc_mapping* mapping, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Mapping& found = element(dictionary(set).mappings(), id, "mapping");
    give(mapping,
         {.size = 0,
          .start = found.start,
          .limit = found.limit,
          .offset = found.offset,
          .file = found.file.value,
          .build_id = found.build_id.value,
          .relative_addresses = found.relative_addresses ? 1 : 0,
          .has_functions = found.has_functions ? 1 : 0,
          .has_filenames = found.has_filenames ? 1 : 0,
          .has_line_numbers = found.has_line_numbers ? 1 : 0,
          .has_inline_frames = found.has_inline_frames ? 1 : 0},
         "mapping");
  });
}

pc_status pc_function_at(const pc_set* set, uint32_t id, pc_function* function, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Function& found = element(dictionary(set).functions(), id, "function");
    give(function,
         {.size = 0,
          .start_line = found.start_line,
          .name = found.name.value,
          .system_name = found.system_name.value,
          .file = found.file.value},
         "function");
  });
}

pc_status pc_frame_at(const pc_set* set, uint32_t id, pc_frame* frame, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Frame& found = element(dictionary(set).frames(), id, "frame");
    const bool has_offset = found.offset != profconv::Frame::no_offset;
    give(frame,
         {.size = 0,
          .address = found.address,
          .offset = has_offset ? found.offset : 0,
          .line = found.line,
          .column = found.column,
          .function = found.function.value,
          .mapping = found.mapping.value,
          .has_offset = has_offset ? 1 : 0,
          .is_inlined = found.inlined ? 1 : 0,
          .kind = static_cast<pc_frame_kind>(found.kind)},
         "frame");
  });
}

pc_status pc_thread_at(const pc_set* set, uint32_t id, pc_thread* thread, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Thread& found = element(dictionary(set).threads(), id, "thread");
    give(thread,
         {.size = 0,
          .pid = found.pid,
          .tid = found.tid,
          .process_name = found.process_name.value,
          .thread_name = found.thread_name.value},
         "thread");
  });
}

pc_status pc_labels_at(const pc_set* set, uint32_t id, pc_label* labels, size_t capacity, size_t* count,
                       pc_error* error) {
  return guarded(error, [&] {
    const profconv::Dictionary& in = dictionary(set);
    require_index(id, in.label_set_count(), "label set");
    const auto found = in.labels(profconv::LabelSetId{id});
    if (capacity != 0) require_pointer(labels, "labels");
    required(count, "count") = found.size();
    for (std::size_t i = 0; i < std::min(capacity, found.size()); ++i) {
      labels[i] = {.number = found[i].number,
                   .key = found[i].key.value,
                   .text = found[i].text.value,
                   .unit = found[i].unit.value,
                   .is_number = found[i].is_number ? 1 : 0};
    }
  });
}

pc_status pc_stack_at(const pc_set* set, uint32_t id, uint32_t* parent, uint32_t* frame, pc_error* error) {
  return guarded(error, [&] {
    const profconv::StackNode& found = element(dictionary(set).stacks(), id, "stack");
    require_pointer(parent, "parent");
    required(frame, "frame") = found.frame.value;
    *parent = found.parent.value;
  });
}

pc_status pc_stack_frames(const pc_set* set, uint32_t id, pc_order order, uint32_t* frames, size_t capacity,
                          size_t* count, pc_error* error) {
  return guarded(error, [&] {
    const profconv::Dictionary& in = dictionary(set);
    require_index(id, in.stacks().size(), "stack");
    if (order != PC_ROOT_FIRST && order != PC_LEAF_FIRST) require_index(static_cast<std::uint32_t>(order), 2, "order");
    if (capacity != 0) require_pointer(frames, "frames");
    required(count, "count") = copy_frames(in, profconv::StackId{id}, order == PC_LEAF_FIRST, frames, capacity);
  });
}
