// SPDX-License-Identifier: Apache-2.0
// Running `perf script` beside `perf record`.
#include "tools/lib/record/perf_text.h"

#include <string>
#include <utility>

#include "core/process/process.h"

namespace profconv::record {

std::unique_ptr<Source> perf_text(std::unique_ptr<Source> recording, pid_t pid, const Context& context) {
  Command command{.words = {"perf", "script", "--no-inline", "--ns", "--force", "--max-stack", "65535", "-F",
                            "comm,pid,tid,time,period,event,ip,sym,dso", "-i", "-"},
                  .name = "perf script",
                  .environment = {{"LC_ALL", "C"}, {"PAGER", "cat"}, {"PERF_CONFIG", "/dev/null"}},
                  .input = std::move(recording),
                  .input_is_socket = true,
                  .handed = {}};
  if (pid != 0) command.words.insert(command.words.end(), {"--pid", std::to_string(pid)});
  return std::make_unique<Process>(std::move(command), context);
}

std::size_t whole_samples(std::string_view text) {
  const std::size_t end = text.rfind("\n\n");
  return end == text.npos ? 0 : end + 2;
}

}  // namespace profconv::record
