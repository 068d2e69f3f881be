// SPDX-License-Identifier: Apache-2.0
// A check is reading with every finding kept, what the reader's card says of them, and suspicions about what was read.
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "opened_input.h"
#include "profconv/check.h"
#include "settings.h"
#include "suspicions.h"

namespace profconv {

namespace {

/// One file, whose reading may fail at any step.
class Check {
 public:
  Check(std::string name, const CheckRequest& request, Context& context, const Registry& registry)
      : request_(request), context_(context), registry_(registry) {
    result_.input = std::move(name);
    context.keep_findings(std::max<std::uint64_t>(request.most_of_a_kind, 1));
  }

  template <class Open>
  CheckResult run(Open open) && {
    try {
      read(open());
    } catch (const ReadError& error) {
      context_.error("check.unreadable", error.where(), error.message());
    } catch (const LimitError& error) {
      const bool has_place = !error.where().file.empty();
      context_.error("check.limit", has_place ? error.where() : Location{.file = result_.input}, error.message());
    }
    judge();
    return std::move(result_);
  }

 private:
  /// A file that several readers are equally sure of is one that nobody can read.
  Opened with_its_reader(Input input) {
    const Location whole = input.whole();
    try {
      return with_reader(std::move(input), {.from = request_.from, .settings = request_.settings}, registry_);
    } catch (const UsageError& error) {
      if (!request_.from.empty() || !request_.settings.empty()) throw;
      const std::string_view what = error.what();
      const std::string place = one_line(whole.file) + ": ";
      throw ReadError(whole, what.starts_with(place) ? what.substr(place.size()) : what);
    }
  }

  void read(Input input) {
    Opened opened = with_its_reader(std::move(input));
    result_.reader = opened.detection.reader;
    result_.reason = std::move(opened.detection.probe.reason);
    const Options options = options_for(*result_.reader, request_.settings);
    require_all_taken(request_.settings, {&result_.reader, 1}, {}, registry_);
    const ProfileSet set = read_opened(opened, options, SampleOrder::merged);
    if (opened.input.gzip_members() > 1) {
      context_.data_loss(
          "check.gzip_members", opened.input.whole(),
          std::to_string(opened.input.gzip_members()) + " gzip members in a row; some readers stop after the first");
    }
    find_suspicions(set, opened.input.whole(), context_);
  }

  [[nodiscard]] std::optional<Severity> verdict_on(const Diagnostic& finding) const {
    if (result_.reader == nullptr) return finding.severity;
    const auto& verdicts = result_.reader->verdicts;
    const auto found =
        std::find_if(verdicts.begin(), verdicts.end(), [&](const Verdict& v) { return v.kind == finding.kind; });
    return found == verdicts.end() ? finding.severity : found->severity;
  }

  void judge() {
    std::map<std::string_view, std::uint64_t> not_kept;
    for (const Diagnostic& kind : context_.diagnostics()) not_kept[kind.kind] += kind.count;
    for (const Diagnostic& finding : context_.findings()) --not_kept[finding.kind];
    const auto all = context_.findings();
    for (auto finding = all.rbegin(); finding != all.rend(); ++finding) {
      const auto severity = verdict_on(*finding);
      if (!severity) continue;
      Diagnostic& judged = result_.findings.emplace_back(*finding);
      judged.severity = *severity;
      judged.count += std::exchange(not_kept[finding->kind], 0);
      (*severity == Severity::error       ? result_.errors
       : *severity == Severity::data_loss ? result_.warnings
                                          : result_.notes) += judged.count;
    }
    std::reverse(result_.findings.begin(), result_.findings.end());
    const auto place = [](const Diagnostic& d) { return std::pair(d.where.line, d.where.byte); };
    std::stable_sort(result_.findings.begin(), result_.findings.end(),
                     [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
  }

  const CheckRequest& request_;
  Context& context_;
  const Registry& registry_;
  CheckResult result_;
};

}  // namespace

CheckResult check_file(const std::string& path, const CheckRequest& request, Context& context,
                       const Registry& registry) {
  if (!request.from.empty()) static_cast<void>(registry.reader(request.from));
  return Check(path == "-" ? "<stdin>" : path, request, context, registry).run([&] {
    return Input::open(path, context);
  });
}

CheckResult check_input(Input input, const CheckRequest& request, const Registry& registry) {
  Context& context = input.context();
  return Check(input.name(), request, context, registry).run([&]() -> Input { return std::move(input); });
}

}  // namespace profconv
