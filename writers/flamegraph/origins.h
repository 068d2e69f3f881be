// SPDX-License-Identifier: Apache-2.0
// Where the code of a function comes from, as its name tells it.
#pragma once

#include <string_view>

namespace profconv::flamegraph {

/// The namespace, crate or package of a name, else the module in front of it: `core` of ``rusty`core::slice::sort``,
/// `github.com/x/y` of `github.com/x/y.(*T).Read`, `java.util` of `java.util.Map.get`, `libc.so.6` of
/// ``libc.so.6`read``. A name that tells none is its own. Empty for addresses and names like `[unknown]`.
[[nodiscard]] std::string_view origin_of(std::string_view name);

}  // namespace profconv::flamegraph
