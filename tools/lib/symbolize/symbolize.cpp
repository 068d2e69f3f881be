// SPDX-License-Identifier: Apache-2.0
// Stacks anew, with what is known of their frames. One frame may stand on a stack in three roles: what ran, what called
// a function, and what a function was inlined into, which its source has resolved already.
#include "tools/lib/symbolize/symbolize.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "core/transforms/rewrite.h"
#include "profconv/conversion.h"
#include "tools/lib/symbolize/locator.h"

namespace profconv::symbolize {

namespace {

enum class Role : std::uint8_t { ran, called, resolved };
constexpr std::array roles{Role::ran, Role::called, Role::resolved};

/// Profiles that were converted before say what they were recorded by.
Origin origin_of(const std::vector<Profile>& profiles, const ReadAs& read) {
  const std::string recorded_as = profiles.empty() ? "" : profiles.front().metadata.source_format;
  const auto readers = builtin_registry().readers();
  const auto found =
      std::find_if(readers.begin(), readers.end(), [&](const Reader* known) { return known->name == recorded_as; });
  const Reader& recorder = found == readers.end() ? read.reader : **found;
  return {.format = recorder.name, .has_return_addresses = recorder.has_return_addresses, .recording = read.path};
}

std::size_t index_of(Role role) { return static_cast<std::size_t>(role); }

class Symbolizer {
 public:
  Symbolizer(ProfileSet set, Modules& modules, const ReadAs& read, Context& context)
      : read_(read),
        context_(context),
        rewriter_(std::move(set), read.order, context),
        locator_(modules, origin_of(rewriter_.profiles(), read), rewriter_.from(), context) {}

  ProfileSet run() && {
    find_roles();
    find_processes();
    make_stacks();
    locator_.report();
    return std::move(rewriter_).finish(stacks_[index_of(Role::ran)], beginnings_);
  }

 private:
  static constexpr std::int64_t several = -2;

  /// The role of the frame that the last frame of a stack stands on. Interrupts and signals come between any two
  /// instructions: what they interrupt was running.
  Role role_below(std::size_t stack) {
    const StackNode& node = rewriter_.from().stacks()[stack];
    const Frame& frame = rewriter_.from().frame(node.frame);
    if (frame.inlined) return Role::resolved;
    if (!node.parent) return Role::called;
    const FrameId below = rewriter_.from().stacks()[node.parent.value].frame;
    const bool enters_kernel =
        frame.kind == FrameKind::kernel && rewriter_.from().frame(below).kind != FrameKind::kernel;
    if (enters_kernel && !locator_.is_system_call(frame)) return Role::ran;
    return is_signal_return(node.frame) || is_signal_return(below) ? Role::ran : Role::called;
  }

  bool is_signal_return(FrameId id) {
    if (signal_returns_.empty()) signal_returns_.resize(rewriter_.from().frames().size());
    std::optional<bool>& known = signal_returns_[id.value];
    if (!known) known = locator_.is_signal_return(rewriter_.from().frame(id));
    return *known;
  }

  void find_roles() {
    const auto stacks = rewriter_.from().stacks();
    below_.assign(stacks.size(), Role::called);
    for (std::vector<bool>& role : has_role_) role.assign(stacks.size(), false);
    for (const Profile& profile : rewriter_.profiles()) {
      for (const StackId stack : profile.samples.stack) has_role_[index_of(Role::ran)][stack.value] = true;
    }
    for (std::size_t i = stacks.size(); i-- > 1;) {
      if (!rewriter_.in_use(StackId{static_cast<std::uint32_t>(i)})) continue;
      const Role role = below_[i] = role_below(i);
      has_role_[index_of(role)][stacks[i].parent.value] = true;
    }
  }

  /// Of each stack the process that has it, for symbols that belong to one process.
  void find_processes() {
    const auto stacks = rewriter_.from().stacks();
    processes_.assign(stacks.size(), Thread::unknown);
    const auto note = [&](StackId stack, std::int64_t pid) {
      std::int64_t& known = processes_[stack.value];
      if (pid != Thread::unknown) known = known == Thread::unknown || known == pid ? pid : several;
    };
    for (const Profile& profile : rewriter_.profiles()) {
      const Samples& samples = profile.samples;
      for (std::size_t row = 0; row < samples.size(); ++row) {
        note(samples.stack[row], rewriter_.from().thread(samples.thread_of(row)).pid);
      }
    }
    for (std::size_t i = stacks.size(); i-- > 1;) note(stacks[i].parent, processes_[i]);
  }

  void make_stacks() {
    constexpr std::size_t stacks_between_checks = 1024;
    const auto stacks = rewriter_.from().stacks();
    beginnings_.assign(stacks.size(), std::nullopt);
    for (StackMap& map : stacks_) map.assign(stacks.size(), std::nullopt);
    for (StackMap& map : stacks_) map[0] = StackId{};
    beginnings_[0] = StackId{};
    for (std::size_t i = 1; i < stacks.size(); ++i) {
      if (i % stacks_between_checks == 0) context_.check_cancelled();
      const auto& parent = stacks_[index_of(below_[i])][stacks[i].parent.value];
      for (const Role role : roles) {
        if (!has_role_[index_of(role)][i]) continue;
        StackId stack = *parent;
        for (const FrameId part : frames_for(stacks[i].frame, role, processes_[i])) {
          stack = rewriter_.into().child(stack, part);
        }
        stacks_[index_of(role)][i] = stack;
        beginnings_[i] = stack;
      }
    }
  }

  /// What a frame becomes, the outermost first.
  const std::vector<FrameId>& frames_for(FrameId id, Role role, std::int64_t pid) {
    const Frame& frame = rewriter_.from().frame(id);
    // Files are the same for all processes; addresses without one are not.
    const bool is_of_process = !locator_.is_named(frame) && frame.address != 0;
    const auto key = std::tuple(id.value, role, is_of_process ? pid : Thread::unknown);
    auto& frames = frames_[key];
    if (frames.empty()) frames = resolve(frame, role, pid);
    return frames;
  }

  std::vector<FrameId> resolve(const Frame& frame, Role role, std::int64_t pid) {
    Frame kept = frame;
    if (read_.drops_offsets) kept.offset = Frame::no_offset;
    const bool has_lines = frame.line != 0 && locator_.is_named(frame);
    if (role == Role::resolved || frame.inlined || has_lines || frame.kind == FrameKind::synthetic) {
      kept.mapping = mapping_of(frame.mapping, nullptr);
      return {rewriter_.into().frame(with_function(kept, rewriter_.carry(frame.function)))};
    }
    const Found found = locator_.at({.frame = frame, .is_caller = role == Role::called, .pid = pid});
    kept.mapping = mapping_of(frame.mapping, found.mapped);
    if (found.frames.empty()) return {rewriter_.into().frame(with_function(kept, rewriter_.carry(frame.function)))};
    std::vector<FrameId> frames;
    for (auto source = found.frames.rbegin(); source != found.frames.rend(); ++source) {
      const FunctionId known = locator_.is_named(frame) ? frame.function : FunctionId{};
      frames.push_back(made(kept, known, *source, frames.empty()));
    }
    return frames;
  }

  static Frame with_function(Frame frame, FunctionId function) {
    frame.function = function;
    return frame;
  }

  /// In the new dictionary.
  MappingId mapping_of(MappingId id, const MappedFile* mapped) {
    ProfileSetBuilder& into = rewriter_.into();
    if (mapped != nullptr) {
      return into.mapping({.file = into.string(mapped->path),
                           .start = mapped->start,
                           .limit = mapped->end,
                           .offset = mapped->offset,
                           .has_functions = true});
    }
    if (!id) return {};
    Mapping mapping = locator_.described(id);
    mapping.file = rewriter_.carry(mapping.file);
    mapping.build_id = rewriter_.carry(mapping.build_id);
    return into.mapping(mapping);
  }

  /// One of the functions at a place; the physical one keeps the name that it has. `frame` has its new mapping.
  FrameId made(Frame frame, FunctionId known_function, const SourceFrame& source, bool is_physical) {
    ProfileSetBuilder& into = rewriter_.into();
    Function function{.file = into.string(source.file), .start_line = source.start_line};
    if (is_physical && known_function) {
      const Function& known = rewriter_.from().function(known_function);
      function.name = rewriter_.carry(known.name);
      function.system_name = rewriter_.carry(known.system_name);
    } else {
      function.name = into.string(source.function);
    }
    frame.line = source.line;
    frame.column = source.column;
    frame.inlined = !is_physical;
    frame.shares_location = !is_physical;
    if (!is_physical) frame.offset = Frame::no_offset;
    return into.frame(with_function(frame, into.function(function)));
  }

  const ReadAs& read_;
  Context& context_;
  Rewriter rewriter_;
  Locator locator_;
  std::array<std::vector<bool>, roles.size()> has_role_;  ///< of each stack, in which roles its last frame stands
  std::vector<Role> below_;  ///< of each stack, the role of the frame that its last frame stands on
  std::vector<std::optional<bool>> signal_returns_;  ///< by frame; those that were asked for
  std::vector<std::int64_t> processes_;
  std::array<StackMap, roles.size()> stacks_;
  StackMap beginnings_;
  std::map<std::tuple<std::uint32_t, Role, std::int64_t>, std::vector<FrameId>> frames_;
};

}  // namespace

ProfileSet with_symbols(ProfileSet set, Modules& modules, const ReadAs& read, Context& context) {
  modules.look_at(set.dictionary().frames(), read.reader.name);
  return Symbolizer(std::move(set), modules, read, context).run();
}

}  // namespace profconv::symbolize
