// SPDX-License-Identifier: Apache-2.0
// Names for addresses that a tracer prints without one: of processes that have ended, of code that was compiled just in
// time, or because the tracer does not look for names. Tracers resolve symbols while they print, of processes that
// still run; so what is mapped in a process is noted while it runs, and a frame gets its name from the symbols of the
// file that was mapped there, or from the process's perf map.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/lib/record/backend.h"
#include "tools/lib/record/mapped_places.h"
#include "tools/lib/record/mapped_symbols.h"
#include "tools/lib/record/memory_maps.h"
#include "tools/lib/record/perf_maps.h"

namespace profconv::record {

class AddressNames {
 public:
  explicit AddressNames(AddressForm form) : form_(form) {}

  /// Notes what is mapped in a process now, unless that was done a moment before: a new process changes often.
  void look_at(pid_t pid);
  /// The same, and its children and theirs.
  void look_at_family(pid_t pid);
  /// A process runs another program from here on.
  void note_exec(pid_t pid);
  /// If a line of the tracer is a frame that is an address, and its name is known: appends the line with the name, and
  /// returns true. The keys of a record say of which process the frames that follow are.
  bool append_named(std::string_view line, std::string& to);
  [[nodiscard]] std::uint64_t named() const { return named_; }
  /// The files that were seen to be mapped, each place once.
  [[nodiscard]] std::vector<PlacedFile> places() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Known {
    MemoryMaps maps;
    Clock::time_point first = Clock::now();
    Clock::time_point looked;
    std::chrono::milliseconds pause{1};  ///< before it is looked at again for an address that is not known
  };

  bool note_process(std::string_view line);
  [[nodiscard]] const MappedFile* find(std::uint64_t address);
  [[nodiscard]] bool look_for_missed(Known& known);
  [[nodiscard]] std::string name_of(std::uint64_t address);
  [[nodiscard]] std::string name_in(const MappedFile& file, std::uint64_t address);
  [[nodiscard]] std::string compiled_name(std::uint64_t address);

  AddressForm form_;
  pid_t process_ = 0;
  std::map<pid_t, Known> processes_;
  MappedSymbols symbols_;
  PerfMaps perf_maps_;
  std::uint64_t named_ = 0;
};

}  // namespace profconv::record
