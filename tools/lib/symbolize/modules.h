// SPDX-License-Identifier: Apache-2.0
// The modules of all profiles of a conversion: what was read of a file for one of them is there for the next.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "profconv/context.h"
#include "profconv/dictionary.h"
#include "profconv/symbols.h"
#include "tools/lib/symbolize/debug_files.h"
#include "tools/lib/symbolize/module.h"
#include "tools/lib/symbolize/symbol_table.h"
#include "tools/lib/symbolize/user_files.h"

namespace profconv::symbolize {

/// For one thread at a time.
class Modules {
 public:
  /// The context, of the whole conversion, must outlive the modules.
  Modules(SymbolSources sources, const Context& context)
      : sources_(std::move(sources)), user_(sources_.paths), files_(sources_, user_, context) {}
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  [[nodiscard]] const SymbolSources& sources() const { return sources_; }
  [[nodiscard]] const UserFiles& user_files() const { return user_; }
  /// The module that a profile calls by this path, which may be no more than a name, and this build id.
  [[nodiscard]] Module& find(std::string_view path, std::string_view build_id) {
    std::unique_ptr<Module>& module = modules_[{std::string(path), std::string(build_id)}];
    if (module == nullptr) module = std::make_unique<Module>(files_, path, build_id);
    return *module;
  }
  /// Remembers whether these frames have what files are found by. `format` is that of the recording.
  void look_at(std::span<const Frame> frames, std::string_view format);
  /// Warns, once, of files of the user that no frame of the profiles so far needed.
  void report_unused(Context& context);
  /// A table of this system; one without symbols where there is no such file.
  [[nodiscard]] const SymbolTable& table(const std::string& path) {
    return tables_.try_emplace(path, path).first->second;
  }

 private:
  SymbolSources sources_;
  UserFiles user_;
  DebugFiles files_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Module>> modules_;
  std::map<std::string, SymbolTable> tables_;
  bool has_places_ = false;  ///< some frame has an address or an offset
  bool has_modules_ = false;
  bool is_perf_ = false;
  bool is_reported_ = false;
};

}  // namespace profconv::symbolize
