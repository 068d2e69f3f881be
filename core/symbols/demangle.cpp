// SPDX-License-Identifier: Apache-2.0
// Renaming the functions of a profile set.
#include "profconv/names.h"

#include <optional>
#include <vector>

#include "core/model/dictionary_builder.h"
#include "core/symbols/demangle_symbol.h"
#include "core/symbols/name_policy.h"
#include "core/text/excerpts.h"
#include "core/transforms/rewrite.h"

namespace profconv {

namespace {

constexpr std::size_t names_between_checks = 256;
constexpr std::size_t shown_bytes = 60;

/// A name that has changed.
struct NewName {
  std::string text;
  bool was_mangled = false;
};

/// Applies the rules to one name after another.
class Renamer {
 public:
  explicit Renamer(const NameRules& rules) : rules_(rules) {}

  std::optional<NewName> operator()(std::string_view name) {
    const FramedName framed = split_framed(name);
    std::string_view function = framed.function;
    bool was_mangled = false;
    if (rules_.demangle) {
      if (const auto readable = demangler_.demangle(function)) {
        function = *readable;
        was_mangled = true;
      }
    }
    const auto shorter = shortened(function, rules_.policy);
    if (!was_mangled && !shorter) return std::nullopt;
    NewName made{.was_mangled = was_mangled};
    made.text.append(framed.module).append(shorter ? *shorter : function).append(framed.offset);
    return made;
  }

  /// Whether a name that did not change should have.
  [[nodiscard]] bool failed_on(std::string_view name) const {
    return rules_.demangle && Demangler::is_surely_mangled(split_framed(name).function);
  }

 private:
  NameRules rules_;
  Demangler demangler_;
};

/// The new names of a dictionary's functions, each text worked out once.
class NewNames {
 public:
  NewNames(const Dictionary& from, const NameRules& rules, Context& context)
      : from_(from), index_(from.strings().size(), not_asked) {
    Renamer renamer(rules);
    std::size_t asked = 0;
    for (const Function& function : from.functions()) {
      if (++asked % names_between_checks == 0) context.check_cancelled();
      ask(shown(function), renamer, context);
    }
  }

  [[nodiscard]] bool empty() const { return names_.empty(); }

  /// Null: it keeps its name.
  [[nodiscard]] const NewName* of(const Function& function) const {
    const std::uint32_t index = index_[shown(function).value];
    return index < unchanged ? &names_[index] : nullptr;
  }

  /// What is shown of a function, and may have to change.
  static StringId shown(const Function& function) { return function.name ? function.name : function.system_name; }

 private:
  static constexpr std::uint32_t not_asked = UINT32_MAX;
  static constexpr std::uint32_t unchanged = UINT32_MAX - 1;

  void ask(StringId name, Renamer& renamer, Context& context) {
    std::uint32_t& index = index_[name.value];
    if (!name || index != not_asked) return;
    const std::string_view text = from_.string(name);
    if (auto made = renamer(text)) {
      index = static_cast<std::uint32_t>(names_.size());
      names_.push_back(std::move(*made));
      return;
    }
    index = unchanged;
    if (renamer.failed_on(text)) {
      context.note("names.still_mangled", {},
                   "a mangled name cannot be read and stays as it is: " + shortened(text, shown_bytes));
    }
  }

  const Dictionary& from_;
  std::vector<NewName> names_;
  std::vector<std::uint32_t> index_;
};

/// A function by its new name. `into` interns, `carry` tells the new id of an old string.
template <class Builder, class Carry>
Function renamed(const Dictionary& from, const Function& old, const NewName& made, Builder& into, Carry carry) {
  Function function = old;
  function.name = into.string(made.text);
  function.system_name = carry(old.system_name);
  function.file = carry(old.file);
  if (made.was_mangled && !old.system_name) {
    function.system_name = into.string(split_framed(from.string(old.name)).function);
  }
  return function;
}

/// The same stacks with functions of new names. Null where functions become one, or a frame keeps its function's old
/// name: then stacks may become one as well.
std::shared_ptr<const Dictionary> renamed_alone(const Dictionary& from, const NewNames& names) {
  for (const Frame& frame : from.frames()) {
    if (frame.kind == FrameKind::synthetic && names.of(from.function(frame.function)) != nullptr) return nullptr;
  }
  DictionaryBuilder builder(from);
  std::vector<Function> functions(from.functions().begin(), from.functions().end());
  for (Function& function : functions) {
    if (const NewName* const made = names.of(function)) {
      function = renamed(from, function, *made, builder, [](StringId id) { return id; });
    }
  }
  if (!builder.set_functions(std::move(functions))) return nullptr;
  return std::make_shared<const Dictionary>(std::move(builder).take());
}

/// Makes all stacks anew.
ProfileSet with_stacks_renamed(ProfileSet set, const NewNames& names, SampleOrder order, Context& context) {
  Rewriter rewriter(std::move(set), order, context);
  const Dictionary& from = rewriter.from();
  std::vector<std::optional<FunctionId>> functions(from.functions().size());
  const StackMap stacks = rewriter.map_frames([&](const Frame& frame) -> std::optional<FrameId> {
    if (frame.kind == FrameKind::synthetic) return rewriter.carry(frame, rewriter.carry(frame.function));
    auto& function = functions[frame.function.value];
    if (!function) {
      const Function& old = from.function(frame.function);
      const NewName* const made = names.of(old);
      const auto carry = [&](StringId id) { return rewriter.carry(id); };
      function = made == nullptr ? rewriter.carry(frame.function)
                                 : rewriter.into().function(renamed(from, old, *made, rewriter.into(), carry));
    }
    return rewriter.carry(frame, *function);
  });
  return std::move(rewriter).finish(stacks);
}

}  // namespace

std::string shown_name(std::string_view name, const NameRules& rules) {
  const auto made = Renamer(rules)(name);
  return made ? made->text : std::string(name);
}

ProfileSet apply_names(ProfileSet set, const NameRules& rules, SampleOrder order, Context& context) {
  if (!rules.demangle && rules.policy == NamePolicy::full) return set;
  const auto dictionary = set.shared_dictionary();
  const NewNames names(*dictionary, rules, context);
  if (names.empty()) return set;
  if (auto renamed = renamed_alone(*dictionary, names)) {
    return {std::move(renamed), std::move(set).release_profiles()};
  }
  return with_stacks_renamed(std::move(set), names, order, context);
}

ProfileSet demangle(ProfileSet set, SampleOrder order, Context& context) {
  return apply_names(std::move(set), {}, order, context);
}

}  // namespace profconv
