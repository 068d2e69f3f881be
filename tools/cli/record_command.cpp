// SPDX-License-Identifier: Apache-2.0
// profconv record -- PROGRAM: runs a tracer and the program, converts what the tracer prints, and ends as the program.
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "profconv/conversion.h"
#include "tools/cli/commands.h"
#include "tools/cli/live/live.h"
#include "tools/cli/live/page.h"
#include "tools/cli/live/top.h"
#include "tools/cli/messages.h"
#include "tools/cli/record_flags.h"
#include "tools/cli/record_signals.h"
#include "tools/cli/run_request.h"
#include "tools/cli/viewer.h"
#include "tools/lib/record/epoch.h"
#include "tools/lib/record/errors.h"
#include "tools/lib/record/findings.h"
#include "tools/lib/record/invoker.h"
#include "tools/lib/record/mapped_places.h"
#include "tools/lib/record/privileges.h"
#include "tools/lib/record/recorded_text.h"
#include "tools/lib/record/script_file.h"
#include "tools/lib/record/session.h"

namespace profconv::cli {

namespace {

constexpr auto examples = std::to_array<Example>({
    {"sudo profconv record -o out.svg -- ./prog --fast", ""},
    {"sudo profconv record -d 10 -p 4711 -o out.pb.gz", ""},
    {"sudo profconv record -a --kernel -d 5 -o system.svg", ""},
    {"sudo profconv record --off-cpu -o waits.svg -- ./prog", ""},
    {"sudo profconv record --live -p 4711 -o server.svg", ""},
});

constexpr std::array<std::string_view, 20> common{"--help",     "--help-all", "--output",  "--to",      "--frequency",
                                                  "--duration", "--process",  "--all",     "--kernel",  "--off-cpu",
                                                  "--frames",   "--script",   "--backend", "--buffer",  "--show-script",
                                                  "--live",     "--open",     "--quiet",   "--verbose", "--version"};

constexpr Page page{
    .usage = "profconv record [options] -- PROGRAM [ARGUMENTS]",
    .summary = "record a profile with dtrace, bpftrace or perf",
    .description =
        "Runs PROGRAM, samples it and its children with a tracer, and writes the profile when it ends. The program "
        "keeps "
        "its input, output and terminal; under sudo it runs as you, and you own the profile. Without -o, writes "
        "profile.pb.gz.\n"
        "Ctrl-C ends the recording and keeps what was recorded. profconv never kills the program.",
    .examples = examples,
    .exit_status = "PROGRAM's; without one 0 success, 1 failed, 2 usage.",
    .common = common};

constexpr const char* default_output = "profile.pb.gz";
constexpr int signal_status = 128;  ///< and the signal's number, of a program that one ended

/// One run of the command.
class Recording {
 public:
  Recording(RecordFlags& given, Context& context)
      : given_(given),
        context_(context),
        messages_(given.conversion.reading.quiet, given.conversion.reading.verbose),
        backend_(record::choose_backend(given.backend, given.wish)),
        invoker_(record::find_invoker()),
        request_(given.conversion.request()) {
    if (!given_.command.empty() && &backend_ == &record::dtrace_backend && !given_.wish.script.empty() &&
        record::this_system() == record::System::linux_ && record::names_target(given_.wish.script)) {
      throw RecordError("--script: dtrace on Linux cannot attach $target before the program runs: use -p");
    }
    if (backend_.most_frames == nullptr || given_.wish.frames <= backend_.most_frames()) return;
    given_.wish.frames = backend_.most_frames();
    messages_.warning("", "--frames: the system allows " + std::to_string(given_.wish.frames) +
                              " (sysctl kernel.perf_event_max_stack)");
  }

  int run() {
    complete_request();
    begin_live();
    record::Target target = given_.command.empty() ? attached() : record::Target::start(given_.command, invoker_);
    const RecordSignals signals(context_);
    record::Session session(backend_, given_.wish, target, context_);
    session.end_when(RecordSignals::asked_to_stop);
    session.end_after(std::chrono::milliseconds(static_cast<std::int64_t>(given_.seconds * 1000)));
    request_.inputs = {"recording of " + (target.pid() == 0 ? "all processes" : target.name())};
    request_.open = [&](const std::string&) {
      session.start();
      return shown_live(session, target);
    };
    request_.amend = [&](ProfileSet set) { return amended(std::move(set), session); };
    request_.on_read = [&](const ProfileSet& set) {
      depths_.add(set, given_.wish, plan_.only);
      if (depths_.samples == 0) throw ReadError({}, "no samples");
    };
    const int status = record(session, target);
    return finished(session, target, status);
  }

 private:
  [[nodiscard]] record::Target attached() const {
    return given_.pid == 0 ? record::Target() : record::Target::attach(given_.pid);
  }

  /// Adds what the tracer's output is, and tries the outputs before anything runs.
  void complete_request() {
    plan_ = backend_.plan(given_.wish);
    if (request_.outputs.empty()) request_.outputs = {default_output};
    request_.from = plan_.reader;
    request_.settings.insert(request_.settings.begin(), plan_.settings.begin(), plan_.settings.end());
    if (request_.only.empty()) request_.only = plan_.only;
    if (plan_.counts_samples) request_.rate = SamplingRate{.numerator = given_.wish.frequency};
    refuse_binary_on_terminal(request_);
    for (const std::string& path : request_.outputs) {
      std::error_code failed;
      const auto kind = std::filesystem::status(path, failed).type();
      const bool is_file = kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::regular;
      if (is_file && path != "-" && !path.ends_with('/')) static_cast<void>(Output::to_path(path));
    }
  }

  /// What the tracer has recorded, in the words of all tracers, and no longer than was asked for.
  ProfileSet amended(ProfileSet set, const record::Session& session) {
    set = record::with_value_type(std::move(set), plan_);
    if (const auto end = session.end_ns()) set = record::until(std::move(set), *end, given_.wish.off_cpu);
    return record::with_places(std::move(set), session.places(), context_);
  }

  /// Before anything runs: there may be no page.
  void begin_live() {
    if (!given_.wish.live) return;
    if (&backend_ == &record::perf_backend && given_.wish.off_cpu) {
      throw UsageError("--live: perf shows waits only when the recording has ended: use --backend bpftrace or dtrace");
    }
    std::unique_ptr<live::View> view;
    if (given_.live == "top") {
      view = std::make_unique<live::Top>();
    } else {
      auto served = std::make_unique<live::Page>(given_.live_port());
      address_ = served->address();
      view = std::move(served);
    }
    live_.emplace(std::move(view), backend_, given_.wish, request_);
  }

  std::unique_ptr<Source> shown_live(record::Session& session, const record::Target& target) {
    if (!live_) return session.text();
    session.on_end([this] { live_->stop(); });
    live_->start(target.pid() == 0 ? "all processes" : target.name());
    if (!address_.empty()) messages_.note("", "open " + address_);
    return live_->watched(session.text(), [&session] { return session.drops(); });
  }

  void end_live(const std::string& how) {
    if (!live_) return;
    live_->finish(how);
    if (const auto text = live_->failure()) messages_.warning("", "--live does not show all: " + *text);
  }

  /// "spin has ended with status 7: prog.svg is written".
  [[nodiscard]] std::string ending(const record::Session& session, record::Target& target) const {
    std::string written;
    for (const std::string& path : request_.outputs) written += (written.empty() ? "" : ", ") + path;
    written += request_.outputs.size() == 1 ? " is written" : " are written";
    if (session.ending() != record::Ending::target_ended) return "The recording has ended: " + written;
    const int status = target.is_child() ? target.status().value_or(0) : 0;
    const std::string how = status == 0              ? ""
                            : status > signal_status ? " by signal " + std::to_string(status - signal_status)
                                                     : " with status " + std::to_string(status);
    return target.name() + " has ended" + how + ": " + written;
  }

  /// Converts, and reports. The exit status of that alone.
  int record(record::Session& session, record::Target& target) {
    try {
      const ConversionReport report = convert(request_, context_);
      if (request_.strict && report.lossy) return refused(report);
      end_live(ending(session, target));
      for (const OutputReport& output : report.outputs) {
        if (invoker_ && output.path != "-") record::hand_over(output.path, *invoker_);
      }
      messages_.outcome(context_.diagnostics(), report.outputs);
      messages_.unread(context_.unread());
      tell(session, report);
      return good;
    } catch (const ReadError&) {
      if (depths_.samples != 0 || session.ending() == record::Ending::running) throw;
      static_cast<void>(target.status());
      const std::string why =
          session.failure_text().value_or(record::no_samples(backend_, given_.wish, target.name(), target.cpu_time()));
      end_live(why);
      messages_.error(why);
      return failed;
    } catch (const UsageError&) {
      throw;
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      if (!session.has_started()) throw;
      end_live(error.what());
      messages_.error(error.what());  // the program goes on, and finished() waits for it
      return failed;
    }
  }

  int refused(const ConversionReport& report) {
    const std::string why = strict_refusal(context_.diagnostics(), report.outputs);
    end_live(why);
    messages_.everything(context_.diagnostics(), report.outputs);
    messages_.error(why);
    return lossy;
  }

  void tell(const record::Session& session, const ConversionReport& report) const {
    if (const auto text = session.failure_text()) messages_.warning("", *text + "; the profile ends there");
    if (const std::uint64_t drops = session.drops(); drops != 0) {
      messages_.warning("", std::string(backend_.name) + " dropped " + counted(drops, "sample", "samples") +
                                ": give it a larger --buffer, or lower -F");
    }
    if (given_.conversion.opens) {
      const OutputReport& output = report.outputs.front();
      open_in_viewer(output.path, *output.writer, messages_);
    }
    if (given_.conversion.reading.quiet) return;
    if (&backend_ == &record::perf_backend && !record::may_see_kernel_events()) {
      messages_.warning(
          "", "without root perf records no time in the kernel: use sudo, or sysctl kernel.perf_event_paranoid=1");
    }
    if (const auto time = session.cpu_time(); time && session.drops() == 0 && !session.failure_text()) {
      const auto text = describe_missed(backend_, given_.wish, depths_.samples, *time);
      if (text) messages_.warning("", *text);
    }
    if (const auto text = describe_cut(depths_, given_.wish)) messages_.warning("", *text);
    if (const auto text = describe_single(depths_)) messages_.note("", *text);
    if (given_.conversion.outputs.empty()) {
      messages_.note(default_output,
                     counted(depths_.samples, "sample", "samples") + " of " + request_.inputs.front().substr(13));
    }
  }

  /// Waits for the program where it shares our terminal or was not to be interrupted; its status counts more than ours.
  int finished(const record::Session& session, record::Target& target, int status) const {
    if (!target.is_child()) return status;
    std::optional<int> ended = target.status();
    if (!ended && session.ending() == record::Ending::stopped && !shares_terminal()) {
      messages_.note("", target.name() + " goes on as process " + std::to_string(target.pid()));
      return status;
    }
    if (!ended) {
      RecordSignals::leave_to_target();
      ended = target.await_status();
    }
    return *ended != 0 ? *ended : status;
  }

  RecordFlags& given_;
  Context& context_;
  Messages messages_;
  const record::Backend& backend_;
  std::optional<record::Invoker> invoker_;
  ConversionRequest request_;
  record::Tracing plan_;
  record::Depths depths_;
  std::optional<live::Live> live_;
  std::string address_;  ///< of the page
};

}  // namespace

void describe_record(const FlagsVisitor& visit) { describe_with<RecordFlags>(page, visit); }

int run_record(const Arguments& arguments) {
  Flags flags(page);
  RecordFlags given;
  given.declare(flags);
  if (const auto status = given.parse(flags, arguments)) return *status;
  if (given.show_script) {
    print_result(record::show(record::find_backend(given.backend, given.wish).plan(given.wish)));
    return good;
  }
  Context context(given.conversion.reading.limits, given.conversion.reading.max_threads);
  return Recording(given, context).run();
}

}  // namespace profconv::cli
