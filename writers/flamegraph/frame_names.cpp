// SPDX-License-Identifier: Apache-2.0
// Collecting kinds, and naming threads.
#include "writers/flamegraph/frame_names.h"

namespace profconv::flamegraph {

Names::Names(const Dictionary& dictionary, bool with_modules)
    : dictionary_(&dictionary), raw_(dictionary, with_modules), table_(dictionary, raw_), kinds_(table_.size()) {
  const auto frames = dictionary.frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    Kinds& kinds = kinds_[table_.of_frame(FrameId{i})];
    kinds.kernel |= frames[i].kind == FrameKind::kernel;
    kinds.jit |= frames[i].kind == FrameKind::jit;
    kinds.inlined |= frames[i].inlined;
  }
}

const std::vector<Names::Name>& Names::of_thread(ThreadId thread) {
  const auto [place, is_new] = of_thread_.try_emplace(thread.value);
  if (is_new) {
    for (std::string& text : thread_frames(*dictionary_, thread)) {
      place->second.push_back(table_.add(made_.emplace_back(std::move(text))));
    }
    kinds_.resize(table_.size());
  }
  return place->second;
}

}  // namespace profconv::flamegraph
