// SPDX-License-Identifier: Apache-2.0
// From what a recording says of a frame to an address in a file, and to the functions there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "profconv/context.h"
#include "profconv/profile.h"
#include "tools/lib/symbolize/modules.h"

namespace profconv::symbolize {

/// Where the frames of a profile come from.
struct Origin {
  std::string_view format;            ///< of the recording
  bool has_return_addresses = false;  ///< Reader::has_return_addresses
  std::string recording = {};         ///< its path
};

/// A frame, and how it came to be on a stack.
struct Place {
  const Frame& frame;
  bool is_caller = false;  ///< it called the next frame, and did not run itself
  std::int64_t pid = Thread::unknown;
};

/// What was found out about a place.
struct Found {
  std::vector<SourceFrame> frames;     ///< the innermost inlined function first; empty: no more than was recorded
  const MappedFile* mapped = nullptr;  ///< of an address without a module: the file that was mapped there
};

class Locator {
 public:
  /// All arguments must outlive the locator. `from` is the dictionary of all frames.
  Locator(Modules& modules, const Origin& origin, const Dictionary& from, Context& context);

  [[nodiscard]] Found at(const Place& place);
  /// Whether the name that a frame has is more than a word for none.
  [[nodiscard]] bool is_named(const Frame& frame) const { return !recorded_name(frame).empty(); }
  /// Whether a frame is where a signal handler returns to: what is below it was interrupted, and called nothing.
  [[nodiscard]] bool is_signal_return(const Frame& frame);
  /// Whether a frame of the kernel is where system calls enter it, and not interrupts.
  [[nodiscard]] bool is_system_call(const Frame& frame) const;
  /// What a mapping says of itself when its frames have been resolved; its texts are of the same dictionary.
  [[nodiscard]] Mapping described(MappingId id);
  /// Adds what was noticed to the context.
  void report();

 private:
  /// A mapping of the profile, its file, and what came of its frames.
  struct Entry {
    Mapping mapping;
    Module* module = nullptr;
    std::optional<std::uint64_t> bias;  ///< nothing: it was not looked for yet
    std::vector<NamedAddress> named;
    bool has_open_frames = false;  ///< some lack a line, and have a place
    bool guessed_bias = false;
    std::uint64_t resolved = 0;
    std::uint64_t agreed = 0;      ///< frames whose recorded name is that of the file
    std::uint64_t unplaced = 0;    ///< frames without a name whose address in the file is unknown
    std::uint64_t mismatched = 0;  ///< frames that the file has in another function
    std::uint64_t missed = 0;      ///< frames that stay as they are: there is no file, or it has no symbol there
  };

  /// Empty: it has no name, or one that stands for none.
  [[nodiscard]] std::string_view recorded_name(const Frame& frame) const;
  [[nodiscard]] Entry& entry_of(MappingId id);
  [[nodiscard]] Module* module_of(const Mapping& mapping, bool is_kernel);
  [[nodiscard]] std::uint64_t code_address(std::uint64_t address, const Place& place) const;
  [[nodiscard]] std::optional<std::uint64_t> address_of(const Frame& frame, Entry& entry);
  [[nodiscard]] std::optional<std::uint64_t> by_bias(std::uint64_t address, Entry& entry);
  [[nodiscard]] std::vector<SourceFrame> in_module(const Place& place, Entry& entry);
  [[nodiscard]] Found unmapped(const Place& place);
  [[nodiscard]] TableSymbol in_tables(const Place& place);
  [[nodiscard]] TableSymbol in_system_tables(const Place& place, std::int64_t pid);
  [[nodiscard]] const std::string& jit_dump_path(std::int64_t pid);

  Modules& modules_;
  const SymbolSources& sources_;
  const UserFiles& user_;
  Origin origin_;
  const Dictionary& from_;
  Context& context_;
  std::map<std::uint32_t, Entry> entries_;              ///< by mapping id; those of the mappings that frames have
  std::map<std::int64_t, std::string> jit_dump_paths_;  ///< by process; those that were asked for
  std::uint64_t homeless_ = 0;                          ///< addresses that no module or table has
  std::uint64_t asked_ = 0;
  std::uint64_t resolved_ = 0;
  std::uint64_t with_lines_ = 0;
  std::uint64_t this_kernel_ = 0;
  std::uint64_t replaced_ = 0;  ///< named by a table that has had several functions there
};

}  // namespace profconv::symbolize
