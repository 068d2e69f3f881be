// SPDX-License-Identifier: Apache-2.0
// A recording in the browser: a flame graph, the table of its functions, the threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "tools/cli/live/server.h"
#include "tools/cli/live/view.h"

namespace profconv::cli::live {

/// Serves page.html, live.js and live.css. An event is a JSON object:
///
///   {"target": "spin", "backend": "dtrace", "seconds": 12, "samples": 1188, "rate": 99, "dropped": 0,
///    "stopping": false, "failure": "", "ending": "", "types": ["samples", "cpu"], "type": "samples", "thread":
///    "17/18", "threads": [{"id": "17/18", "name": "spin", "share": 50.5}], "others": 0,
///    "picture": "<svg ..."}
///
/// "failure" is why the picture lacks something, "thread" is "" for all threads, "others" how many are not listed, and
/// "picture" is "" as long as there is no sample.
class Page : public View, private Content {
 public:
  /// Throws Error where the port cannot be had; 0 is any.
  explicit Page(std::uint16_t port) : server_(port, *this) {}

  [[nodiscard]] std::string address() const { return server_.address(); }
  void wait(std::chrono::milliseconds duration) override { server_.serve(duration); }
  void show(const State& state) override;

 private:
  [[nodiscard]] const File* file(std::string_view name) const override;
  [[nodiscard]] std::string event(std::string_view query) override;

  const State* state_ = nullptr;  ///< of the last second
  Server server_;
};

}  // namespace profconv::cli::live
