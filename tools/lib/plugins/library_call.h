// SPDX-License-Identifier: Apache-2.0
// Notices a library plugin that ends the process by exit(), with which a conversion would end without a word.
#pragma once

#include <string>

namespace profconv::plugins {

/// Lives while a library runs. Of several at a time the last one counts.
class LibraryCall {
 public:
  explicit LibraryCall(const std::string& path);
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;
  ~LibraryCall();
};

}  // namespace profconv::plugins
