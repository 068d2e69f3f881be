// SPDX-License-Identifier: Apache-2.0
// Interning names.
#include "writers/flamegraph/frame_names.h"

namespace profconv::flamegraph {

Names::Names(const Dictionary& dictionary, bool with_modules)
    : dictionary_(&dictionary), raw_(dictionary, with_modules) {
  const auto frames = dictionary.frames();
  of_no_stack_ = intern(no_stack_name);
  of_frame_.reserve(frames.size());
  of_frame_.push_back(0);
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const Name name = intern(raw_[FrameId{i}]);
    of_frame_.push_back(name);
    kinds_[name].kernel |= frames[i].kind == FrameKind::kernel;
    kinds_[name].jit |= frames[i].kind == FrameKind::jit;
    kinds_[name].inlined |= frames[i].inlined;
  }
  are_distinct_ = texts_.size() == frames.size() + 1;
}

Names::Name Names::intern(std::string_view text) {
  return known_.find_or_make(
      hash_bytes(text), [&](Name name) { return texts_[name] == text; },
      [&] {
        texts_.push_back(text);
        kinds_.emplace_back();
        return static_cast<Name>(texts_.size() - 1);
      });
}

const std::vector<Names::Name>& Names::of_thread(ThreadId thread) {
  const auto [place, is_new] = of_thread_.try_emplace(thread.value);
  if (is_new) {
    for (std::string& text : thread_frames(*dictionary_, thread)) {
      place->second.push_back(intern(made_.emplace_back(std::move(text))));
    }
  }
  return place->second;
}

}  // namespace profconv::flamegraph
