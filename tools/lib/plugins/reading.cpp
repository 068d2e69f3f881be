// SPDX-License-Identifier: Apache-2.0
// What a plugin calls to read an input and to build profiles of it. Ids, sizes and strides are checked here; that there
// are as many elements behind a pointer as it says, nobody can.
#include <type_traits>
#include <utility>

#include "job.h"
#include "tools/lib/c/profile_parts.h"
#include "tools/lib/c/table_entries.h"

namespace profconv::plugins {

namespace {

using c::at;
using c::Ids;
using c::required;
using c::text;

/// Of one profile. No source has as many; a plugin that goes on and on must end.
constexpr std::size_t most_types = 1000;
constexpr std::size_t most_facts = 1'000'000;  ///< comments, or attributes

void require_room(std::size_t count, std::size_t most, std::string_view what) {
  if (count < most) return;
  throw LimitError("a profile has more than " + std::to_string(most) + " " + std::string(what));
}

/// Of one call. Batches of a few thousand are what is fast; a number above this is a mistake.
constexpr std::size_t most_entries = std::size_t{1} << 20;

void require_count(std::size_t count) {
  if (count > most_entries) {
    throw UsageError("a call adds " + std::to_string(count) + " entries; at most " + std::to_string(most_entries) +
                     " are allowed");
  }
}

ProfileSetBuilder& building(pc_job& job) {
  if (job.builder == nullptr) throw UsageError("a call that reads or builds while writing");
  return *job.builder;
}

Input& reading(pc_job& job) {
  static_cast<void>(building(job));
  return *job.input;
}

template <class T>
constexpr bool may_grow =
    !std::is_same_v<T, pc_string> && !std::is_same_v<T, pc_labels> && !std::is_same_v<T, pc_label>;

void require_stride(std::size_t stride, std::size_t size, std::string_view what) {
  if (stride >= size) return;
  throw UsageError(std::string(what) + " have a stride of " + std::to_string(stride) +
                   " bytes, less than one of them has");
}

/// Element `index` of an array with a stride. Its size is set by the plugin for each element, or forgotten.
template <class T>
T element_of(const T* array, std::size_t stride, std::size_t index, std::string_view what) {
  const T& element = element_at(array, stride, index);
  if constexpr (may_grow<T>) {
    require_stride(stride, element.size, what);
    return c::taken(&element, what);
  } else {
    return element;
  }
}

template <class T>
void require_array(const T* array, std::size_t stride, std::size_t count, std::string_view what) {
  require_count(count);
  if (count == 0) return;
  c::require_pointer(array, what);
  if (!is_aligned(array, stride)) {
    throw UsageError(std::string(what) + " are not aligned: their stride is " + std::to_string(stride) + " bytes");
  }
  if (!may_grow<T>) require_stride(stride, sizeof(T), what);
}

/// Gives the id of each element that `make` adds to the builder.
template <class T, class Make>
pc_status added(pc_job* job, const T* array, size_t stride, size_t count, uint32_t* ids, std::string_view what,
                Make make) {
  return performed(job, [&](pc_job& in) {
    ProfileSetBuilder& into = building(in);
    require_array(array, stride, count, what);
    if (count != 0) c::require_pointer(ids, "ids");
    for (std::size_t i = 0; i < count; ++i) ids[i] = make(into, element_of(array, stride, i, what)).value;
  });
}

pc_status head(pc_job* job, pc_string* bytes) {
  return performed(job, [&](pc_job& in) {
    pc_string& result = required(bytes, "bytes");
    if (reading(in); in.has_read) throw UsageError("head() after a read");
    result = c::view(in.input->head());
  });
}

pc_status read(pc_job* job, void* buffer, size_t capacity, size_t* count) {
  return performed(job, [&](pc_job& in) {
    std::size_t& result = required(count, "count");
    if (reading(in); in.lines) throw UsageError("read() after next_line()");
    if (capacity != 0) c::require_pointer(buffer, "buffer");
    in.has_read = true;
    result = in.input->read({static_cast<char*>(buffer), capacity});
  });
}

pc_status next_line(pc_job* job, pc_string* line, int32_t* ending) {
  return performed(job, [&](pc_job& in) {
    pc_string& result = required(line, "line");
    if (reading(in); in.has_read && !in.lines) throw UsageError("next_line() after read()");
    if (!in.lines) in.lines.emplace(*in.input);
    in.has_read = true;
    std::string_view next;
    const bool is_there = in.lines->next(next);
    // A CR without its LF is no end, but a byte of the line.
    const std::size_t size = next.size() + (in.lines->is_unterminated() && in.lines->is_crlf() ? 1 : 0);
    result = is_there ? pc_string{next.data() == nullptr ? "" : next.data(), size} : pc_string{};
    if (ending != nullptr) *ending = in.lines->is_unterminated() ? 0 : in.lines->is_crlf() ? 2 : 1;
  });
}

pc_status add_strings(pc_job* job, const pc_string* strings, size_t stride, size_t count, uint32_t* ids) {
  return added(job, strings, stride, count, ids, "strings",
               [](ProfileSetBuilder& into, const pc_string& each) { return into.string(text(each)); });
}

pc_status add_mappings(pc_job* job, const pc_mapping* mappings, size_t stride, size_t count, uint32_t* ids) {
  return added(job, mappings, stride, count, ids, "mappings",
               [](ProfileSetBuilder& into, const pc_mapping& each) { return into.mapping(entry(each, Ids(into))); });
}

pc_status add_functions(pc_job* job, const pc_function* functions, size_t stride, size_t count, uint32_t* ids) {
  return added(job, functions, stride, count, ids, "functions",
               [](ProfileSetBuilder& into, const pc_function& each) { return into.function(entry(each, Ids(into))); });
}

pc_status add_frames(pc_job* job, const pc_frame* frames, size_t stride, size_t count, uint32_t* ids) {
  return added(job, frames, stride, count, ids, "frames",
               [](ProfileSetBuilder& into, const pc_frame& each) { return into.frame(entry(each, Ids(into))); });
}

pc_status add_threads(pc_job* job, const pc_thread* threads, size_t stride, size_t count, uint32_t* ids) {
  return added(job, threads, stride, count, ids, "threads",
               [](ProfileSetBuilder& into, const pc_thread& each) { return into.thread(entry(each, Ids(into))); });
}

pc_status add_label_sets(pc_job* job, const pc_labels* sets, size_t stride, size_t count, uint32_t* ids) {
  return added(job, sets, stride, count, ids, "sets", [&](ProfileSetBuilder& into, const pc_labels& each) {
    require_array(each.data, sizeof(pc_label), each.count, "labels");
    job->labels.clear();
    for (std::size_t i = 0; i < each.count; ++i) job->labels.push_back(entry(each.data[i], Ids(into)));
    return into.interned_labels(job->labels);
  });
}

pc_status add_named_frames(pc_job* job, const pc_string* names, size_t stride, size_t count, uint32_t* ids) {
  return added(job, names, stride, count, ids, "names", [&](ProfileSetBuilder& into, const pc_string& each) {
    const StringId name = into.string(text(each));
    if (name.value >= job->named.size()) job->named.resize(into.dictionary().strings().size());
    FrameId& frame = job->named[name.value];
    if (!frame) frame = into.frame({.function = into.function({.name = name})});
    return frame;
  });
}

/// The stack of `parent` calling `frames`, which are root first.
StackId descendant(ProfileSetBuilder& into, StackId parent, const std::vector<FrameId>& frames, bool is_leaf_first) {
  if (!parent) return is_leaf_first ? into.leaf_first(frames) : into.root_first(frames);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    parent = into.child(parent, frames[is_leaf_first ? frames.size() - 1 - i : i]);
  }
  return parent;
}

void require_stacks(const pc_stacks& given, const uint32_t* ids) {
  require_count(given.count);
  c::require_index(static_cast<std::uint32_t>(given.order), 2, "order");
  if (given.frame_count != 0) c::require_pointer(given.frames, "stacks->frames");
  if (given.count == 0) return;
  c::require_pointer(ids, "ids");
  c::require_pointer(given.depth.data, "stacks->depth.data");
  c::require_column<std::uint32_t>(given.depth, "stacks->depth");
  c::require_column<std::uint32_t>(given.parent, "stacks->parent");
}

pc_status add_stacks(pc_job* job, const pc_stacks* stacks, uint32_t* ids) {
  return performed(job, [&](pc_job& in) {
    ProfileSetBuilder& into = building(in);
    const pc_stacks given = c::taken(stacks, "stacks");
    require_stacks(given, ids);
    const std::size_t known = into.dictionary().frames().size();
    std::size_t next = 0;
    for (std::size_t row = 0; row < given.count; ++row) {
      const std::size_t depth = at<std::uint32_t>(given.depth, row);
      if (depth > given.frame_count - next)
        throw UsageError("the depths of stacks total more than stacks->frame_count");
      in.frames.resize(depth);
      for (FrameId& frame : in.frames) {
        frame = FrameId{given.frames[next++]};
        if (frame.value >= known) c::require_index(frame.value, known, "frame");
      }
      StackId parent;
      if (given.parent.data != nullptr) parent = Ids(into).stack(at<std::uint32_t>(given.parent, row));
      ids[row] = descendant(into, parent, in.frames, given.order == PC_LEAF_FIRST).value;
    }
    if (next != given.frame_count) throw UsageError("the depths of stacks total less than stacks->frame_count");
  });
}

pc_status add_profile(pc_job* job, const pc_profile* known, const pc_value_type* types, size_t stride,
                      size_t type_count, size_t* profile) {
  return performed(job, [&](pc_job& in) {
    ProfileSetBuilder& into = building(in);
    if (type_count == 0) throw UsageError("a profile needs a value type");
    require_room(type_count - 1, most_types, "value types");
    require_array(types, stride, type_count, "types");
    std::vector<ValueType> all;
    for (std::size_t i = 0; i < type_count; ++i) all.push_back(c::value_type(element_of(types, stride, i, "types")));
    const std::size_t index = c::add_profile(into, known, std::move(all));
    if (profile != nullptr) *profile = index;
  });
}

ProfileBuilder& profile_of(pc_job& job, std::size_t index) {
  ProfileSetBuilder& in = building(job);
  c::require_index(index, in.profile_count(), "profile");
  return in.profile(index);
}

pc_status add_comment(pc_job* job, size_t profile, pc_string comment) {
  return performed(job, [&](pc_job& in) {
    const std::string_view given = text(comment);
    if (given.size() > in.context.limits().max_string_bytes) throw LimitError("a comment exceeds --max-string");
    std::vector<std::string>& comments = profile_of(in, profile).metadata().comments;
    require_room(comments.size(), most_facts, "comments");
    comments.emplace_back(given);
  });
}

pc_status add_attribute(pc_job* job, size_t profile, const pc_attribute* attribute) {
  return performed(job, [&](pc_job& in) {
    ProfileBuilder& into = profile_of(in, profile);
    require_room(into.metadata().attributes.size(), most_facts, "attributes");
    c::set_attribute(into, c::taken(attribute, "attribute"));
  });
}

pc_status add_samples(pc_job* job, size_t profile, const pc_samples* samples) {
  return performed(job, [&](pc_job& in) {
    ProfileBuilder& into = profile_of(in, profile);
    const pc_samples given = c::taken(samples, "samples");
    require_count(given.count);
    c::add_samples(into, in.builder->dictionary(), given);
  });
}

}  // namespace

void add_reading(pc_host& table) {
  table.head = head;
  table.read = read;
  table.next_line = next_line;
  table.add_strings = add_strings;
  table.add_mappings = add_mappings;
  table.add_functions = add_functions;
  table.add_frames = add_frames;
  table.add_threads = add_threads;
  table.add_label_sets = add_label_sets;
  table.add_named_frames = add_named_frames;
  table.add_stacks = add_stacks;
  table.add_profile = add_profile;
  table.add_comment = add_comment;
  table.add_attribute = add_attribute;
  table.add_samples = add_samples;
}

}  // namespace profconv::plugins
