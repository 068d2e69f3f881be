// SPDX-License-Identifier: Apache-2.0
// Suspicions over the model: each looks at a whole profile, and says what makes it suspicious and what may be the
// cause.
#include "suspicions.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/stack_set.h"
#include "profconv/errors.h"
#include "stack_shapes.h"

namespace profconv {

namespace {

constexpr std::int64_t ns_per_second = 1'000'000'000;
constexpr std::int64_t ns_per_day = 86'400 * ns_per_second;

/// Where programs and threads begin: names that stand at the root of a stack, and nowhere where it was cut.
constexpr std::array<std::string_view, 22> root_names{"main",
                                                      "(below main)",
                                                      "_start",
                                                      "start",
                                                      "__libc_start_main",
                                                      "__libc_start_main_impl",
                                                      "__libc_start_call_main",
                                                      "start_thread",
                                                      "thread_start",
                                                      "_pthread_start",
                                                      "_lwp_start",
                                                      "clone",
                                                      "clone3",
                                                      "__clone",
                                                      "std::rt::lang_start",
                                                      "std::rt::lang_start_internal",
                                                      "lang_start",
                                                      "runtime.goexit",
                                                      "runtime.main",
                                                      "main.main",
                                                      "BaseThreadInitThunk",
                                                      "RtlUserThreadStart"};
/// Where memory is handed out: names that call nothing worth recording.
constexpr std::array<std::string_view, 8> leaf_names{"malloc",       "calloc",         "realloc",      "memalign",
                                                     "operator new", "posix_memalign", "__rust_alloc", "aligned_alloc"};

/// The function alone: "main" of "prog`main+0x1f", "main(int, char**)" and "std::rt::lang_start::{{closure}}".
std::string_view bare_name(std::string_view name) {
  if (const std::size_t tick = name.rfind('`'); tick != std::string_view::npos) name.remove_prefix(tick + 1);
  if (const std::size_t offset = name.rfind("+0x"); offset != std::string_view::npos) name = name.substr(0, offset);
  if (name.starts_with('(')) return name;
  name = name.substr(0, name.find('('));
  name = name.substr(0, name.find("::{{closure}}"));
  return name.substr(0, name.find('@'));
}

bool is_root_name(std::string_view name) {
  return std::find(root_names.begin(), root_names.end(), name) != root_names.end() || name.ends_with("::main");
}

bool is_leaf_name(std::string_view name) {
  return std::find(leaf_names.begin(), leaf_names.end(), name) != leaf_names.end() ||
         name.starts_with("alloc::alloc::") || name.starts_with("<alloc::alloc::Global as ") ||
         name.ends_with("::GlobalAlloc>::alloc");
}

/// The stacks that the samples of a profile have, each once.
std::vector<StackId> sampled_stacks(const Samples& samples) {
  std::vector<StackId> stacks = samples.stack;
  std::sort(stacks.begin(), stacks.end());
  stacks.erase(std::unique(stacks.begin(), stacks.end()), stacks.end());
  return stacks;
}

/// Suspicions about one profile.
class Suspicions {
 public:
  Suspicions(const Dictionary& dictionary, const StackShapes& shapes, const Profile& profile, const Location& where,
             Context& context)
      : dictionary_(dictionary),
        shapes_(shapes),
        profile_(profile),
        where_(where),
        context_(context),
        stacks_(sampled_stacks(profile.samples)) {}

  void find() {
    find_reversed_stacks();
    find_cut_stacks();
    find_addresses();
    find_dates();
    find_durations();
    find_overflows();
  }

 private:
  void warn(std::string_view kind, const std::string& message) {
    const std::string prefix = profile_.name.empty() ? "" : "profile '" + profile_.name + "': ";
    context_.data_loss(kind, where_, prefix + message);
  }

  [[nodiscard]] std::string_view name_of(FrameId id) const {
    const Function& function = dictionary_.function(dictionary_.frame(id).function);
    return bare_name(dictionary_.string(function.name ? function.name : function.system_name));
  }

  /// A stack speaks for an order where only one of its ends has a name that belongs to an end. One alone may be odd.
  void find_reversed_stacks() {
    constexpr std::size_t end_frames = 2;
    constexpr std::uint64_t fewest = 2;
    std::uint64_t upright = 0;
    std::uint64_t reversed = 0;
    std::string example;
    for (const StackId id : stacks_) {
      const std::size_t looked_at = std::min(end_frames, shapes_.depth(id) / 2);
      bool stands = false;
      bool hangs = false;
      for (std::size_t i = 0; i < looked_at; ++i) {
        const std::string_view root = name_of(shapes_.from_root(id, i));
        const std::string_view leaf = name_of(shapes_.from_leaf(id, i));
        stands = stands || is_root_name(root) || is_leaf_name(leaf);
        if (!is_root_name(leaf) && !is_leaf_name(root)) continue;
        if (example.empty()) example = is_root_name(leaf) ? leaf : root;
        hangs = true;
      }
      if (stands != hangs) ++(stands ? upright : reversed);
    }
    if (reversed < fewest || reversed <= upright || reversed * 2 < stacks_.size()) return;
    warn("check.upside_down", "the profile looks upside down: in " + std::to_string(reversed) + " of " +
                                  std::to_string(stacks_.size()) + " stacks '" + example +
                                  "' or the like is at the wrong end; its writer exchanged leaf and root");
  }

  /// Recorders count return addresses, in which any number of calls may have been inlined, or frames.
  void find_cut_stacks() {
    const auto is_inlined = [](const Frame& frame) { return frame.inlined; };
    const auto frames = dictionary_.frames();
    const bool differ = std::any_of(frames.begin(), frames.end(), is_inlined);
    if (differ && find_cut_stacks(&StackShapes::physical_depth, " frames, inlined ones not counted,")) return;
    find_cut_stacks(&StackShapes::depth, " frames,");
  }

  /// Stacks cut off at a depth end in any function, those of programs that happen to be as deep in a few. Whether it
  /// warned.
  bool find_cut_stacks(std::size_t (StackShapes::*depth)(StackId) const, const std::string& what) {
    constexpr std::size_t fewest_stacks = 8;
    constexpr std::size_t fewest_roots = 4;
    std::size_t deepest = 0;
    for (const StackId id : stacks_) deepest = std::max(deepest, (shapes_.*depth)(id));
    if (deepest < 2) return false;
    std::set<FunctionId> roots;
    std::size_t cut = 0;
    for (const StackId id : stacks_) {
      if ((shapes_.*depth)(id) != deepest) continue;
      const FrameId root = shapes_.from_root(id, 0);
      if (!is_root_name(name_of(root))) roots.insert(dictionary_.frame(root).function);
      ++cut;
    }
    if (cut < fewest_stacks || cut * 2 < stacks_.size() || roots.size() < fewest_roots) return false;
    const std::string share = cut == stacks_.size() ? "all " + std::to_string(cut)
                                                    : std::to_string(cut) + " of " + std::to_string(stacks_.size());
    warn("check.cut_stacks", share + " stacks have " + std::to_string(deepest) + what + " and begin in " +
                                 std::to_string(roots.size()) +
                                 " different functions: they seem to be cut at that depth; record deeper stacks");
    return true;
  }

  void find_addresses() {
    const auto& all = context_.diagnostics();
    const auto says_it = [](const Diagnostic& d) { return d.kind.ends_with(".addresses"); };
    if (std::any_of(all.begin(), all.end(), says_it)) return;
    StackSet seen;
    bool has_frames = false;
    for (StackId id : stacks_) {
      for (; id && seen.insert(id); id = dictionary_.stack(id).parent) {
        const std::string_view name = name_of(dictionary_.stack(id).frame);
        if (!name.empty() && !name.starts_with("0x")) return;
        has_frames = true;
      }
    }
    if (!has_frames) return;
    warn("check.addresses", "all frames are addresses: nobody found the names of the functions while the program ran");
  }

  void find_dates() {
    const Metadata& metadata = profile_.metadata;
    if (metadata.start_ns) find_date("start of the recording", *metadata.start_ns);
    if (metadata.clock != Clock::epoch || profile_.samples.start_ns.empty()) return;
    const auto [first, last] = std::minmax_element(profile_.samples.start_ns.begin(), profile_.samples.start_ns.end());
    find_date("first sample", *first);
    find_date("last sample", *last);
  }

  void find_date(const std::string& what, std::int64_t time_ns) {
    constexpr std::int64_t year_ns = 366 * ns_per_day;
    constexpr std::int64_t seconds_of_2000 = 946'684'800;
    if (time_ns < year_ns) {
      const std::string unit = time_ns < seconds_of_2000               ? ""
                               : time_ns / 1'000'000 < seconds_of_2000 ? " (are these seconds or milliseconds?)"
                                                                       : " (are these microseconds?)";
      return warn("check.date",
                  "the " + what + " is dated 1970 or before: " + std::to_string(time_ns) + " ns since 1970" + unit);
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    if (time_ns - ns_per_day <= now_ns) return;
    warn("check.date",
         "the " + what + " lies in the future: " + std::to_string((time_ns - now_ns) / ns_per_day) + " days from now");
  }

  /// The last sample may end after the recording does by what a sample lasts.
  void find_durations() {
    const std::int64_t duration = profile_.metadata.duration_ns;
    if (duration < 0) {
      return warn("check.duration", "the duration is negative: " + std::to_string(duration) + " ns");
    }
    const std::vector<std::int64_t>& times = profile_.samples.start_ns;
    if (duration == 0 || times.empty()) return;
    const auto [first, last] = std::minmax_element(times.begin(), times.end());
    std::int64_t range = 0;
    const bool fits =
        !__builtin_sub_overflow(*last, *first, &range) && range - duration / 100 <= duration + ns_per_second;
    if (fits) return;
    warn("check.duration", "the recording lasted " + std::to_string(duration) +
                               " ns, and its samples are spread over " + std::to_string(range) + " ns");
  }

  void find_overflows() {
    for (std::size_t i = 0; i < profile_.value_types.size(); ++i) {
      if (profile_.value_types[i].aggregation != Aggregation::sum) continue;
      try {
        static_cast<void>(total(profile_, i));
      } catch (const OverflowError&) {
        warn("check.overflow", "the values of " + profile_.value_types[i].type + " add up to more than 64 bits hold");
      }
    }
  }

  const Dictionary& dictionary_;
  const StackShapes& shapes_;
  const Profile& profile_;
  const Location& where_;
  Context& context_;
  std::vector<StackId> stacks_;
};

}  // namespace

void find_suspicions(const ProfileSet& set, const Location& where, Context& context) {
  const StackShapes shapes(set.dictionary());
  for (const Profile& profile : set.profiles()) Suspicions(set.dictionary(), shapes, profile, where, context).find();
}

}  // namespace profconv
