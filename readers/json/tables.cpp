// SPDX-License-Identifier: Apache-2.0
// Rows into ids.
#include "readers/json/tables.h"

#include <deque>
#include <optional>

namespace profconv::json_in {

bool read_place(const Document& in, std::string_view key, Mapping& mapping) {
  if (key == "start") {
    mapping.start = integer_at<std::uint64_t>(in);
  } else if (key == "limit") {
    mapping.limit = integer_at<std::uint64_t>(in);
  } else if (key == "offset") {
    mapping.offset = integer_at<std::uint64_t>(in);
  } else if (key == "relative_addresses") {
    mapping.relative_addresses = in.json.boolean();
  } else if (key == "has_functions") {
    mapping.has_functions = in.json.boolean();
  } else if (key == "has_filenames") {
    mapping.has_filenames = in.json.boolean();
  } else if (key == "has_line_numbers") {
    mapping.has_line_numbers = in.json.boolean();
  } else if (key == "has_inline_frames") {
    mapping.has_inline_frames = in.json.boolean();
  } else {
    return false;
  }
  return true;
}

/// Calls read_row() for each row but the first, which is null.
template <class ReadRow>
void Tables::read_rows(ReadRow read_row) {
  in_.json.begin_array();
  if (!in_.json.next_element()) return;
  in_.json.null();
  while (in_.json.next_element()) read_row();
}

void Tables::read_mappings() {
  read_rows([this] { mappings_.add(builder_.mapping(mapping())); });
}

Mapping Tables::mapping() {
  Mapping mapping;
  in_.json.begin_object();
  for (std::string_view key; in_.json.next_key(key);) {
    if (key == "file") {
      mapping.file = string();
    } else if (key == "build_id") {
      mapping.build_id = string();
    } else if (!read_place(in_, key, mapping)) {
      in_.json.skip_value();
    }
  }
  return mapping;
}

void Tables::read_functions() {
  read_rows([this] {
    Function function;
    in_.json.begin_object();
    for (std::string_view key; in_.json.next_key(key);) {
      if (key == "name") {
        function.name = string();
      } else if (key == "system_name") {
        function.system_name = string();
      } else if (key == "file") {
        function.file = string();
      } else if (key == "start_line") {
        function.start_line = integer_at<std::int64_t>(in_);
      } else {
        in_.json.skip_value();
      }
    }
    functions_.add(builder_.function(function));
  });
}

void Tables::read_frames() {
  read_rows([this] { frames_.add(builder_.frame(frame())); });
}

Frame Tables::frame() {
  Frame frame;
  in_.json.begin_object();
  for (std::string_view key; in_.json.next_key(key);) {
    if (key == "function") {
      frame.function = functions_.at(in_);
    } else if (key == "mapping") {
      frame.mapping = mappings_.at(in_);
    } else if (key == "address") {
      frame.address = integer_at<std::uint64_t>(in_);
    } else if (key == "offset") {
      frame.offset = integer_at<std::uint64_t>(in_);
    } else if (key == "line") {
      frame.line = integer_at<std::int64_t>(in_);
    } else if (key == "column") {
      frame.column = integer_at<std::int64_t>(in_);
    } else if (key == "inlined") {
      frame.inlined = in_.json.boolean();
    } else if (key == "shares_location") {
      frame.shares_location = in_.json.boolean();
    } else if (key == "kind") {
      frame.kind = word_at<FrameKind>(in_, kind_names);
    } else {
      in_.json.skip_value();
    }
  }
  return frame;
}

void Tables::read_stacks() {
  read_rows([this] { stacks_.add(stack_row()); });
}

StackId Tables::stack_row() {
  const char* const place = in_.json.place();
  StackId parent;
  std::optional<FrameId> frame;  // 0 is one of which nothing is known
  in_.json.begin_object();
  for (std::string_view key; in_.json.next_key(key);) {
    if (key == "parent") {
      parent = stacks_.at(in_);
    } else if (key == "frame") {
      frame = frames_.at(in_);
    } else {
      in_.json.skip_value();
    }
  }
  if (!frame) in_.text.fail(place, "expected a stack with a 'frame'");
  return builder_.child(parent, *frame);
}

void Tables::read_threads() {
  read_rows([this] {
    Thread thread;
    in_.json.begin_object();
    for (std::string_view key; in_.json.next_key(key);) {
      if (key == "pid") {
        thread.pid = integer_at<std::int64_t>(in_);
      } else if (key == "tid") {
        thread.tid = integer_at<std::int64_t>(in_);
      } else if (key == "process_name") {
        thread.process_name = string();
      } else if (key == "thread_name") {
        thread.thread_name = string();
      } else {
        in_.json.skip_value();
      }
    }
    threads_.add(builder_.thread(thread));
  });
}

void Tables::read_label_sets() {
  read_rows([this] { label_sets_.add(label_set_row()); });
}

LabelSetId Tables::label_set_row() {
  std::deque<std::string> words;
  const auto word = [&]() -> std::string_view { return words.emplace_back(in_.json.string()); };
  std::vector<LabelText> labels;
  for (in_.json.begin_array(); in_.json.next_element();) {
    LabelText& label = labels.emplace_back();
    in_.json.begin_object();
    for (std::string_view key; in_.json.next_key(key);) {
      if (key == "key") {
        label.key = word();
      } else if (key == "text") {
        label.text = word();
      } else if (key == "unit") {
        label.unit = word();
      } else if (key == "number") {
        label.number = integer_at<std::int64_t>(in_);
        label.is_number = true;
      } else {
        in_.json.skip_value();
      }
    }
  }
  return builder_.labels(labels);
}

}  // namespace profconv::json_in
