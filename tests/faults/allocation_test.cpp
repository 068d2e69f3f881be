// SPDX-License-Identifier: Apache-2.0
// Memory that is not given at some moment: every allocation of small conversions fails in turn. What comes of it is
// std::bad_alloc, or, where less memory will do, the very same output; never half an output.
#include <atomic>
#include <filesystem>
#include <iterator>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "faults/failing_allocator.h"
#include "profconv/conversion.h"
#include "profconv/convert.h"
#include "readers/readers.h"
#include "support/catch.h"
#include "support/fixtures.h"
#include "support/scratch.h"
#include "writers/writers.h"

namespace profconv::test {

namespace {

namespace fs = std::filesystem;

/// Runs `work` with each of its allocations failing; `judge` is told whether it got to its end.
template <class Work, class Judge>
void with_every_failure(Work work, Judge judge) {
  work();  // what is made once and kept
  for (std::size_t n = 1;; ++n) {
    std::size_t made = 0;
    bool failed = false;
    try {
      const AllocationFailure failure(n);
      try {
        work();
      } catch (const std::bad_alloc&) {
        failed = true;
      } catch (const Cancelled&) {
        failed = true;
      }
      made = AllocationFailure::count();
    } catch (const std::exception& error) {
      FAIL("allocation " << n << " became another error: " << error.what());
    }
    judge(!failed);
    if (made < n) {
      CHECK(n > 20);
      return;
    }
  }
}

std::atomic<Context*> running{nullptr};

/// While it lives, a failing operator new cancels the conversion and succeeds after all, as in the command, which keeps
/// memory back for that. The JSON library, with which pprof's comments are made, has destructors that allocate.
class KeptBack {
 public:
  KeptBack() {
    std::set_new_handler([] {
      if (Context* const context = running) context->cancel();
    });
  }
  KeptBack(const KeptBack&) = delete;
  KeptBack& operator=(const KeptBack&) = delete;
  ~KeptBack() { std::set_new_handler(nullptr); }
};

/// The smallest fixture that has samples.
Fixture smallest(const Reader& reader) {
  std::optional<Fixture> best;
  for (Fixture& fixture : fixtures(reader)) {
    if (best && fixture.bytes.size() >= best->bytes.size()) continue;
    const Outcome outcome = read(fixture);
    if (outcome.set && outcome.set->profiles().size() == 1 && outcome.set->profiles()[0].samples.size() > 1) {
      best = std::move(fixture);
    }
  }
  REQUIRE(best);
  return *best;
}

void convert_in_memory(const Fixture& fixture, const Writer& writer, std::string& bytes) {
  bytes.clear();
  Context context;
  running = &context;
  Input input = Input::from_memory("small", fixture.bytes, context);
  ProfileSet set = read_profiles(*fixture.reader, input, fixture.options, SampleOrder::merged);
  set = demangle(std::move(set), SampleOrder::merged, context);
  Output output = Output::to_memory(&bytes, writer.compression);
  try {
    write_profiles(set, writer, Options(writer.options), output, context);
  } catch (const WriteError&) {
    return;  // this profile is none for this writer
  } catch (const UsageError&) {
    return;
  }
}

/// Converts files of a folder, and looks at what is in it afterwards.
class FileConversion {
 public:
  FileConversion(std::vector<std::string> inputs, const std::vector<std::string>& outputs) {
    write_file(folder_ / "a.folded", "main;_ZN3foo3barEv;read 3\nmain;parse 4\n");
    write_file(folder_ / "b.json", smallest(dhat_reader).bytes);
    for (std::string& input : inputs) request.inputs.push_back((folder_.path() / input).string());
    for (const std::string& output : outputs) request.outputs.push_back((folder_.path() / output).string());
  }

  void run() {
    for (const std::string& path : request.outputs) fs::remove(path);
    Context context;
    running = &context;
    static_cast<void>(convert(request, context));
  }

  void fail_everywhere() {
    run();
    std::vector<std::string> expected;
    for (const std::string& path : request.outputs) expected.push_back(file_bytes(path));
    with_every_failure([&] { run(); },
                       [&](bool is_whole) {
                         std::size_t files = 2;
                         for (std::size_t i = 0; i < expected.size(); ++i) {
                           const bool exists = fs::exists(request.outputs[i]);
                           files += exists ? 1 : 0;
                           // What strikes behind the renaming finds a whole output in its place.
                           if (is_whole && !exists) FAIL("an output is missing");
                           if (exists && file_bytes(request.outputs[i]) != expected[i]) FAIL("half an output");
                         }
                         const fs::directory_iterator all(folder_.path());
                         if (static_cast<std::size_t>(std::distance(begin(all), end(all))) != files)
                           FAIL("a temporary file");
                       });
  }

  ConversionRequest request;

 private:
  Scratch folder_;
};

}  // namespace

TEST_CASE("every allocation of every reader and writer may fail", "[faults]") {
  for (const Reader* reader : all_readers) {
    const Fixture fixture = smallest(*reader);
    for (const Writer* writer : all_writers) {
      INFO(fixture.name() << " as " << writer->name);
      std::optional<KeptBack> kept;
      if (writer == &pprof_writer) kept.emplace();
      std::string expected, bytes;
      convert_in_memory(fixture, *writer, expected);
      with_every_failure([&] { convert_in_memory(fixture, *writer, bytes); },
                         [&](bool is_whole) {
                           if (bytes != (is_whole ? expected : "")) FAIL("half an output");
                         });
    }
  }
}

TEST_CASE("every allocation of a conversion of files may fail", "[faults]") {
  SECTION("one input, filtered, into two outputs") {
    FileConversion conversion({"a.folded"}, {"out.spall", "out.folded.zst"});
    conversion.request.filters.stacks.hide = "read|x";
    conversion.fail_everywhere();
  }
  SECTION("two merged") { FileConversion({"a.folded", "b.json"}, {"out.folded.gz"}).fail_everywhere(); }
  SECTION("with memory kept back") {
    const KeptBack kept;
    FileConversion({"a.folded", "b.json"}, {"out.pb.gz"}).fail_everywhere();
  }
}

}  // namespace profconv::test
