// SPDX-License-Identifier: Apache-2.0
// Leaving out what differs from build to build, by regular expressions over bytes: a name need not be UTF-8.
#include "core/transforms/comparable_name.h"

#include <re2/re2.h>

namespace profconv {

std::string comparable_name(std::string_view function) {
  static const RE2 copies(R"((?: \[clone [^\]]*\]| \(\.llvm\.\d+\)|)"
                          R"(\.(?:isra|constprop|part|cold|llvm|lto_priv|localalias)(?:\.\d+)*|::h[0-9a-f]{16})+$)",
                          RE2::Latin1);
  static const RE2 crate_hash(R"(\[[0-9a-f]{12,16}\])", RE2::Latin1);
  static const RE2 mangled_hash(R"(^(_ZN.*)17h[0-9a-f]{16}E)", RE2::Latin1);
  std::string name(function);
  RE2::Replace(&name, copies, "");
  RE2::GlobalReplace(&name, crate_hash, "");
  RE2::Replace(&name, mangled_hash, "\\1E");
  return name.empty() ? std::string(function) : name;
}

}  // namespace profconv
