// SPDX-License-Identifier: Apache-2.0
// What a D program says of its output and the output does not: which aggregations there are, by which keys and of
// which function, at which rate they count, and how and when they are printed.
//
//   profile-997 /pid == $target/ { @stacks[tid, ustack(100)] = count(); }
//   tick-1s { printa("TID:%d COUNT:%@u\n%k\n", @stacks); clear(@stacks); }
//
// Nothing here fails: what is not understood is passed over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profconv/transforms.h"
#include "readers/dtrace/program/d_command.h"
#include "readers/dtrace/program/literal_keys.h"

namespace profconv::dtrace {

/// An aggregation as the program assigns to it. Keys and arguments are expressions as they stand in the source.
struct DAggregation {
  std::string name;  ///< `@stacks`, or `@`
  std::vector<std::string> keys;
  LiteralKeys literals;
  std::string function;  ///< `count`, `lquantize`, ...
  std::vector<std::string> arguments;
  std::vector<std::string> probes;  ///< of every clause that assigns to it
  std::set<std::size_t> clauses;    ///< the numbers of these
  std::set<std::size_t> always;     ///< of those that assign to it whenever they run
  /// Where all its probes are profile-N or tick-N of one rate.
  std::optional<SamplingRate> rate;
};

/// What a clause prints, or does to aggregations.
struct DAction {
  enum class Kind : std::uint8_t {
    printa,
    text,   ///< of printf() or trace()
    datum,  ///< trace() or print() of a value
    stack,  ///< ustack() and its like, as an action
    clear,
    trunc,
    normalize,
    denormalize
  };

  Kind kind = Kind::text;
  std::string probe;                      ///< of its clause
  std::size_t clause = 0;                 ///< its number
  std::string predicate;                  ///< of its clause; may be empty
  bool in_branch = false;                 ///< it depends on an if
  std::vector<std::string> aggregations;  ///< several are printed together
  std::optional<std::string> format;      ///< of printa and text, as written between the quotes; absent: default form
  std::string text;                       ///< of text and datum: the format with its literal arguments
  std::string argument;                   ///< of trunc and normalize; may be empty
  bool is_last = false;                   ///< runs once, when dtrace ends: in END, or along with exit()
};

/// A D program.
struct DProgram {
  std::vector<DAggregation> aggregations;  ///< in the order in which they first stand in the program
  std::vector<DAction> actions;            ///< in the order of the program
  std::vector<DOption> options;            ///< of pragmas and of the command
  /// An aggregation that several programs of a script have, or that is in a text with `#if`; "": none.
  std::string several;
  std::map<std::string, std::size_t, std::less<>> places;             ///< of the aggregations, by name
  std::map<std::string, std::vector<std::size_t>, std::less<>> uses;  ///< numbers of the actions that name each

  /// Whether it has no aggregation.
  [[nodiscard]] bool empty() const { return aggregations.empty(); }
  /// Null: there is none of this name.
  [[nodiscard]] const DAggregation* find(std::string_view name) const;
  /// What is done to an aggregation, in the order of the program.
  [[nodiscard]] std::vector<const DAction*> actions_of(std::string_view name) const;
  /// The value of an option, the last one given; empty where it has none, absent where it is not set.
  [[nodiscard]] std::optional<std::string_view> option(std::string_view name) const;
  /// What dtrace prints in default form when it ends, in this order: what no printa() prints.
  [[nodiscard]] std::vector<const DAggregation*> printed_at_end() const;
};

/// Takes a D script, or the text of a shell that holds `dtrace -n '...'`.
[[nodiscard]] DProgram parse_d_program(std::string_view text);

/// Whether a clause's probe, or each of several, is the one of dtrace with this name: `BEGIN` of `dtrace:::BEGIN`.
[[nodiscard]] bool is_probe(std::string_view probe, std::string_view name);

/// The rate of `profile-997`, `profile-10ms` or `tick-1s`; absent for every other probe, or several that differ.
[[nodiscard]] std::optional<SamplingRate> rate_of_probe(std::string_view probe);

}  // namespace profconv::dtrace
